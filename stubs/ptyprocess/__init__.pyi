from collections.abc import Callable, Sequence
from typing import IO

class PtyProcess:
    pid: int
    fd: int
    closed: bool
    fileobj: IO[bytes]
    @classmethod
    def spawn(
        cls,
        argv: Sequence[bytes],
        cwd: bytes | None = ...,
        env: dict[bytes, bytes] | None = ...,
        echo: bool = ...,
        preexec_fn: Callable[[], None] | None = ...,
        dimensions: tuple[int, int] = ...,
        pass_fds: Sequence[int] = ...,
    ) -> PtyProcess: ...

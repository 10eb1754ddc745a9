"""A terminal for programs that need one: a tmux server of its own, typed at and looked at from a test."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

from hivemind.testing.waiting import until

COLUMNS, ROWS = 160, 50
"""Cells of the terminal."""

SHOWN_SECONDS = 15.0
"""Longest that a program may take to show something."""


class Tmux:
    """One program in one terminal; a context manager, and the program ends with it at the latest."""

    def __init__(
        self,
        argv: Sequence[str],
        *,
        env: Mapping[str, str],
        cwd: Path,
        socket: Path,
        size: tuple[int, int] = (COLUMNS, ROWS),
    ) -> None:
        self._argv = tuple(argv)
        # tmux tells its programs where it is; the numbers of its process and session nobody here asks for
        self._env = {**env, "TERM": "screen-256color", "TMUX": f"{socket},0,0"}
        self._cwd = cwd
        self._socket = socket
        self._size = size

    def __enter__(self) -> Self:
        # `env -i`: tmux adds variables of its own, and a server that runs already has others
        words = ("env", "-i", *(f"{k}={v}" for k, v in self._env.items()), *self._argv)
        size = ("-x", str(self._size[0]), "-y", str(self._size[1]))
        self._tmux("new-session", "-d", *size, "-c", str(self._cwd), "exec " + shlex.join(words))
        return self

    def __exit__(self, *exc: object) -> None:
        self._tmux("kill-server", check=False)

    def _tmux(self, *words: str, check: bool = True) -> str:
        argv = ("tmux", "-S", str(self._socket), "-f", "/dev/null", *words)
        done = subprocess.run(argv, env=self._env, capture_output=True, text=True, check=False)
        if check and done.returncode:
            raise AssertionError(f"tmux {words}: {done.stderr}")
        return done.stdout

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size."""
        self._tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def press(self, *keys: str) -> None:
        """Press keys by tmux's names: `C-b`, `Enter`, `a`."""
        self._tmux("send-keys", *keys)

    def type(self, text: str) -> None:
        """Type a text, letter by letter as it stands."""
        self._tmux("send-keys", "-l", text)

    def send(self, sequence: str) -> None:
        """Send what a terminal sends for something that is no key, such as the wheel."""
        self._tmux("send-keys", "-H", *(f"{byte:02x}" for byte in sequence.encode()))

    def paste(self, path: Path) -> None:
        """Paste what is in a file, as the terminal's program asked for pastes."""
        self._tmux("load-buffer", str(path))
        self._tmux("paste-buffer", "-p", "-r")

    def screen(self) -> str:
        """What the terminal shows; empty once the program has ended."""
        return self._tmux("capture-pane", "-p", check=False)

    def buffer(self) -> str:
        """What was copied last, as tmux would paste it; empty before."""
        return self._tmux("show-buffer", check=False)

    def says(self, form: str) -> str:
        """What tmux says of the terminal, such as `#{alternate_on}`."""
        return self._tmux("display-message", "-p", form).rstrip("\n")

    def is_running(self) -> bool:
        """Whether the program still runs."""
        return bool(self._tmux("list-sessions", check=False))

    def until_shows(self, *texts: str, seconds: float = SHOWN_SECONDS) -> None:
        """Wait until the terminal shows all the texts at once, each within one row."""

        def shows() -> bool:
            screen = self.screen()
            return all(text in screen for text in texts)

        until(f"the terminal shows {texts}", shows, seconds=seconds, scene=self.screen)

    def until_ended(self, *, seconds: float = SHOWN_SECONDS) -> None:
        """Wait until the program has ended by itself."""
        until("the program has ended", lambda: not self.is_running(), seconds=seconds, scene=self.screen)

"""A program that the agent was allowed to run: started by its arguments, never through a shell."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

from hivemind.demo.steps import Outcome

DEADLINE = 30.0
"""Seconds. A program that runs longer is ended."""

MAX_OUTPUT = 64 * 1024
"""Bytes. What comes after them is read and dropped."""

NOT_STARTED = 127
"""Exit status of a program that could not be started, as shells give it (POSIX.1-2017, 2.8.2)."""


class Command:
    """A running program without input; its output is read from `fd`, which never blocks."""

    def __init__(self, argv: tuple[str, ...], cwd: Path) -> None:
        self.argv = argv
        self._output = bytearray()
        self._failure = ""
        self._process: subprocess.Popen[bytes] | None = None
        self.fd: int | None = None
        """To wait on; None as soon as there is nothing more to read."""
        try:
            self._process = subprocess.Popen(
                argv,
                cwd=cwd,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            self._failure = f"{argv[0]}: {getattr(error, 'strerror', None) or error}"
            return
        if self._process.stdout is not None:
            self.fd = self._process.stdout.fileno()
            os.set_blocking(self.fd, False)

    def read(self) -> None:
        """Take what the program has written."""
        while self.fd is not None:
            try:
                data = os.read(self.fd, 16384)
            except BlockingIOError:
                return
            if not data:
                self.fd = None
            self._output += data[: max(0, MAX_OUTPUT - len(self._output))]

    def outcome(self) -> Outcome | None:
        """How it ended; None while it runs."""
        if self._process is None:
            return Outcome(NOT_STARTED, self._failure)
        code = self._process.poll()
        if code is None:
            return None
        self.read()
        return Outcome(code, self._output.decode("utf-8", "replace"))

    def close(self) -> None:
        """End it, and whatever it started, if it still runs; give its pipe back."""
        if self._process is None:
            return
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self.fd = None
        if self._process.stdout is not None:
            self._process.stdout.close()

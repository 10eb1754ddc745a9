"""A terminal of our own: a real PTY, and our emulator, which shows and answers what a program writes.

For what tmux does not tell: modes, program status, titles, and the very bytes.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import termios
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from hivemind.protocol.screen import Size
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.events import Notified
from hivemind.terminal.rows import text_of
from hivemind.testing.waiting import until

SHOWN_SECONDS = 15.0
"""Longest that a program may take to show something."""

SIZE = Size(40, 120)

ENTER = "import os, sys; os.login_tty(int(sys.argv[1])); os.execvp(sys.argv[2], sys.argv[2:])"
"""Makes the PTY the terminal of a session of its own, then becomes the program."""


class Terminal:
    """One program in it; a context manager, and the program ends with it at the latest."""

    def __init__(self, argv: Sequence[str], *, env: Mapping[str, str], cwd: Path) -> None:
        self._master, self._slave = os.openpty()
        os.set_blocking(self._master, False)
        termios.tcsetwinsize(self._slave, (SIZE.rows, SIZE.columns))
        self.emulator = Emulator(SIZE)
        self.written = b""
        """All that was written to it."""
        self.told: list[Notified] = []
        """Notifications that it was asked to show."""
        words = (sys.executable, "-c", ENTER, str(self._slave), *argv)
        self.process = subprocess.Popen(words, env=dict(env), cwd=cwd, pass_fds=(self._slave,))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._master)
        os.close(self._slave)

    def read(self) -> None:
        """Take what was written, and answer."""
        with contextlib.suppress(BlockingIOError):
            while data := os.read(self._master, 65536):
                self.written += data
                self.emulator.feed(data)
                self.told += [event for event in self.emulator.take_events() if isinstance(event, Notified)]
                self.type(self.emulator.take_replies().decode())

    def type(self, text: str) -> None:
        """Send keys, or whatever else a terminal sends."""
        os.write(self._master, text.encode())

    def screen(self) -> str:
        """What it shows."""
        self.read()
        return "\n".join(text_of(self.emulator.snapshot()))

    def title(self) -> str:
        """What its window is called."""
        self.read()
        return self.emulator.snapshot().title

    def modes(self) -> list[Any]:
        """Those of the PTY (`stty -a`)."""
        return termios.tcgetattr(self._slave)

    def until_shows(self, *texts: str, seconds: float = SHOWN_SECONDS) -> None:
        """Wait until it shows all the texts at once, each within one row."""

        def shows() -> bool:
            screen = self.screen()
            return all(text in screen for text in texts)

        until(f"the terminal shows {texts}", shows, seconds=seconds, scene=self.screen)

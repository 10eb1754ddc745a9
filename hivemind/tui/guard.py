"""A small parent for the UI: however the UI ends, the terminal is usable afterwards.

`hive` forks before anything large is loaded. The child becomes the UI; the parent waits, passes on the signals that
are meant for the UI, and undoes what a UI that was killed left in the terminal. Both stay in one process group, so that
the shell's job control and the terminal's size reach the UI as if there were no parent. The standard library only.
"""

from __future__ import annotations

import fcntl
import mmap
import os
import signal
import sys
import termios

TYPE_CHECKING = False  # typing is slow to load, and the start waits for it
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import Any, Final

TERMINAL: Final = 2
"""Where Textual draws, and where we undo it."""

KEYBOARD: Final = 0
"""Whose modes are saved."""

PATIENCE_SECONDS: Final = 5
"""Seconds that a UI has to leave when it was told to; then it is killed."""

NUDGE_SECONDS: Final = 0.2
"""Seconds after which a child that was not continued together with us is."""

SCREEN, TITLE, STATUS = range(3)
"""What may be due: the modes of the screen, the title that was put aside, the hive's program status (OSC 7501)."""

CLEAR: Final = "\x1b[2J\x1b[H"
"""Leaves nothing of us on the screen, where there is only one (GNU screen without `altscreen`)."""

UNDONE: Final = {
    STATUS: "\x1b]7501;state=clear\x1b\\",
    TITLE: "\x1b]2;\x07\x1b[23;2t",  # none, where the terminal did not keep the one from before
    SCREEN: "".join(
        (
            "\x1b[?2026l",  # synchronized output: first, or the rest is not shown
            *(f"\x1b[?{mode}l" for mode in (1000, 1002, 1003, 1015, 1006, 1016, 1004, 2004, 2048)),
            "\x1b[<u",  # keyboard protocol: before the screens are changed, each has a stack of its own
            "\x1b[0m\x1b]8;;\x1b\\\x1b[?7h\x1b[0 q",
            CLEAR,
            "\x1b[?1049l",
            "\x1b[?25h",
        )
    ),
}
"""By what is due: the sequences that undo it (xterm ctlseqs; kitty's keyboard protocol; OSC 7501), in order."""

ABORT: Final = "\x1b\\\x1b\\\x18"
"""Ends a sequence that was cut off: two, since one escape byte may have been the last that came; then CAN."""

GOES_ON: Final = "Agents go on; `hive` brings you back.\n"

LEAVING: Final = (signal.SIGTERM, signal.SIGHUP)
"""Signals that tell the UI to leave."""

Due = mmap.mmap | bytearray
"""One byte for each of the above, 1 while it is due; the UI sets it, its parent looks at it when the UI has ended."""


def nothing_due() -> Due:
    """For a UI without a parent."""
    return bytearray(len(UNDONE))


def guarded(run: Callable[[Due], int]) -> int:
    """Run the UI in a child; the exit code, as a shell counts it. Returns in both processes."""
    due: Due = mmap.mmap(-1, len(UNDONE))
    modes = _modes()
    signals = {signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP, signal.SIGTTOU, signal.SIGALRM, *LEAVING}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    reading_end, writing_end = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(writing_end)
        _hang_up_with(reading_end)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        return run(due)
    os.close(reading_end)  # the other one is held, and nothing written to it, as long as we live
    guard = Guard(child, due, modes)
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return guard.watch()


def _hang_up_with(reading_end: int) -> None:
    """Be told to leave (SIGHUP) when nobody holds the other end of a pipe any more, whatever ended them.

    Without a parent the terminal is somebody else's: a shell's, which would be painted over.
    """
    if sys.platform == "linux":  # elsewhere it is found out with the next key
        fcntl.fcntl(reading_end, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(reading_end, fcntl.F_SETSIG, signal.SIGHUP)
        fcntl.fcntl(reading_end, fcntl.F_SETFL, os.O_ASYNC)


def undoing(due: Due) -> str:
    """What to write to a terminal whose UI ended with that due; nothing when it cleaned up by itself."""
    parts = [undone for what, undone in UNDONE.items() if due[what]]
    return ABORT + "".join(parts) if parts else ""


class Guard:
    """The parent."""

    def __init__(self, child: int, due: Due, modes: list[Any] | None) -> None:
        self._child = child
        self._due = due
        self._saved = modes
        self._is_stopped = self._is_leaving = False
        for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTTOU):
            signal.signal(number, signal.SIG_IGN)  # keys of the terminal reach the child too; only it acts on them
        for number in (*LEAVING, signal.SIGTSTP):
            signal.signal(number, self._pass_on)
        signal.signal(signal.SIGALRM, self._on_alarm)

    def watch(self) -> int:
        """Wait for the end of the child; stop and go on when it does."""
        while True:
            _, status = os.waitpid(self._child, os.WUNTRACED | os.WCONTINUED)
            if os.WIFSTOPPED(status):
                self._stop()
            elif os.WIFCONTINUED(status):
                self._is_stopped = False
                signal.alarm(PATIENCE_SECONDS if self._is_leaving else 0)
            else:
                return self._ended(status)

    def _pass_on(self, number: int, _: FrameType | None) -> None:
        self._tell(number)
        if number in LEAVING:
            self._is_leaving = True
            signal.alarm(PATIENCE_SECONDS)

    def _on_alarm(self, *_: object) -> None:
        self._tell(signal.SIGCONT if self._is_stopped else signal.SIGKILL)

    def _tell(self, number: int) -> None:
        os.kill(self._child, number)  # never another process: the child's id is its own until we have waited for it

    def _stop(self) -> None:
        """Give the terminal back and stop as well, so that the shell sees it; then the child goes on with us."""
        self._is_stopped = True
        self._clean()
        os.kill(os.getpid(), signal.SIGSTOP)
        signal.setitimer(signal.ITIMER_REAL, NUDGE_SECONDS)

    def _ended(self, status: int) -> int:
        signal.alarm(0)
        was_up = bool(undoing(self._due))
        self._clean()
        if not os.WIFSIGNALED(status):
            return os.waitstatus_to_exitcode(status)
        number = os.WTERMSIG(status)
        if number in (signal.SIGINT, *LEAVING):
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)  # so that the shell sees how the UI ended
        if was_up:
            how = "was killed" if number == signal.SIGKILL else f"ended by {signal.Signals(number).name}"
            _write(f"The UI {how}. {GOES_ON}")
        return 128 + number

    def _clean(self) -> None:
        """Undo what is due, unless the terminal is somebody else's by now."""
        undone = undoing(self._due)
        if not undone or not _is_ours():
            return
        for what in UNDONE:
            self._due[what] = 0
        try:
            if self._saved:
                termios.tcsetattr(KEYBOARD, termios.TCSANOW, self._saved)
        except termios.error:
            self._saved = None  # the terminal is gone, and its modes with it
        _write(undone)


def _write(text: str) -> None:
    """Write to the terminal, if it is still there."""
    data = text.encode()
    try:
        while data:
            data = data[os.write(TERMINAL, data) :]
    except OSError:
        return  # it is gone, and with it whoever would read this


def _is_ours() -> bool:
    """Whether our job is the one in the terminal's foreground; a terminal without jobs is."""
    try:
        return os.tcgetpgrp(TERMINAL) == os.getpgrp()
    except OSError:
        return True


def _modes() -> list[Any] | None:
    try:
        return termios.tcgetattr(KEYBOARD)
    except termios.error:
        return None  # no terminal: the UI will say that it needs one

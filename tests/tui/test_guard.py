"""The UI's parent, in a terminal of its own, with a UI that does as it is told."""

from __future__ import annotations

import contextlib
import os
import pty
import select
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from hivemind.testing.waiting import until
from hivemind.tui.guard import GOES_ON, SCREEN, STATUS, TITLE, UNDONE, nothing_due, undoing

SECONDS = 10.0

PLAY = """
import os, signal, sys, termios, tty
os.login_tty(int(sys.argv[1]))
from hivemind.tui import guard
guard.PATIENCE_SECONDS = 1
def ui(due):
    {ui}
    return 0
code = guard.guarded(ui)
sys.exit(code)
"""

UP = "due[guard.SCREEN] = due[guard.TITLE] = 1; tty.setraw(0); print('up', os.getpid(), flush=True); "
"""A UI that has taken the terminal over."""

REST = "signal.pause()"


@dataclass
class Play:
    """A guard with its child."""

    process: subprocess.Popen[bytes]
    master: int
    slave: int
    before: list[object]
    said: str = ""

    def until_says(self, text: str) -> None:
        def says() -> bool:
            with contextlib.suppress(BlockingIOError):  # nothing more yet
                self.said += os.read(self.master, 65536).decode()
            return text in self.said

        until(f"it says {text!r}", says, seconds=SECONDS, scene=lambda: repr(self.said))

    @property
    def child(self) -> int:
        self.until_says("\n")
        return int(self.said.split("up ")[1].split()[0])

    def end(self) -> int:
        """The exit code; below 0 for a signal."""
        code = self.process.wait(SECONDS)
        self.until_says("")
        return code

    def modes(self) -> list[object]:
        return termios.tcgetattr(self.slave)


class Stage:
    """Starts plays, and ends them."""

    def __init__(self) -> None:
        self.plays: list[Play] = []

    def start(self, ui: str) -> Play:
        master, slave = pty.openpty()
        os.set_blocking(master, False)
        before = termios.tcgetattr(slave)
        argv = (sys.executable, "-c", PLAY.format(ui=ui), str(slave))
        play = Play(subprocess.Popen(argv, pass_fds=(slave,)), master, slave, before)
        self.plays.append(play)
        return play


@pytest.fixture
def stage() -> Iterator[Stage]:
    made = Stage()
    yield made
    for play in made.plays:
        play.process.kill()
        play.process.wait()
        os.close(play.master)
        os.close(play.slave)


def test_nothing_is_written_where_nothing_is_due() -> None:
    assert undoing(nothing_due()) == ""


def test_what_is_due_is_undone_before_the_screen_is_left() -> None:
    due = nothing_due()
    due[SCREEN] = due[TITLE] = due[STATUS] = 1
    assert undoing(due).endswith(UNDONE[STATUS] + UNDONE[TITLE] + UNDONE[SCREEN])
    due[TITLE] = 0
    assert UNDONE[TITLE] not in undoing(due)


@pytest.mark.parametrize("mode", ["1000l", "1003l", "1006l", "1015l", "1004l", "2004l", "2026l", "7h", "25h", "1049l"])
def test_each_mode_of_the_screen_is_undone(mode: str) -> None:
    assert f"\x1b[?{mode}" in UNDONE[SCREEN]


def test_a_killed_ui_leaves_a_usable_terminal(stage: Stage) -> None:
    play = stage.start(UP + REST)
    os.kill(play.child, signal.SIGKILL)
    assert play.end() == 128 + signal.SIGKILL
    assert play.modes() == play.before
    due = nothing_due()
    due[SCREEN] = due[TITLE] = 1
    assert play.said.endswith(f"{undoing(due)}The UI was killed. {GOES_ON}".replace("\n", "\r\n"))


def test_a_ui_that_crashed_says_by_what(stage: Stage) -> None:
    play = stage.start(UP + "os.kill(os.getpid(), signal.SIGSEGV)")
    assert play.end() == 128 + signal.SIGSEGV
    assert "The UI ended by SIGSEGV. Agents go on" in play.said


def test_a_ui_that_gave_up_its_process_is_cleaned_up_after_too(stage: Stage) -> None:
    play = stage.start(UP + "os._exit(7)")
    assert play.end() == 7
    assert play.modes() == play.before
    assert play.said.endswith(UNDONE[SCREEN])


def test_a_ui_that_left_in_order_is_not_corrected(stage: Stage) -> None:
    play = stage.start("print('bye'); return 5")
    assert play.end() == 5
    assert play.said == "bye\r\n"


def test_a_ui_that_was_killed_before_it_showed_anything_leaves_nothing_to_undo(stage: Stage) -> None:
    play = stage.start("print('up', os.getpid(), flush=True); " + REST)
    os.kill(play.child, signal.SIGKILL)
    assert play.end() == 128 + signal.SIGKILL
    assert "\x1b" not in play.said
    assert GOES_ON.strip() not in play.said


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_leave_is_passed_on(stage: Stage, number: signal.Signals) -> None:
    play = stage.start(f"signal.signal({number:d}, lambda *_: os._exit(3)); " + UP + REST)
    assert play.child
    play.process.send_signal(number)
    assert play.end() == 3


def test_the_shell_sees_which_signal_ended_the_ui(stage: Stage) -> None:
    play = stage.start(UP + REST)
    assert play.child
    play.process.send_signal(signal.SIGTERM)
    assert play.end() == -signal.SIGTERM
    assert play.modes() == play.before


def test_a_ui_that_does_not_leave_is_killed(stage: Stage) -> None:
    play = stage.start("signal.signal(signal.SIGTERM, signal.SIG_IGN); " + UP + REST)
    assert play.child
    play.process.send_signal(signal.SIGTERM)
    assert play.end() == 128 + signal.SIGKILL
    assert play.modes() == play.before


def test_keys_that_interrupt_do_not_end_the_parent(stage: Stage) -> None:
    play = stage.start("signal.signal(signal.SIGINT, lambda *_: os._exit(4)); " + UP + REST)
    child = play.child
    play.process.send_signal(signal.SIGINT)
    os.kill(child, signal.SIGINT)
    assert play.end() == 4


def is_stopped(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
@pytest.mark.parametrize("is_parent", [True, False])
def test_both_stop_and_go_on_together(stage: Stage, *, is_parent: bool) -> None:
    stops = "signal.signal(signal.SIGTSTP, lambda *_: os.kill(os.getpid(), signal.SIGSTOP)); "  # as Textual does
    goes_on = "signal.signal(signal.SIGCONT, lambda *_: os._exit(6)); "
    play = stage.start(stops + goes_on + UP + "signal.pause(); " + REST)
    child, parent = play.child, play.process.pid
    os.kill(parent if is_parent else child, signal.SIGTSTP)
    until("both stopped", lambda: is_stopped(child) and is_stopped(parent), seconds=SECONDS)
    assert play.modes() == play.before
    os.kill(parent, signal.SIGCONT)
    assert play.end() == 6


LONELY = """
import os, signal
from hivemind.tui import guard
def ui(due):
    signal.signal(signal.SIGHUP, lambda *_: (print("leaves", flush=True), os._exit(0)))
    print("up", flush=True)
    while True:
        signal.pause()
guard.guarded(ui)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of the end of a process through a pipe")
def test_a_ui_whose_parent_was_killed_leaves_instead_of_painting_over_the_shell() -> None:
    with subprocess.Popen((sys.executable, "-c", LONELY), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "up\n"
        process.kill()
        assert select.select([process.stdout], [], [], SECONDS)[0], "it was not told"
        assert process.stdout.readline() == "leaves\n"

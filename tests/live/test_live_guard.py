"""A UI that is killed in the middle of something leaves a terminal that can be used, and agents that notice nothing."""

import os
import re
import signal
from collections.abc import Callable

import pytest

from hivemind.protocol.program import ProgramState
from hivemind.protocol.screen import Modes
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.rows import text_of
from hivemind.testing.sandbox import Sandbox
from hivemind.testing.terminal import SIZE, Terminal
from hivemind.testing.tmux import Tmux
from hivemind.testing.waiting import until

pytestmark = pytest.mark.live

FLAGS = "#{alternate_on}#{mouse_any_flag}#{mouse_all_flag}#{mouse_sgr_flag} #{cursor_flag}#{wrap_flag}"
AS_OF_A_SHELL = "0000 11"

GONE_SECONDS = 10


def ui_of(sandbox: Sandbox) -> int:
    """The process that draws: the younger one of the two."""
    return max(uis_of(sandbox))


def uis_of(sandbox: Sandbox) -> list[int]:
    """The processes of `hive` without a command."""
    return [pid for pid, words in sandbox.processes().items() if words.rstrip().endswith("/hive")]


def in_a_dialog(ui: Tmux) -> None:
    ui.press("C-b", "?")
    ui.until_shows("Esc closes")


def in_copy_mode(ui: Tmux) -> None:
    ui.press("C-b", "[")
    ui.until_shows("copy")


def while_a_tile_starts(ui: Tmux) -> None:
    ui.press("C-b", "c")
    ui.until_shows("demo")
    ui.press("Enter", "Enter")


def while_nothing_happens(ui: Tmux) -> None:
    ui.until_shows("left")


@pytest.mark.parametrize("get_into", [while_nothing_happens, in_a_dialog, in_copy_mode, while_a_tile_starts])
def test_the_terminal_can_be_used_after_kill_9(
    sandbox: Sandbox, checkout: str, tmux: str, get_into: Callable[[Tmux], None]
) -> None:
    tile = sandbox.spawn("--name", "left", "--", "cat")
    pid = sandbox.tiles()[tile]["pid"]
    with sandbox.terminal(command=("bash", "--norc", "-i")) as terminal:
        terminal.type(f"stty -a > before; {checkout}; echo code $?")
        terminal.press("Enter")
        terminal.until_shows("left")
        get_into(terminal)
        os.kill(ui_of(sandbox), signal.SIGKILL)
        terminal.until_shows("The UI was killed. Agents go on; `hive` brings you back.")
        terminal.until_shows("code 137")
        assert terminal.says(FLAGS) == AS_OF_A_SHELL
        terminal.type("stty -a > after; echo typ''ed")
        terminal.until_shows("stty -a > after; echo typ''ed")
        terminal.press("Enter")
        terminal.until_shows("typed")
    folder = sandbox.project
    assert (folder / "after").read_text() == (folder / "before").read_text()
    assert sandbox.tiles()[tile]["pid"] == pid
    assert sandbox.tiles()[tile]["status"] == "running"


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, "code 143"), (signal.SIGHUP, "code 129")])
def test_a_ui_that_is_told_to_leave_leaves_in_order(
    sandbox: Sandbox, checkout: str, tmux: str, number: signal.Signals, code: str
) -> None:
    sandbox.spawn("--name", "left", "--", "cat")
    with sandbox.terminal(command=("bash", "--norc", "-i")) as terminal:
        terminal.type(f"{checkout}; echo code $?")
        terminal.press("Enter")
        terminal.until_shows("left")
        os.kill(ui_of(sandbox), number)
        terminal.until_shows(code)
        assert terminal.says(FLAGS) == AS_OF_A_SHELL
        assert "killed" not in terminal.screen()


def test_a_ui_that_is_stopped_gives_the_terminal_back_and_comes_again(
    sandbox: Sandbox, checkout: str, tmux: str
) -> None:
    sandbox.spawn("--name", "left", "--", "cat")
    with sandbox.terminal(command=("bash", "--norc", "-i")) as terminal:
        terminal.type(checkout)
        terminal.press("Enter")
        terminal.until_shows("left")
        os.kill(ui_of(sandbox), signal.SIGSTOP)
        terminal.until_shows("Stopped")
        assert terminal.says(FLAGS) == AS_OF_A_SHELL
        terminal.type("fg")
        terminal.press("Enter")
        terminal.until_shows("left", "running")
        terminal.press("C-b", "d")
        terminal.until_shows("Agents go on.")
        assert terminal.says(FLAGS) == AS_OF_A_SHELL


def test_nothing_of_a_killed_ui_stays(sandbox: Sandbox, checkout: str, tmux: str) -> None:
    sandbox.spawn("--name", "left", "--", "cat")
    with sandbox.terminal(command=("bash", "--norc", "-i")) as terminal:
        terminal.type(checkout)
        terminal.press("Enter")
        terminal.until_shows("left")
        os.kill(ui_of(sandbox), signal.SIGKILL)
        terminal.until_shows("The UI was killed.")
        until("both processes of the UI are gone", lambda: not uis_of(sandbox), seconds=GONE_SECONDS)


def test_a_hive_within_a_tile_says_why_it_does_not_open(sandbox: Sandbox, checkout: str) -> None:
    tile = sandbox.spawn("--name", "shell", "--", "sh", "-c", f"{checkout}; echo code $?; exec cat")
    sandbox.until_shows(tile, "this terminal is a tile of Hivemind already")
    sandbox.until_shows(tile, "code 2")


def states(terminal: Terminal) -> dict[str, ProgramState]:
    terminal.read()
    return {record.id: record.state for record in terminal.emulator.program_status}


def test_the_terminal_is_told_of_the_hive_and_a_killed_one_takes_that_back(sandbox: Sandbox, checkout: str) -> None:
    tile = sandbox.spawn("--agent", "demo", "--prompt", "make a file")
    sandbox.wait(tile, "permission")
    with Terminal(("bash", "--norc", "-i"), env=sandbox.env, cwd=sandbox.project) as terminal:
        terminal.type("PS1='$ '; printf '\\e]2;my title\\a'\r")
        until("the shell has a title", lambda: "my title" in terminal.title(), seconds=GONE_SECONDS)
        before = terminal.modes()
        terminal.type(f"{checkout}\r")
        terminal.until_shows("1 needs you", "Run this command?")
        until(
            "the terminal keeps what it is told",
            lambda: states(terminal) == {"": ProgramState.BLOCKED, f"tile/{tile}": ProgramState.BLOCKED},
            seconds=GONE_SECONDS,
            scene=lambda: repr(states(terminal)),
        )
        assert terminal.title() == "hive: 1 needs you"
        os.kill(ui_of(sandbox), signal.SIGKILL)
        terminal.until_shows("The UI was killed.")
        assert (states(terminal), terminal.title()) == ({}, "my title")
        assert terminal.emulator.modes == Modes(
            bracketed_paste=terminal.emulator.modes.bracketed_paste
        )  # bash has it on
        assert b"\x1b[?2004l" in terminal.written[terminal.written.rindex(b"\x1b[?2026l") :]
        terminal.type("stty -a; echo typ''ed\r")
        terminal.until_shows("typed")
        assert terminal.modes() == before


def test_leaving_takes_back_what_the_terminal_was_told(sandbox: Sandbox, checkout: str) -> None:
    tile = sandbox.spawn("--name", "left", "--", "cat")
    with Terminal((checkout,), env=sandbox.env, cwd=sandbox.project) as terminal:
        before = terminal.modes()
        until("it is told", lambda: set(states(terminal)) == {"", f"tile/{tile}"}, seconds=GONE_SECONDS)
        terminal.type("\x02d")
        terminal.until_shows("Agents go on.")
        assert terminal.process.wait(GONE_SECONDS) == 0
        assert (states(terminal), terminal.title(), terminal.modes()) == ({}, "", before)
        assert terminal.emulator.modes == Modes()


@pytest.mark.parametrize("end", ["left", "killed"])
def test_nothing_of_it_stays_in_a_terminal_that_has_one_screen_and_keeps_no_title(
    sandbox: Sandbox, checkout: str, end: str
) -> None:
    """As GNU screen comes."""
    sandbox.spawn("--name", "left", "--", "cat")
    with Terminal((checkout,), env=sandbox.env, cwd=sandbox.project) as terminal:
        until("it has a title", lambda: terminal.title() == "hive", seconds=GONE_SECONDS)
        terminal.until_shows("left")
        if end == "left":
            terminal.type("\x02d")
        else:
            os.kill(ui_of(sandbox), signal.SIGKILL)
        terminal.until_shows("gents go on")
        poor = Emulator(SIZE)
        poor.feed(re.sub(rb"\x1b\[\?1049[hl]|\x1b\[2[23];2t", b"", terminal.written))
        shown = [row for row in text_of(poor.snapshot()) if row.strip()]
        assert ("gents go on" in shown[0], len(shown), poor.snapshot().title) == (True, 1, "")


FLOOD = r"i=0; while :; do i=$((i+1)); printf '\033[38;2;%d;90;200mline %d\033[0m\n' $((i%256)) $i; done"


def test_a_ui_that_is_killed_in_the_middle_of_painting_leaves_a_usable_terminal(
    sandbox: Sandbox, checkout: str
) -> None:
    """Whatever sequence was cut off, what comes after it is not swallowed."""
    sandbox.spawn("--name", "flood", "--", "sh", "-c", FLOOD)
    with Terminal(("bash", "--norc", "-i"), env=sandbox.env, cwd=sandbox.project) as terminal:
        terminal.type("modes=$(stty -g)\r")
        for time in range(4):
            terminal.type(f"{checkout}\r")
            terminal.until_shows("hive", "line ")
            os.kill(ui_of(sandbox), signal.SIGKILL)
            terminal.until_shows("The UI was killed. Agents go on")
            terminal.type(f"clear; [ $modes = $(stty -g) ] && echo sa''me {time}\r")
            terminal.until_shows(f"same {time}")
            assert not terminal.emulator.modes.alternate
            assert terminal.emulator.modes.mouse == terminal.emulator.modes.keyboard == 0

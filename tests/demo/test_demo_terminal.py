"""What the real program does to its terminal: modes, sizes, colours, any input."""

from __future__ import annotations

import os
import random
import signal
import sys
import termios
from collections.abc import Callable
from pathlib import Path

import pytest

import hivemind
from hivemind.demo import view
from hivemind.demo.paint import LEAVE
from hivemind.protocol.screen import Size
from hivemind.testing.played import Played
from hivemind.testing.waiting import until

Start = Callable[..., Played]
PACKAGE_FOLDER = str(Path(hivemind.__file__).parent.parent)
BARE = {"PATH": os.environ["PATH"], "PYTHONPATH": PACKAGE_FOLDER, "TERM": "xterm"}


def ready(played: Played) -> Played:
    played.until_title(view.TITLE_IDLE)
    return played


@pytest.mark.parametrize(
    "leave",
    [
        lambda played: played.type("\x04"),
        lambda played: played.type("/exit\r"),
        lambda played: played.type("\x03\x03"),
    ],
    ids=["ctrl+d", "exit", "ctrl+c twice"],
)
def test_leaving_gives_the_terminal_back(leave: Callable[[Played], None], start: Start) -> None:
    played = ready(start())
    assert played.snapshot().modes.alternate
    assert played.snapshot().modes.bracketed_paste
    assert played.settings != played.before
    leave(played)
    assert played.until_ended() == 0
    assert played.is_restored
    assert played.raw.endswith(LEAVE.encode())
    assert played.snapshot().title == ""


@pytest.mark.parametrize("prompt", ["", "long", "make a file"], ids=["idle", "working", "waiting"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_ends_it_and_gives_the_terminal_back(number: signal.Signals, prompt: str, start: Start) -> None:
    played = start(prompt, speed="1")
    titles = {"": view.TITLE_IDLE, "long": "◐", "make a file": view.TITLE_WAITING}
    played.until_title(titles[prompt])
    played.kill(number)
    assert played.until_ended() == 128 + number
    assert played.is_restored


def test_a_terminal_that_takes_no_output_does_not_keep_it_alive(project: Path) -> None:
    code = (
        "import os\nfrom hivemind.demo.console import EndedError, open_console\n"
        "try:\n    with open_console() as c: c.write('x' * 10_000_000)\n"
        "except EndedError as ended: os._exit(ended.status)"
    )
    with Played((sys.executable, "-c", code), cwd=project, env=BARE, size=Size(24, 80)) as played:
        played.until("it writes", lambda: b"xxx" in played.raw)
        played.kill(signal.SIGTERM)
        until("it ended, though nobody read on", played.has_ended, seconds=15)
        assert played.exit == 128 + signal.SIGTERM


def test_a_crash_gives_the_terminal_back_and_says_why(project: Path) -> None:
    code = "from hivemind.demo.console import open_console\nwith open_console(): raise RuntimeError('it broke')"
    with Played((sys.executable, "-c", code), cwd=project, env=BARE, size=Size(24, 80)) as played:
        assert played.until_ended() == 1
        assert played.is_restored
        assert "RuntimeError: it broke" in played.text()


def test_each_new_size_is_repainted_in_full(start: Start) -> None:
    played = ready(start())
    played.until_still()
    at = len(played.raw)
    played.resize(Size(24, 79))
    played.resize(Size(24, 80))
    played.until("it repaints", lambda: b"\x1b[2J" in played.raw[at:])
    played.until_still()
    shown = played.rows()
    assert shown[-2] == "─" * 80
    assert "Hive demo agent" in shown[1]


@pytest.mark.parametrize(
    "prompt", ["", "long", "make a file", "edit", "which"], ids=["idle", "working", "run", "edit", "ask"]
)
def test_a_storm_of_sizes_ends_in_the_right_picture(prompt: str, start: Start) -> None:
    played = start(prompt, speed="0.3" if prompt == "long" else "3")
    played.until_title({"": view.TITLE_IDLE, "long": "◐"}.get(prompt, view.TITLE_WAITING))
    choose = random.Random(7)
    for _ in range(60):
        played.resize(Size(choose.randint(1, 60), choose.randint(1, 180)))
        played.until_still(seconds=choose.choice([0.0, 0.01]))
    for size in (Size(5, 20), Size(24, 80)):
        played.resize(size)
        played.until_still(seconds=0.05)
    sign = "esc to interrupt" if prompt == "long" else "/help" if not prompt else "Enter to choose"
    played.until(f"the last row has {sign}", lambda: sign in played.rows()[-1])
    assert sum(row == "─" * 80 for row in played.rows()) == (2 if prompt in ("", "long") else 1)


def test_a_frame_is_one_synchronized_update(start: Start) -> None:
    played = start("hello")
    played.until_shows("✻ Done in")
    opened, closed = played.raw.count(b"\x1b[?2026h"), played.raw.count(b"\x1b[?2026l")
    assert opened == closed > 5


@pytest.mark.parametrize(
    ("env", "colour", "other"),
    [
        ({"COLORTERM": "truecolor"}, b"38;2;", b"38;5;"),
        ({}, b"38;5;", b"38;2;"),
        ({"NO_COLOR": "1"}, b"\x1b[1m", b"38;"),
    ],
    ids=["exact", "palette", "none"],
)
def test_colours_are_what_the_terminal_can_show(env: dict[str, str], colour: bytes, other: bytes, start: Start) -> None:
    played = ready(start(**env))
    assert colour in played.raw
    assert other not in played.raw


@pytest.mark.parametrize("seed", range(6))
def test_no_input_crashes_it(seed: int, start: Start) -> None:
    """Random bytes, escape sequences and words; what would leave is not among them."""
    choose = random.Random(seed)
    played = ready(start(speed="200"))
    pieces = [
        b"\x1b[",
        b"\x1b]0;",
        b"\x1bP",
        b"\x1b[200~",
        b"\x1b[201~",
        b"\xff\xfe",
        "蜂🐝".encode(),
        b"\r",
        b"\x1b",
        b"which\r",
    ]
    pieces += [
        b"make a file\r",
        b"edit\r",
        b"/help\r",
        b"1",
        b"2",
        b"\x1b[B",
        b"\x1b[5~",
        b"\x00",
        b"\n",
        b"\x1b[Z",
        b"\x1b[1;5D",
        b"\x17",
    ]
    for _ in range(300):
        noise = bytes(byte for byte in choose.randbytes(choose.randint(0, 12)) if byte not in (3, 4))
        played.type(choose.choice(pieces) + noise)
        if choose.random() < 0.1:
            played.until_still(seconds=0.0)
            played.resize(Size(choose.randint(1, 40), choose.randint(1, 120)))
    played.resize(Size(24, 80))
    played.until_still(seconds=0.7)  # longer than an unfinished paste is waited for
    assert played.exit is None, played.text()
    for _ in range(3):  # a dialog may be open, and a queued task may open another
        played.type("\x1b")
        played.until_still(seconds=0.5)
    played.type("\x03")
    played.until_shows("Ctrl+C again leaves")
    played.type("\x03")
    assert played.until_ended() == 0
    assert played.is_restored


def test_settings_are_compared_with_what_was_there_before(start: Start) -> None:
    played = ready(start())
    now, before = played.settings, played.before
    assert isinstance(now[3], int)
    assert isinstance(before[3], int)
    assert before[3] & termios.ECHO
    assert not now[3] & termios.ECHO

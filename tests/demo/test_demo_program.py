"""The real program under a real PTY."""

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

Start = Callable[..., Played]
PACKAGE_FOLDER = str(Path(hivemind.__file__).parent.parent)
USUAL = Size(24, 80)
SPEED = "20"
"""Waiting for a screen is bounded by deadlines, so the speed changes how long tests take and nothing else."""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


@pytest.fixture
def start(tmp_path: Path, project: Path, request: pytest.FixtureRequest) -> Start:
    """Start the demo agent with arguments; it ends with the test."""

    def begin(*argv: str, size: Size = USUAL, speed: str = SPEED, **env: str) -> Played:
        environment = {
            "HOME": str(tmp_path),
            "PATH": os.environ["PATH"],
            "PYTHONPATH": PACKAGE_FOLDER,
            "TERM": "xterm-256color",
            "HIVE_DEMO_SPEED": speed,
            **env,
        }
        played = Played((sys.executable, "-m", "hivemind.demo.main", *argv), cwd=project, env=environment, size=size)
        request.addfinalizer(lambda: played.__exit__(None, None, None))
        return played

    return begin


def ready(played: Played) -> Played:
    played.until_title(view.TITLE_IDLE)
    return played


def send(played: Played, text: str) -> None:
    played.type(text)
    played.until_shows(f"❯ {text}")
    played.type("\r")


def modes_are_off(played: Played) -> bool:
    modes, cursor = played.snapshot().modes, played.snapshot().cursor
    return not (modes.alternate or modes.bracketed_paste) and cursor.visible and played.settings == played.before


def test_a_prompt_argument_runs_at_once_and_its_file_waits_for_yes(start: Start, project: Path) -> None:
    played = start("make a file")
    played.until_title(view.TITLE_WAITING)
    played.until_shows("touch made-by-demo.txt", "❯ 1. Yes", "3. No", "Esc to refuse")
    assert list(project.iterdir()) == []
    played.type("1")
    played.until_title(view.TITLE_IDLE)
    played.until_shows("Done. The file is there.", "✻ Done in")
    assert [path.name for path in project.iterdir()] == ["made-by-demo.txt"]
    assert "Run this command?" not in played.text()


@pytest.mark.parametrize("key", ["3", "\x1b"], ids=["no", "escape"])
def test_a_refused_file_never_appears(key: str, start: Start, project: Path) -> None:
    played = start("make a file")
    played.until_shows("Run this command?")
    played.type(key)
    played.until_shows("All right. Nothing was made.", "✻ Done in")
    assert list(project.iterdir()) == []


def test_an_edit_is_written_only_after_yes(start: Start, project: Path) -> None:
    (project / "a.txt").write_text("tea\n")
    played = start()
    send(ready(played), "change tea to coffee in a.txt")
    played.until_shows("-tea", "+coffee", "Make this edit to a.txt?")
    assert (project / "a.txt").read_text() == "tea\n"
    played.type("1")
    played.until_shows("Done. The file is written.")
    assert (project / "a.txt").read_text() == "coffee\n"


def test_arrows_and_enter_answer_a_question(start: Start) -> None:
    played = start("which colour?")
    played.until_shows("❯ 1. Amber")
    played.type("\x1b[B")
    played.until_shows("❯ 2. Teal")
    played.type("\r")
    played.until_shows("I am teal now")


@pytest.mark.parametrize(
    ("key", "stays"), [("1", True), ("\r", False), ("\x1b", False)], ids=["yes", "enter", "escape"]
)
def test_the_trust_screen_comes_before_the_prompt(key: str, *, stays: bool, start: Start) -> None:
    played = start("--trust-screen", "hello")
    played.until_shows("Do you trust this folder?", "❯ 2. No, leave")
    assert "hello" not in played.text()
    played.type(key)
    if stays:
        played.until_shows("❯ hello", "✻ Done in")
    else:
        assert played.until_ended() == 0
        assert modes_are_off(played)


def test_the_trust_screen_comes_by_environment(start: Start) -> None:
    start(HIVE_DEMO_TRUST="1").until_shows("Do you trust this folder?")


def test_esc_interrupts_a_reply(start: Start) -> None:
    played = start("work for a while", speed="1")
    played.until_title(view.TITLES_WORKING[0])
    played.until_shows("Let me tell you", "esc to interrupt")
    played.type("\x1b")
    played.until_shows("✻ Interrupted after")
    played.until_title(view.TITLE_IDLE)


def test_the_title_turns_while_it_works(start: Start) -> None:
    played = start("long", speed="0.5")
    played.until_title(view.TITLES_WORKING[0])
    played.until_title(view.TITLES_WORKING[1])


def test_what_is_typed_meanwhile_is_shown_and_runs_afterwards(start: Start, project: Path) -> None:
    played = start("work for a while", speed="2")
    played.until_title(view.TITLES_WORKING[0])
    played.type("make a file later.txt\r")
    played.until_shows("next: make a file later.txt")
    played.type("\x1b")
    played.until_shows("❯ make a file later.txt")
    played.type("\r")
    played.until_shows("touch later.txt", "Run this command?")
    assert list(project.iterdir()) == []


def test_a_quoted_dialog_leaves_it_idle(start: Start) -> None:
    played = start("quote a question")
    played.until_shows("Do you want to proceed?", "❯ 1. Yes", "✻ Done in")
    played.until_title(view.TITLE_IDLE)


def test_a_conversation_is_resumed_by_id_and_as_the_latest(start: Start) -> None:
    first = start("hello", "--session-id", "one-two-three")
    first.until_shows("✻ Done in")
    first.type("\x04")
    assert first.until_ended() == 0
    assert "--resume one-two-three" in first.text()
    for words in (("--resume", "one-two-three"), ("--resume",)):
        again = start(*words)
        again.until_shows("❯ hello", "⬢ Hello", "Resumed conversation one-two-")
    again.type("\x1b[A")
    again.until(
        "the earlier text is in the box", lambda: again.rows()[-3] == "❯ hello" and again.rows()[-4].startswith("──")
    )


def test_pasted_rows_stay_one_text(start: Start) -> None:
    played = ready(start())
    played.type("\x1b[200~first\rsecond\x1b[201~")
    played.until_shows("❯ first", "  second")
    played.type("\r")
    played.until_shows("✻ Done in")
    assert played.text().count("✻ Done") == 1


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
    assert modes_are_off(played)
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
    assert modes_are_off(played)


def test_a_terminal_that_is_not_read_does_not_keep_it_alive(start: Start) -> None:
    played = ready(start())
    for _ in range(40):
        os.write(played._master, b"\x0c" * 60)  # each repaints; nobody reads what comes of it
    played.kill(signal.SIGTERM)
    _, status = os.waitpid(played.pid, 0)
    played.exit = os.waitstatus_to_exitcode(status)
    assert played.exit == 128 + signal.SIGTERM


def test_a_crash_gives_the_terminal_back_and_says_why(project: Path) -> None:
    code = "from hivemind.demo.console import open_console\nwith open_console(): raise RuntimeError('it broke')"
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": PACKAGE_FOLDER, "TERM": "xterm"}
    with Played((sys.executable, "-c", code), cwd=project, env=env, size=Size(24, 80)) as played:
        assert played.until_ended() == 1
        assert modes_are_off(played)
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
    played = start(prompt, speed="3")
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


@pytest.mark.parametrize(
    ("argv", "why"),
    [
        (("--mode", "yolo"), "argument --mode: invalid choice: 'yolo'"),
        (("--speed", "fast"), "--speed: 'fast' is not a number above 0"),
        (("--speed", "-1"), "--speed"),
        (("--speed", "nan"), "--speed: 'nan' is not a number above 0"),
        (("--model", ""), "argument --model: expected a name"),
        (("--frobnicate",), "unrecognized arguments: --frobnicate"),
        (("--resume", "none-such"), "no conversation starts with 'none-such'"),
        (("--session-id", "../x"), "argument --session-id: expected 4 to 64"),
    ],
)
def test_bad_arguments_are_named_and_exit_2(argv: tuple[str, ...], why: str, start: Start) -> None:
    played = start(*argv, size=Size(24, 120))
    assert played.until_ended() == 2
    assert why in played.text()
    assert b"\x1b[?1049h" not in played.raw


@pytest.mark.parametrize(("argv", "shown"), [(("--version",), "hive-demo-agent 1.0"), (("--help",), "--trust-screen")])
def test_help_and_version_are_printed(argv: tuple[str, ...], shown: str, start: Start) -> None:
    played = start(*argv)
    assert played.until_ended() == 0
    assert shown in played.text()


def test_without_a_terminal_it_says_so_and_exits_2(project: Path) -> None:
    import subprocess  # noqa: PLC0415

    done = subprocess.run(
        (sys.executable, "-m", "hivemind.demo.main"),
        cwd=project,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": PACKAGE_FOLDER},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "needs a terminal" in done.stderr


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
    played.type("\x03")
    played.until_shows("Ctrl+C again leaves")
    played.type("\x03")
    assert played.until_ended() == 0
    assert modes_are_off(played)


def test_only_the_standard_library_is_loaded(project: Path) -> None:
    import subprocess  # noqa: PLC0415

    code = "import sys, hivemind.demo.main; print(*(m.split('.')[0] for m in sys.modules))"
    done = subprocess.run(
        (sys.executable, "-S", "-c", code),
        cwd=project,
        env={"PYTHONPATH": PACKAGE_FOLDER},
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(done.stdout.split()) - set(sys.stdlib_module_names) - {"__main__"} == {"hivemind"}
    assert "asyncio" not in done.stdout.split()


def test_settings_are_compared_with_what_was_there_before(start: Start) -> None:
    played = ready(start())
    now, before = played.settings, played.before
    assert isinstance(now[3], int)
    assert isinstance(before[3], int)
    assert before[3] & termios.ECHO
    assert not now[3] & termios.ECHO

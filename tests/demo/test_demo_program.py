"""The real program under a real PTY."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import hivemind
from hivemind.demo import view
from hivemind.protocol.screen import Size
from hivemind.testing.played import Played

Start = Callable[..., Played]
PACKAGE_FOLDER = str(Path(hivemind.__file__).parent.parent)


def ready(played: Played) -> Played:
    played.until_title(view.TITLE_IDLE)
    return played


def send(played: Played, text: str) -> None:
    played.type(text)
    played.until_shows(f"❯ {text}")
    played.type("\r")


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
    assert [played.rows()[-4], played.rows()[-2]] == ["─" * 80] * 2


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
        assert played.is_restored


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


def test_only_the_standard_library_is_loaded(project: Path) -> None:
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


def test_a_question_can_be_answered_with_a_text_of_ones_own(start: Start) -> None:
    played = start("/name")
    played.until_shows("3. Type something else")
    played.type("3")
    played.until_shows("❯ 3.")
    played.type("Nemo 2")
    played.until_shows("❯ 3. Nemo 2")
    played.type("\r")
    played.until_shows("Hello Nemo 2.")

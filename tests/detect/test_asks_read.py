"""Dialogs of every program, labelled by eye: what is asked, about what, the options and the selected one."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hivemind.detect.asking import Hints, without_panel
from hivemind.detect.dialog import Dialog, dialog_of
from hivemind.detect.text import ScreenText
from hivemind.testing.screens import load_recording

FIXTURES = Path(__file__).parents[2] / "fixtures"
FILES = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted((FIXTURES / "asks").glob("*.json"))}
HINTS = {program: msgspec.convert(file["hints"], Hints) for program, file in FILES.items()}
ASKS = [(program, ask) for program, file in FILES.items() for ask in file["asks"]]
EVERY_HINT = Hints(
    markers=("●", "›"),
    unmarked=True,
    pairs=True,
    buttons=True,
    letters=True,
    borders=("┃", "│", "█"),
    heads=("? ",),
    forms=("Answer",),
    prompts=("△ ", "Permission"),
    signs=("$ ",),
    detail=" - ",
    beside=40,
)


def read(program: str, case: str, mark: str) -> Dialog:
    recording = FIXTURES / "screens" / program / f"{case}.json"
    screen = next(s for s in load_recording(recording) if s.name == f"{case}-{mark}")
    return dialog_of(screen.text, HINTS[program])


@pytest.mark.parametrize(
    ("program", "ask"), ASKS, ids=[f"{program}-{ask['case']}-{ask['mark']}" for program, ask in ASKS]
)
def test_a_dialog_reads_as_it_was_labelled(program: str, ask: dict[str, Any]) -> None:
    dialog = read(program, ask["case"], ask["mark"])
    options = [{"number": choice.number, "label": choice.label} for choice in dialog.choices]
    assert options == ask["options"]
    assert dialog.question == ask["question"]
    assert dialog.command == ask["command"]
    assert dialog.selected == ask["selected"]


@pytest.mark.parametrize("program", ["aider", "claude", "codex", "copilot", "gemini", "opencode", "qwen", "vibe"])
def test_at_least_four_dialogs_of_each_program_are_labelled(program: str) -> None:
    asked = {
        (ask["question"], ask["command"], tuple(o["label"] for o in ask["options"])) for ask in FILES[program]["asks"]
    }
    assert len(asked) >= 4 - (program == "vibe")  # all that Vibe was seen to ask: a command, an edit, a question


@pytest.mark.parametrize(
    ("row", "columns", "width", "kept"),
    [
        pytest.param("┃  $ ls".ljust(160) + "~/project:main", 200, 40, "┃  $ ls", id="a panel"),
        pytest.param("┃  $ ls", 200, 40, "┃  $ ls", id="nothing in it"),
        pytest.param(("┃  $ " + "x" * 190), 200, 40, "┃  $ " + "x" * 190, id="a row that goes on into it"),
        pytest.param(
            "┃  $ ls".ljust(80) + "~/project:main", 120, 40, "┃  $ ls".ljust(80) + "~/project:main", id="narrow"
        ),
        pytest.param("┃  $ ls".ljust(160) + "x", 200, 0, "┃  $ ls".ljust(160) + "x", id="no panel"),
    ],
)
def test_only_what_stands_in_a_panel_is_not_of_the_dialog(row: str, columns: int, width: int, kept: str) -> None:
    assert without_panel(row, columns, width) == kept


@pytest.mark.parametrize(
    ("program", "case", "marks"),
    [
        ("aider", "perm_bash_allow", ("permission", "after_key_y")),
        ("gemini", "perm_bash_allow_enter", ("permission", "after_key_down")),
        ("gemini", "login", ("login", "login_second")),
        ("qwen", "perm_bash_allow_enter", ("permission", "after_key_down")),
        ("qwen", "question_enter", ("question", "after_key_down")),
        ("qwen", "login", ("login", "login_second")),
        ("copilot", "perm_bash_allow_enter", ("permission", "after_key_down")),
    ],
)
def test_a_key_that_answers_nothing_leaves_the_ask_as_it_is(program: str, case: str, marks: tuple[str, str]) -> None:
    one, other = (read(program, case, mark) for mark in marks)
    assert (one.command, one.question) == (other.command, other.question)
    assert [(c.number, c.label, c.detail) for c in one.choices] == [
        (c.number, c.label, c.detail) for c in other.choices
    ]


def test_details_stand_beside_below_or_behind_a_divider() -> None:
    languages = ["Keep it as it is", "Bonjour", "Hola"]
    for program, case in (
        ("claude", "question_enter"),
        ("codex", "question"),
        ("gemini", "question_digit"),
        ("qwen", "question_enter"),
        ("opencode", "question_enter"),
        ("vibe", "question_digit"),
    ):
        assert [choice.detail for choice in read(program, case, "question").choices[:3]] == languages, program
    login = read("qwen", "login", "login").choices
    assert login[1].detail == "Choose a built-in provider and connect with an API key"


def test_a_prompt_that_is_wider_than_the_terminal_is_read_whole() -> None:
    line = "Allow edits to file that has not been added to the chat? (Y)es/(N)o/(D)on't ask again [No]: yes"
    for columns in (40, 57, 60):
        rows = ["src/app.py", *(line[at : at + columns] for at in range(0, len(line), columns))]
        dialog = dialog_of(ScreenText(rows, columns=columns), Hints(letters=True))
        assert dialog.question == "Allow edits to file that has not been added to the chat?"
        assert [choice.label for choice in dialog.choices] == ["Yes", "No", "Don't ask again"]
        assert (dialog.command, dialog.selected) == ("src/app.py", 1)


def test_brackets_in_prose_are_no_prompt() -> None:
    rows = ["I did it (A) first", "and then [B]: nothing"]
    assert dialog_of(ScreenText(rows), Hints(letters=True)).choices == ()


def test_without_marks_a_list_must_begin_with_1() -> None:
    hints = Hints(unmarked=True)
    for rows, count in ((["Which?", "", "  1. a", "  2. b"], 2), (["Which?", "", "  2. a", "  3. b"], 0)):
        assert len(dialog_of(ScreenText(rows), hints).choices) == count


def test_a_command_below_a_prompt_is_never_cut_at_a_sign_in_it() -> None:
    hints = HINTS["opencode"]
    rows = ["", "  ┃  △ Permission required", "  ┃  one", "  ┃  two", "  ┃  $ three", "  ┃", "  ┃   Allow   Reject"]
    assert dialog_of(ScreenText(rows), hints).command == "one ⏎ two ⏎ $ three"


def test_a_command_whose_last_line_asks_is_shown_whole_below_a_prompt() -> None:
    rows = ["┌" + "─" * 30 + "┐", *(f"│ {text:28} │" for text in ("Permission for the x tool", "ls", "echo why?", ""))]
    rows += [f"│ {text:28} │" for text in ("  1. Yes", "  2. No")] + ["└" + "─" * 30 + "┘"]
    assert dialog_of(ScreenText(rows), HINTS["vibe"]).command == "ls ⏎ echo why?"


def boxed(*rows: str) -> list[str]:
    """The rows in a box."""
    return ["╭" + "─" * 42 + "╮", *(f"│ {row:40} │" for row in rows), "╰" + "─" * 42 + "╯"]


def test_a_box_in_a_command_hides_nothing_of_it() -> None:
    drawn = ("rm -rf build", "╭" + "─" * 24 + "╮", "echo safe", "╰" + "─" * 24 + "╯")
    inner = ["╭" + "─" * 36 + "╮", *(f"│ {row:34} │" for row in drawn), "╰" + "─" * 36 + "╯"]
    rows = boxed("? Shell", *inner, "Allow execution?", "", "● 1. Yes", "  2. No")
    command = dialog_of(ScreenText(["", *rows]), HINTS["gemini"]).command
    assert command.startswith("rm -rf build")
    assert "echo safe" in command


def test_of_a_box_that_is_taller_than_the_screen_no_half_is_called_the_command() -> None:
    rows = boxed("Permission for the x tool", "rm -rf build", "echo safe", "", "  1. Yes", "  2. No")
    assert dialog_of(ScreenText(["", *rows]), HINTS["vibe"]).command == "rm -rf build ⏎ echo safe"
    dialog = dialog_of(ScreenText(rows[3:]), HINTS["vibe"])
    assert (dialog.command, len(dialog.choices)) == ("", 2)
    assert "echo safe" in dialog.excerpt[0]


def test_blank_rows_in_a_command_above_a_prompt_hide_nothing_of_it() -> None:
    rows = ["Tokens: 1k sent", "", "rm -rf build", "", "echo safe", "Run shell command? (Y)es/(N)o [Yes]:"]
    assert dialog_of(ScreenText(rows), HINTS["aider"]).command == "rm -rf build ⏎ echo safe"


def test_gaps_in_an_option_make_no_buttons_of_it() -> None:
    rows = ["", "  ┃  Which?", "  ┃", "  ┃  1. One", "  ┃     a   b", "  ┃  2. Two", "  ┃     c   d", "  ┃  ↑↓ select"]
    dialog = dialog_of(ScreenText(rows, columns=80), HINTS["opencode"])
    assert [(choice.number, choice.label, choice.detail) for choice in dialog.choices] == [
        (1, "One", "a   b"),
        (2, "Two", "c   d"),
    ]


def test_the_first_row_of_a_dialog_does_not_depend_on_the_selection() -> None:
    rows = ["  ? Shell x", "     ls", "    ? y", "   Allow it?", ""]
    commands = {
        dialog_of(ScreenText([*rows, *options], columns=80), HINTS["qwen"]).command
        for options in (["   › 1. Yes", "     2. No"], ["     1. Yes", "   › 2. No"])
    }
    assert commands == {"ls ⏎ ? y"}


PIECES = st.sampled_from(
    ["❯ 1. Yes", "  2. No", "● 1.  a", "─" * 30, "╭" + "─" * 30 + "╮", "╰" + "─" * 30 + "╯", "│ x" + " " * 20 + "│", "┃",
     "┃  1. One", "Which?", "? Shell", "△ Go", "Permission", "Run? (Y)es/(N)o [Yes]: \x1b", "Allow   Deny   No", "╌" * 30,
     "", "", "  ", "$ rm x", "› a", "  b", "▲", "█", "1. x - y", "Answer", "⠋ works"]
)  # fmt: skip
SOME_ROWS = st.lists(st.one_of(PIECES, st.text(max_size=40)), max_size=40)
SOME_HINTS = st.sampled_from([Hints(), EVERY_HINT, *HINTS.values()])


@settings(deadline=None, max_examples=300)
@given(SOME_ROWS, SOME_HINTS, st.integers(1, 60))
def test_any_rows_give_a_dialog_that_can_be_shown(rows: list[str], hints: Hints, columns: int) -> None:
    dialog = dialog_of(ScreenText(rows, columns=columns), hints)
    texts = [dialog.command, dialog.question, *dialog.excerpt]
    texts += [text for choice in dialog.choices for text in (choice.label, choice.detail)]
    assert all(text.isprintable() for text in texts)
    assert sum(choice.selected for choice in dialog.choices) <= 1
    numbers = [choice.number for choice in dialog.choices]
    assert set(numbers) <= {0} or numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def steps(rows: list[str], columns: int, hints: Hints) -> int:
    """Lines of code that were run to read a screen."""
    text = ScreenText(rows, columns=columns)
    count = 0

    def trace(_frame: FrameType, event: str, _arg: object) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        dialog_of(text, hints)
    finally:
        sys.settrace(before)
    return count


@settings(deadline=None, max_examples=60)
@given(st.lists(PIECES, min_size=1, max_size=4), SOME_HINTS)
def test_twice_the_rows_take_at_most_twice_the_steps(pattern: list[str], hints: Hints) -> None:
    once, twice = (steps(pattern * n, 40, hints) for n in (60, 120))
    assert twice <= 2 * once + 400


@pytest.mark.parametrize("row", [" (Y)" * 2000, "   ".join("ab" * 2000), "1. " + "x  " * 3000, "│" * 9000], ids=len)
def test_twice_the_cells_take_at_most_twice_the_steps(row: str) -> None:
    once, twice = (steps(["Which?", "", text], 0, EVERY_HINT) for text in (row, row * 2))
    assert twice <= 2 * once + 400

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from hivemind.detect.asking import Hints
from hivemind.detect.dialog import Dialog, dialog_of
from hivemind.detect.text import ScreenText
from hivemind.protocol.ask import Choice
from hivemind.testing.screens import Screen, load_recording, load_screen

FIXTURES = Path(__file__).parents[2] / "fixtures" / "screens"
LONG = (
    f"curl -s https://example.com/{'a' * 150}/end && echo "
    "one two three four five six seven eight nine ten eleven twelve thirteen"
)
HEREDOC = "cat > x.py <<'EOF' ⏎ def a(): ⏎ pass ⏎ def b(): ⏎ return 'why?' ⏎ EOF ⏎ python x.py"
DIFF = (
    'src/app.py ⏎ 1  def greet(name): ⏎ 2 -    return "hello " + name ⏎ 2 +    return "Hello, " + name.strip()'
    " ⏎ 3 ⏎ 4 ⏎ 5  def main():"
)
TRUST = "Quick safety check: Is this a project you created or one you trust?"
QUESTION = "Which language should the greeting use?"
PLAN = "Claude has written up a plan and is ready to execute. Would you like to proceed?"


def screen_of(name: str) -> Screen:
    """`claude/heredoc` is a hand-made screen, `claude/trust:after_1` a mark of a recording."""
    case, _, mark = name.partition(":")
    if not mark:
        return load_screen(FIXTURES / f"{case}.screen")
    return next(s for s in load_recording(FIXTURES / f"{case}.json") if s.name == f"{case.split('/')[1]}-{mark}")


def unselected(dialog: Dialog) -> Dialog:
    """The same with no option selected."""
    choices = tuple(msgspec.structs.replace(choice, selected=False) for choice in dialog.choices)
    return msgspec.structs.replace(dialog, choices=choices)


def waiting() -> list[Screen]:
    recorded = [
        s for agent in ("claude", "codex") for p in sorted((FIXTURES / agent).glob("*.json")) for s in load_recording(p)
    ]
    made = [load_screen(p) for agent in ("claude", "codex") for p in sorted((FIXTURES / agent).glob("*.screen"))]
    return [s for s in (*recorded, *made) if s.reads in {"permission", "question", "blocked"}]


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("claude/perm_bash_allow:permission", "touch made-by-agent.txt && ls"),
        ("claude/narrow:permission", "touch made-by-agent.txt && ls"),
        ("claude/perm_bash_always:permission", "npm test"),
        ("claude/perm_webfetch:permission", "url: http://127.0.0.1:8399/ ⏎ prompt: what is it"),
        ("claude/perm_edit_allow:permission", DIFF),
        ("claude/perm_write:permission", "Do you want to create NOTES.md?"),
        ("claude/question:question", QUESTION),
        ("claude/plan:plan_question", PLAN),
        ("claude/trust:trust", "Accessing workspace: /home/dev/project"),
        ("claude/apikey:apikey", "Do you want to use this API key?"),
        ("claude/error_401:error", "Invalid API key · Fix external API key"),
        ("claude/login:after_prompt", "Not logged in · Please run /login"),
        ("claude/long_command", LONG),
        ("claude/heredoc", HEREDOC),
        ("codex/perm_bash_allow:permission", "touch made-by-agent.txt && ls"),
        ("codex/inline:permission", "touch made-by-agent.txt && ls"),
        ("codex/perm_edit_allow:permission", "/home/dev/project/src/app.py"),
        ("codex/question:question", QUESTION),
        ("codex/plan:plan_question", "Implement this plan?"),
        ("codex/trust:trust", "Folder access /home/dev/project"),
        ("codex/trust_enter:trust", "Folder access /home/dev/project"),
        ("codex/long_command", LONG),
        ("codex/heredoc", HEREDOC),
    ],
)
def test_what_is_asked(name: str, command: str) -> None:
    assert dialog_of(screen_of(name).text).command == command


LANGUAGES = [("English", "Keep it as it is"), ("French", "Bonjour"), ("Spanish", "Hola")]
ACCESS = "Yes, and always allow access to /home/dev/project from this project"
AUTO = "Yes, and switch to auto mode · auto mode handles these prompts for you"


@pytest.mark.parametrize(
    ("name", "choices"),
    [
        ("claude/perm_bash_allow:permission", [("Yes", ""), (ACCESS, ""), (AUTO, ""), ("No", "")]),
        ("claude/narrow:permission", [("Yes", ""), (ACCESS, ""), (AUTO, ""), ("No", "")]),
        ("claude/question:question", [*LANGUAGES, ("Type something.", ""), ("Chat about this", "")]),
        ("claude/question_enter:third", [*LANGUAGES, ("Type something.", ""), ("Chat about this", "")]),
        (
            "claude/plan:plan_question",
            [
                ("Yes, and use auto mode", ""),
                ("Yes, manually approve edits", ""),
                ("Tell Claude what to change", "shift+tab to approve with this feedback"),
            ],
        ),
        (
            "codex/question:question",
            [
                ("English (Recommended)", "Keep it as it is"),
                *LANGUAGES[1:],
                ("None of the above", "Optionally, add details in notes (tab)"),
            ],
        ),
        (
            "codex/plan:plan_question",
            [
                ("Yes, implement this plan", "Switch to Default and start coding"),
                ("Yes, clear context and implement", "Fresh thread with this plan"),
                ("No, stay in Plan mode", "Continue planning with the model"),
            ],
        ),
        ("codex/trust:trust", [("Trust and continue", ""), ("Back to Agent Command Center", "")]),
        (
            "codex/login:login_other",
            [
                ("Use an OpenAI API key", "Pay for what you use"),
                ("Use Amazon Bedrock", "Connect using your AWS credentials"),
            ],
        ),
    ],
)
def test_which_options_there_are(name: str, choices: list[tuple[str, str]]) -> None:
    expected = tuple(Choice(number, *choice) for number, choice in enumerate(choices, start=1))
    found = dialog_of(screen_of(name).text).choices
    assert tuple(msgspec.structs.replace(choice, selected=False) for choice in found) == expected


@pytest.mark.parametrize(
    ("name", "question", "labels", "selected"),
    [
        ("claude/trust:trust", TRUST, ["No, exit", "Yes, I trust this folder"], 0),
        ("claude/trust:trust_yes_selected", TRUST, ["No, exit", "Yes, I trust this folder"], 1),
        ("claude/bypass:warning", "", ["No, exit", "Yes, I accept"], 0),
        ("claude/apikey:apikey", "Do you want to use this API key?", ["Yes", "No (recommended)"], 1),
    ],
)
def test_options_without_numbers_have_number_0(name: str, question: str, labels: list[str], selected: int) -> None:
    dialog = dialog_of(screen_of(name).text)
    assert [(choice.number, choice.label) for choice in dialog.choices] == [(0, label) for label in labels]
    assert (dialog.question, dialog.selected) == (question, selected)


def test_an_input_box_is_no_list_of_options() -> None:
    assert dialog_of(screen_of("claude/error_401:error").text).choices == ()


@pytest.mark.parametrize(
    ("name", "question", "selected"),
    [
        ("claude/perm_bash_allow:permission", "Do you want to proceed?", 0),
        ("claude/perm_edit_allow:permission", "Do you want to make this edit to app.py?", 0),
        ("claude/question_enter:question", QUESTION, 0),
        ("claude/question_enter:third", QUESTION, 2),
        ("claude/login:login", "Select login method:", 0),
        ("codex/perm_bash_allow:permission", "Would you like to run the following command?", 0),
        ("codex/question_enter:second", QUESTION, 1),
        ("codex/trust:trust", "Trust this folder?", 0),
        ("codex/login:after_escape", "Choose how you want to use Codex.", 2),
        ("demo/perm_edit:no_selected", "Make this edit to greet.py?", 2),
        ("demo/trust:trust", "Do you trust this folder?", 1),
        ("demo/question:question", "Which colour should I wear?", 0),
    ],
)
def test_the_question_and_the_selected_option(name: str, question: str, selected: int) -> None:
    dialog = dialog_of(screen_of(name).text)
    assert (dialog.question, dialog.selected) == (question, selected)
    assert [choice.selected for choice in dialog.choices].count(True) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("claude/trust:trust", "claude/trust:trust_yes_selected"),
        ("claude/bypass:warning", "claude/bypass:yes_selected"),
        ("claude/question_enter:question", "claude/question_enter:third"),
        ("codex/question_enter:question", "codex/question_enter:second"),
        ("codex/trust_enter:trust", "codex/trust_enter:second"),
        ("codex/login:login", "codex/login:after_escape"),
    ],
)
def test_moving_the_selection_moves_nothing_else(one: str, other: str) -> None:
    before, after = dialog_of(screen_of(one).text), dialog_of(screen_of(other).text)
    assert before.selected != after.selected
    assert unselected(before) == unselected(after)


@pytest.mark.parametrize("screen", waiting(), ids=lambda screen: f"{screen.program}-{screen.name}")
def test_every_waiting_screen_says_what_it_asks(screen: Screen) -> None:
    dialog = dialog_of(screen.text)
    assert dialog.command
    assert dialog.command.isprintable()
    assert dialog.excerpt
    assert all(row.isprintable() for row in dialog.excerpt)
    numbers = [choice.number for choice in dialog.choices]
    assert numbers == list(range(1, len(numbers) + 1)) or set(numbers) == {0}


def test_a_spinner_above_the_dialog_does_not_matter() -> None:
    screen = screen_of("claude/perm_bash_allow:permission")
    rule = next(index for index, row in enumerate(screen.rows) if row.startswith("───"))
    spins = [(*screen.rows[: rule - 1], f"✻ Waiting… ({n}s · ↓ 40 tokens)", *screen.rows[rule:]) for n in (1, 2)]
    assert len({dialog_of(ScreenText(rows, columns=100)) for rows in spins}) == 1


def test_a_list_in_the_command_is_no_option() -> None:
    rows = ["─" * 40, " Bash command", "╌" * 40, " │ cat <<E", " │ ❯ 1. Yes", " │ 2. No", " │ E", "╌" * 40]
    rows += [" Do you want to proceed?", " ❯ 1. Yes", "   2. No", "", " Esc to cancel"]
    dialog = dialog_of(ScreenText(rows))
    assert [choice.label for choice in dialog.choices] == ["Yes", "No"]
    assert dialog.command == "cat <<E ⏎ ❯ 1. Yes ⏎ 2. No ⏎ E"


def test_a_dashed_line_in_the_command_hides_nothing_of_it() -> None:
    rows = ["─" * 40, " Bash command", "╌" * 40, " │ rm -rf build", " │ " + "╌" * 30 + " │", " │ echo safe", "╌" * 40]
    rows += [" Do you want to proceed?", " ❯ 1. Yes", "   2. No"]
    assert dialog_of(ScreenText(rows)).command.startswith("rm -rf build")


def test_a_command_is_shown_from_its_first_sign_to_its_end() -> None:
    rows = [
        "› go",
        "",
        "",
        "  Would you like to run this?",
        "",
        "  Reason: because",
        "  $ echo safe",
        "",
        "  $ rm x",
        "",
        "",
    ]
    rows += ["  really?", "", "› 1. Yes", "  2. No"]
    assert dialog_of(ScreenText(rows)).command == "echo safe ⏎ $ rm x ⏎ really?"


@pytest.mark.parametrize(
    ("body", "command"),
    [
        ([" Run a command", "   touch made.txt", " Make a file", "", " Run this command?"], "touch made.txt"),
        ([" The plan", "   $ touch a", "   $ touch b", "", " Carry it out?"], "touch a ⏎ $ touch b"),
        ([" Do you trust this folder?", "   /home/ann", " It can run code."], "Do you trust this folder? /home/ann"),
        ([" A question", "", " Which colour?"], "Which colour?"),
        (
            [" Edit a file", " a.py", "╌" * 30, " @@ -1 +1 @@", " -a", " +b", "╌" * 30, " Make it?"],
            "a.py ⏎ @@ -1 +1 @@ ⏎ -a ⏎ +b",
        ),
    ],
    ids=repr,
)
def test_dialogs_of_other_shapes(body: list[str], command: str) -> None:
    rows = ["─" * 60, *body, "", " ❯ 1. Yes", "   2. No", "", " Enter to choose"]
    assert dialog_of(ScreenText(rows)).command == command


def test_control_and_invisible_characters_are_shown() -> None:
    rows = ["─" * 40, "Do you want\u202e this?", "❯ 1. Y\x07es", "  2. No"]
    dialog = dialog_of(ScreenText(rows))
    assert dialog.command == "Do you want<U+202E> this?"
    assert dialog.choices[0].label == "Y<U+0007>es"
    assert dialog.excerpt[0] == "Do you want<U+202E> this?"


def test_of_a_tall_dialog_the_last_rows_are_kept() -> None:
    rows = ["─" * 40, *(f"row {n}" for n in range(100)), "Go on?", "❯ 1. Yes", "  2. No"]
    excerpt = dialog_of(ScreenText(rows)).excerpt
    assert (len(excerpt), excerpt[-3]) == (60, "Go on?")


def test_ticking_an_option_does_not_change_it() -> None:
    rows = ["─" * 40, "Which?", "❯ 1. [ ] One", "  2. [ ] Two"]
    ticked = [row.replace("[ ] One", "[✔] One") for row in rows]
    one, other = (dialog_of(ScreenText(each)) for each in (rows, ticked))
    assert one.choices == other.choices == (Choice(1, "One", selected=True), Choice(2, "Two"))


@pytest.mark.parametrize(
    ("rows", "command"),
    [
        ([], ""),
        ([""], ""),
        (["just text"], "just text"),
        (["❯"], "❯"),
        (["1. one"], "1. one"),
        (["❯ 1. one"], "❯ 1. one"),
        (["─" * 30], "─" * 30),
        (["text", "─" * 30], "text"),
    ],
    ids=repr,
)
def test_no_screen_is_too_odd(rows: list[str], command: str) -> None:
    assert dialog_of(ScreenText(rows)).command == command


@pytest.mark.parametrize(
    ("name", "fields", "label"),
    [
        ("claude/question:question", ("Type something",), "Type something."),
        ("codex/question:question", ("None of the above",), "None of the above"),
        ("claude/question:question", ("something",), None),
        ("claude/question:question", (), None),
    ],
)
def test_an_option_that_is_a_field_is_told_by_how_its_label_begins(
    name: str, fields: tuple[str, ...], label: str | None
) -> None:
    dialog = dialog_of(screen_of(name).text, Hints(fields=fields))
    assert [choice.label for choice in dialog.choices if choice.takes_text] == ([label] if label else [])


def test_an_option_with_a_box_is_ticked_and_no_field() -> None:
    rows = ["─" * 40, " Which?", "", "❯ 1. [ ] Red", "  2. [ ] Type something", "", " Enter to select"]
    assert not any(choice.takes_text for choice in dialog_of(ScreenText(rows), Hints(fields=("Type",))).choices)


RULE = "─" * 40
OPTIONS = ["❯ 1. Yes", "  2. No", "", " Esc to cancel"]


@pytest.mark.parametrize(
    ("rows", "is_whole"),
    [
        ([RULE, " Run it?", "", "   ls", "", *OPTIONS], True),
        (["", " Run it?", "", "   ls", "", *OPTIONS], False),
        (["   ls", "", " Run it?", *OPTIONS], False),
        ([RULE, " Run it?", "", "   ls … 12 lines more", "", *OPTIONS], False),
        ([RULE, " Run it?", "", "   … 12 rows", "", *OPTIONS], False),
        ([RULE, " Run it?", "   ...", "   ls", "", *OPTIONS], False),
        ([RULE, "   2 + b", "╌" * 40, " Edit it?", *OPTIONS], False),
        ([RULE, " a.py", "╌" * 40, "   2 + b", "╌" * 40, " Edit it?", *OPTIONS], True),
    ],
    ids=[
        "below a line",
        "no line",
        "cut at the top",
        "shortened",
        "rows left out",
        "dots",
        "half a diff",
        "a whole diff",
    ],
)
def test_a_dialog_is_whole_only_where_its_first_row_is_seen_and_none_says_that_there_is_more(
    rows: list[str], is_whole: bool
) -> None:
    assert dialog_of(ScreenText(rows)).is_whole == is_whole

"""The ask bar: who wants what, and only keys that do something."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from hivemind.protocol.ask import Ask, Choice
from hivemind.protocol.status import Status
from hivemind.testing.clock import ManualClock
from hivemind.testing.scene import ASKS, NOW_SECONDS, TILES, ask
from hivemind.tui.ask_bar import ask_bar
from hivemind.tui.bar import Bar
from hivemind.tui.board import Board, key_of
from hivemind.tui.drawn import Line
from hivemind.tui.look import Look


def board(*asks: Ask) -> Board:
    made = Board()
    made.load(TILES, asks, 0.0)
    return made


def lines_of(room: Board, bar: Bar, *, width: int = 100, max_rows: int = 3, open_rows: int = 16) -> list[Line]:
    look = Look(ManualClock(NOW_SECONDS))
    return ask_bar(room, look, bar, width=width, max_rows=max_rows, open_rows=open_rows)


def rows(room: Board, width: int = 100, max_rows: int = 3) -> list[str]:
    lines = lines_of(room, Bar(), width=width, max_rows=max_rows)
    made = ["".join(bit.text for bit in line.laid(width)) for line in lines]
    assert all(cell_len(row) == width for row in made)
    return [row.rstrip() for row in made]


def test_nothing_waits_nothing_is_shown() -> None:
    assert rows(board()) == []


def test_who_wants_what_since_when_and_the_keys() -> None:
    assert rows(board(*ASKS)) == [
        " ◆ add tests (codex) asks permission  rm -rf dist && npm run build                              41s",
        "   ^B a allow   ^B x deny   ^B 1 Yes, proceed   2 Yes, and don't…   3 No, and tell C…   ^B o open",
    ]


def test_options_are_written_out_where_they_fit() -> None:
    assert rows(board(*ASKS), width=160)[1] == (
        "   ^B a allow   ^B x deny   ^B 1 Yes, proceed   ^B 2 Yes, and don't ask again   ^B 3 No, and tell Codex   ^B o open"
    )


def test_how_many_wait() -> None:
    room = board(*ASKS, ask("t3", "ls", 5))
    assert rows(room)[0].endswith("41s   1 of 2")
    assert rows(room)[1].endswith("^B o open   ^B n next")
    room.next_ask()
    assert rows(room)[0].endswith("5s   2 of 2")


def test_keys_that_are_not_known_for_an_agent_are_not_offered() -> None:
    assert rows(board(ask("t2", "ls", 1, is_answerable=False, can_choose=False)))[1] == "   ^B o open"


def test_a_single_option_is_one_number() -> None:
    assert "^B 1 Go" in rows(board(ask("t2", "ls", 1, choices=(Choice(1, "Go"),))), width=60)[1]


def test_control_characters_in_a_command_are_shown() -> None:
    assert "rm -rf ~ ␛[2K␍ls" in rows(board(ask("t2", "rm -rf ~ \x1b[2K\rls", 1)))[0]


def test_a_command_that_is_too_long_for_one_row_is_shown_whole_below() -> None:
    command = "a" * 80 + "&&" + "b" * 80
    shown = rows(board(ask("t2", command, 1)))
    assert "".join(row.strip() for row in shown[1:-1]) == command


@pytest.mark.parametrize("max_rows", [2, 3])
def test_of_a_command_that_fits_nowhere_both_ends_are_shown_and_the_rest_is_counted(max_rows: int) -> None:
    command = "curl " + "x" * 2000 + " | sh"
    shown = rows(board(ask("t2", command, 1)), max_rows=max_rows)
    assert len(shown) <= max(max_rows, 3) + 1
    body = "".join(row.strip() for row in shown[1:-1])
    assert body.startswith("curl xxx")
    assert body.endswith(" | sh")
    left_out = int(shown[0].split("asks permission")[1].split()[0])
    assert left_out + len(body.replace("…", "")) == len(command)


def test_a_start_up_screen_says_what_would_be_granted() -> None:
    trust = ask(
        "t3",
        "",
        9,
        kind=Status.BLOCKED,
        says="trust",
        excerpt=("╭───╮", "Do you trust /home/me/shop?", "1. Yes"),
        choices=(Choice(1, "Yes"),),
    )
    assert "asks before it starts (trust)  Do you trust /home/me/shop?" in rows(board(trust))[0]


def test_a_question_is_said_in_its_own_words() -> None:
    question = ask("t3", "Which database?", 9, kind=Status.QUESTION)
    assert "? review (demo) asks  Which database?" in rows(board(question))[0]


def test_an_ask_that_is_being_answered_offers_no_keys() -> None:
    room = board(*ASKS)
    room.answering.add(key_of(ASKS[0]))
    assert rows(room)[1] == "   answering…"


def test_the_selected_option_stands_out() -> None:
    choices = (Choice(1, "Yes"), Choice(2, "No", selected=True))
    line = lines_of(board(ask("t2", "ls", 1, choices=choices)), Bar(), width=120)[1]
    assert [bit.text.strip() for bit in line.left if bit.action.startswith("choose") and bit.bold] == [
        "^B 1",
        "^B 2",
        "No",
    ]


def test_of_a_plan_both_the_question_and_the_plan_are_shown() -> None:
    plan = ask("t3", "1. Test it", 9, kind=Status.QUESTION, question="Go on?")
    assert "asks  Go on?  1. Test it" in rows(board(plan))[0]


def test_options_without_numbers_have_no_keys() -> None:
    listed = ask("t2", "ls", 1, choices=(Choice(0, "Yes"), Choice(0, "No")), can_choose=False)
    assert rows(board(listed))[1] == "   ^B a allow   ^B x deny   ^B o open"


def test_in_a_narrow_bar_every_option_can_still_be_clicked() -> None:
    line = lines_of(board(*ASKS), Bar(), width=50)[-1]
    assert " 1 2 3 choose" in "".join(bit.text for bit in line.left)
    assert [bit.action for bit in line.left if bit.action.startswith("choose") and bit.text.strip()] == [
        "choose:1",
        "choose:2",
        "choose:3",
        "choose:3",
    ]


def test_a_question_that_takes_a_text_offers_to_write_one() -> None:
    field = (Choice(1, "Red"), Choice(2, "Type something", takes_text=True))
    question = ask("t3", "Which?", 9, kind=Status.QUESTION, choices=field, takes_text=True, is_answerable=False)
    assert "^B t write" in rows(board(question))[1]


DIFF = ask(
    "t2",
    "app.py ⏎ 1  def greet(name): ⏎ 2 - return name ⏎ 2 + return name.strip()",
    41,
    question="Make this edit to app.py?",
    excerpt=(
        " Edit file",
        " app.py",
        " 1  def greet(name):",
        " 2 -    return name",
        " 2 +    return name.strip()",
        "",
        " Make this edit to app.py?",
        "   1. Yes, proceed",
        "   2. Yes, and don't ask again",
        "   3. No, and tell Codex",
    ),
)


def test_open_the_bar_shows_the_whole_dialog_and_a_row_for_each_option() -> None:
    bar, room = Bar(), board(DIFF)
    lines_of(room, bar)
    bar.more()
    lines = lines_of(room, bar)
    shown = ["".join(bit.text for bit in line.laid(100)).rstrip() for line in lines]
    assert shown[1:] == [
        "   Edit file",
        "   app.py",
        "   1  def greet(name):",
        "   2 -    return name",
        "   2 +    return name.strip()",
        "",
        "   Make this edit to app.py?",
        "   ^B 1 Yes, proceed",
        "   ^B 2 Yes, and don't ask again",
        "   ^B 3 No, and tell Codex",
        "   ^B a allow   ^B x deny   ^B e less   ^B o open",
    ]
    look = Look(ManualClock(NOW_SECONDS))
    colours = [line.left[0].colour for line in lines[4:6]]
    assert colours == [look.palette.warning, look.palette.good]


def test_what_is_longer_than_the_open_bar_is_read_page_by_page_and_then_closed() -> None:
    command = " ⏎ ".join(f"line {number}" for number in range(30))
    bar, room = Bar(), board(ask("t2", command, 1))
    lines_of(room, bar)
    seen: list[str] = []
    bar.more()
    for _ in range(20):
        if not bar.is_open:
            break
        lines = lines_of(room, bar)
        assert len(lines) <= 16
        seen += [text for line in lines if (text := line.left[0].text.strip()).startswith("line ")]
        assert "of 30" in "".join(bit.text for bit in lines[0].left)
        bar.more()
    assert not bar.is_open
    assert list(dict.fromkeys(seen)) == [f"line {number}" for number in range(30)]


def test_another_ask_begins_closed() -> None:
    bar, room = Bar(), board(DIFF, ask("t3", "ls", 5))
    lines_of(room, bar)
    bar.more()
    room.next_ask()
    assert len(lines_of(room, bar)) < 5
    assert not bar.is_open


def test_that_it_can_be_allowed_for_a_while_is_offered_where_there_is_room_and_the_dialog_was_read_whole() -> None:
    whole = ask("t2", "npm test", 1, is_whole=True)
    assert "^B A for a while" in rows(board(whole), width=160)[1]
    assert "for a while" not in rows(board(whole), width=100)[1]
    assert "for a while" not in rows(board(ask("t2", "npm test", 1)), width=160)[1]
    bar, room = Bar(), board(whole)
    lines_of(room, bar)
    bar.more()
    assert "^B A for a while" in "".join(bit.text for bit in lines_of(room, bar)[-1].left)


def test_open_the_bar_says_when_not_all_of_it_was_on_the_screen() -> None:
    for is_whole in (True, False):
        bar, room = Bar(), board(ask("t2", "ls", 1, is_whole=is_whole))
        lines_of(room, bar)
        bar.more()
        told = "there may be more of it in its tile" in "".join(bit.text for bit in lines_of(room, bar)[0].left)
        assert told is not is_whole


@pytest.mark.parametrize("width", [60, 66, 72, 80])
def test_no_key_of_the_bar_is_cut_on_a_narrow_screen(width: int) -> None:
    long = ask("t2", " ⏎ ".join(f"+ line {n}" for n in range(30)), 41)
    for one in (long, ask("t3", "ls", 5), ask("t2", "Which?", 1, takes_text=True)):
        room = board(one, ask("t1", "ls", 50))
        room.shown = key_of(one)
        (*_, line) = lines_of(room, Bar(), width=width, max_rows=2)
        row = "".join(bit.text for bit in line.laid(width))
        keys = [bit.action for bit in line.left if bit.action]
        assert {"allow", "deny", "choose:1", "choose:2", "choose:3", "next_ask"} <= set(keys)
        assert row.rstrip().endswith("n next")


def test_on_a_narrow_screen_the_leader_is_written_once() -> None:
    long = ask("t2", " ⏎ ".join(f"+ line {n}" for n in range(30)), 41)
    room = board(long, ask("t3", "ls", 5))
    assert rows(room, width=60, max_rows=2)[-1] == "   ^B a allow  x deny  1 2 3 choose  e more  o open  n next"

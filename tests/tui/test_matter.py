from __future__ import annotations

from rich.cells import cell_len

from hivemind.protocol.status import Status
from hivemind.testing.scene import ask
from hivemind.tui.matter import Row, rows_of


def test_a_diff_keeps_its_signs_and_says_what_each_row_does() -> None:
    made = ask(
        "t",
        "a.py ⏎ @@ -1 +1 @@ ⏎ - old ⏎ + new ⏎ same",
        1,
        excerpt=(" a.py", " @@ -1 +1 @@", " - old", " + new", "   same", "   1. Yes, proceed"),
    )
    assert rows_of(made, 40) == [
        Row("a.py"),
        Row("@@ -1 +1 @@", "place"),
        Row("- old", "removed"),
        Row("+ new", "added"),
        Row("  same"),
    ]


def test_a_list_in_a_command_is_no_diff() -> None:
    made = ask("t", "cat <<E ⏎ - one ⏎ + two ⏎ E", 1, excerpt=())
    assert {row.kind for row in rows_of(made, 40)} == {""}


def test_a_dialog_whose_upper_rows_are_not_on_the_screen_gives_way_to_the_command() -> None:
    made = ask("t", "rm -rf / ⏎ ls", 1, question="Run it?", excerpt=("  ls", "Run it?", "1. Yes, proceed"))
    assert [row.text for row in rows_of(made, 40)] == ["Run it?", "rm -rf /", "ls"]


def test_long_rows_are_broken_and_lose_nothing() -> None:
    command = "curl " + "x" * 300 + " | sh"
    rows = rows_of(ask("t", command, 1), 40)
    assert "".join(row.text for row in rows) == command
    assert max(cell_len(row.text) for row in rows) <= 40


def test_a_broken_row_of_a_diff_stays_what_it_is() -> None:
    made = ask("t", "a ⏎ @@ 1 @@ ⏎ + " + "y" * 50, 1)
    assert [row.kind for row in rows_of(made, 40)] == ["", "place", "added", "added"]


def test_control_characters_are_written_out() -> None:
    assert rows_of(ask("t", "ls \x1b[2K", 1), 40) == [Row("ls ␛[2K")]


def test_a_screen_without_a_command_shows_its_own_words() -> None:
    trust = ask("t", "", 1, kind=Status.BLOCKED, says="trust", excerpt=("Trust it?", "/srv"), choices=())
    assert [row.text for row in rows_of(trust, 40)] == ["Trust it?", "/srv"]

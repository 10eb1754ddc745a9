from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from hivemind.detect.asking import Hints
from hivemind.detect.text import ScreenText
from hivemind.protocol.status import Reading, Status
from hivemind.testing.toy import toy_manifest
from hivemind.tile.asks import COUNTED, REMEMBERED, AskBook, base_of

PERMISSION = Reading(Status.PERMISSION)


def shown(command: str = "ls", selected: int = 0, columns: int = 60) -> ScreenText:
    labels = ["Yes", "Always", "No"]
    rows = [f" {'❯' if n == selected else ' '} {n + 1}. {label}" for n, label in enumerate(labels)]
    return ScreenText(
        ["─" * columns, " Shell command", "", f"   $ {command}", "", " Run it?", *rows, "", " esc to cancel"]
    )


@pytest.fixture
def book(tmp_path: Path) -> AskBook:
    return AskBook("t", toy_manifest(tmp_path))


def test_the_first_look_opens_and_the_next_changes_nothing(book: AskBook) -> None:
    opened = book.observe(PERMISSION, shown(), 1000).opened
    assert opened is not None
    assert (opened.kind, opened.since, opened.is_answerable, opened.can_choose) == (Status.PERMISSION, 1000, True, True)
    again = book.observe(PERMISSION, shown(), 2000)
    assert (again.opened, again.closed) == (None, None)


def test_another_command_closes_the_one_ask_and_opens_the_other(book: AskBook) -> None:
    first = book.observe(PERMISSION, shown("ls"), 1000).opened
    change = book.observe(PERMISSION, shown("rm x"), 2000)
    assert change.closed == first
    assert change.opened is not None
    assert change.opened.command.startswith("rm x")


def test_a_dialog_that_was_painted_anew_is_the_same_ask(book: AskBook) -> None:
    first = book.observe(PERMISSION, shown(), 1000).opened
    book.observe(PERMISSION, shown("touc"), 1010)
    assert book.observe(PERMISSION, shown(), 1050).opened == first
    assert first is not None
    assert not book.was_settled(first.fingerprint)


def test_one_that_comes_back_after_the_screen_had_settled_is_another(book: AskBook) -> None:
    first = book.observe(PERMISSION, shown(), 1000).opened
    book.leave(1010)
    second = book.observe(PERMISSION, shown(), 1020).opened
    assert first is not None
    assert second is not None
    assert first.fingerprint != second.fingerprint
    assert book.was_settled(first.fingerprint)


def test_an_ask_that_was_open_before_goes_on_counting_and_only_that_one(tmp_path: Path) -> None:
    """The daemon that opened it is gone; its successor finds the same question on the screen, painted bit by bit."""
    before = AskBook("t", toy_manifest(tmp_path)).observe(PERMISSION, shown("rm x"), 1000).opened
    assert before is not None
    book = AskBook("t", toy_manifest(tmp_path), was=(before.fingerprint, before.since))
    book.leave(8990)
    partial = book.observe(PERMISSION, shown("r"), 9000).opened
    whole = book.observe(PERMISSION, shown("rm x"), 9010).opened
    assert [ask.since for ask in (partial, whole) if ask] == [9000, 1000]
    book.leave(9500)
    again = book.observe(PERMISSION, shown("rm x"), 9900).opened
    assert again is not None
    assert again.since == 9900


def test_the_outcome_of_an_answer_is_told_when_it_closes(book: AskBook) -> None:
    book.observe(PERMISSION, shown(), 1000)
    book.settle("allowed")
    assert book.leave(1100).outcome == "allowed"
    book.observe(PERMISSION, shown("b"), 2000)
    book.settle("allowed")
    book.unsettle()
    assert book.leave(2100).outcome == "gone"


def test_settled_asks_are_remembered_up_to_a_bound(book: AskBook) -> None:
    prints = []
    for n in range(REMEMBERED + 10):
        opened = book.observe(PERMISSION, shown(f"run {n}"), n * 1000).opened
        assert opened is not None
        prints.append(opened.fingerprint)
    book.leave(10**6)
    assert book.was_settled(prints[-1])
    assert not book.was_settled(prints[0])


def test_the_repetitions_of_a_bounded_number_of_asks_are_counted(book: AskBook) -> None:
    """A program may ask for weeks, and something new each time."""
    for number in range(COUNTED + 50):
        book.observe(PERMISSION, shown(f"echo {number}"), number * 1000)
    assert len(book._seen) == COUNTED


@pytest.mark.parametrize(("selected", "columns"), [(1, 60), (2, 60), (0, 75)])
def test_selection_and_size_do_not_make_another_ask(selected: int, columns: int) -> None:
    assert base_of(PERMISSION, shown(selected=selected, columns=columns)) == base_of(PERMISSION, shown())


@pytest.mark.parametrize(
    "other",
    [(Reading(Status.QUESTION), shown()), (Reading(Status.PERMISSION, "x"), shown()), (PERMISSION, shown("pwd"))],
)
def test_kind_says_and_command_do(other: tuple[Reading, ScreenText]) -> None:
    assert base_of(*other) != base_of(PERMISSION, shown())


def test_a_moved_selection_is_told_and_is_the_same_ask(book: AskBook) -> None:
    first = book.observe(PERMISSION, shown(), 1000).opened
    moved = book.observe(PERMISSION, shown(selected=2), 2000)
    assert first is not None
    assert moved.opened is not None
    assert moved.closed is None
    assert moved.opened.fingerprint == first.fingerprint
    assert [choice.selected for choice in moved.opened.choices] == [False, False, True]


def test_a_screen_that_comes_back_shows_the_selection_of_now(book: AskBook) -> None:
    book.observe(PERMISSION, shown(), 1000)
    book.leave(1010)
    opened = book.observe(PERMISSION, shown(selected=1), 1050).opened
    assert opened is not None
    assert [choice.selected for choice in opened.choices] == [False, True, False]


def test_options_without_numbers_cannot_be_chosen_by_number(book: AskBook) -> None:
    rows = ["─" * 40, " Trust it?", "", " ❯ Yes", "   No"]
    opened = book.observe(PERMISSION, ScreenText(rows), 1000).opened
    assert opened is not None
    assert [(choice.number, choice.label) for choice in opened.choices] == [(0, "Yes"), (0, "No")]
    assert opened.question == "Trust it?"
    assert not opened.can_choose


def test_an_agent_file_says_how_its_program_asks(tmp_path: Path) -> None:
    rows = ["─" * 40, " Trust it?", "", "   1. Yes", "   2. No"]
    plain = toy_manifest(tmp_path)
    told = msgspec.structs.replace(plain, asks=Hints(unmarked=True))
    for manifest, count in ((plain, 0), (told, 2)):
        book = AskBook("t", manifest)
        opened = book.observe(PERMISSION, ScreenText(rows), 1000).opened
        assert opened is not None
        assert len(opened.choices) == count
        assert opened.can_choose == bool(count)
        assert book.is_current(PERMISSION, ScreenText(rows))

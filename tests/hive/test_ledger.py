"""The file with the answers: nothing is lost in it, and nobody else reads it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from hivemind.hive import ledger
from hivemind.hive.ledger import Ledger
from hivemind.protocol.settled import Settled
from hivemind.protocol.status import Status


def entry(name: str, **fields: Any) -> Settled:
    made = Settled(name, 1000, "person", "", "t1", "kim", "toy", Status.PERMISSION, "", "Run it?", "ls", "allowed")
    return msgspec.structs.replace(made, **{"screen": ("one", "two"), "answer": "Yes", **fields})


@pytest.fixture
def complaints() -> list[str]:
    return []


@pytest.fixture
def book(tmp_path: Path, complaints: list[str]) -> Ledger:
    return Ledger(tmp_path / "state" / "answers.jsonl", complain=complaints.append)


def again(book: Ledger) -> Ledger:
    """What the next daemon has."""
    return Ledger(book.paths[1], complain=lambda _: None)


def test_what_was_kept_is_there_after_a_restart_oldest_first(book: Ledger) -> None:
    book.keep(entry("a"))
    book.keep(entry("b"))
    after = again(book)
    after.keep(entry("c"))
    assert list(after.entries()) == [entry("a"), entry("b"), entry("c")]


def test_only_its_owner_can_read_it(book: Ledger) -> None:
    book.keep(entry("a"))
    assert book.paths[1].stat().st_mode & 0o777 == 0o600
    assert book.paths[1].parent.stat().st_mode & 0o777 == 0o700


def test_a_line_that_a_crash_cut_short_spoils_no_other(book: Ledger) -> None:
    book.keep(entry("a"))
    book.keep(entry("b"))
    data = book.paths[1].read_bytes()
    book.paths[1].write_bytes(data[:-20])
    after = again(book)
    after.keep(entry("c"))
    assert [kept.id for kept in after.entries()] == ["a", "c"]


def test_names_grow_and_never_come_twice(book: Ledger) -> None:
    names = [book.name(at) for at in (1_700_000_000_000, 1_700_000_000_000, 1_600_000_000_000, 1_700_000_000_005)]
    assert names == sorted(set(names))


def test_it_is_bounded_and_the_newest_are_what_is_kept(tmp_path: Path) -> None:
    book = Ledger(tmp_path / "answers.jsonl", complain=lambda _: None, file_bytes=2000)
    for number in range(100):
        book.keep(entry(f"{number:03}"))
    names = [kept.id for kept in book.entries()]
    assert names == [f"{number:03}" for number in range(100 - len(names), 100)]
    assert all(path.stat().st_size <= 2000 for path in book.paths)


def test_of_a_huge_screen_the_bottom_is_kept_where_the_question_stands(book: Ledger) -> None:
    book.keep(entry("a", screen=tuple(f"{row} " + "x" * 1000 for row in range(500)), command="c" * 10_000))
    (kept,) = book.entries()
    assert len(kept.screen) == ledger.SCREEN_ROWS
    assert kept.screen[-1].startswith("499 ")
    assert max(map(len, kept.screen)) == ledger.ROW_CHARACTERS
    assert len(kept.command) == ledger.TEXT_CHARACTERS


def test_what_cannot_be_written_is_said_once_and_harms_nothing(
    book: Ledger, complaints: list[str], tmp_path: Path
) -> None:
    (tmp_path / "state").write_text("a file where the folder should be")
    book.keep(entry("a"))
    book.keep(entry("b"))
    assert len(complaints) == 1
    assert "cannot be kept" in complaints[0]
    (tmp_path / "state").unlink()
    book.keep(entry("c"))
    assert [kept.id for kept in book.entries()] == ["c"]


def test_a_link_in_its_place_is_not_followed(book: Ledger, complaints: list[str], tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    target = tmp_path / "elsewhere"
    target.write_text("")
    book.paths[1].symlink_to(target)
    book.keep(entry("a"))
    assert target.read_text() == ""
    assert complaints

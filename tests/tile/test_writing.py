"""A text of one's own as the answer to a question: what is typed, and above all what is not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from hivemind.base.errors import (
    AskSettledError,
    AskStaleError,
    AskUnconfirmedError,
    BadRequestError,
    TimedOutError,
    UnsupportedError,
)
from hivemind.testing import toy
from hivemind.testing.toy import Toy
from hivemind.tile.asks import AskBook
from hivemind.tile.reply import Meant, choose
from hivemind.tile.typist import ENTER_GAP
from hivemind.tile.writing import write

ANY = Meant()


class Field:
    """A program with a question: `2` selects its field, what is typed shows there, Enter sends it."""

    def __init__(self, after: Callable[[str], bytes] = lambda _: toy.working()) -> None:
        self.text: str | None = None
        self.sent = ""
        self._after = after

    def __call__(self, data: bytes) -> bytes:
        if self.text is None:
            if data != b"2":
                return b""
            self.text = ""
        elif data == b"\r":
            self.sent = self.text
            return self._after(self.text)
        else:
            self.text += data.decode()
        return toy.open_question(self.text, is_selected=True)


async def test_the_field_is_selected_the_text_shows_and_one_enter_sends_it(tmp_path: Path) -> None:
    program = Field()
    it = Toy(tmp_path, program)
    it.pty.feed(toy.open_question())
    answered = await write(it.tile, "a light blue", ANY)
    assert it.pty.written == [b"2", b"a light blue", b"\r"]
    assert program.sent == "a light blue"
    assert [change.outcome for change in it.listener.asks if change.closed] == ["written"]
    assert it.listener.asks[-1].closed is not None
    assert it.listener.asks[-1].closed.fingerprint == answered.fingerprint


async def test_what_somebody_writes_into_the_field_makes_no_other_ask_of_it(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.open_question())
    await it.tile.look()
    first = it.ask
    assert first.takes_text
    it.pty.feed(toy.open_question("blu", is_selected=True))
    await it.tile.look()
    assert it.ask.fingerprint == first.fingerprint
    assert not it.ask.takes_text


async def test_into_a_field_that_holds_a_text_nothing_is_written(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.open_question())
    await it.tile.look()
    it.pty.feed(toy.open_question("blu", is_selected=True))
    with pytest.raises(UnsupportedError, match="nothing was typed"):
        await write(it.tile, "green", ANY)
    assert it.pty.written == []


async def test_a_field_that_is_selected_already_does_not_get_its_number(tmp_path: Path) -> None:
    program = Field()
    program.text = ""
    it = Toy(tmp_path, program)
    it.pty.feed(toy.open_question(is_selected=True))
    await write(it.tile, "blue", ANY)
    assert it.pty.written == [b"blue", b"\r"]


@pytest.mark.parametrize(
    ("shown", "error"),
    [
        (toy.question(), UnsupportedError),
        (toy.permission(), UnsupportedError),
        (toy.idle(), AskStaleError),
        (toy.working(), AskStaleError),
    ],
    ids=["a question without a field", "a permission", "idle", "working"],
)
async def test_what_takes_no_text_gets_none(tmp_path: Path, shown: bytes, error: type[Exception]) -> None:
    it = Toy(tmp_path)
    it.pty.feed(shown)
    with pytest.raises(error, match=r"nothing was typed|asks nothing"):
        await write(it.tile, "blue", ANY)
    assert it.pty.written == []


async def test_the_number_of_a_field_is_not_chosen(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.open_question())
    with pytest.raises(BadRequestError, match="takes a text"):
        await choose(it.tile, 2, ANY)
    assert it.pty.written == []


async def test_another_ask_than_the_one_that_is_meant_gets_no_text(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.permission())
    await it.tile.look()
    meant = Meant(fingerprint=it.ask.fingerprint)
    it.pty.feed(toy.open_question())
    with pytest.raises(AskSettledError):
        await write(it.tile, "blue", meant)
    assert it.pty.written == []


async def test_a_question_that_leaves_while_its_field_opens_gets_no_text(tmp_path: Path) -> None:
    """CommandMate#161: the text would land in the composer."""
    it = Toy(tmp_path, lambda data: toy.idle() if data == b"2" else b"")
    it.pty.feed(toy.open_question())
    with pytest.raises(AskStaleError, match="no text was typed"):
        await write(it.tile, "blue", ANY)
    assert it.pty.written == [b"2"]


async def test_a_question_that_leaves_under_the_text_gets_no_enter(tmp_path: Path) -> None:
    program = Field()

    def leaves(data: bytes) -> bytes:
        return toy.permission("rm -rf /") if data == b"blue" else program(data)

    it = Toy(tmp_path, leaves)
    it.pty.feed(toy.open_question())
    with pytest.raises(AskStaleError, match="Enter was not pressed"):
        await write(it.tile, "blue", ANY)
    assert it.pty.written == [b"2", b"blue"]


async def test_another_question_with_a_field_in_its_place_gets_no_text(tmp_path: Path) -> None:
    """claude-code#65910: the second question has the same form, and its field is selected."""
    other = toy.open_question(is_selected=True).replace(b"Which colour?", b"Delete all of it?")
    it = Toy(tmp_path, lambda data: other if data == b"2" else b"")
    it.pty.feed(toy.open_question())
    with pytest.raises(AskStaleError, match="no text was typed"):
        await write(it.tile, "blue", ANY)
    assert it.pty.written == [b"2"]


async def test_a_question_that_leaves_between_the_text_and_its_enter_gets_no_enter(tmp_path: Path) -> None:
    program = Field()

    def leaves_soon(data: bytes) -> bytes:
        if data == b"blue":
            asyncio.get_running_loop().call_later(ENTER_GAP / 3, it.pty.feed, toy.permission("rm -rf /"))
        return program(data)

    it = Toy(tmp_path, leaves_soon, haste=1)
    it.pty.feed(toy.open_question())
    with pytest.raises(AskStaleError, match="Enter was not pressed"):
        await write(it.tile, "blue", ANY)
    assert it.pty.written == [b"2", b"blue"]


async def test_a_field_that_does_not_open_gets_no_text(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.open_question())
    with pytest.raises(TimedOutError, match="the field did not open"):
        await write(it.tile, "blue", ANY)
    assert it.pty.written == [b"2"]


async def test_a_text_that_does_not_show_gets_no_enter(tmp_path: Path) -> None:
    it = Toy(tmp_path, lambda data: toy.open_question(is_selected=True) if data == b"2" else b"", haste=60)
    it.pty.feed(toy.open_question())
    with pytest.raises(TimedOutError, match="Enter was not pressed"):
        await write(it.tile, "blue", ANY)
    assert it.pty.written == [b"2", b"blue"]


async def test_a_question_that_stays_is_told_and_nothing_is_typed_again(tmp_path: Path) -> None:
    it = Toy(tmp_path, Field(lambda text: toy.open_question(text, is_selected=True)), haste=60)
    it.pty.feed(toy.open_question())
    with pytest.raises(AskUnconfirmedError):
        await write(it.tile, "blue", ANY)
    assert it.pty.written == [b"2", b"blue", b"\r"]


@pytest.mark.parametrize("text", ["", "  \n", "two\nlines"])
async def test_a_text_that_the_field_cannot_take_is_refused(tmp_path: Path, text: str) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.open_question())
    with pytest.raises(BadRequestError, match="nothing was typed"):
        await write(it.tile, text, ANY)
    assert it.pty.written == []


async def test_without_its_number_the_field_is_selected_by_arrow_keys_that_are_seen_to_work(tmp_path: Path) -> None:
    is_at, is_open = False, False

    def program(data: bytes) -> bytes:
        nonlocal is_at, is_open
        if data == b"\x1b[B":
            is_at = True
        elif data == b"\t":
            is_open = True
        elif data == b"\r":
            return toy.working()
        text = data.decode() if is_open and data != b"\t" else ""
        notes = toy.open_question(is_selected=is_at).decode() + f"\r\n > {text or 'add notes'}" * is_open
        return notes.encode()

    it = Toy(tmp_path, program)
    it.tile.manifest = msgspec.structs.replace(it.manifest, write=("tab",))
    it.pty.feed(toy.open_question())
    await write(it.tile, "blue", ANY)
    assert it.pty.written == [b"\x1b[B", b"\t", b"blue", b"\r"]


def unmarked(tmp_path: Path, respond: Callable[[bytes], bytes]) -> Toy:
    """A program of which only colours show the selection."""
    it = Toy(tmp_path, respond)
    hints = msgspec.structs.replace(it.manifest.asks, unmarked=True)
    it.tile.manifest = it.manifest = msgspec.structs.replace(it.manifest, asks=hints)
    it.tile.asks = AskBook(it.tile.id, it.manifest)
    it.pty.feed(toy.unmarked_question())
    return it


@pytest.mark.parametrize("shown", [toy.unmarked_question("2"), toy.unmarked_question(below="2")])
async def test_a_number_that_went_into_the_field_is_not_sent_with_the_text(tmp_path: Path, shown: bytes) -> None:
    """Nobody could see that the field was selected before."""
    it = unmarked(tmp_path, lambda data: shown if data == b"2" else b"")
    with pytest.raises(AskStaleError, match="holds something already"):
        await write(it.tile, "blue", ANY)
    assert it.pty.written == [b"2"]


async def test_a_placeholder_below_the_label_is_no_text(tmp_path: Path) -> None:
    def program(data: bytes) -> bytes:
        below = {b"2": "Type something", b"blue": "blue"}.get(data)
        return toy.unmarked_question(below=below) if below else toy.working()

    it = unmarked(tmp_path, program)
    await write(it.tile, "blue", ANY)
    assert it.pty.written == [b"2", b"blue", b"\r"]


async def test_a_field_that_opens_where_it_is_selected_needs_no_key(tmp_path: Path) -> None:
    is_at = False

    def program(data: bytes) -> bytes:
        nonlocal is_at
        if data == b"\r":
            return toy.working()
        if is_at:
            return toy.open_question(is_selected=True) + f"\r\n{data.decode()}".encode()
        is_at = data == b"\x1b[B"
        return toy.open_question(is_selected=is_at)

    it = Toy(tmp_path, program)
    it.tile.manifest = msgspec.structs.replace(it.manifest, write=())
    it.pty.feed(toy.open_question())
    await write(it.tile, "blue", ANY)
    assert it.pty.written == [b"\x1b[B", b"blue", b"\r"]

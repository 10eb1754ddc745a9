from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hivemind.base.errors import AskStaleError, ExitedError, TimedOutError
from hivemind.testing import toy
from hivemind.testing.toy import Toy
from hivemind.tile.typist import deliver, typed_so_far


def composer(after_enter: Callable[[str], bytes] | None = None) -> Callable[[bytes], bytes]:
    """A program that shows what is typed, and on Enter what `after_enter` says (working, else)."""
    draft = ""

    def program(data: bytes) -> bytes:
        nonlocal draft
        if data == b"\r":
            return after_enter(draft) if after_enter else toy.working()
        draft += data.decode()
        return toy.idle(draft)

    return program


async def test_a_text_is_typed_and_enter_follows_by_itself(tmp_path: Path) -> None:
    it = Toy(tmp_path, composer())
    it.pty.feed(toy.idle())
    await deliver(it.tile, "hello there")
    assert it.pty.written == [b"hello there", b"\r"]


async def test_a_waiting_tile_gets_nothing(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.permission())
    with pytest.raises(AskStaleError, match="nothing was typed"):
        await deliver(it.tile, "hello")
    assert it.pty.written == []


async def test_a_question_that_comes_up_while_typing_gets_no_enter(tmp_path: Path) -> None:
    it = Toy(tmp_path, lambda data: toy.trust() if data == b"hello" else b"")
    it.pty.feed(toy.idle())
    with pytest.raises(AskStaleError, match="Enter was not pressed"):
        await deliver(it.tile, "hello")
    assert it.pty.written == [b"hello"]


async def test_a_text_that_never_shows_gets_no_enter(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.idle())
    with pytest.raises(TimedOutError, match="Enter was not pressed"):
        await deliver(it.tile, "hello")
    assert it.pty.written == [b"hello"]


async def test_a_long_paste_may_show_folded_away(tmp_path: Path) -> None:
    it = Toy(tmp_path, lambda data: toy.working() if data == b"\r" else toy.idle("[pasted 3 lines]"))
    it.pty.feed(toy.idle())
    await deliver(it.tile, "one\ntwo\nthree")
    assert it.pty.written == [b"one\rtwo\rthree", b"\r"]


async def test_a_text_that_stood_there_before_must_show_once_more(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.screen("> hello", "", "> ", cursor=(2, 2)))
    with pytest.raises(TimedOutError):
        await deliver(it.tile, "hello")


async def test_what_is_typed_already_is_not_typed_again(tmp_path: Path) -> None:
    it = Toy(tmp_path, lambda data: toy.working() if data == b"\r" else toy.idle("hello there"))
    it.pty.feed(toy.idle("hel"))
    await deliver(it.tile, "hello there", resume=True)
    assert it.pty.written == [b"lo there", b"\r"]


async def test_what_stands_there_whole_needs_only_enter(tmp_path: Path) -> None:
    it = Toy(tmp_path, lambda data: toy.working() if data == b"\r" else b"")
    it.pty.feed(toy.idle("hello there"))
    await deliver(it.tile, "hello there", resume=True)
    assert it.pty.written == [b"\r"]


async def test_an_ended_program_gets_nothing(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.tile.ended(0)
    with pytest.raises(ExitedError):
        await deliver(it.tile, "hello")


@pytest.mark.parametrize(
    ("draft", "count"), [("", 0), ("h", 1), ("hello", 5), ("xhel", 3), ("help", 0), ("hello world", 0)]
)
async def test_only_a_beginning_right_before_the_cursor_counts_as_typed(tmp_path: Path, draft: str, count: int) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.idle(draft))
    assert typed_so_far("hello", await it.tile.look()) == count

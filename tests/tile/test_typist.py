from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hivemind.base.errors import AskStaleError, ExitedError, HiveError, TimedOutError
from hivemind.protocol.screen import Modes
from hivemind.terminal.keys import PASTE_END, PASTE_START, encode_paste
from hivemind.terminal.mouse import LEFT, WHEEL_UP, Action, MouseEvent
from hivemind.testing import toy
from hivemind.testing.toy import Toy
from hivemind.tile.typist import (
    PASTE_CHUNK,
    PASTE_QUEUE,
    PASTE_SECONDS,
    deliver,
    paste,
    paste_parts,
    point,
    press,
    typed_so_far,
)

BRACKETED = Modes(bracketed_paste=True)


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


# -- long pastes ---------------------------------------------------------------------------------------------------


@given(
    before=st.integers(PASTE_CHUNK - 8, PASTE_CHUNK),
    text=st.lists(st.sampled_from([PASTE_END, "\r\n", "\n", "\r", "\x1b", "\t", "é", "漢", "x"]), max_size=12).map(
        "".join
    ),
    modes=st.sampled_from([BRACKETED, Modes()]),
)
def test_a_paste_in_parts_is_the_paste_in_one(before: int, text: str, modes: Modes) -> None:
    whole = "x" * before + text
    parts = list(paste_parts(whole, modes))
    assert len(parts) <= 2
    # a marker that only the removal of another one made is text by then, and may be kept or left out
    got, wanted = (b"".join(parts).replace(b"[201~", b""), encode_paste(whole, modes).replace(b"[201~", b""))
    assert got == wanted


def test_no_cut_lets_a_paste_end_its_own_bracket() -> None:
    for before in range(PASTE_CHUNK - len(PASTE_END) - 1, PASTE_CHUNK + 1):
        whole = b"".join(paste_parts("x" * before + PASTE_END + "rm -rf /\r" + PASTE_END * 2, BRACKETED))
        assert whole.count(b"\x1b") == 2
        assert whole.startswith(PASTE_START.encode())
        assert whole.endswith(PASTE_END.encode())


async def test_a_long_paste_waits_for_the_program_and_keys_wait_for_the_paste(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(b"\x1b[?2004h")
    await it.tile.look()
    it.pty.pending = PASTE_QUEUE + 1
    pasting = asyncio.create_task(paste(it.tile, "x" * 3 * PASTE_CHUNK))
    await asyncio.sleep(0)
    pressing = asyncio.create_task(press(it.tile, ["enter"], gap=0.0))
    await it.tile.clock.sleep(1.0)
    assert [len(part) for part in it.pty.written] == [len(PASTE_START) + PASTE_CHUNK]
    it.pty.pending = 0
    await asyncio.gather(pasting, pressing)
    assert it.pty.typed == (PASTE_START + "x" * 3 * PASTE_CHUNK + PASTE_END).encode() + b"\r"
    assert len(it.pty.written) == 4


async def test_a_program_that_reads_nothing_gets_the_end_of_the_bracket_and_no_more(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(b"\x1b[?2004h")
    await it.tile.look()
    it.pty.pending = PASTE_QUEUE + 1
    start = it.clock.monotonic()
    with pytest.raises(HiveError, match="toy is not reading") as caught:
        await paste(it.tile, "x" * 2 * PASTE_CHUNK)
    assert caught.value.code == "RATE_LIMITED"
    assert it.clock.monotonic() - start >= PASTE_SECONDS
    assert it.pty.typed == (PASTE_START + "x" * PASTE_CHUNK + PASTE_END).encode()


async def test_a_paste_that_is_called_off_leaves_no_bracket_open(tmp_path: Path) -> None:
    """Its client went away in the middle."""
    it = Toy(tmp_path)
    it.pty.feed(b"\x1b[?2004h")
    await it.tile.look()
    it.pty.pending = PASTE_QUEUE + 1
    pasting = asyncio.create_task(paste(it.tile, "x" * 2 * PASTE_CHUNK))
    await asyncio.sleep(0)
    pasting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await pasting
    assert it.pty.typed.endswith(PASTE_END.encode())
    await press(it.tile, ["a"], gap=0.0)
    assert it.pty.written[-1] == b"a"


async def test_a_program_that_ends_in_a_paste_is_told_as_such(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(b"\x1b[?2004h")
    await it.tile.look()
    pasting = asyncio.create_task(paste(it.tile, "x" * 2 * PASTE_CHUNK))
    await asyncio.sleep(0)
    it.tile.ended(0)
    with pytest.raises(ExitedError):
        await pasting


# -- the mouse -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("modes", "event", "wanted"),
    [
        (b"", MouseEvent(Action.PRESS, LEFT, 0, 0), b""),
        (b"\x1b[?1000;1006h", MouseEvent(Action.PRESS, LEFT, 4, 9), b"\x1b[<0;10;5M"),
        (b"\x1b[?1000;1006h", MouseEvent(Action.PRESS, WHEEL_UP, 99, -3), b"\x1b[<64;1;24M"),
        (b"\x1b[?1000h", MouseEvent(Action.MOVE, LEFT, 4, 9), b""),
    ],
    ids=["not asked for", "as asked for", "outside is the edge", "no moves"],
)
async def test_the_mouse_is_told_as_the_program_asked(
    tmp_path: Path, modes: bytes, event: MouseEvent, wanted: bytes
) -> None:
    it = Toy(tmp_path)
    it.pty.feed(modes)
    await it.tile.look()
    await point(it.tile, event)
    assert it.pty.typed == wanted
    assert it.tile.person_typed == (wanted.startswith(b"\x1b[<0"))

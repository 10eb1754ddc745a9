from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from hivemind.base.errors import (
    AskSettledError,
    AskStaleError,
    AskUnconfirmedError,
    BadRequestError,
    ExitedError,
    HiveError,
    UnsupportedError,
)
from hivemind.detect.watch import STEADY_HOLD
from hivemind.manifest.parts.answer import AnswerKeys
from hivemind.protocol.ask import Ask
from hivemind.testing import toy
from hivemind.testing.toy import Toy
from hivemind.tile.reply import ELSEWHERE_SECONDS, STAND_SECONDS, Meant, answer, choose

ANY = Meant()


async def test_allow_types_the_key_once_and_returns_after_the_question_has_left(tmp_path: Path) -> None:
    it = Toy(tmp_path, lambda data: toy.working() if data == b"1" else b"")
    it.pty.feed(toy.permission())
    answered = await answer(it.tile, "allow", ANY)
    assert it.pty.written == [b"1"]
    assert not it.tile.reading.status.is_waiting
    assert it.listener.asks[-1].closed is not None
    assert it.listener.asks[-1].closed.fingerprint == answered.fingerprint
    assert it.listener.asks[-1].outcome == "allowed"


async def test_deny_types_its_own_key(tmp_path: Path) -> None:
    it = Toy(tmp_path, lambda data: toy.idle() if data == b"\x1b" else b"")
    it.pty.feed(toy.permission())
    await answer(it.tile, "deny", ANY)
    assert it.pty.written == [b"\x1b"]
    assert it.listener.asks[-1].outcome == "denied"


@pytest.mark.parametrize("shown", [toy.idle(), toy.working()], ids=["idle", "working"])
async def test_a_tile_that_asks_nothing_gets_no_key(tmp_path: Path, shown: bytes) -> None:
    it = Toy(tmp_path)
    it.pty.feed(shown)
    with pytest.raises(AskStaleError):
        await answer(it.tile, "allow", ANY)
    with pytest.raises(AskStaleError):
        await choose(it.tile, 1, ANY)
    assert it.pty.written == []


async def test_a_question_that_left_before_the_key_gets_no_key(tmp_path: Path) -> None:
    """What the program has written is read before anything is typed, however late it came."""
    it = Toy(tmp_path)
    it.pty.feed(toy.permission())
    await it.tile.look()
    it.pty._unread += toy.idle()
    with pytest.raises(AskStaleError):
        await answer(it.tile, "allow", ANY)
    assert it.pty.written == []


async def test_another_question_under_the_same_key_is_refused_by_its_fingerprint(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.permission("ls"))
    await it.tile.look()
    meant = Meant(fingerprint=it.ask.fingerprint)
    it.pty.feed(toy.permission("rm -rf /"))
    with pytest.raises(AskSettledError):
        await answer(it.tile, "allow", meant)
    with pytest.raises(AskStaleError):
        await answer(it.tile, "allow", Meant(fingerprint="never-1"))
    assert it.pty.written == []


async def test_two_equal_questions_in_a_row_are_two_asks(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.permission())
    await it.tile.look()
    first = it.ask.fingerprint
    it.pty.feed(toy.working())
    await it.tile.look()
    await it.clock.sleep(1)
    it.pty.feed(toy.permission())
    await it.tile.look()
    await it.clock.sleep(STEADY_HOLD * 1.1)
    await it.tile.look()
    assert it.ask.fingerprint != first
    assert it.ask.fingerprint.split("-")[0] == first.split("-")[0]


async def test_moving_the_selection_leaves_the_ask_the_same(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.trust(0))
    await it.tile.look()
    first = it.ask.fingerprint
    it.pty.feed(toy.trust(1))
    await it.tile.look()
    assert it.ask.fingerprint == first


async def test_a_start_up_screen_is_answered_only_by_name(tmp_path: Path) -> None:
    def program(data: bytes) -> bytes:
        return {b"\x1b[B": toy.trust(1), b"\r": toy.idle()}.get(data, b"")

    it = Toy(tmp_path, program)
    it.pty.feed(toy.trust(0))
    with pytest.raises(AskStaleError, match="only by name"):
        await answer(it.tile, "allow", ANY)
    with pytest.raises(AskStaleError):
        await answer(it.tile, "allow", Meant(says="login"))
    assert it.pty.written == []
    await answer(it.tile, "allow", Meant(says="trust"))
    assert it.pty.written == [b"\x1b[B", b"\r"]


async def test_a_second_key_is_not_typed_into_what_came_after_the_dialog(tmp_path: Path) -> None:
    it = Toy(tmp_path, lambda data: toy.idle() if data == b"\x1b[B" else b"")
    it.pty.feed(toy.trust(0))
    await answer(it.tile, "allow", Meant(says="trust"))
    assert it.pty.written == [b"\x1b[B"]


async def test_a_question_has_no_allow_but_can_be_chosen_from(tmp_path: Path) -> None:
    it = Toy(tmp_path, lambda data: toy.working() if data == b"2" else b"")
    it.pty.feed(toy.question())
    with pytest.raises(UnsupportedError):
        await answer(it.tile, "allow", ANY)
    with pytest.raises(BadRequestError, match="no option 7"):
        await choose(it.tile, 7, ANY)
    assert it.pty.written == []
    await choose(it.tile, 2, ANY)
    assert it.pty.written == [b"2"]


async def test_a_question_that_stays_is_reported_and_never_typed_at_twice(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.permission())
    with pytest.raises(AskUnconfirmedError):
        await answer(it.tile, "allow", ANY)
    assert it.pty.written == [b"1"]
    assert it.ask.command.startswith("touch x")


async def test_a_repaint_half_done_is_not_taken_for_the_end_of_the_question(tmp_path: Path) -> None:
    typed = asyncio.Event()

    def program(data: bytes) -> bytes:
        typed.set()
        return b""

    it = Toy(tmp_path, program, haste=3.0)  # a busy machine may take its time between two passes
    it.pty.feed(toy.permission())

    async def repaint() -> None:
        await typed.wait()
        it.pty.feed(b"\x1b[2J")
        for _ in range(3):  # passes of the loop: the empty screen is looked at, and no time passes
            await asyncio.sleep(0)
        it.pty.feed(toy.permission())

    task = asyncio.create_task(repaint())
    with pytest.raises(AskUnconfirmedError):
        await answer(it.tile, "allow", ANY)
    await task


async def test_a_key_that_somebody_just_typed_takes_effect_first(tmp_path: Path) -> None:
    """The answer would go to whatever comes after the question."""
    it = Toy(tmp_path)
    it.pty.feed(toy.permission())
    await it.tile.look()
    it.tile.write(b"\x1b")

    async def leave() -> None:
        await it.clock.sleep(ELSEWHERE_SECONDS / 2)
        it.pty.feed(toy.idle())

    leaving = asyncio.create_task(leave())
    with pytest.raises(AskStaleError):
        await answer(it.tile, "allow", ANY)
    await leaving
    assert it.pty.written == [b"\x1b"]


async def test_of_two_answers_at_once_one_wins_and_one_key_is_typed(tmp_path: Path) -> None:
    it = Toy(tmp_path, lambda data: toy.working() if data == b"1" else b"")
    it.pty.feed(toy.permission())
    await it.tile.look()
    meant = Meant(fingerprint=it.ask.fingerprint)
    results = await asyncio.gather(
        answer(it.tile, "allow", meant), answer(it.tile, "deny", meant), return_exceptions=True
    )
    assert it.pty.written == [b"1"]
    assert isinstance(results[0], Ask)
    assert results[0].fingerprint == meant.fingerprint
    assert isinstance(results[1], AskSettledError)


async def test_an_ended_program_is_told_as_such(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.permission())
    await it.tile.look()
    it.tile.ended(3)
    with pytest.raises(ExitedError):
        await answer(it.tile, "allow", ANY)
    assert it.listener.asks[-1].closed is not None


async def test_every_refusal_has_its_exit_code() -> None:
    codes = {kind: kind("x").exit_code for kind in (AskStaleError, AskSettledError, AskUnconfirmedError)}
    assert codes == {AskStaleError: 8, AskSettledError: 8, AskUnconfirmedError: 4}
    assert HiveError("x").exit_code == 1


async def test_an_ask_is_typed_at_only_once_it_has_stood_for_a_while(tmp_path: Path) -> None:
    """A program that misses `down` takes `enter` for the option above it, so it must have come to read keys."""
    shown_at = 0.0

    def program(data: bytes) -> bytes:
        is_reading = it.clock.monotonic() - shown_at > 0.3
        return {b"\x1b[B": toy.trust(1), b"\r": toy.idle()}.get(data, b"") if is_reading else b""

    it = Toy(tmp_path, program)
    it.pty.feed(toy.trust(0))
    shown_at = it.clock.monotonic()
    await answer(it.tile, "allow", Meant(says="trust"))
    assert it.pty.written == [b"\x1b[B", b"\r"]


async def test_a_program_that_ends_at_an_allow_was_not_allowed(tmp_path: Path) -> None:
    def program(data: bytes) -> bytes:
        it.tile.ended(1)
        return b""

    it = Toy(tmp_path, program)
    it.pty.feed(toy.permission())
    with pytest.raises(ExitedError, match="its program ended"):
        await answer(it.tile, "allow", ANY)


async def test_an_answer_waits_until_a_paste_is_whole_and_then_looks(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.permission())
    await it.tile.pasting.acquire()
    answering = asyncio.create_task(answer(it.tile, "allow", ANY))
    await it.clock.sleep(2.0)
    it.pty.feed(toy.idle())
    it.tile.pasting.release()
    with pytest.raises(AskStaleError, match="nothing was typed"):
        await answering
    assert it.pty.written == []


async def test_no_answer_is_typed_into_a_paste_that_began_meanwhile(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.permission())
    await it.tile.look()
    await it.clock.sleep(STAND_SECONDS)
    it.tile.write(b"x")
    answering = asyncio.create_task(answer(it.tile, "allow", ANY))
    await asyncio.sleep(0)  # it waits for that key to take effect
    async with it.tile.pasting:
        with pytest.raises(AskStaleError, match="somebody pastes"):
            await answering
    assert it.pty.written == [b"x"]


async def test_a_screen_that_drops_early_keys_is_typed_at_once_after_its_own_time(tmp_path: Path) -> None:
    """As Mistral Vibe 3.0.2 does within a second of its trust screen: no key is typed into that, and none twice."""
    keys, typed = AnswerKeys(allow=("1",), deny=("2",), after=3.0), []

    def program(data: bytes) -> bytes:
        typed.append(it.clock.monotonic() - drawn)
        return toy.idle() if data == b"1" and typed[-1] > 2.9 else b""

    it = Toy(tmp_path, program)
    it.tile.manifest = msgspec.structs.replace(it.manifest, answer={"trust": keys})
    drawn = it.clock.monotonic()
    it.pty.feed(toy.trust())
    await it.tile.look()
    await answer(it.tile, "allow", Meant(says="trust"))
    assert it.pty.written == [b"1"]
    assert it.listener.asks[-1].outcome == "allowed"


def selected(row: int) -> bytes:
    buttons = [f" {'❯' if row == n else ' '} {n + 1}. {label}" for n, label in enumerate(("Once", "Always", "No"))]
    return toy.screen(toy.RULE, " Do you want to run it?", *buttons, "", " enter to select")


async def test_enter_is_not_typed_while_another_option_than_the_first_is_selected(tmp_path: Path) -> None:
    it = Toy(tmp_path, lambda data: toy.working() if data == b"\r" else b"")
    it.tile.manifest = msgspec.structs.replace(
        it.manifest, answer={"permission": AnswerKeys(allow=("enter",), deny=("escape",))}
    )
    it.pty.feed(selected(1))
    with pytest.raises(AskStaleError, match="Always"):
        await answer(it.tile, "allow", ANY)
    assert it.pty.written == []
    it.pty.feed(selected(0))
    await answer(it.tile, "allow", ANY)
    assert it.pty.written == [b"\r"]

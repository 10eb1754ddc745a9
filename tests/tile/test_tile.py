from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from hivemind.base.errors import AskStaleError, ExitedError
from hivemind.detect.watch import STEADY_HOLD
from hivemind.protocol.screen import Size
from hivemind.protocol.status import Status
from hivemind.protocol.verb import Caller
from hivemind.testing import toy
from hivemind.testing.hive import HiveInMemory
from hivemind.testing.toy import Toy
from hivemind.tile.beat import SYNC_HOLD
from hivemind.tile.reducer import Input
from hivemind.tile.typist import deliver, press
from hivemind.verbs.spawn import Spawn


async def test_a_screen_is_read_and_its_status_told(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.working())
    await it.tile.look()
    it.pty.feed(toy.permission())
    await it.tile.look()
    assert it.listener.statuses == ["working"]
    await it.clock.sleep(STEADY_HOLD * 1.1)
    await it.tile.look()
    assert it.listener.statuses == ["working", "permission"]
    assert it.ask.tile_id == "toy111"


async def test_a_rule_that_decides_is_told_apart_from_a_guess(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.idle())
    await it.tile.look()
    found = it.tile.summary()
    assert found.seen
    assert Path(found.rule.rsplit(":", 2)[0]).name == "agent.yaml"
    it.pty.feed(toy.screen("nothing that a rule knows"))
    await it.tile.look()
    found = it.tile.summary()
    assert (found.status, found.seen, found.rule) == (Status.IDLE, False, "")


async def test_looking_waits_for_a_frame_to_end(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(b"\x1b[?2026h" + toy.screen("half"))
    looking = asyncio.create_task(it.tile.look())
    await asyncio.sleep(0)
    it.pty.feed(toy.working() + b"\x1b[?2026l")
    snapshot = await looking
    assert it.tile.rows_of(snapshot)[0] == "● Working"


async def test_looking_does_not_wait_for_ever_for_a_frame(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(b"\x1b[?2026h" + toy.screen("half"))
    start = it.clock.monotonic()
    assert it.tile.rows_of(await it.tile.look())[0] == "half"
    assert it.clock.monotonic() - start >= SYNC_HOLD


async def test_the_last_words_of_a_program_are_read_before_it_has_ended(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty._unread = b"last words"
    it.tile.ended(7)
    assert it.tile.rows_of(it.tile.snapshot)[0] == "last words"
    assert (it.tile.status, it.tile.exit, it.pty.is_closed) == (Status.EXITED, 7, True)
    with pytest.raises(ExitedError):
        it.tile.write(b"x")
    it.tile.ended(0)
    assert it.tile.exit == 7


async def test_a_tile_is_never_smaller_than_a_program_can_bear_nor_huge(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.tile.resize(10, 10)
    assert it.pty.sizes == []
    it.tile.resize(10_000, 10_000)
    assert it.pty.sizes == [Size(500, 1000)]
    it.tile.resize(10_000, 10_000)
    assert len(it.pty.sizes) == 1


async def test_modes_are_kept_for_the_next_daemon(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    before = it.listener.records
    it.pty.feed(b"\x1b[?1049h\x1b[?2004hx")
    await it.tile.look()
    assert it.listener.records > before
    assert it.tile.record.modes.alternate
    assert it.tile.record.modes.bracketed_paste


async def test_an_adopted_program_is_asked_to_repaint_and_nothing_is_judged_before(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    repainting = asyncio.create_task(it.tile.repaint())
    await asyncio.sleep(0)
    it.pty.feed(toy.screen("Do you want", "(half a repaint)"))
    while len(it.pty.sizes) < 2:
        await it.tile.output.wait(0.02)
    it.pty.feed(toy.working())
    await repainting
    assert it.pty.sizes == [Size(24, 79), Size(24, 80)]
    assert it.listener.statuses == ["working"]
    assert it.listener.asks == []


async def test_a_program_that_ends_of_the_repaint_is_an_ended_tile(tmp_path: Path) -> None:
    """The resize is a signal to it, and may be its last."""
    it = Toy(tmp_path)
    repainting = asyncio.create_task(it.tile.repaint())
    await asyncio.sleep(0)
    it.tile.ended(3)
    await repainting
    assert (it.pty.sizes, it.tile.status, it.tile.exit) == ([Size(24, 79)], Status.EXITED, 3)


async def test_a_program_without_rules_runs_until_it_has_exited(tmp_path: Path) -> None:

    memory = HiveInMemory(tmp_path)
    tile = await memory.hive.spawn(Spawn(command=["prog"]), Caller())
    memory.keeper.write(1, toy.permission())
    await tile.look()
    assert (tile.status, tile.is_read, memory.hive.open_asks()) == (Status.RUNNING, False, [])
    memory.hive.ended(1, 0)
    assert tile.status is Status.EXITED
    await memory.close()
    memory.keeper.close()


COPY = b"\x1b]52;c;aGVsbG8=\x07"


async def test_a_program_writes_the_clipboard_only_while_somebody_watches_it(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(COPY)
    await it.tile.look()
    assert it.listener.copies == []
    it.tile.be_watched(is_watched=True)
    it.pty.feed(COPY + b"\x1b]52;c;\x07\x1b]52;c;?\x07")
    await it.tile.look()
    assert it.listener.copies == ["hello"]
    assert it.pty.written == []


async def test_hooks_tell_a_turn_that_the_screen_does_not_show(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.idle())
    await it.tile.look()
    it.tile.turn.expect()
    it.tile.told(Input(event="turn.started"))
    assert it.tile.status is Status.WORKING
    assert it.tile.is_busy
    it.tile.told(Input(event="turn.ended"))
    reading = await it.tile.wait_until(frozenset({Status.IDLE}), timeout=0)
    assert reading.status is Status.IDLE
    assert it.listener.statuses == ["idle", "working", "idle"]


async def test_what_a_turn_has_done_is_news_until_somebody_looked(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.idle())
    await it.tile.look()
    it.tile.told(Input(event="turn.started"))
    it.tile.told(Input(event="subagent.started", agent_id="one"))
    assert (it.tile.summary().done, it.tile.summary().children) == (False, 1)
    it.tile.told(Input(event="subagent.stopped", agent_id="one"))
    it.tile.told(Input(event="turn.ended"))
    assert (it.tile.summary().done, it.tile.summary().children) == (True, 0)
    it.tile.remember(is_seen=True)
    assert not it.tile.summary().done


async def test_a_question_that_only_hooks_tell_opens_no_ask_and_takes_no_text(tmp_path: Path) -> None:
    """What is answered, and with which keys, is read from the screen alone."""
    it = Toy(tmp_path)
    it.pty.feed(toy.screen("something new"))
    await it.tile.look()
    it.tile.told(Input(event="input.requested", kind="permission"))
    assert it.tile.status is Status.PERMISSION
    assert it.listener.asks == []
    with pytest.raises(AskStaleError, match="waits for an answer"):
        await deliver(it.tile, "hello")


async def test_an_ask_closes_with_its_screen_whatever_hooks_say(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.permission())
    await it.tile.look()
    it.tile.told(Input(event="input.requested", kind="permission"))
    assert it.ask.kind is Status.PERMISSION
    it.pty.feed(toy.working())
    await it.tile.wait_until(frozenset({Status.WORKING}), timeout=100)
    assert it.tile.asks is not None
    assert it.tile.asks.current is None


async def test_a_lone_escape_ends_what_hooks_told_of_a_turn(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.idle())
    await it.tile.look()
    it.tile.told(Input(event="turn.started"))
    await press(it.tile, ["escape", "escape"], gap=0)
    assert it.tile.summary().status.value == "working"
    await press(it.tile, ["escape"], gap=0)
    assert it.tile.summary().status.value == "idle"
    assert it.tile.summary().detail == "interrupted"


async def test_a_session_that_hooks_tell_is_remembered(tmp_path: Path) -> None:
    it = Toy(tmp_path, task="do it")
    before = it.listener.records
    it.tile.remember(session="s-1")
    it.tile.remember(session="s-1")
    assert (it.tile.record.session, it.tile.record.pending_task) == ("s-1", "do it")
    assert it.listener.records == before + 1

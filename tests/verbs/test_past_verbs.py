"""What is kept of a tile, as commands: moments, statuses, recordings and pictures."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from hivemind.base.errors import HiveError, UnauthorizedError
from hivemind.protocol.command_line import parse
from hivemind.protocol.status import Status, StatusChange
from hivemind.protocol.verb import Caller
from hivemind.testing import toy
from hivemind.testing.hive import HiveInMemory
from hivemind.verbs import all_verbs
from hivemind.verbs.moment import ShowMoment
from hivemind.verbs.record import Record
from hivemind.verbs.screen import ShowScreen
from hivemind.verbs.spawn import Spawn
from hivemind.verbs.timeline import Timeline, line


@pytest.fixture
async def it(tmp_path: Path) -> AsyncIterator[HiveInMemory]:
    memory = HiveInMemory(tmp_path)
    await Spawn(agent="toy", name="kim").serve(memory.hive, Caller(client=1, cwd="/"))
    yield memory
    await memory.close()
    memory.keeper.close()


async def test_a_moment_is_shown_as_text_and_drawn_with_styles(it: HiveInMemory) -> None:
    it.keeper.write(1, b"\x1b[1mone")
    await it.hive.tile("kim").look()
    then = it.hive.clock.epoch_ms()
    await it.hive.clock.sleep(30)
    it.keeper.write(1, b"\rtwo")
    verb = ShowMoment(tile="kim", at=then)
    assert verb.show(await verb.serve(it.hive, Caller())) == "one"
    drawn = await ShowMoment(tile="kim", ago=10, styles=0).serve(it.hive, Caller())
    assert (drawn.rows[0][0], drawn.texts, len(drawn.styles)) == ("one", [], 2)
    now = await ShowMoment(tile="kim", styles=2).serve(it.hive, Caller())
    assert (now.rows[0][0], now.at, now.after, now.styles) == ("two", now.last, None, ())
    assert now.first <= (now.before or 0) <= then


async def test_a_tile_that_wrote_nothing_has_no_moment(it: HiveInMemory) -> None:
    with pytest.raises(HiveError, match="has written nothing yet"):
        await ShowMoment(tile="kim").serve(it.hive, Caller())


def test_a_moment_is_named_on_a_command_line() -> None:
    verbs = all_verbs()
    assert parse(["moment", "kim", "--ago", "2m"], verbs) == ShowMoment(tile="kim", ago=120.0)
    assert parse(["moment", "kim", "--at", "1796041560123"], verbs) == ShowMoment(tile="kim", at=1796041560123)


async def test_statuses_are_a_line_each(it: HiveInMemory) -> None:
    verb = Timeline(tile="kim")
    assert verb.show(await verb.serve(it.hive, Caller())) == "nothing has been said of this tile yet"
    it.keeper.write(1, toy.working())
    reply = await verb.serve(it.hive, Caller())
    assert [change.status for change in reply.changes] == [Status.WORKING]
    shown = line(StatusChange(0, Status.BLOCKED, "trust", "a.yaml:4:2", "screen"))
    assert shown.endswith("  blocked (trust)         screen  a.yaml:4:2")


async def test_record_says_where_and_ends(it: HiveInMemory, tmp_path: Path) -> None:
    start, stop = Record(tile="kim", to="a.cast"), Record(tile="kim", stop=True)
    caller = Caller(cwd=str(tmp_path))
    assert start.show(await start.serve(it.hive, caller)) == f"recording to {tmp_path}/a.cast"
    assert stop.show(await stop.serve(it.hive, caller)) == f"recorded to {tmp_path}/a.cast"


async def test_a_screen_is_saved_by_the_ending_of_the_name(it: HiveInMemory, tmp_path: Path) -> None:
    it.keeper.write(1, b"text")
    verb = ShowScreen(tile="kim", save="a.txt")
    assert verb.show(await verb.serve(it.hive, Caller(cwd=str(tmp_path)))) == f"saved to {tmp_path}/a.txt"
    assert (tmp_path / "a.txt").read_text() == "text\n"
    reply = await ShowScreen(tile="kim", save="").serve(it.hive, Caller())
    assert Path(reply.saved).parent == it.hive.places.saved
    assert reply.saved.endswith(".svg")


async def test_a_program_in_a_tile_has_no_files_written_for_it(it: HiveInMemory) -> None:
    with pytest.raises(UnauthorizedError):
        await ShowScreen(tile="kim", save="/tmp/x.txt").serve(it.hive, Caller(tile_id="other"))

"""Two people look at one tile: it has the size of the one who used theirs last."""

from __future__ import annotations

import pytest

from hivemind.hive.sizes import Sizes
from hivemind.protocol.screen import Size
from hivemind.protocol.verb import Caller
from hivemind.testing.hive import Client, HiveInMemory
from hivemind.verbs.here import Here
from hivemind.verbs.press import Press
from hivemind.verbs.resize import Resize
from hivemind.verbs.spawn import Spawn
from hivemind.verbs.subscribe import Subscribe
from hivemind.verbs.watch import Watch

BIG, SMALL = Size(50, 180), Size(24, 80)


@pytest.fixture
def applied() -> dict[str, Size]:
    return {}


@pytest.fixture
def sizes(applied: dict[str, Size]) -> Sizes:
    return Sizes(applied.__setitem__)


def test_the_client_that_was_used_last_decides_for_all_that_it_shows(sizes: Sizes, applied: dict[str, Size]) -> None:
    sizes.use(1)
    for tile in "ab":
        sizes.wish(1, tile, BIG)
    sizes.wish(2, "a", SMALL)
    assert applied == {"a": BIG, "b": BIG}
    sizes.use(2)
    assert applied == {"a": SMALL, "b": BIG}
    sizes.use(1)
    assert applied == {"a": BIG, "b": BIG}


def test_what_one_who_only_looks_wishes_changes_nothing(sizes: Sizes, applied: dict[str, Size]) -> None:
    sizes.use(1)
    sizes.wish(1, "a", BIG)
    sizes.wish(2, "a", SMALL)
    sizes.wish(2, "a", Size(30, 90))
    assert applied == {"a": BIG}
    sizes.wish(2, "b", SMALL)
    assert applied["b"] == SMALL


def test_a_client_that_leaves_or_hides_a_tile_gives_way(sizes: Sizes, applied: dict[str, Size]) -> None:
    for client, size in ((1, SMALL), (2, BIG)):
        sizes.use(client)
        for tile in "ab":
            sizes.wish(client, tile, size)
    sizes.hide(2, "a")
    assert applied == {"a": SMALL, "b": BIG}
    sizes.leave(2)
    assert applied == {"a": SMALL, "b": SMALL}
    sizes.leave(1)
    sizes.use(3)
    assert applied == {"a": SMALL, "b": SMALL}


def test_a_tile_that_is_gone_is_not_resized(sizes: Sizes, applied: dict[str, Size]) -> None:
    sizes.wish(1, "a", BIG)
    sizes.wish(2, "a", SMALL)
    sizes.drop("a")
    applied.clear()
    sizes.use(2)
    sizes.hide(1, "a")
    assert applied == {}


async def open_ui(it: HiveInMemory, number: int, tile: str, size: Size) -> Caller:
    """A UI that shows a tile in its size."""
    caller = Caller(client=number)
    it.hive.join(Client(number))
    await Subscribe().serve(it.hive, caller)
    await Watch(tile=tile).serve(it.hive, caller)
    await Resize(tile=tile, rows=size.rows, columns=size.columns).serve(it.hive, caller)
    return caller


async def test_a_program_follows_the_ui_that_is_typed_into(it: HiveInMemory) -> None:
    tile = await it.hive.spawn(Spawn(agent="toy"), Caller(cwd="/"))
    big = await open_ui(it, 1, tile.id, BIG)
    small = await open_ui(it, 2, tile.id, Size(10, 20))
    assert tile.size == SMALL, "one that is opened is used, and no program gets less than 80x24"
    await Press(tile=tile.id, names=["x"]).serve(it.hive, big)
    assert tile.size == BIG
    await Resize(tile=tile.id, rows=40, columns=100).serve(it.hive, small)
    assert tile.size == BIG
    await Here().serve(it.hive, small)
    assert tile.size == Size(40, 100)
    it.hive.leave(2)
    assert tile.size == BIG
    await Resize(tile=tile.id, rows=60, columns=200).serve(it.hive, big)
    assert tile.size == Size(60, 200)


async def test_a_ui_that_shows_another_tile_has_no_say(it: HiveInMemory) -> None:
    tile = await it.hive.spawn(Spawn(agent="toy"), Caller(cwd="/"))
    big = await open_ui(it, 1, tile.id, BIG)
    small = await open_ui(it, 2, tile.id, SMALL)
    await Watch(tile=tile.id, on=False).serve(it.hive, small)
    assert tile.size == BIG
    await Here().serve(it.hive, small)
    assert tile.size == BIG
    await it.hive.close(tile.id)
    await Here().serve(it.hive, big)


async def test_a_script_sets_a_size_at_once(it: HiveInMemory) -> None:
    tile = await it.hive.spawn(Spawn(agent="toy"), Caller(cwd="/"))
    await open_ui(it, 1, tile.id, BIG)
    await Resize(tile=tile.id, rows=33, columns=99).serve(it.hive, Caller(client=7))
    assert tile.size == Size(33, 99)


async def test_a_script_that_types_and_a_program_in_a_tile_are_not_the_ui_that_is_used(it: HiveInMemory) -> None:
    """Bells and notifications go to the UI that was used last: nobody would hear them there."""
    tile = await it.hive.spawn(Spawn(agent="toy"), Caller(cwd="/"))
    await open_ui(it, 1, tile.id, BIG)
    it.hive.join(Client(7))
    await Press(tile=tile.id, names=["x"]).serve(it.hive, Caller(client=7))
    await Here().serve(it.hive, Caller(client=7))
    it.hive.join(Client(8))
    await Subscribe().serve(it.hive, Caller(client=8, tile_id="other"))
    assert it.hive.sizes.last == 1

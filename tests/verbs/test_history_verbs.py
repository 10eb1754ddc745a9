"""A tile's lines as commands: its history, its rows with their styles, and what is found in it."""

from __future__ import annotations

import pytest

from hivemind.base.errors import UsageError
from hivemind.testing.hive import HiveInMemory
from hivemind.verbs.history import LINES, MOST_LINES, History
from hivemind.verbs.rows import MOST_ROWS, Rows, StyledRows
from hivemind.verbs.screen import ShowScreen
from hivemind.verbs.search import MOST_PLACES, Search
from tests.verbs.conftest import PERSON, serve, started


async def lines(it: HiveInMemory, count: int) -> str:
    """A tile that has shown so many lines, the last of them on its screen."""
    tile = await started(it)
    for begin in range(0, count, 100):
        it.keeper.write(1, "".join(f"Line {n}\r\n" for n in range(begin, min(begin + 100, count))).encode())
        await ShowScreen(tile=tile).serve(it.hive, PERSON)
    return tile


async def test_history_shows_the_last_lines_and_any_range(it: HiveInMemory) -> None:
    tile = await lines(it, 300)
    raw, text = await serve(it, History(tile=tile))
    assert isinstance(raw, dict)
    assert (raw["first"], raw["last"], raw["match"]) == (0, 300, None)
    assert raw["rows"][0] == (301 - LINES, f"Line {301 - LINES}")
    assert text.splitlines()[-1] == "Line 299"
    raw, text = await serve(it, History(tile=tile, start=10, stop=12))
    assert isinstance(raw, dict)
    assert raw["rows"] == [(10, "Line 10"), (11, "Line 11")]
    assert text == "Line 10\nLine 11"


async def test_history_and_rows_are_bounded(it: HiveInMemory) -> None:
    tile = await lines(it, MOST_LINES + 200)
    raw, _ = await serve(it, History(tile=tile, start=5))
    assert isinstance(raw, dict)
    assert [raw["rows"][0][0], raw["rows"][-1][0]] == [5, 5 + MOST_LINES - 1]
    assert len((await Rows(tile=tile, start=-9, stop=10**9).serve(it.hive, PERSON)).rows) == MOST_ROWS


async def test_history_finds_the_next_line_and_the_one_before(it: HiveInMemory) -> None:
    tile = await lines(it, 50)
    raw, text = await serve(it, History(tile=tile, find="ine 2"))
    assert isinstance(raw, dict)
    assert raw["match"] == {"line": 2, "column": 1, "endLine": 2, "endColumn": 6}
    assert (raw["rows"], text) == ([(2, "Line 2")], "2: Line 2")
    assert (await serve(it, History(tile=tile, find="ine 2", start=3)))[1] == "20: Line 20"
    assert (await serve(it, History(tile=tile, find="ine 2", backwards=True)))[1] == "29: Line 29"
    assert (await serve(it, History(tile=tile, find="line 2")))[1] == ""
    assert (await serve(it, History(tile=tile, find="line 2", ignore_case=True)))[1] == "2: Line 2"
    with pytest.raises(UsageError, match="needs a text"):
        await serve(it, History(tile=tile, find=""))


async def test_search_tells_every_place_and_of_too_many_the_last(it: HiveInMemory) -> None:
    tile = await lines(it, MOST_PLACES // 2 + 10)
    raw, text = await serve(it, Search(tile=tile, text="line 30", ignore_case=True))
    assert isinstance(raw, dict)
    assert (raw["count"], raw["places"][:2]) == (11, [(30, 0, 30, 7), (300, 0, 300, 7)])
    assert text.splitlines()[0] == "30:0"
    assert (await serve(it, Search(tile=tile, text="line 30")))[1] == "not found"
    it.keeper.write(1, b"zz" * (MOST_PLACES // 2 + 3))
    many = await Search(tile=tile, text="z").serve(it.hive, PERSON)
    assert (many.count, len(many.places)) == (MOST_PLACES + 6, MOST_PLACES)
    assert many.places[0][1] == 6
    with pytest.raises(UsageError, match="nothing to find"):
        await serve(it, Search(tile=tile, text=""))


async def test_rows_tell_which_lines_went_on(it: HiveInMemory) -> None:
    tile = await started(it)
    it.keeper.write(1, b"x" * 130)
    assert (await Rows(tile=tile, start=0, stop=5).serve(it.hive, PERSON)).wraps == [(0, 120)]


async def test_rows_come_with_the_styles_that_the_client_has_not(it: HiveInMemory) -> None:
    tile = await started(it)
    it.keeper.write(1, b"\x1b[1mone\x1b[m\r\n\x1b[31mtwo")
    reply, text = await serve(it, Rows(tile=tile, start=0, stop=2))
    assert isinstance(reply, dict)
    assert text == "one\ntwo"
    assert (reply["first"], reply["screen"], reply["end"], len(reply["styles"])) == (0, 0, 30, 3)
    again = await Rows(tile=tile, start=1, stop=2, styles=2).serve(it.hive, PERSON)
    assert isinstance(again, StyledRows)
    assert ([row[:2] for row in again.rows], len(again.styles)) == ([(1, "two")], 1)

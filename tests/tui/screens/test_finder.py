"""The palette finds every action and every tile."""

from __future__ import annotations

from textual.widgets import Input

from hivemind.testing.scene import TILES
from hivemind.tui.screens.finder import Finder, FoundList
from tests.tui.room import MIDDLE, SMALL, room


async def test_a_few_letters_find_a_tile_and_enter_goes_there() -> None:
    async with room(MIDDLE) as r:
        last = TILES[-1]
        await r.press("ctrl+b", ":", *"review", "enter")
        assert r.board.focus == last.tile_id
        assert not isinstance(r.app.screen, Finder)


async def test_enter_that_overtakes_the_news_of_a_text_picks_what_the_text_means() -> None:
    async with room(MIDDLE) as r:
        await r.press("ctrl+b", ":")
        finder = r.app.screen
        assert isinstance(finder, Finder)
        finder.query_one(Input).value = "review"
        finder.action_confirm()
        await r.pause()
        assert r.board.focus == TILES[-1].tile_id


async def test_every_action_without_an_argument_is_listed_with_its_key() -> None:
    async with room(MIDDLE) as r:
        await r.press("ctrl+b", ":", *"zoom")
        shown = r.app.screen.query_one(FoundList).text()
        assert "zoom this tile, and back" in shown
        assert "zoom   ^B z" in shown
        await r.press("enter")
        assert r.board.is_zoomed


async def test_what_nothing_is_called_does_nothing() -> None:
    async with room(SMALL) as r:
        await r.press("ctrl+b", ":", *"qqqqqq", "enter")
        assert "nothing is called that" in r.app.screen.query_one(FoundList).text()
        await r.press("escape")
        assert r.app.screen is r.app.room


async def test_arrows_choose_and_a_click_picks() -> None:
    async with room(MIDDLE) as r:
        await r.press("ctrl+b", ":", "down", "down", "up", "enter")
        assert r.board.focus == r.board.by_need()[1].tile_id
        await r.press("ctrl+b", ":")
        await r.pilot.click(FoundList, offset=(8, 0))
        await r.pause()
        assert r.board.focus == r.board.by_need()[0].tile_id

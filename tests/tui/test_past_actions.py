"""What a person does with what a tile shows: recording, saving, bundling."""

from __future__ import annotations

import msgspec

from hivemind.base.errors import HiveError
from hivemind.testing.scene import TILES
from hivemind.verbs.bundle import Bundle, Bundled
from hivemind.verbs.record import Record, Recorded
from hivemind.verbs.screen import CursorAt, Screen, ScreenSize, ShowScreen
from tests.tui.room import room

RECORDED = [msgspec.structs.replace(TILES[0], recording="/home/me/a.cast"), *TILES[1:]]


async def test_a_tile_is_recorded_and_the_file_is_named() -> None:
    async with room(asks=[]) as r:
        r.link.replies[Record] = Recorded("/home/me/a.cast", on=True)
        await r.press("ctrl+b", "R")
        assert r.link.asked(Record) == [Record(tile="t1")]
        assert r.said.endswith("fix nav: recording to /home/me/a.cast")


async def test_the_same_key_ends_it_and_until_then_the_title_says_so() -> None:
    async with room(asks=[], tiles=RECORDED) as r:
        view = r.app.room.grid.view("t1")
        assert view is not None
        assert "· rec " in view.render_line(0).text
        r.link.replies[Record] = Recorded("/home/me/a.cast", on=False)
        await r.press("ctrl+b", "R")
        assert r.link.asked(Record) == [Record(tile="t1", stop=True)]
        assert r.said.endswith("fix nav: recorded to /home/me/a.cast")


async def test_a_screen_is_saved_under_a_name_of_ours() -> None:
    async with room(asks=[]) as r:
        size = ScreenSize(24, 80)
        r.link.replies[ShowScreen] = Screen([], CursorAt(0, 0, visible=True), "", size, 1, saved="/home/me/a.svg")
        await r.press("ctrl+b", "P")
        assert r.link.asked(ShowScreen) == [ShowScreen(tile="t1", save="")]
        assert r.said.endswith("fix nav: saved to /home/me/a.svg")


async def test_a_bundle_says_where_it_is_and_how_much_is_hidden() -> None:
    async with room(asks=[]) as r:
        r.link.replies[Bundle] = Bundled("/home/me/a.zip", {"tokens": 2, "ids": 1})
        await r.press("ctrl+b", "D")
        assert r.said.endswith("/home/me/a.zip: 3 things hidden, its README.txt says which")


async def test_what_fails_is_said() -> None:
    async with room(asks=[]) as r:
        for verb, key in ((Record, "R"), (ShowScreen, "P"), (Bundle, "D")):
            r.link.replies[verb] = HiveError("the disk is full")
            await r.press("ctrl+b", key)
            assert f"{verb.method}: the disk is full" in r.said
            await r.press("ctrl+b", "escape")


async def test_without_a_tile_it_says_what_to_press() -> None:
    async with room(tiles=[], asks=[]) as r:
        for key in "RPD":
            await r.press("ctrl+b", key)
            assert "no tile is focused" in r.said

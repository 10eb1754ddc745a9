"""The keys of a dialog can be clicked: who uses the mouse needs no keyboard to close or confirm one."""

from __future__ import annotations

import pytest
from textual import events

from hivemind.testing.scene import TILES
from hivemind.tui.screens.copy_help import CopyHelp
from hivemind.tui.screens.fields import Entries
from hivemind.tui.screens.finder import FoundList
from hivemind.tui.screens.foot import Foot
from hivemind.verbs.answers import Answers, Given
from hivemind.verbs.close import Close
from hivemind.verbs.permits import Permits, Standing
from hivemind.verbs.spawn import Spawn, Spawned
from tests.tui.room import LARGE, MIDDLE, SMALL, Room, room

NARROW = (60, 20)

COPY = "the keys of copy mode"


async def click(r: Room, words: str) -> None:
    """Click that text of the dialog's foot."""
    foot = r.app.screen.query_one(Foot)
    y, line = next((y, line) for y, line in enumerate(foot.text().splitlines()) if words in line)
    await r.pilot.click(foot, offset=(line.index(words), y))
    await r.pause()


@pytest.mark.parametrize("words", ["Enter", "closes it"])
async def test_a_click_on_a_key_or_its_words_is_that_key(words: str) -> None:
    async with room() as r:
        await r.press("ctrl+b", "&")
        await click(r, words)
        assert [call.tile for call in r.link.asked(Close)] == [TILES[0].tile_id]


async def test_a_click_on_escape_leaves_everything() -> None:
    async with room() as r:
        await r.press("ctrl+b", "&")
        await click(r, "Esc")
        assert (r.link.asked(Close), r.app.screen) == ([], r.app.room)


async def test_an_arrow_can_be_clicked_and_what_it_does_with_others_cannot() -> None:
    async with room() as r:
        await r.press("ctrl+b", ":")
        await click(r, "↓")
        await click(r, "choose")
        assert r.app.screen.query_one(FoundList).text().splitlines()[1].startswith(">")


@pytest.mark.parametrize("size", [NARROW, SMALL, MIDDLE, LARGE])
@pytest.mark.parametrize("key", [":", "c", "?", "H", "N", ",", "&", "f", "m", COPY])
async def test_the_keys_of_every_dialog_are_in_sight(size: tuple[int, int], key: str) -> None:
    """A dialog that is cut at the bottom of a low screen hides how it is closed."""
    async with room(size) as r:
        r.link.replies |= {Permits: Standing(0, []), Answers: Given([])}
        if key == COPY:
            r.app.push_screen(CopyHelp(r.app.look))
        await r.press(*(("ctrl+b", key) if key != COPY else ()))
        foot = r.app.screen.query_one(Foot)
        assert r.app.screen.region.contains_region(foot.region), foot.region
        assert foot.region.height == len(foot.text().splitlines())
        await click(r, "Esc")
        assert r.app.screen is r.app.room


async def test_the_wheel_moves_through_a_list_that_is_longer_than_its_place() -> None:
    async with room(SMALL) as r:
        await r.press("ctrl+b", ":")
        found = r.app.screen.query_one(FoundList)
        for _ in range(5):
            await r.pilot._post_mouse_events([events.MouseScrollDown], found)
        await r.pause()
        assert found.text().splitlines()[-1].startswith(">")
        await r.pilot._post_mouse_events([events.MouseScrollUp], found)
        await r.pause()
        assert not found.text().splitlines()[-1].startswith(">")


async def test_the_wheel_reaches_every_agent() -> None:
    async with room(NARROW) as r:
        await r.press("ctrl+b", "c")
        entries = r.app.screen.query_one(Entries)
        assert entries.size.height < 4
        assert str(entries.render()).splitlines()[0].endswith("1 of 4")
        for _ in range(3):
            await r.pilot._post_mouse_events([events.MouseScrollDown], entries)
        await r.pause()
        assert entries.chosen is not None
        assert entries.chosen.id == "shell"
        r.link.replies[Spawn] = Spawned("t9")
        await click(r, "Enter")
        assert [call.command for call in r.link.asked(Spawn)] == [["/bin/bash"]]

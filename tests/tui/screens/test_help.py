"""The help says which keys are in force, whichever those are, without a word cut off."""

from __future__ import annotations

import pytest
from textual.containers import VerticalScroll
from textual.widgets import Static

from hivemind.base.problems import Report
from hivemind.settings.settings import Keys
from hivemind.tui.action import groups
from hivemind.tui.bindings import keymap_of
from hivemind.tui.keymap import Keymap
from tests.tui.room import LARGE, MIDDLE, SMALL, Room, room

NARROW = (60, 20)


def keymap(**keys: object) -> Keymap:
    return keymap_of(Keys(**keys), groups(), Report(), None)  # type: ignore[arg-type]


async def opened(r: Room) -> str:
    """The page as it is drawn, to its end."""
    r.app.act("help")
    await r.pause()
    return "\n".join(str(one.render()) for one in r.app.screen.query(Static))


@pytest.mark.parametrize("size", [NARROW, SMALL, MIDDLE, LARGE])
@pytest.mark.parametrize("preset", ["tmux", "zellij", "plain"])
async def test_every_preset_is_told_whole_at_every_size(size: tuple[int, int], preset: str) -> None:
    keys = keymap(preset=preset)
    async with room(size, keys=keys) as r:
        page = await opened(r)
        told = [line for group in keys.groups for line in keys.lines(group)]
        assert [line for line in told if line[0] not in page or line[1] not in page] == []
        assert "…" not in page
        scroll = r.app.screen.query_one(VerticalScroll)
        assert max(map(len, page.splitlines())) <= scroll.size.width


async def test_keys_without_a_prefix_are_not_said_to_come_after_it() -> None:
    async with room(keys=keymap(preset="plain")) as r:
        page = await opened(r)
        assert page.startswith("Keys, where ^B is Ctrl+B\n")
        assert "Alt+1-9  ^B 1-9" in page


async def test_an_action_with_another_key_has_a_line_of_its_own() -> None:
    """Those that shared it with their own keys would else be told with keys that are not in force."""
    async with room(SMALL, keys=keymap(actions={"down": ("prefix J",)})) as r:
        page = await opened(r)
        assert "tile there, also h j k l" not in page
        assert [line.split()[:3] for line in page.splitlines() if "tile below" in line] == [["J", "tile", "below"]]


async def test_all_keys_are_on_one_screen_from_120_columns_on() -> None:
    async with room(MIDDLE) as r:
        await opened(r)
        assert r.app.screen.query_one(VerticalScroll).max_scroll_y == 0


async def test_between_two_groups_is_a_blank_line() -> None:
    async with room(NARROW) as r:
        page = (await opened(r)).splitlines()
        headings = [at for at, line in enumerate(page) if line in {group.title for group in groups()}]
        assert len(headings) == len(groups())
        assert [page[at - 1] for at in headings[1:]] == [""] * (len(headings) - 1)


async def test_a_sign_and_its_meaning_stay_on_one_line() -> None:
    async with room(SMALL) as r:
        lines = [line.strip() for line in (await opened(r)).splitlines()]
        assert any("✔ done, not looked at" in line for line in lines)
        assert any("! did not end well" in line for line in lines)

"""Settings in a person's hands: each change is in the file at once, and a mistake is said."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual import events
from textual.widgets import Static

from hivemind.base.errors import HiveError
from hivemind.protocol.agent import OptionInfo
from hivemind.settings.file import SettingsFile
from hivemind.tui.actions.find import AGAIN
from hivemind.tui.screens.foot import Foot
from hivemind.tui.screens.settings import SettingRows, SettingsPage
from hivemind.verbs.options import OptionList, Options
from hivemind.verbs.switch import Switch, Switched
from tests.tui.room import MIDDLE, SMALL, Room, room


@pytest.fixture
def file(tmp_path: Path) -> SettingsFile:
    return SettingsFile(tmp_path / "settings.toml", tmp_path / "good.toml")


@asynccontextmanager
async def page(file: SettingsFile, at: str = "", size: tuple[int, int] = MIDDLE) -> AsyncIterator[Room]:
    async with room(size, settings=file, opens=at or "look.theme") as r:
        r.link.replies[Options] = OptionList([OptionInfo("model", "Model", ["small", "large"], "small")])
        r.link.replies[Switch] = Switched(changed=True)
        await r.pause()
        assert isinstance(r.app.screen, SettingsPage)
        yield r


async def settled(r: Room) -> None:
    while running := [worker for worker in r.app.workers if worker.node is r.app.screen and not worker.is_finished]:
        await r.app.workers.wait_for_complete(running)
    await r.pause()


def fault(r: Room) -> str:
    found = r.app.screen.query_one(".fault", Static)
    return str(found.render()) if found.display else ""


def shown(r: Room, label: str) -> str:
    lines = r.app.screen.query_one(SettingRows).text().splitlines()
    return next(line for line in lines if label in line)


def chosen(r: Room) -> str:
    return next(line for line in r.app.screen.query_one(SettingRows).text().splitlines() if line.startswith(">"))


async def test_a_choice_turns_and_is_in_the_file(file: SettingsFile) -> None:
    async with page(file, "notify.bell") as r:
        await r.press("right")
        await settled(r)
        assert file.current().settings.notify.bell
        assert shown(r, "bell").split()[:4] == [">", "*", "bell", "on"]
        await r.press("backspace")
        await settled(r)
        assert not file.current().settings.notify.bell


async def test_another_theme_draws_the_room_anew_at_the_same_line(file: SettingsFile) -> None:
    async with page(file) as r:
        await r.press("right")
        await r.pilot._wait_for_screen()
        await r.pause()
        assert (r.app.return_value, r.app.opens) == (AGAIN, "look.theme")
    assert file.current().settings.look.theme == "light"


async def test_a_click_chooses_a_line_and_a_second_one_changes_it(file: SettingsFile) -> None:
    async with page(file) as r:
        lines = r.app.screen.query_one(SettingRows).text().splitlines()
        y = next(number for number, line in enumerate(lines) if "list of agents" in line)
        await r.pilot.click(SettingRows, offset=(6, y))
        await settled(r)
        assert shown(r, "list of agents").startswith(">")
        assert file.current().settings.look.panel
        await r.pilot.click(SettingRows, offset=(6, y))
        await r.pause()
        assert r.app.broke is None
    assert not file.current().settings.look.panel


async def test_a_change_that_redraws_the_room_may_be_made_twice_in_a_hurry(file: SettingsFile) -> None:
    async with page(file) as r:
        for _ in range(2):
            now = r.app.screen
            assert isinstance(now, SettingsPage)
            now.action_confirm()
        await r.pilot._wait_for_screen()
        await r.pause()
        assert (r.app.broke, r.app.return_value) == (None, AGAIN)


async def test_a_number_is_typed_and_a_wrong_one_is_said(file: SettingsFile) -> None:
    async with page(file, "scrollback.lines") as r:
        await r.press("enter", *["backspace"] * 5, *"lots", "enter")
        await settled(r)
        assert fault(r) == "scrollback: 'lots' is no number"
        await r.press(*["backspace"] * 4, *"-5", "enter")
        await settled(r)
        assert "expected a whole number from 0 to 1000000" in fault(r)
        assert file.current().settings.scrollback.lines == 10_000
        await r.press("enter", *["backspace"] * 5, *"500", "enter")
        await settled(r)
        assert (fault(r), file.current().settings.scrollback.lines) == ("", 500)


@pytest.mark.parametrize(
    ("keys", "chord"),
    [(["ctrl+b", "y"], "prefix y"), (["alt+y"], "alt+y"), (["f5"], "f5"), (["y"], "prefix y")],
    ids=["after the prefix", "with alt", "a function key", "a plain key is one after the prefix"],
)
async def test_a_key_is_bound_by_pressing_it(file: SettingsFile, keys: list[str], chord: str) -> None:
    async with page(file, "keys.actions.allow") as r:
        await r.press("enter", *keys)
        await r.pause()
    assert file.current().settings.keys.actions == {"allow": (chord,)}


async def test_escape_while_a_key_is_asked_for_binds_nothing(file: SettingsFile) -> None:
    async with page(file, "keys.actions.allow") as r:
        await r.press("enter", "escape")
        assert "settings" in type(r.app.screen).__name__.lower()
        await r.press("escape")
        assert r.app.screen is r.app.room
    assert not file.path.exists()


async def test_an_agent_opens_to_the_options_that_its_program_offers(file: SettingsFile) -> None:
    async with page(file, "codex") as r:
        await r.press("enter")
        await settled(r)
        assert shown(r, "Model").split()[:2] == ["Model", "small"]
        await r.press("down", "right")
        await settled(r)
        assert file.current().settings.agents["codex"].options == {"model": "large"}


async def test_an_agent_is_switched_off_by_the_daemon(file: SettingsFile) -> None:
    async with page(file, "codex") as r:
        await r.press("right")
        await settled(r)
        assert [(verb.agent, verb.off) for verb in r.link.asked(Switch)] == [("codex", True)]


async def test_what_the_daemon_refuses_is_said(file: SettingsFile) -> None:
    async with page(file, "codex") as r:
        r.link.replies[Switch] = HiveError("no disk", hint="free some")
        await r.press("right")
        await settled(r)
        assert fault(r) == "no disk\nfree some"


async def test_a_click_on_another_line_ends_the_edit_of_this_one(file: SettingsFile) -> None:
    async with page(file, "scrollback.lines") as r:
        await r.press("enter", "5")
        lines = r.app.screen.query_one(SettingRows).text().splitlines()
        at = next(n for n, line in enumerate(lines) if "a standing permission" in line)
        await r.pilot.click(SettingRows, offset=(5, at))
        await r.press("enter")
        await settled(r)
        assert "a standing permission" in chosen(r)
        assert not file.path.exists()


async def test_the_chosen_line_stays_chosen_while_lines_come_above_it(file: SettingsFile) -> None:
    async with room(MIDDLE, settings=file) as r:
        r.link.replies[Options] = OptionList([OptionInfo("model", "Model", ["small", "large"], "small")])
        r.link.gates[Options] = asyncio.Event()
        await r.press("ctrl+b", "S")
        await settled(r)
        while "claude" not in chosen(r):
            await r.press("down")
        await r.press("enter")
        while "preset" not in chosen(r):
            await r.press("down")
        r.link.gates[Options].set()
        await settled(r)
        assert "preset" in chosen(r)


@pytest.mark.parametrize("keys", [["home"], ["pageup"] * 9, ["up"] * 99], ids=["home", "pages", "lines"])
async def test_every_way_up_reaches_the_first_line(file: SettingsFile, keys: list[str]) -> None:
    async with page(file, "answers.batch") as r:
        await r.press(*keys)
        assert shown(r, "theme").startswith(">")


async def test_an_agent_that_is_not_here_says_how_to_get_it_on_a_small_screen(file: SettingsFile) -> None:
    async with page(file, "claude", size=SMALL) as r:
        assert "not installed   Claude" in shown(r, "claude")
        about = r.app.screen.query_one(".about", Static)
        assert (str(about.render()), about.display) == ("npm install -g @anthropic-ai/claude-code", True)
        await r.press("home")
        assert not about.display


MISTAKES = '[look]\ntheme = 5\n[keys]\npreset = "emacs"\nnope = 1\n[bogus]\na = 1\n'


@pytest.mark.parametrize("size", [(60, 20), SMALL, MIDDLE])
async def test_mistakes_in_the_file_leave_room_for_the_lines_and_the_keys(
    file: SettingsFile, size: tuple[int, int]
) -> None:
    file.path.write_text(MISTAKES)
    async with page(file, size=size) as r:
        first, second, *_ = fault(r).splitlines()
        assert first == "until this is mended, the last settings without a mistake hold:"
        assert second == "settings.toml:2:9: theme: found the number 5, expected text (quote it: '5')"
        assert r.app.screen.query_one(SettingRows).size.height >= 3
        foot = r.app.screen.query_one(Foot)
        assert r.app.screen.region.contains_region(foot.region)
        assert "closes" in foot.text()


async def test_the_foot_says_what_keys_do_on_the_chosen_line(file: SettingsFile) -> None:
    async with page(file, "scrollback.lines") as r:
        foot = r.app.screen.query_one(Foot)
        assert "Enter edits" in foot.text()
        await r.press("enter")
        assert foot.text() == "Enter keeps it   Esc leaves it as it was"
        await r.press("escape", "home")
        assert foot.text() == "↑ ↓ choose   ← → change   Backspace as shipped   Esc closes"
        await r.pilot.click(foot, offset=(foot.text().index("→"), 0))
        await settled(r)
        assert file.current().settings.look.theme == "light"


async def test_a_key_that_every_program_needs_is_bound_behind_the_prefix(file: SettingsFile) -> None:
    async with page(file, "keys.actions.allow") as r:
        await r.press("enter", "enter")
        await r.pause()
    assert file.current().settings.keys.actions == {"allow": ("prefix enter",)}


async def test_changes_that_come_faster_than_the_file_is_written_are_all_made(file: SettingsFile) -> None:
    async with page(file, "notify.events.permission") as r:
        for key in ("space", "down", "space"):
            r.app.post_message(events.Key(key, None))
        await settled(r)
        assert {"permission", "question"}.isdisjoint(file.current().settings.notify.events)
    async with page(file, "notify.terminal") as r:
        for key in ("right", "right"):
            r.app.post_message(events.Key(key, None))
        await settled(r)
        assert file.current().settings.notify.terminal == "osc777"

"""The daemon knows which tile somebody looks at; the terminal is told what the daemon says."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from hivemind.protocol.events import Summons
from hivemind.settings.file import SettingsFile
from hivemind.tui.looked import LATELY
from hivemind.tui.outer import Outer
from hivemind.verbs.looking import Looking
from tests.tui.room import Room, room


def looked(r: Room) -> list[str]:
    return [call.tile for call in r.link.asked(Looking)]


async def test_the_focused_tile_is_looked_at() -> None:
    async with room() as r:
        assert looked(r) == [r.board.focus]
        before = r.board.focus
        await r.press("ctrl+b", "tab")
        assert r.board.focus != before
        assert looked(r)[-1] == r.board.focus
        count = len(looked(r))
        await r.press("x")
        assert len(looked(r)) == count


async def test_a_terminal_without_focus_shows_nobody_anything() -> None:
    async with room() as r:
        r.app.post_message(events.AppBlur())
        await r.pause()
        assert looked(r)[-1] == ""
        r.app.post_message(events.AppFocus())
        await r.pause()
        assert looked(r)[-1] == r.board.focus


async def test_a_new_connection_is_told_again() -> None:
    async with room() as r:
        count = len(looked(r))
        r.app.outward.connected()
        r.app.changed()
        await r.pause()
        assert looked(r)[count:] == [r.board.focus]


async def test_a_summons_is_written_as_settings_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    monkeypatch.setattr(Outer, "write", lambda _, text: written.append(text))
    async with room() as r:
        summons = Summons("ann is done", "", "t1", "done", 1)
        await r.emit(summons)
        assert written == []
        r.app.settings = SettingsFile(tmp_path / "settings.toml", tmp_path / "good.toml")
        (tmp_path / "settings.toml").write_text("[notify]\nbell = true\n")
        await r.emit(summons)
        assert written == ["\x07"]


async def test_within_a_tmux_that_tells_no_focus_a_person_is_away_after_a_while() -> None:
    async with room() as r:
        r.app.outward._env = {"TMUX": "/tmp/tmux,1,0"}
        r.scene.clock.turn(LATELY + 1)
        r.app.changed()
        await r.pause()
        assert looked(r)[-1] == ""
        await r.press("x")
        r.app.changed()
        await r.pause()
        assert looked(r)[-1] == r.board.focus
        r.app.post_message(events.AppFocus())
        r.scene.clock.turn(LATELY + 1)
        r.app.changed()
        await r.pause()
        assert looked(r)[-1] == r.board.focus

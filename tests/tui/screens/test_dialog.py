"""What every dialog has."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events
from textual.css.query import NoMatches
from textual.geometry import Size
from textual.widgets import Input, Static, TextArea

from hivemind.protocol.settled import Permit as Standing
from hivemind.settings.file import SettingsFile
from hivemind.tui.drawn import Drawn
from hivemind.tui.screens.confirm import Confirm
from hivemind.tui.screens.dialog import Dialog
from hivemind.tui.screens.kept import KeptScreen
from hivemind.tui.screens.rename import Renaming
from hivemind.tui.signs import ASCII
from hivemind.verbs.permit import Permit
from tests.tui.room import room


async def test_a_dialog_that_ends_late_closes_no_other_one() -> None:
    async with room() as r:
        given: list[bool | None] = []
        first, second = (Confirm(f"{name}?", "", "does it", r.app.look) for name in ("first", "second"))
        r.app.push_screen(first, given.append)
        await r.press("escape")
        r.app.push_screen(second, given.append)
        await r.pause()
        first.action_confirm()
        await r.pause()
        assert (r.app.screen, given) == (second, [None])
        await r.press("enter")
        assert (r.app.screen, given) == (r.app.room, [None, True])


async def test_a_dialog_closes_once() -> None:
    async with room() as r:
        given: list[bool | None] = []
        dialog = Confirm("sure?", "", "does it", r.app.look)
        r.app.push_screen(dialog, given.append)
        await r.pause()
        for _ in range(2):
            dialog.action_confirm()
        await r.pause()
        assert (r.app.screen, given) == (r.app.room, [True])


async def test_a_dialog_that_is_closed_before_it_was_drawn_draws_nothing() -> None:
    async with room() as r:
        for _ in range(5):
            kept = KeptScreen("allowed", ("a row",), r.app.look)
            r.app.push_screen(kept)
            kept.dismiss(None)
            await r.pause()
        assert (r.app.broke, r.app.screen) == (None, r.app.room)


@pytest.mark.parametrize("key", [None, "?", "c"])
async def test_a_size_that_the_terminal_has_no_more_is_not_laid_out(key: str | None) -> None:
    async with room() as r:
        if key:
            await r.press("ctrl+b", key)
            await r.pause()
        screen = r.app.screen
        before = [part.outer_size for part in screen.children]
        screen.post_message(events.Resize(Size(21, 10), Size(21, 10)))
        await r.pause()
        await r.pause()
        assert [part.outer_size for part in screen.children] == before


async def test_a_dialog_follows_the_size_of_the_terminal() -> None:
    async with room() as r:
        await r.press("ctrl+b", "?")
        for width in (60, 50):
            await r.pilot.resize_terminal(width, 20)
            await r.pause()
            assert r.app.screen.children[0].outer_size.width == width


async def test_what_ends_after_the_dialog_was_closed_shows_nothing() -> None:
    async with room() as r:
        dialog = Confirm("sure?", "", "does it", r.app.look)
        r.app.push_screen(dialog)
        await r.pause()

        async def look() -> None:
            dialog.query_one(Input)

        dialog.dismiss(None)
        await dialog._while_open(look())
        await r.pause()
        assert r.app.broke is None


async def test_a_mistake_of_an_open_dialog_is_not_hidden() -> None:
    async with room() as r:
        dialog = Confirm("sure?", "", "does it", r.app.look)
        r.app.push_screen(dialog)
        await r.pause()

        async def look() -> None:
            dialog.query_one(Input)

        with pytest.raises(NoMatches):
            await dialog._while_open(look())


async def test_what_was_typed_before_esc_closes_a_dialog_goes_to_no_program() -> None:
    async with room() as r:
        dialog = Renaming("Rename", "fix nav", r.app.look)
        r.app.push_screen(dialog)
        for key in ("r", "m", "escape"):
            await dialog.type(events.Key(key, key if len(key) == 1 else None))
        await r.pause()
        await r.press("x")
        assert (r.names, r.app.screen) == (["x"], r.app.room)


@pytest.mark.parametrize("key", ["c", "?", ":", "&", ",", "N", "A", "S"])
async def test_a_dialog_of_an_ascii_room_is_ascii(key: str, tmp_path: Path) -> None:
    """Scroll bars are Textual's own, and beside the text."""
    file = SettingsFile(tmp_path / "settings.toml", tmp_path / "good.toml")
    async with room(signs=ASCII, settings=file) as r:
        r.link.replies[Permit] = Standing("p1", "t2", "add tests", "run", "npm test", 0, 600_000)
        r.past_grace()
        await r.press("ctrl+b", key)
        assert isinstance(r.app.screen, Dialog)
        texts = [str(one.render()) for one in r.app.screen.query(Static)]
        texts += [one.text() for one in r.app.screen.query(Drawn)]
        assert [text for text in texts if not text.isascii()] == []
        box = r.app.screen.query_one(".box")
        assert box.styles.border_top[0] == "ascii"


@pytest.mark.parametrize("key", ["c", "N", ":", ","])
async def test_no_cursor_of_a_dialog_blinks(key: str) -> None:
    async with room() as r:
        await r.press("ctrl+b", key)
        fields = [*r.app.screen.query(Input), *r.app.screen.query(TextArea)]
        assert fields
        assert not any(field.cursor_blink for field in fields)

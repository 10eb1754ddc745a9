"""What every dialog has."""

from __future__ import annotations

from hivemind.tui.screens.confirm import Confirm
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
        assert r.app.screen is second
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

"""The first picture is drawn once, when there is something to see, and does not wait for what never comes."""

from __future__ import annotations

import asyncio
import inspect

from textual.screen import Screen

from hivemind.testing.scene import Scene
from hivemind.tui.held import LONGEST
from tests.tui.terminal import CaughtDriver, shown


def drawings(scene: Scene) -> list[bool]:
    """One entry whenever the compositor draws: whether every tile had its screen."""
    drawn: list[bool] = []
    room = scene.app.room
    render = room._compositor.render_update

    def drawing(*args: object, **named: object) -> object:
        drawn.append(room.grid.is_whole)
        return render(*args, **named)  # type: ignore[arg-type]

    room._compositor.render_update = drawing  # type: ignore[method-assign,assignment]
    return drawn


async def test_the_first_picture_shows_every_tile_and_is_told_of_once() -> None:
    scene, told = Scene(driver=CaughtDriver), list[int]()
    drawn = drawings(scene)
    scene.app.room.on_shown = lambda: told.append(1)
    async with shown(scene=scene):
        assert drawn[0]
        assert told == [1]


async def test_an_empty_room_is_drawn_as_soon_as_that_is_known() -> None:
    async with shown(tiles=[], asks=[]) as r:
        assert "No agent runs here" in "\n".join(row.text for row in r.emulator.snapshot().lines)


async def test_a_screen_that_never_comes_is_not_waited_for() -> None:
    scene = Scene(driver=CaughtDriver)
    scene.link.screens = {}
    running = asyncio.create_task(scene.app.run_async(size=(120, 40), mouse=False))
    await asyncio.sleep(LONGEST * 2)
    for _ in range(200):
        if not scene.app.room.is_held:
            break
        await asyncio.sleep(0.01)
    assert not scene.app.room.is_held
    scene.app.exit(0)
    await running


def test_the_private_part_of_textual_is_as_we_know_it() -> None:
    """When this fails, look at what `held` overrides."""
    assert "self._compositor_refresh()" in inspect.getsource(Screen._refresh_layout)
    assert "self._compositor_refresh()" in inspect.getsource(Screen._on_timer_update)

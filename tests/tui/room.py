"""A room in a person's hands, for tests: a scene over a link in memory, and what to press in it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot

from hivemind.testing.scene import Scene
from hivemind.tui.board import GRACE
from hivemind.verbs.press import Press

SMALL, MIDDLE, LARGE = (80, 24), (120, 40), (200, 60)


class Room:
    """A running scene and its pilot."""

    def __init__(self, scene: Scene, pilot: Pilot[int]) -> None:
        self.scene, self.pilot = scene, pilot
        self.app, self.link, self.board = scene.app, scene.link, scene.app.board

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
        await self.pause()

    async def pause(self) -> None:
        for _ in range(3):
            await self.pilot.pause()

    async def emit(self, *happenings: Any) -> None:
        self.link.emit(*happenings)
        await self.pause()

    def past_grace(self) -> None:
        self.scene.clock.turn(GRACE + 0.01)

    @property
    def said(self) -> str:
        return self.app.room.said.text().strip()

    @property
    def bar(self) -> str:
        return self.app.room.bar.text()

    @property
    def names(self) -> list[str]:
        return [name for call in self.link.asked(Press) for name in call.names]


@asynccontextmanager
async def room(size: tuple[int, int] = MIDDLE, **scene: Any) -> AsyncIterator[Room]:
    made = Scene(**scene)
    async with made.app.run_test(size=size) as pilot:
        opened = Room(made, pilot)
        await opened.pause()
        yield opened

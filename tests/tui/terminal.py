"""An app in a terminal of ours: what it writes is read by our emulator, so that a test sees what a person would see."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from textual import events
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size as TextualSize

from hivemind.protocol.screen import Size, Snapshot, Style
from hivemind.terminal.emulator import Emulator
from hivemind.testing.scene import Scene
from hivemind.tui.outlet import Outlet, OutletDriver

PASSES = 2000
"""Turns of the event loop, each a moment long, that something may take."""


class CaughtDriver(OutletDriver):
    """Writes into a pipe; reads nothing."""

    reading_end = -1

    def __init__(self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: Any = None) -> None:
        Driver.__init__(self, app, debug=debug, mouse=mouse, size=size)
        self._writer_thread = None

    def start_application_mode(self) -> None:
        self.reading_end, writing_end = os.pipe()
        os.set_blocking(writing_end, False)
        os.set_blocking(self.reading_end, False)
        self._outlet = Outlet(writing_end, self._loop, self._drained)
        assert self._size
        size = TextualSize(*self._size)
        self._app.post_message(events.Resize(size, size))

    def disable_input(self) -> None:
        """There is none."""

    def stop_application_mode(self) -> None:
        self.write("\x1b[?1049l")
        self.flush()


class Shown:
    """A running scene and the terminal that it is shown in."""

    def __init__(self, scene: Scene, size: tuple[int, int]) -> None:
        self.scene, self.app, self.link = scene, scene.app, scene.link
        self.size = Size(size[1], size[0])
        self.emulator = Emulator(self.size)
        self.is_read = True
        """Whether somebody takes what the app writes."""
        self.written: list[bytes] = []

    @property
    def driver(self) -> CaughtDriver:
        driver = self.app._driver
        assert isinstance(driver, CaughtDriver)
        return driver

    def read(self) -> bytes:
        """Take what has been written, and show it."""
        found = b""
        with contextlib.suppress(BlockingIOError):
            while data := os.read(self.driver.reading_end, 1 << 16):
                found += data
        if found:
            self.written.append(found)
            self.emulator.feed(found)
        return found

    async def pause(self, passes: int = 12) -> None:
        """Let things happen."""
        for _ in range(passes):
            await asyncio.sleep(0.002)
            if self.is_read:
                self.read()

    async def until(self, look: Callable[[], bool]) -> None:
        """Let things happen until something is so."""
        for _ in range(PASSES):
            if look():
                return
            await self.pause(1)
        raise AssertionError("it did not come\n" + "\n".join(row.text for row in self.emulator.snapshot().lines))

    async def quiet(self) -> None:
        """Let things happen until nothing is written any more."""
        left = 20
        while left:
            await self.pause(1)
            left = 20 if self.written and self.written.pop() else left - 1

    def compositor(self) -> Snapshot:
        """What the terminal would show had the compositor drawn all of it."""
        screen = self.app.screen
        update = screen._compositor.render_update(full=True, screen_stack=self.app._background_screens)
        emulator = Emulator(self.size)
        emulator.feed(b"\x1b[?7l" + update.render_segments(self.app.console).encode())  # type: ignore[union-attr]
        return emulator.snapshot()


def cells(snapshot: Snapshot) -> list[list[tuple[str, Style]]]:
    """Every cell of a screen with its style, written out."""
    base, table = 0x100, snapshot.styles
    return [
        [
            (row.text[n : n + 1] or " ", table[ord(row.styles[n]) - base] if n < len(row.styles) else Style())
            for n in range(snapshot.size.columns)
        ]
        for row in snapshot.lines
    ]


@asynccontextmanager
async def shown(
    size: tuple[int, int] = (120, 40), *, scene: Scene | None = None, **made_with: Any
) -> AsyncIterator[Shown]:
    """Open a scene in a terminal, and wait for its first picture."""
    made = Shown(scene or Scene(driver=CaughtDriver, **made_with), size)
    running = asyncio.create_task(made.app.run_async(size=size, mouse=False))
    try:
        await made.until(lambda: made.app.is_running and made.app._driver is not None and not made.app.room.is_held)
        made.app._sync_available = True
        await made.quiet()
        yield made
    finally:
        made.is_read = True
        if made.app.is_running:
            made.app.exit(0)
        while not running.done():
            await made.pause(1)
        await running
        os.close(made.driver.reading_end)

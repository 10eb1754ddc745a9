# ruff: noqa: INP001 (a script, found by its path)
"""Makes docs/hive.svg, the README's picture, with the program itself: `python docs/picture.py`.

Run it after a change of looks; a test says when the picture is no longer what the program shows.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from hivemind.testing.scene import Scene

SIZE = (132, 36)
"""Columns and rows of the terminal in the picture."""


async def picture() -> str:
    """The picture as SVG."""
    scene = Scene()
    async with scene.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.pause()
        return scene.app.export_screenshot(title="hive")


if __name__ == "__main__":
    Path(__file__).with_name("hive.svg").write_text(asyncio.run(picture()), encoding="utf-8")

"""How a tile looks that is rewound or recorded: pictures at three sizes, dark and light, and in ASCII."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from textual.pilot import Pilot

from hivemind.protocol.screen import Cursor, Size
from hivemind.testing.scene import SCREENS, STYLES, TILES, Scene
from hivemind.tui.palette import LIGHT
from hivemind.tui.signs import ASCII
from hivemind.tui.tile_view import TileView
from hivemind.verbs.moment import Moment, ShowMoment
from tests.tui.looks import SIZES, Compare, rest
from tests.tui.room import MIDDLE, SMALL


def moment(verb: ShowMoment) -> Moment:
    """The first tile before it began to edit."""
    first, last = 9_400_000, 9_998_000
    at = min(max(verb.at or 0, first), last)
    rows = [(text, styles) for _, text, styles in SCREENS[0].lines[:6]]
    return Moment(
        at=at, first=first, last=last, before=at - 300, after=at + 300 if at < last else None, size=Size(24, 80),
        rows=[*rows, *[("", "")] * 18], texts=[], cursor=Cursor(5, 0), title="",
        styles=STYLES[verb.styles or 0 :], clusters=(),
    )  # fmt: skip


def scene(**facts: Any) -> Scene:
    made = Scene(asks=[], **facts)
    made.link.replies[ShowMoment] = moment
    return made


def done(*keys: str) -> Callable[[Pilot[int]], Any]:
    async def press(pilot: Pilot[int]) -> None:
        for _ in range(100):
            await pilot.pause()
            views = list(pilot.app.query(TileView))
            if len(views) == (1 if pilot.app.size == SMALL else 3) and not any(view.is_restarting for view in views):
                break
        for key in keys:
            await pilot.press(key)
        await rest(pilot)

    return press


@SIZES
def test_rewound(snap_compare: Compare, size: tuple[int, int]) -> None:
    """Two minutes ago: the time line in the title, the keys below, the other tiles live."""
    assert snap_compare(scene().app, terminal_size=size, run_before=done("ctrl+b", "r", "up", "up", "left"))


def test_rewound_light(snap_compare: Compare) -> None:
    """The same on a light terminal."""
    keys = done("ctrl+b", "r", "pageup")
    assert snap_compare(scene(palette=LIGHT).app, terminal_size=MIDDLE, run_before=keys)


def test_rewound_in_ascii(snap_compare: Compare) -> None:
    """The same without any other characters."""
    keys = done("ctrl+b", "r", "pageup")
    assert snap_compare(scene(signs=ASCII).app, terminal_size=MIDDLE, run_before=keys)


@SIZES
def test_recorded(snap_compare: Compare, size: tuple[int, int]) -> None:
    """The first tile is recorded: a word in its title."""
    tiles = [msgspec.structs.replace(TILES[0], recording="/home/me/a.cast"), *TILES[1:]]
    assert snap_compare(scene(tiles=tiles).app, terminal_size=size, run_before=done())

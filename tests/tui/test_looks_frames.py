"""How frames look: tabs, layouts, an empty frame, and the dialogs around them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hivemind.protocol.frame import Frame, Layout, Leaf, Split
from hivemind.protocol.status import Status
from hivemind.testing.scene import SCREENS, TILES, Scene, tile
from hivemind.tui.palette import LIGHT
from hivemind.tui.signs import ASCII
from tests.tui.looks import SIZES, Compare, typed
from tests.tui.room import LARGE, MIDDLE, SMALL

MORE = [
    tile("t4", "docs", "claude", Status.IDLE, 60, last="The guide is up to date."),
    tile("t5", "migrate", "pi", Status.WORKING, 33, last="Reading the schema"),
]
SHOP = Frame("f1", "shop", "/home/me/shop", "main", ("t1", "t4", "t5"))
REVIEW = Frame("f2", "shop-review", "/home/me/shop-review", "review", ("t2", "t3"))
LATER = Frame("f3", "later", "/home/me/later", is_kept=True)
OWN = Layout("own", Split(True, (Leaf("t1", 5), Split(False, (Leaf("t4", 2), Leaf("t5", 3)), 4))))


def scene(*frames: Frame, **more: Any) -> Scene:
    made = Scene([*TILES, *MORE], frames=list(frames or (SHOP, REVIEW, LATER)), **more)
    made.link.screens |= {"t4": _as("t4"), "t5": _as("t5")}
    return made


def _as(tile_id: str) -> Any:
    """A screen of the scene as another tile's."""
    return replace(SCREENS[0], tile_id=tile_id)


def laid(layout: Layout) -> Scene:
    return scene(Frame("f1", "shop", "/home/me/shop", "main", ("t1", "t4", "t5"), layout), REVIEW)


@SIZES
def test_three_frames_of_which_another_one_asks(snap_compare: Compare, size: tuple[int, int]) -> None:
    """The frame that is looked at is marked; the one where something waits has the sign of it."""
    assert snap_compare(scene().app, terminal_size=size, run_before=typed())


@SIZES
def test_a_frame_that_was_split_by_hand(snap_compare: Compare, size: tuple[int, int]) -> None:
    """Shares as they were dragged, and fewer tiles where they would be too small."""
    assert snap_compare(laid(OWN).app, terminal_size=size, run_before=typed())


@pytest.mark.parametrize("kind", ["columns", "rows", "main"])
def test_layouts(snap_compare: Compare, kind: Any) -> None:
    """On a large screen."""
    assert snap_compare(laid(Layout(kind)).app, terminal_size=LARGE, run_before=typed())


def test_layouts_in_the_light_palette(snap_compare: Compare) -> None:
    """HIVE_THEME=light."""
    assert snap_compare(scene(palette=LIGHT).app, terminal_size=MIDDLE, run_before=typed("ctrl+b", "alt+4"))


def test_tabs_in_ascii(snap_compare: Compare) -> None:
    """HIVE_ASCII=1."""
    assert snap_compare(scene(signs=ASCII).app, terminal_size=MIDDLE, run_before=typed())


@pytest.mark.parametrize("size", [SMALL, MIDDLE], ids=["80x24", "120x40"])
def test_an_empty_frame_says_what_to_press(snap_compare: Compare, size: tuple[int, int]) -> None:
    """It can be filled or closed."""
    assert snap_compare(scene().app, terminal_size=size, run_before=typed("ctrl+b", "("))


def test_a_zoomed_tile(snap_compare: Compare) -> None:
    """The whole room for one tile; the top line says so."""
    assert snap_compare(scene().app, terminal_size=MIDDLE, run_before=typed("ctrl+b", "z"))


def test_a_new_frame(snap_compare: Compare) -> None:
    """Its folder and its name."""
    assert snap_compare(scene().app, terminal_size=SMALL, run_before=typed("ctrl+b", "N"))


def test_frames_by_name(snap_compare: Compare) -> None:
    """All of them, with what is in them and where they are."""
    assert snap_compare(scene().app, terminal_size=SMALL, run_before=typed("ctrl+b", "f"))


def test_a_frame_with_tiles_is_closed_after_a_question(snap_compare: Compare) -> None:
    """It says what ends."""
    assert snap_compare(scene().app, terminal_size=SMALL, run_before=typed("ctrl+b", "X"))


@pytest.mark.parametrize("size", [(60, 20), (400, 120)], ids=["60x20", "400x120"])
def test_the_smallest_and_the_largest_terminal(snap_compare: Compare, size: tuple[int, int]) -> None:
    """One tile, or all."""
    assert snap_compare(scene().app, terminal_size=size, run_before=typed())

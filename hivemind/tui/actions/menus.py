"""Menus for the mouse: what can be done with a tile or a frame, opened by the right button on its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from hivemind.tui.action import Action, Group
from hivemind.tui.actions.agents import focused
from hivemind.tui.signs import called
from hivemind.tui.visible import visible

if TYPE_CHECKING:
    from hivemind.tui.app import HiveApp

OF_TILE = (
    *("zoom", "scroll", "interrupt", "rename", "move_tile", "break_out", "swap_before", "swap_after"),
    *("rewind", "record", "save_screen", "bundle", "split_right", "split_below", "layout", "close"),
)
"""Actions on the focused tile and its place."""

OF_FRAME = ("spawn", "layout", "rename_frame", "frame_left", "frame_right", "new_frame", "find_frame", "close_frame")
"""Actions on the frame that is looked at."""

MENUS = {
    "frame": "frame_menu",
    "fold": "frame_menu",
    "focus": "tile_menu",
    "visit": "tile_menu",
    "open_tile": "tile_menu",
}
"""What the right button does where the left one does that."""


def tile_menu(app: HiveApp, tile_id: str) -> None:
    """What can be done with a tile; with the focused one unless another is named."""
    if tile_id in app.board.tiles:
        app.board.open(tile_id)
    if tile := focused(app):
        _open(app, visible(called(tile)), OF_TILE, lambda: _at_tile(app, tile.tile_id))


def frame_menu(app: HiveApp, frame_id: str) -> None:
    """What can be done with a frame; with the one that is looked at unless another is named."""
    if any(frame.frame_id == frame_id for frame in app.board.frames):
        app.board.switch(frame_id)
    frame, here = app.board.frame, app.board.frame_id
    _open(app, f"Frame {visible(frame.name) if frame else ''}".rstrip(), OF_FRAME, lambda: app.board.frame_id == here)


def _at_tile(app: HiveApp, tile_id: str) -> bool:
    if tile_id in app.board.tiles:
        app.board.open(tile_id)
    return app.board.focus == tile_id


def _open(app: HiveApp, title: str, names: Sequence[str], is_at: Callable[[], bool]) -> None:
    """Offer actions on what one is at. Others may close it meanwhile: nothing is done to what stands in its place."""
    from hivemind.tui.screens.finder import Finder, Found

    def picked(name: str | None) -> None:
        if name and is_at():
            app.act(name)
        elif name:
            app.say("what this menu was for is gone; nothing was done", is_refusal=True)

    keys = app.look.keys
    found = [Found(keys.actions[name].line, "", name, key=keys.press(name)) for name in names]
    app.push_screen(Finder(found, app.look, title=title), picked)


MENU = Group(
    "Menus",
    70,
    (
        Action(
            "tile_menu",
            ("M",),
            "menu of this tile, frame",
            tile_menu,
            shown="M T",
            beside=("frame_menu",),
            alone="menu of this tile",
        ),
        Action("frame_menu", ("T",), "menu of this frame", frame_menu),
    ),
)

"""Finding an action or a tile by a few letters of its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivemind.tui.action import Action, Group
from hivemind.tui.screens.finder import Finder, Found
from hivemind.tui.signs import called, colour_of, program, word

if TYPE_CHECKING:
    from hivemind.tui.app import HiveApp


def palette(app: HiveApp, _: str) -> None:
    """Show everything that can be done and every tile one can go to."""

    def picked(action: str | None) -> None:
        if action:
            name, _, argument = action.partition(":")
            app.act(name, argument)

    app.push_screen(Finder([*_tiles(app), *_actions(app)], app.look), picked)


def _tiles(app: HiveApp) -> list[Found]:
    look = app.look
    return [
        Found(
            called(tile),
            f"{program(tile)} {look.signs.dot} {word(tile)}",
            f"focus:{tile.tile_id}",
            look.signs.glyphs[tile.status],
            colour_of(tile.status, look.palette),
        )
        for tile in app.board.by_need()
    ]


def _actions(app: HiveApp) -> list[Found]:
    """All that needs no argument, with its key."""
    keys = app.look.keys
    return [
        Found(action.help, f"{action.name}   {keys.press(name)}".rstrip(), name)
        for name, action in keys.named()
        if not action.needs and name not in {"palette", "send_prefix"}
    ]


FIND = Group(
    "Find",
    80,
    (Action("palette", (":",), "everything by name", palette, "find"),),
)

"""Finding an action or a tile by a few letters of its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivemind.tui.action import Action, Group
from hivemind.tui.signs import called, glyph, program, shade, word

if TYPE_CHECKING:
    from hivemind.tui.app import HiveApp
    from hivemind.tui.screens.finder import Found

AGAIN = -1
"""What the app ends with when the room is to be drawn anew."""


def palette(app: HiveApp, _: str) -> None:
    """Show everything that can be done and every tile one can go to."""
    from hivemind.tui.screens.finder import Finder

    def picked(action: str | None) -> None:
        if action:
            name, _, argument = action.partition(":")
            app.act(name, argument)

    app.push_screen(Finder([*_tiles(app), *_actions(app)], app.look), picked)


def _tiles(app: HiveApp) -> list[Found]:
    from hivemind.tui.screens.finder import Found

    look = app.look
    return [
        Found(
            called(tile),
            f"{program(tile)} {look.signs.dot} {word(tile)}",
            f"visit:{tile.tile_id}",
            glyph(tile, look.signs),
            shade(tile, look.palette),
        )
        for tile in app.board.by_need()
    ]


def _actions(app: HiveApp) -> list[Found]:
    """All that needs no argument, with its key."""
    from hivemind.tui.screens.finder import Found

    keys = app.look.keys
    return [
        Found(action.line, action.name, name, key=keys.press(name))
        for name, action in keys.named()
        if not action.needs and name not in {"palette", "send_prefix"}
    ]


def settings(app: HiveApp, at: str) -> None:
    """Show every setting, at a line of it if one is named; what is drawn otherwise draws the room anew."""
    from hivemind.tui.screens.settings import SettingsPage

    def closed(at: str | None) -> None:
        if at is not None:
            app.opens = at
            app.exit(AGAIN)

    if app.settings is None:
        app.say("there is no file for settings here", is_refusal=True)
    else:
        app.push_screen(SettingsPage(app.look, app.settings, app.wire.call, at=at), closed)


FIND = Group(
    "Find",
    80,
    (
        Action("palette", (":",), "everything by name", palette, "find"),
        Action("settings", ("S",), "settings: look, keys, agents", settings),
    ),
)

"""What a tile showed: rewound, recorded, saved to a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivemind.base.errors import HiveError
from hivemind.protocol.verb import AnyVerb
from hivemind.tui.action import Action, Group
from hivemind.tui.actions.agents import focused
from hivemind.tui.signs import called
from hivemind.tui.visible import visible
from hivemind.verbs.bundle import Bundle
from hivemind.verbs.record import Record
from hivemind.verbs.screen import ShowScreen

if TYPE_CHECKING:
    from hivemind.tui.app import HiveApp


def rewind(app: HiveApp, _: str) -> None:
    """Show the focused tile as it was, or live again."""
    app.rewinding.enter()


def record(app: HiveApp, _: str) -> None:
    """Record the focused tile to a file, or end that."""
    if tile := focused(app):
        app.start(_told(app, Record(tile=tile.tile_id, stop=bool(tile.recording)), visible(called(tile))))


def save_screen(app: HiveApp, _: str) -> None:
    """Save the focused tile's screen as a picture."""
    if tile := focused(app):
        app.start(_told(app, ShowScreen(tile=tile.tile_id, save=""), visible(called(tile))))


def bundle(app: HiveApp, _: str) -> None:
    """Put what is known of the focused tile into one file."""
    if tile := focused(app):
        app.start(_bundled(app, tile.tile_id))


async def _told(app: HiveApp, verb: AnyVerb, name: str) -> None:
    """Ask the daemon, and say what it says came of it."""
    try:
        words = verb.show(await app.wire.call(verb))
    except HiveError as error:
        app.incoming.tell_fault(verb, error)
    else:
        app.say(f"{name}: {words}")


async def _bundled(app: HiveApp, tile_id: str) -> None:
    verb = Bundle(tile=tile_id)
    try:
        made = await app.wire.call(verb)
    except HiveError as error:
        app.incoming.tell_fault(verb, error)
    else:
        count = sum(made.hidden.values())
        much = "1 thing" if count == 1 else f"{count} things"
        app.say(f"{visible(made.path)}: {much} hidden, its README.txt says which")


PAST = Group(
    "Past",
    45,
    (
        Action("rewind", ("r",), "rewind: this tile as it was", rewind, "rewind"),
        Action("record", ("R",), "record this tile, and end that", record),
        Action("save_screen", ("P",), "save its screen as a picture", save_screen),
        Action("bundle", ("D",), "bundle: all about this tile", bundle),
    ),
)

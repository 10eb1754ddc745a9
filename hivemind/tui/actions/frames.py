"""Frames: going to one, making, naming and closing one, and moving tiles between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivemind.protocol.frame import Frame
from hivemind.protocol.tile import TileSummary
from hivemind.tui import framing
from hivemind.tui.action import Action, Group
from hivemind.tui.actions.agents import focused
from hivemind.tui.board import LOOSE
from hivemind.tui.signs import called
from hivemind.tui.tab_line import PLACE
from hivemind.tui.tabs import ACTION
from hivemind.tui.visible import visible
from hivemind.verbs.close_frame import CloseFrame
from hivemind.verbs.move_frame import MoveFrame
from hivemind.verbs.rename_frame import RenameFrame

if TYPE_CHECKING:
    from hivemind.tui.app import HiveApp
    from hivemind.tui.screens.finder import Found

NEW = "new"
"""Stands for a frame that is made."""


def go(app: HiveApp, frame_id: str) -> None:
    """Go to a frame."""
    if any(frame.frame_id == frame_id for frame in app.board.frames):
        app.board.switch(frame_id)


def next_frame(app: HiveApp, _: str) -> None:
    """Go to the next frame."""
    _step(app, 1)


def previous_frame(app: HiveApp, _: str) -> None:
    """Go to the frame before."""
    _step(app, -1)


def _step(app: HiveApp, by: int) -> None:
    if len(app.board.frames) < 2:
        app.say(f"there is no other frame: {app.look.keys.way('new_frame')} makes one", is_refusal=True)
    app.board.step_frame(by)


def find_frame(app: HiveApp, _: str) -> None:
    """Pick a frame from a list."""
    from hivemind.tui.screens.finder import Finder, Found

    def picked(action: str | None) -> None:
        if action:
            name, _, argument = action.partition(":")
            app.act(name, argument)

    found = [_found(app, frame, f"{ACTION}:{frame.frame_id}") for frame in app.board.frames]
    app.push_screen(Finder([*found, Found("a new frame", "", "new_frame", "+")], app.look, title="Frames"), picked)


def new_frame(app: HiveApp, _: str) -> None:
    """Ask for a folder and a name, and make a frame."""
    from hivemind.tui.screens.new_frame import NewFrameDialog

    def made(frame_id: str | None) -> None:
        if frame_id:
            app.board.want_frame(frame_id)
            app.changed()

    app.push_screen(NewFrameDialog(app.wire.call, app.cwd, app.look), made)


def rename_frame(app: HiveApp, _: str) -> None:
    """Ask for a new name of the frame."""
    from hivemind.tui.screens.rename import Renaming

    if frame := _real(app):

        def named(name: str | None) -> None:
            if name:
                app.attempt(RenameFrame(frame=frame.frame_id, name=name))

        app.push_screen(Renaming("Rename this frame", frame.name, app.look), named)


def close_frame(app: HiveApp, _: str) -> None:
    """Close the frame, after a question when there are tiles in it."""
    from hivemind.tui.screens.confirm import Confirm

    frame = _real(app)
    if frame is None:
        return
    if not frame.tiles:
        app.attempt(CloseFrame(frame=frame.frame_id))
        return

    def confirmed(yes: bool | None) -> None:  # noqa: FBT001 (a dialog's result)
        if yes:
            app.attempt(CloseFrame(frame=frame.frame_id, tiles=True))

    count = "1 tile" if len(frame.tiles) == 1 else f"{len(frame.tiles)} tiles"
    words = f"Close {visible(frame.name)} and the {count} in it?"
    app.push_screen(
        Confirm(words, "Their programs are ended. What they wrote stays.", "closes it", app.look), confirmed
    )


def frame_left(app: HiveApp, _: str) -> None:
    """Move the frame's tab to the left."""
    _shift(app, -1)


def frame_right(app: HiveApp, _: str) -> None:
    """Move the frame's tab to the right."""
    _shift(app, 1)


def _shift(app: HiveApp, by: int) -> None:
    order = [frame.frame_id for frame in app.board.frames]
    if frame := _real(app):
        place = order.index(frame.frame_id) + by
        if 0 <= place < len(order):
            framing.tell(app, MoveFrame(frame=frame.frame_id, place=place + 1))


def place_frame(app: HiveApp, argument: str) -> None:
    """Put a frame's tab where another one is; without another one, say that this can be done until it is let go."""
    taken, _, other = argument.partition(" ")
    name = next((visible(frame.name) for frame in app.board.frames if frame.frame_id == taken), "")
    told = f"{name}: let go over another tab to put it there"
    order = [frame.frame_id for frame in app.board.frames]
    if not other:
        app.say(told)
        return
    app.says.take_back(told)
    if other in order:
        framing.tell(app, MoveFrame(frame=taken, place=order.index(other) + 1))


def move_tile(app: HiveApp, _: str) -> None:
    """Pick the frame that the focused tile moves to from a list."""
    from hivemind.tui.screens.finder import Finder, Found

    tile = focused(app)
    if tile is None:
        return

    def picked(target: str | None) -> None:
        if target == NEW:
            _break_out(app, tile)
        elif target:
            framing.move(app, tile.tile_id, target)

    others = [frame for frame in app.board.frames if frame.frame_id not in {app.board.frame_id, LOOSE.frame_id}]
    found = [_found(app, frame, frame.frame_id) for frame in others]
    app.push_screen(
        Finder([*found, Found("a frame of its own", "", NEW, "+")], app.look, title="Move this tile to"), picked
    )


def break_out(app: HiveApp, _: str) -> None:
    """Move the focused tile to a frame of its own; one that is alone in its frame has that already."""
    if tile := focused(app):
        _break_out(app, tile)


def _break_out(app: HiveApp, tile: TileSummary) -> None:
    frame = app.board.frame_of(tile.tile_id)
    if frame and frame.frame_id != LOOSE.frame_id and len(app.board.members(frame)) == 1:
        app.say("this tile is alone in its frame", is_refusal=True)
    else:
        framing.move(app, tile.tile_id, called(tile), is_new=True)


def _found(app: HiveApp, frame: Frame, action: str) -> Found:
    from hivemind.tui.screens.finder import Found

    count = len(app.board.members(frame))
    note = f"{count} tile{'' if count == 1 else 's'}   {frame.folder}"
    return Found(
        frame.name or "no frame", note, action, app.look.signs.here if frame.frame_id == app.board.frame_id else " "
    )


def _real(app: HiveApp) -> Frame | None:
    """The frame that is looked at, if it is one of the daemon's; else it is said that there is none."""
    frame = app.board.frame
    if frame is None or frame.frame_id == LOOSE.frame_id:
        app.say(f"there is no frame here: {app.look.keys.way('new_frame')} makes one", is_refusal=True)
        return None
    return frame


FRAMES = Group(
    "Frames",
    40,
    (
        Action(
            "next_frame",
            (")",),
            "frame before, next frame",
            next_frame,
            "frame",
            "( )",
            beside=("previous_frame",),
            alone="next frame",
        ),
        Action("previous_frame", ("(",), "frame before", previous_frame),
        Action("find_frame", ("f",), "frames by name", find_frame),
        Action("new_frame", ("N",), "make a frame", new_frame),
        Action("rename_frame", ("$",), "rename this frame", rename_frame),
        Action("close_frame", ("X",), "close this frame (asks first)", close_frame),
        Action(
            "frame_left",
            ("<",),
            "its tab to the left, right",
            frame_left,
            shown="< >",
            beside=("frame_right",),
            alone="its tab to the left",
        ),
        Action("frame_right", (">",), "its tab to the right", frame_right),
        Action("move_tile", ("m",), "move this tile to a frame", move_tile),
        Action("break_out", ("!",), "tile to a frame of its own", break_out),
        Action(PLACE, (), "put its tab in another place", place_frame, needs="two frames' ids"),
        Action(ACTION, (), "go to a frame", go, needs="a frame's id"),
    ),
)

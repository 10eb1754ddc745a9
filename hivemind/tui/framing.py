"""What a person does to frames: seen at once on the board, told to the daemon in order, the same for all UIs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from hivemind.base.errors import HiveError
from hivemind.base.repository import place_of
from hivemind.protocol import splits
from hivemind.protocol.frame import KINDS, Kind, Node
from hivemind.protocol.verb import AnyVerb
from hivemind.tui.board import LOOSE
from hivemind.tui.borders import grafted, grown
from hivemind.tui.wire import NO_DAEMON_HINT
from hivemind.verbs.layout import Lay
from hivemind.verbs.move import Move
from hivemind.verbs.spawn import Spawn
from hivemind.verbs.swap import Swap

if TYPE_CHECKING:
    from hivemind.tui.app import HiveApp

STEPS = {"left": 4, "right": 4, "up": 2, "down": 2}
"""Cells that a key moves a border by."""

Call = Callable[[AnyVerb], Awaitable[Any]]


def lay(app: HiveApp, *, kind: Kind | None = None, tree: Node | None = None, is_zoomed: bool = False) -> None:
    """Lay out the frame that is looked at; what is None stays."""
    frame = app.board.frame
    if frame is None:
        return
    had = frame.layout
    layout = replace(had, kind=kind or had.kind, splits=had.splits if tree is None else tree, is_zoomed=is_zoomed)
    app.board.lay_out(frame.frame_id, layout)
    if frame.frame_id == LOOSE.frame_id:
        return
    verb = Lay(frame=frame.frame_id, kind=kind, splits=tree, zoom="on" if is_zoomed else "off")

    async def told() -> None:
        try:
            await app.wire.call(verb)
        except HiveError as error:
            app.board.laid_out(frame.frame_id, layout, is_done=False)
            app.incoming.tell_fault(verb, error)
        else:
            app.board.laid_out(frame.frame_id, layout, is_done=True)
        app.changed()

    app.start(told())


def reshape(app: HiveApp, tree: Node) -> None:
    """What is shown has other shares now; tiles for which there is no room here keep their places."""
    frame = app.board.frame
    whole = splits.complete(frame.layout.splits, app.board.order) if frame and frame.layout.kind == "own" else None
    lay(app, kind="own", tree=grafted(whole, tree) if whole else tree)


def next_kind(app: HiveApp) -> Kind:
    """The layout after the one that is shown; that of one's own only where there is one."""
    frame = app.board.frame
    layout = frame.layout if frame else None
    kinds = [kind for kind in KINDS if kind != "own" or (layout and layout.splits)]
    at = kinds.index(layout.kind) if layout and layout.kind in kinds else -1
    return kinds[(at + 1) % len(kinds)]


def resize(app: HiveApp, direction: str) -> None:
    """Move the border beside the focused tile."""
    grid, focus = app.room.grid, app.board.focus
    if grid.shown is None or focus is None:
        return
    tree = grown(grid.shown, focus, direction, by=STEPS[direction], area=grid.area)
    if tree == grid.shown:
        app.say("no border moves that way", is_refusal=True)
    else:
        reshape(app, tree)


def swap(app: HiveApp, tile_id: str, other: str) -> None:
    """Let two tiles change places; the focus stays on its tile."""
    tell(app, Swap(tile=tile_id, other=other))


def tell(app: HiveApp, verb: AnyVerb) -> None:
    """Tell the daemon, behind what it was told before; without one that is said."""
    if not app.wire.send(verb):
        app.say(f"no daemon: nothing was done; {NO_DAEMON_HINT}", is_refusal=True)


def move(app: HiveApp, tile_id: str, frame: str, *, is_new: bool = False) -> None:
    """Move a tile to a frame, or to a new one of that name, and look at it there."""
    verb = Move(tile=tile_id, frame=frame, new=is_new)

    async def moved() -> None:
        try:
            await app.wire.call(verb)
        except HiveError as error:
            app.board.follow("")
            app.incoming.tell_fault(verb, error)

    app.board.follow(tile_id)
    app.start(moved())


def folder_for_next(app: HiveApp) -> str:
    """Where a new agent is offered to run: where `hive` was started, unless another frame was chosen since."""
    frame, here = app.board.frame, place_of(app.cwd).folder
    is_elsewhere = frame is not None and frame.folder not in {"", here} and app.board.has_chosen
    return frame.folder if frame and is_elsewhere else app.cwd


def spawning(app: HiveApp, folder: str) -> Call:
    """Starts what the dialog asks for in the frame that is looked at, unless another folder was given."""
    frame, place = app.board.frame, app.room.grid.place_for_next()

    async def call(verb: AnyVerb) -> Any:
        if isinstance(verb, Spawn) and frame and frame.frame_id != LOOSE.frame_id and verb.cwd == folder:
            is_its_own = frame.folder in {"", place_of(folder).folder} and not verb.worktree
            if is_its_own and place:
                verb = _beside(verb, place[0], across=place[1])
            elif is_its_own:
                verb = replace(verb, frame=frame.frame_id)
        return await app.wire.call(verb)

    return call


def splitting(app: HiveApp, tile_id: str, *, across: bool) -> Call:
    """The same beside (or below) a tile: what is shown becomes a layout of one's own, which is split there."""
    frame, tree = app.board.frame, app.room.grid.unzoomed()

    async def call(verb: AnyVerb) -> Any:
        if isinstance(verb, Spawn) and frame and frame.frame_id != LOOSE.frame_id:
            is_split = frame.layout.kind == "own"
            await app.wire.call(Lay(frame=frame.frame_id, kind="own", splits=None if is_split else tree, zoom="off"))
            verb = _beside(verb, tile_id, across=across)
        return await app.wire.call(verb)

    return call


def _beside(verb: Spawn, tile_id: str, *, across: bool) -> Spawn:
    return replace(verb, beside=tile_id) if across else replace(verb, below=tile_id)

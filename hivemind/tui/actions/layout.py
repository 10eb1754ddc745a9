"""How the tiles of a frame lie: kinds of layout, splits, borders and places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from hivemind.protocol.frame import Kind
from hivemind.tui import framing
from hivemind.tui.action import Action, Group, Run
from hivemind.tui.actions.agents import open_spawn, spawn

if TYPE_CHECKING:
    from hivemind.tui.app import HiveApp

WORDS: dict[Kind, str] = {
    "grid": "a grid",
    "columns": "columns",
    "rows": "rows",
    "main": "the first tile large",
    "own": "your own splits",
}
"""What each kind is called where it is said."""


def next_layout(app: HiveApp, _: str) -> None:
    """Go to the next kind of layout."""
    _choose(app, framing.next_kind(app))


def _to(kind: Kind) -> Run:
    def run(app: HiveApp, _: str) -> None:
        _choose(app, kind)

    return run


def _choose(app: HiveApp, kind: Kind) -> None:
    frame = app.board.frame
    if frame is None or not app.board.order:
        app.say(f"no tile to lay out: {app.look.keys.way('spawn')} starts an agent", is_refusal=True)
    elif kind == "own" and frame.layout.splits is None:
        app.say(f"nothing is split here yet: {app.look.keys.way('split_right')} splits", is_refusal=True)
    else:
        framing.lay(app, kind=kind)
        app.say(f"layout: {WORDS[kind]}")


def split_right(app: HiveApp, _: str) -> None:
    """Start an agent to the right of the focused tile."""
    _split(app, across=True)


def split_below(app: HiveApp, _: str) -> None:
    """Start an agent below the focused tile."""
    _split(app, across=False)


def _split(app: HiveApp, *, across: bool) -> None:
    tile = app.board.focused
    if tile is None:
        spawn(app, "")
        return
    call = framing.splitting(app, tile.tile_id, across=across)
    open_spawn(app, call, tile.cwd, app.room.grid.size_for_split(tile.tile_id, across=across))


def _resize(direction: str) -> Run:
    def run(app: HiveApp, _: str) -> None:
        framing.resize(app, direction)

    return run


def _swap(by: int) -> Run:
    def run(app: HiveApp, _: str) -> None:
        order, focus = app.board.order, app.board.focus
        if focus and focus in order and len(order) > 1:
            framing.swap(app, focus, order[(order.index(focus) + by) % len(order)])
        else:
            app.say("there is no other tile in this frame", is_refusal=True)

    return run


def _resizing(direction: str, line: str) -> Action:
    return Action(
        f"resize_{direction}",
        (f"ctrl+{direction}", f"alt+{direction}"),
        line,
        _resize(direction),
        repeats=True,
    )


NAMED: tuple[tuple[Kind, Callable[[HiveApp, str], None]], ...] = tuple((kind, _to(kind)) for kind in WORDS)

KINDS = [
    Action(f"layout_{kind}", (f"alt+{number}",), f"layout: {WORDS[kind]}", run)
    for number, (kind, run) in enumerate(NAMED, 1)
]
BORDERS = [
    _resizing("left", "move the border to the left"),
    _resizing("down", "move the border down"),
    _resizing("up", "move the border up"),
    _resizing("right", "move the border to the right"),
]


def _in_a_line(actions: Sequence[Action], keys: str, told: str) -> Iterable[Action]:
    """Actions that have one line of help."""
    first, *others = actions
    yield replace(first, help=told, shown=keys, beside=tuple(other.name for other in others), alone=first.help)
    yield from others


LAYOUT = Group(
    "Layout",
    50,
    (
        Action(
            "split_right",
            ("%",),
            "start beside, below",
            split_right,
            "split",
            '% "',
            beside=("split_below",),
            alone="start an agent beside",
        ),
        Action("split_below", ('"',), "start an agent below", split_below),
        Action("layout", ("space",), "next layout", next_layout, "layout"),
        *_in_a_line(KINDS, "Alt+1-5", "a layout by number"),
        *_in_a_line(BORDERS, "^← ^↓ ^↑ ^→", "move the border"),
        Action(
            "swap_before",
            ("{",),
            "swap with a neighbour",
            _swap(-1),
            shown="{ }",
            beside=("swap_after",),
            alone="swap with the tile before",
        ),
        Action("swap_after", ("}",), "swap with the tile after", _swap(1)),
    ),
)

"""The grid of tiles: which are shown, where, and what size their programs get."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace
from textual.geometry import Offset
from textual.message import Message
from textual.widget import Widget

from hivemind.protocol import splits
from hivemind.protocol.frame import Layout, Leaf, Node
from hivemind.tui.arrange import Box, arrange, boxes, neighbour, program_size, readable, roomiest
from hivemind.tui.board import Board
from hivemind.tui.borders import Border, borders, moved
from hivemind.tui.lined import OnLines
from hivemind.tui.look import Look
from hivemind.tui.rewound import Rewound
from hivemind.tui.scroll import Scroll
from hivemind.tui.tile_view import TileView

FRAMED_COLUMNS = 82
"""Cells. A tile this wide has borders even when it is alone."""

NEXT = ""
"""Stands for a tile that does not exist yet."""


class Aside(NamedTuple):
    """What of a tile's past was looked at when the tile left the view."""

    scroll: Scroll | None
    rewound: Rewound | None


class TileGrid(Widget):
    """The tiles of a frame. Bars that come and go make tiles smaller, never programs: those keep the full size."""

    DEFAULT_CSS = "TileGrid { width: 1fr; height: 1fr; }"

    class Placed(Message):
        """There is more room, or less."""

    def __init__(self, board: Board, look: Look) -> None:
        super().__init__()
        self._board = board
        self._look = look
        self._views: dict[str, TileView] = {}
        self._boxes: dict[str, Box] = {}
        self.sizes: dict[str, tuple[int, int]] = {}
        """Rows and columns that the program of each shown tile gets."""
        self.shown: Node | None = None
        """What is shown, as a tree."""
        self.on_placed: Callable[[], None] = lambda: None
        """Called at once when tiles came, went, or changed size: one that went and came again is a new view."""
        self.on_lines: OnLines | None = None
        """How the tiles' lines are painted; None for the ordinary way."""
        self.on_past: Callable[[TileView], None] = lambda _: None
        """Brings what is looked back at into a view that has another size."""
        self.set_aside: dict[str, Aside] = {}
        """By tile that is not shown among the tiles now: how it will be read back when it is."""
        self._lists = False
        """Whether the queue was shown when tiles were placed last: keys go to its list."""
        self.room: int | None = None
        """Cells that there will be from left to right once everything is laid out; None where nobody knows."""
        self._draft: Node | None = None
        """The same while a border is dragged; programs keep their sizes until it is let go."""

    @property
    def hidden_count(self) -> int:
        """Tiles of the frame there is no room for; those that zoom hides do not count."""
        is_alone = self._board.is_zoomed or self._board.view != "tiles"
        return 0 if is_alone or not self._views else len(self._board.order) - len(self._views)

    def view(self, tile_id: str) -> TileView | None:
        """The view of a tile, if it is shown."""
        return self._views.get(tile_id)

    @property
    def is_whole(self) -> bool:
        """Whether every tile that there is room for is laid out and has its screen."""
        views = self._views.values()
        return bool(views) and all(view.size.area and not view.is_restarting for view in views)

    def show_live(self) -> None:
        """Leave the history in every tile."""
        self.set_aside.clear()
        for view in self._views.values():
            view.show_live()

    def beside(self, direction: str) -> str | None:
        """The tile that lies there from the focused one."""
        return neighbour(self._boxes, self._board.focus or "", direction)

    def size_for_next(self) -> tuple[int, int]:
        """What the program of one more tile would get."""
        if place := self.place_for_next():
            return self.size_for_split(place[0], across=place[1])
        frame, order = self._board.frame, [*self._board.order, NEXT]
        return self._size_in(arrange(frame.layout if frame else Layout(), order, NEXT, self._full))

    def place_for_next(self) -> tuple[str, bool] | None:
        """In a layout of one's own the tile that one more is put beside (True) or below; else it goes to the end."""
        frame, shown = self._board.frame, self.unzoomed()
        is_own = frame is not None and frame.layout.kind == "own"
        return roomiest(boxes(shown, self._full)) if is_own and shown else None

    def unzoomed(self) -> Node | None:
        """What would be shown without a zoom."""
        board, frame = self._board, self._board.frame
        layout = replace(frame.layout, is_zoomed=False) if frame else Layout()
        return arrange(layout, board.order, board.focus, self._full)

    def size_for_split(self, tile_id: str, *, across: bool) -> tuple[int, int]:
        """What the program of a tile beside (or below) another one would get."""
        tree = splits.split(self.unzoomed() or Leaf(tile_id), tile_id, NEXT, across=across)
        return self._size_in(readable(tree, NEXT, self._full))

    def lay_out(self) -> None:
        """Show what the board says, in the room there is.

        While that is not the room there will be, nothing is done: no program gets a size for some milliseconds.
        """
        board = self._board
        if self.room not in {None, self.size.width} and self._views:
            return
        frame = board.frame
        is_seen = frame and self.size.area and board.view != "board"
        self.shown = arrange(board.layout, board.order, board.focus, self._full) if is_seen else None
        if self.shown is None:
            self._draft = None
            self._place({}, {})
            return
        sizes = {tile: self._program_size(box) for tile, box in boxes(self.shown, self._full).items()}
        if self._draft and sorted(splits.tiles(self._draft)) == sorted(sizes):
            self._place(boxes(self._draft, self.area), {tile: self.sizes.get(tile, sizes[tile]) for tile in sizes})
        else:
            self._draft = None
            self._place(boxes(self.shown, self.area), sizes)

    def tile_at(self, place: Offset) -> str | None:
        """The tile at that place of the screen."""
        return next((tile for tile, view in self._views.items() if view.region.contains_point(place)), None)

    # -- borders -------------------------------------------------------------------------------------------------

    def border_at(self, place: Offset) -> Border | None:
        """The border between tiles at that place of the screen."""
        x, y = place - self.region.offset
        return next((one for one in borders(self.shown, self.area) if one.is_at(x, y)), None) if self.shown else None

    def drag(self, border: Border, by: int) -> None:
        """Show the tiles as they would lie with a border that many cells further to the right, or down."""
        here = self._still(border)
        if self.shown and here:
            self._draft = moved(self.shown, here, here.at + by)
            self.lay_out()

    def _still(self, border: Border) -> Border | None:
        """Where a border is now: while it is dragged tiles may go away, and bars may take rows."""
        found = borders(self.shown, self.area) if self.shown else []
        return next((one for one in found if (one.path, one.index) == (border.path, border.index)), None)

    def drop(self) -> Node | None:
        """The border is let go: the tree that it was dragged to; None when it is where it was.

        What is shown stays until it is laid out anew.
        """
        draft, self._draft = self._draft, None
        return draft if draft and self.shown and boxes(draft, self.area) != boxes(self.shown, self.area) else None

    def on_resize(self) -> None:
        """Room came or went; what stands beside the grid has another height too."""
        self.lay_out()
        self.post_message(self.Placed())

    @property
    def area(self) -> Box:
        """The cells there are."""
        return Box(0, 0, self.size.width, self.size.height)

    @property
    def _full(self) -> Box:
        """The cells there are while no bar is shown below."""
        return Box(0, 0, self.size.width, max(self.size.height, self.screen.size.height - self.region.y))

    def _size_in(self, node: Node | None) -> tuple[int, int]:
        """What the next tile's program gets in such a tree."""
        return self._program_size(boxes(node or Leaf(NEXT), self._full)[NEXT])

    def _program_size(self, box: Box) -> tuple[int, int]:
        """In a box of the full area. Borders are drawn where they cost the program nothing, and where tiles meet."""
        frame = box.width >= FRAMED_COLUMNS or box != self._full
        return program_size(box.height - (2 if frame else 1), box.width - (2 if frame else 0))

    def _place(self, boxes: dict[str, Box], sizes: dict[str, tuple[int, int]]) -> None:
        changed = boxes.keys() != self._views.keys() or sizes != self.sizes
        self._boxes, self.sizes = boxes, sizes
        lists, self._lists = self._lists, self._board.view == "queue"
        for tile_id, shown in self._views.items():
            if tile_id not in boxes or lists != self._lists:
                self._put_aside(shown, is_kept=not lists)
        for tile_id in self._views.keys() - boxes.keys():
            self._views.pop(tile_id).remove()
        for tile_id in self.set_aside.keys() - self._board.tiles.keys():
            del self.set_aside[tile_id]
        for tile_id, box in boxes.items():
            view = self._views.get(tile_id)
            if view is None:
                view = self._views[tile_id] = TileView(self._board.tiles[tile_id], self._look)
                view.on_lines, view.on_past = self.on_lines, self.on_past
                self._set_box(view, box)
                self.mount(view)
            else:
                self._set_box(view, box)
            if not self._lists and tile_id in self.set_aside:
                self._take_up(view, self.set_aside.pop(tile_id))
        self.repaint()
        if changed:
            self.on_placed()

    def _put_aside(self, view: TileView, *, is_kept: bool) -> None:
        """Show a tile live that leaves the view; how it was read back may be kept, but for a selection that is over."""
        scroll, rewound = view.scroll, view.rewound
        if not view.looks_back:
            return
        if is_kept and not (scroll and scroll.is_passing):
            self.set_aside[view.tile.tile_id] = Aside(scroll, rewound)
        if rewound:
            rewound.is_playing = False
        view.show_live()

    def _take_up(self, view: TileView, aside: Aside) -> None:
        view.scroll, view.rewound = aside
        if view.scroll:
            view.scroll.lines.refresh()
        view.retitle()
        view.refresh()
        self.on_past(view)

    def _set_box(self, view: TileView, box: Box) -> None:
        view.styles.offset = (box.x, box.y)
        view.styles.width = box.width
        view.styles.height = box.height

    def repaint(self) -> None:
        """Bring titles, ages and focus up to date; in the queue keys go to the list."""
        has_keys = self._board.view == "tiles"
        for tile_id, view in self._views.items():
            tile = self._board.tiles.get(tile_id)
            if tile is not None:
                box = self._boxes[tile_id]
                frame = box.width >= FRAMED_COLUMNS or box != self.area
                view.set_state(tile, is_focused=has_keys and tile_id == self._board.focus, has_frame=frame)

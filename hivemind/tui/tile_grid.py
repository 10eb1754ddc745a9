"""The grid of tiles: which are shown, where, and what size their programs get."""

from __future__ import annotations

from textual.message import Message
from textual.widget import Widget

from hivemind.tui.arrange import Box, Shape, choose, neighbour, program_size, shape
from hivemind.tui.board import Board
from hivemind.tui.look import Look
from hivemind.tui.tile_view import TileView


class TileGrid(Widget):
    """Tiles side by side. Bars that come and go make tiles smaller, never programs: those keep the full size."""

    DEFAULT_CSS = "TileGrid { width: 1fr; height: 1fr; }"

    class Placed(Message):
        """Tiles came to view, left it, or changed size."""

    def __init__(self, board: Board, look: Look) -> None:
        super().__init__()
        self._board = board
        self._look = look
        self._views: dict[str, TileView] = {}
        self._boxes: dict[str, Box] = {}
        self.sizes: dict[str, tuple[int, int]] = {}
        """Rows and columns that the program of each shown tile gets."""

    @property
    def hidden_count(self) -> int:
        """Tiles there is no room for; those that zoom hides do not count."""
        return 0 if self._board.is_zoomed or not self._views else len(self._board.tiles) - len(self._views)

    def view(self, tile_id: str) -> TileView | None:
        """The view of a tile, if it is shown."""
        return self._views.get(tile_id)

    def show_live(self) -> None:
        """Leave the history in every tile."""
        for view in self._views.values():
            view.show_live()

    def beside(self, direction: str) -> str | None:
        """The tile that lies there from the focused one."""
        return neighbour(self._boxes, self._board.focus or "", direction)

    def size_for_next(self) -> tuple[int, int]:
        """What the program of one more tile would get."""
        count = len(self._board.tiles) + 1
        boxes = shape(count, self.size.width, self._full_height).boxes(self.size.width, self._full_height)
        return self._program_size(boxes[-1], count=len(boxes))

    def lay_out(self) -> None:
        """Show what the board says, in the room there is."""
        board = self._board
        order = list(board.tiles)
        if board.is_zoomed and board.focus:
            order = [board.focus]
        if not self.size.area or not order:
            self._place({}, {})
            return
        grid = shape(len(order), self.size.width, self._full_height)
        shown = choose(order, board.focus, grid.shown)
        boxes = dict(zip(shown, self._fit(grid), strict=True))
        full = grid.boxes(self.size.width, self._full_height)
        self._place(boxes, {t: self._program_size(box, count=len(full)) for t, box in zip(shown, full, strict=True)})

    def on_resize(self) -> None:
        """Room came or went; what stands beside the grid has another height too."""
        self.lay_out()
        self.post_message(self.Placed())

    @property
    def _full_height(self) -> int:
        """Rows of the grid while no bar is shown below it."""
        return max(self.size.height, self.screen.size.height - self.region.y)

    def _fit(self, grid: Shape) -> list[Box]:
        return grid.boxes(self.size.width, self.size.height)

    def _has_frame(self, box: Box, count: int) -> bool:
        """Borders where they cost the program nothing, and wherever two tiles meet."""
        return count > 1 or box.width >= 82

    def _program_size(self, box: Box, *, count: int) -> tuple[int, int]:
        frame = self._has_frame(box, count)
        return program_size(box.height - (2 if frame else 1), box.width - (2 if frame else 0))

    def _place(self, boxes: dict[str, Box], sizes: dict[str, tuple[int, int]]) -> None:
        changed = boxes.keys() != self._views.keys() or sizes != self.sizes
        self._boxes, self.sizes = boxes, sizes
        for tile_id in self._views.keys() - boxes.keys():
            self._views.pop(tile_id).remove()
        for tile_id, box in boxes.items():
            view = self._views.get(tile_id)
            if view is None:
                view = self._views[tile_id] = TileView(self._board.tiles[tile_id], self._look)
                self._set_box(view, box)
                self.mount(view)
            else:
                self._set_box(view, box)
        self.repaint()
        if changed:
            self.post_message(self.Placed())

    def _set_box(self, view: TileView, box: Box) -> None:
        view.styles.offset = (box.x, box.y)
        view.styles.width = box.width
        view.styles.height = box.height

    def repaint(self) -> None:
        """Bring titles, ages and focus up to date."""
        for tile_id, view in self._views.items():
            tile = self._board.tiles.get(tile_id)
            if tile is not None:
                box = self._boxes[tile_id]
                frame = self._has_frame(box, len(self._boxes))
                view.set_state(tile, is_focused=tile_id == self._board.focus, has_frame=frame)

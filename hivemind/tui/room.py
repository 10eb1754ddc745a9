"""The main screen: top line, agents, tiles, and below them what is said and what is asked."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Horizontal

from hivemind.tui.bar import AskBar, Bar
from hivemind.tui.bars import bars
from hivemind.tui.board import Board
from hivemind.tui.drawn import Bit, Drawn, Line
from hivemind.tui.held import HeldScreen
from hivemind.tui.layers import panel, panel_width, strip
from hivemind.tui.look import Look
from hivemind.tui.says import Says
from hivemind.tui.tile_grid import TileGrid
from hivemind.tui.tile_view import TileView
from hivemind.tui.top_line import prefix_line, top_line
from hivemind.tui.visible import visible
from hivemind.tui.writer import Writer


class Room(HeldScreen):
    """Draws the board; decides nothing. Keys never get here: the app takes them first."""

    DEFAULT_CSS = """
    Room { layout: vertical; overflow: hidden; }
    #top, #strip { height: 1; }
    #middle { height: 1fr; }
    #agents { height: 1fr; }
    #empty { display: none; width: 1fr; height: 1fr; }
    """
    ALLOW_SELECT = False

    def __init__(self, board: Board, says: Says, look: Look, folder: str) -> None:
        super().__init__()
        self._board = board
        self._says = says
        self._look = look
        self._folder = folder
        self.matter = Bar()
        """How much of what is asked is shown."""
        self.writer: Writer | None = None
        palette = look.palette
        self.top = Drawn(palette.raised, is_fixed=True)
        self.strip = Drawn(palette.background, is_fixed=True)
        self.agents = Drawn(palette.background, is_fixed=True)
        self.grid = TileGrid(board, look)
        self.empty = Drawn(palette.background, is_fixed=True)
        self.said = Drawn(palette.raised)
        self.bar = AskBar(palette.raised)
        self.show_cursor: Callable[[TileView | None], None] = lambda _: None
        """Shows the terminal's cursor where the program of that view has its own."""
        for widget, name in ((self.top, "top"), (self.strip, "strip"), (self.agents, "agents"), (self.empty, "empty")):
            widget.id = name

    def on_screen_resume(self) -> None:
        """A dialog closed: keys go to a program again."""
        self.show_cursor(self.grid.view(self._board.focus or ""))

    def on_unmount(self) -> None:
        """Leave the terminal's cursor in the shape it had."""
        self.show_cursor(None)

    def compose(self) -> ComposeResult:
        """The parts, from the top."""
        yield self.top
        yield self.strip
        with Horizontal(id="middle"):
            yield self.agents
            yield self.grid
            yield self.empty
        yield self.said
        yield self.bar

    def repaint(self, *, leader: str = "", is_lost: bool = False, is_loaded: bool = True) -> None:
        """Bring everything up to date with the board; what did not change is not painted."""
        board, look, (width, height) = self._board, self._look, self.size
        if not width:
            return
        wide = panel_width(width) if board.has_panel and not board.is_zoomed and board.tiles else 0
        self._split(wide)
        if leader:
            self.top.draw([prefix_line(look, width, leader)])
        else:
            self.top.draw(
                [
                    top_line(
                        board,
                        look,
                        width=width,
                        folder=self._folder,
                        hidden=self.grid.hidden_count if wide else 0,
                        is_lost=is_lost,
                    )
                ]
            )
        if wide:
            self.agents.draw(panel(board, look, width=wide, height=self.agents.size.height or height - 1))
        self.strip.draw([strip(board, look, width)])
        self.said.draw(self._says.lines(look, width))
        self.bar.draw(bars(board, look, self.matter, self.writer, size=self.size))
        if not board.order and is_loaded:
            name = board.frame.name if board.frame else ""
            self.empty.draw(_empty_state(look, width - wide, height - 1, frame=name))
        self.grid.repaint()
        self.show_cursor(self.grid.view(self._board.focus or ""))

    def _split(self, wide: int) -> None:
        """The list of agents beside the tiles, or the strip above them, or an empty room."""
        board = self._board
        self.agents.display = bool(wide)
        if wide:
            self.agents.styles.width = wide
        self.strip.display = not wide and board.has_panel and not board.is_zoomed and len(board.tiles) > 1
        self.empty.display = not board.order
        self.grid.display = bool(board.order)


def _empty_state(look: Look, width: int, height: int, *, frame: str) -> list[Line]:
    """What a room or a frame without tiles says: which keys help."""
    palette = look.palette
    close = [(look.keys.press("close_frame"), "close this frame", "close_frame")] if frame else []
    rows: list[tuple[str, str, str]] = [
        ("", f"No agent runs in {visible(frame)} yet." if frame else "No agent runs here yet.", ""),
        ("", "", ""),
        (look.keys.press("spawn"), "start an agent", "spawn"),
        *close,
        (look.keys.press("help"), "all keys", "help"),
        (look.keys.press("leave"), "leave", "leave"),
        ("", "", ""),
        ("", "^B is Ctrl+B, then the other key. Or from a shell:", ""),
        ("", "hive ctl spawn --agent demo --prompt 'make a file'", ""),
    ]
    margin = " " * max(0, (width - 52) // 2)
    lines = [Line((Bit("", palette.dim),))] * max(0, (height - len(rows)) // 2 - 1)
    for key, text, action in rows:
        colour = palette.text if action or text.startswith("No") else palette.dim
        head = Bit(f"{margin}{key}{'   ' if key else ''}", palette.focus, bold=True, action=action)
        lines.append(Line((head, Bit(text, colour, action=action))))
    return lines

"""The top line: where we are, and three numbers of which only the first is ever loud; while the prefix waits, keys."""

from __future__ import annotations

from hivemind.protocol.status import Status
from hivemind.tui.board import Board
from hivemind.tui.drawn import Bit, Line, bits_width
from hivemind.tui.keymap import shown
from hivemind.tui.look import Look
from hivemind.tui.tabs import Tabs
from hivemind.tui.visible import visible

GAP = 3
"""Cells that are kept free around the tabs."""

FOLDER_COLUMNS = 110
"""Columns. A narrower screen shows no folder where the names of frames say as much."""

NARROW_COLUMNS = 80
"""Columns. On a narrower screen the first number has no words either, where tabs need the room."""

VIEW_COLUMNS = 140
"""Columns. A narrower screen names the view only where it is not the usual one."""


def top_line(board: Board, look: Look, *, width: int, folder: str, hidden: int, is_lost: bool) -> Line:
    """`hive ~/shop ▸ api web … ◆ 1 need you ● 3 working ○ 4 idle`."""
    palette = look.palette
    left = [Bit(" hive", palette.focus, bold=True, action="palette")]
    if width >= FOLDER_COLUMNS or not any(frame.frame_id for frame in board.frames):
        left.append(Bit(f"  {visible(folder)}", palette.dim))
    notes = []
    if board.view == "tiles" and board.is_zoomed:
        notes.append(Bit("   zoomed", palette.text, action="zoom"))
    if hidden:
        notes.append(Bit(f"   {hidden} not shown", palette.dim, action="queue"))
    right = [Bit(" connection lost, trying again ", palette.background, bold=True, background=palette.warning)]
    view = _view(board, look, width)
    right = [*right, Bit(" ", palette.dim)] if is_lost else [*view, *_counts(board, look)]
    room, tabs = width - bits_width([*left, *notes]), Tabs(board, look)
    if tabs.width > room - bits_width(right) - GAP and not is_lost:
        right = [*view, *_counts(board, look, has_words=False, is_narrow=width < NARROW_COLUMNS)]
    shown_tabs = tabs.within(room - bits_width(right) - GAP)
    gap = [Bit(" ", palette.dim)] if shown_tabs else []
    return Line((*left, *gap, *shown_tabs, *notes, Bit("   " if is_lost else "", palette.dim)), tuple(right))


def _view(board: Board, look: Look, width: int) -> list[Bit]:
    """Which view is shown; a click shows the next one."""
    if board.view != "tiles":
        return [Bit(f"{board.view}  ", look.palette.focus, bold=True, action="next_view")]
    if board.tiles and width >= VIEW_COLUMNS:
        return [Bit("tiles  ", look.palette.dim, action="next_view")]
    return []


def _counts(board: Board, look: Look, *, has_words: bool = True, is_narrow: bool = False) -> list[Bit]:
    """How many need somebody; then the others, and where help is. In words as far as there is room for them."""
    palette, glyphs = look.palette, look.signs.glyphs
    working, idle, done = board.count(Status.WORKING), board.count(Status.IDLE), board.done_count
    need = board.need_count
    words = "" if is_narrow else "needs you " if need == 1 else "need you "
    loud = Bit(
        f" {glyphs[Status.PERMISSION]} {need} {words}",
        palette.background if need else palette.dim,
        bold=bool(need),
        action="open_ask" if need else "",
        background=palette.attention if need else "",
    )
    return [
        loud,
        Bit(f"  {glyphs[Status.WORKING]} {working}{' working ' if has_words else ''}", palette.working),
        *(
            [Bit(f"  {look.signs.done} {done}{' done ' if has_words else ''}", palette.good, action="queue")]
            if done
            else []
        ),
        Bit(f"  {glyphs[Status.IDLE]} {idle}{' idle ' if has_words else ''}", palette.dim),
        Bit(f"  {look.keys.press('help')}", palette.focus, action="help"),
        Bit(" keys " if has_words else " ", palette.dim, action="help"),
    ]


def prefix_line(look: Look, width: int, leader: str) -> Line:
    """The keys worth knowing that fit, while a leader waits for one."""
    palette = look.palette
    bits = [Bit(f" {shown(leader)} ", palette.background, bold=True, background=palette.focus)]
    right = (
        Bit(f"  {look.keys.behind(leader, 'help')}", palette.focus, bold=True, action="help"),
        Bit(" all keys ", palette.text, action="help"),
    )
    for name, action in look.keys.actions.items():
        if action.hint and (pressed := look.keys.behind(leader, name)):
            key = Bit(f"  {pressed}", palette.focus, bold=True, action=name)
            hint = Bit(f" {action.hint}", palette.text, action=name)
            if bits_width([*bits, key, hint, *right]) <= width:
                bits += [key, hint]
    return Line(tuple(bits), right)

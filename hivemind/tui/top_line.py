"""The top line: where we are, and three numbers of which only the first is ever loud; while the prefix waits, keys."""

from __future__ import annotations

from hivemind.protocol.status import Status
from hivemind.tui.board import Board
from hivemind.tui.drawn import Bit, Line, bits_width
from hivemind.tui.keymap import shown
from hivemind.tui.look import Look
from hivemind.tui.visible import visible


def top_line(board: Board, look: Look, *, folder: str, hidden: int, is_lost: bool) -> Line:
    """`hive ~/shop … ◆ 1 need you ● 3 working ○ 4 idle`."""
    palette, glyphs = look.palette, look.signs.glyphs
    left = [Bit(" hive", palette.focus, bold=True), Bit(f"  {visible(folder)}", palette.dim)]
    if board.is_zoomed:
        left.append(Bit("   zoomed", palette.text, action="zoom"))
    if hidden:
        left.append(Bit(f"   {hidden} not shown", palette.dim))
    if is_lost:
        lost = Bit(" connection lost, trying again ", palette.background, bold=True, background=palette.warning)
        return Line((*left, Bit("   ", palette.dim)), (lost, Bit(" ", palette.dim)))
    need = board.need_count
    loud = Bit(
        f" {glyphs[Status.PERMISSION]} {need} {'needs' if need == 1 else 'need'} you ",
        palette.background if need else palette.dim,
        bold=bool(need),
        action="open_ask" if need else "",
        background=palette.attention if need else "",
    )
    counts = [
        loud,
        Bit(f"  {glyphs[Status.WORKING]} {board.count(Status.WORKING)} working", palette.working),
        Bit(f"   {glyphs[Status.IDLE]} {board.count(Status.IDLE)} idle", palette.dim),
        Bit(f"   {look.keys.press('help')}", palette.focus, action="help"),
        Bit(" keys ", palette.dim, action="help"),
    ]
    return Line(tuple(left), tuple(counts))


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

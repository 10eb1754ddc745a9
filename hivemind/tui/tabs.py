"""The tabs of the top line: every frame by its name, the one that is looked at marked, the rest counted."""

from __future__ import annotations

from typing import Final

from hivemind.protocol.frame import Frame
from hivemind.protocol.status import Status
from hivemind.tui.board import LOOSE, Board
from hivemind.tui.drawn import Bit, bits_width
from hivemind.tui.look import Look
from hivemind.tui.visible import clip, visible

TAB_CELLS: Final = 20
"""Cells of the longest name."""

ACTION: Final = "frame"
"""The action of a click on a tab; its argument is the frame's id."""


class Tabs:
    """`▸ api  web  docs+2`: the frame that is looked at, and those around it that fit."""

    def __init__(self, board: Board, look: Look) -> None:
        frames = [frame for frame in board.frames if frame.frame_id != LOOSE.frame_id]
        self._at = next((n for n, frame in enumerate(frames) if frame.frame_id == board.frame_id), 0)
        self._look = look
        self._each = [_tab(board, look, frame) for frame in frames]
        self._widths = [bits_width(bits) for bits in self._each]

    @property
    def width(self) -> int:
        """Cells of all of them."""
        return sum(self._widths)

    def within(self, room: int) -> list[Bit]:
        """Those that fit into that many cells."""
        if not self._each:
            return []
        first = last = self._at
        while True:
            wider = [(f, t) for f, t in ((first, last + 1), (first - 1, last)) if f >= 0 and t < len(self._each)]
            fits = next((span for span in wider if self._width(*span) <= room), None)
            if fits is None:
                break
            first, last = fits
        if self._width(first, last) > room:
            return []
        bits = [bit for tab in self._each[first : last + 1] for bit in tab]
        rest = self._rest(first, last)
        return [*bits, Bit(rest, self._look.palette.dim, action="find_frame")] if rest else bits

    def _width(self, first: int, last: int) -> int:
        return sum(self._widths[first : last + 1]) + len(self._rest(first, last))

    def _rest(self, first: int, last: int) -> str:
        left = len(self._each) - (last - first + 1)
        return f"+{left} " if left else ""


def _tab(board: Board, look: Look, frame: Frame) -> list[Bit]:
    """One name; with the sign of what waits where somebody looks elsewhere."""
    palette, action = look.palette, f"{ACTION}:{frame.frame_id}"
    is_here = frame.frame_id == board.frame_id
    name = clip(visible(frame.name), TAB_CELLS, look.signs.ellipsis)
    bits = [
        Bit(f" {look.signs.here} " if is_here else " ", palette.focus, action=action),
        Bit(name, palette.text if is_here else palette.dim, bold=is_here, action=action),
    ]
    if not is_here and any(map(board.needs, board.members(frame))):
        bits.append(Bit(f" {look.signs.glyphs[Status.PERMISSION]}", palette.attention, bold=True, action=action))
    return [*bits, Bit(" ", palette.dim, action=action)]

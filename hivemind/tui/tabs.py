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


def tabs(board: Board, look: Look, room: int) -> list[Bit]:
    """`▸ api  web  docs+2` in that many cells: the frame that is looked at, and those around it that fit."""
    frames = [frame for frame in board.frames if frame.frame_id != LOOSE.frame_id]
    at = next((n for n, frame in enumerate(frames) if frame.frame_id == board.frame_id), None)
    if not frames:
        return []
    first = last = at or 0
    while True:
        wider = [(f, t) for f, t in ((first, last + 1), (first - 1, last)) if f >= 0 and t < len(frames)]
        fits = next((span for span in wider if bits_width(_bits(board, look, frames, span)) <= room), None)
        if fits is None:
            break
        first, last = fits
    bits = _bits(board, look, frames, (first, last))
    return bits if bits_width(bits) <= room else []


def _bits(board: Board, look: Look, frames: list[Frame], span: tuple[int, int]) -> list[Bit]:
    first, last = span
    bits = [bit for frame in frames[first : last + 1] for bit in _tab(board, look, frame)]
    if rest := len(frames) - (last - first + 1):
        bits.append(Bit(f"+{rest} ", look.palette.dim, action="find_frame"))
    return bits


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

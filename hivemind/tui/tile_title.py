"""The title row of a tile: its name, its program, what it does and for how long. A long name is cut, not the status."""

from __future__ import annotations

from rich.cells import cell_len

from hivemind.protocol.status import Status
from hivemind.protocol.tile import TileSummary
from hivemind.tui.drawn import Bit, Line, bits_width
from hivemind.tui.look import Look
from hivemind.tui.signs import called, glyph, program, shade, tile_age, word
from hivemind.tui.visible import clip, visible

RECORDING = "rec"
"""In the title of a tile that is recorded."""

LEAST_NAME = 8
"""Cells. Of the name stays at least so much, even if that costs something of what stands behind it."""


def title(
    tile: TileSummary,
    look: Look,
    *,
    corners: tuple[str, str],
    edge: str,
    is_focused: bool,
    width: int,
    right: tuple[Bit, ...] = (),
) -> Line:
    """`┌ fix nav ── claude · ● working 2m 14s ───┐`; `right` stands before the last corner."""
    palette, signs = look.palette, look.signs
    end = (*right, Bit(corners[1], edge))
    before = [Bit(signs.across * 2, edge), *_program(tile, look)]
    tail = [*before, *_state(tile, look, is_focused=is_focused)]
    whole = visible(called(tile))
    room = width - bits_width([*tail, *end]) - len(corners[0]) - 2
    if room < min(LEAST_NAME, cell_len(whole)):  # half an age would be another one
        tail = [*before, *_state(tile, look, is_focused=is_focused, has_age=False)]
        room = width - bits_width([*tail, *end]) - len(corners[0]) - 2
    name = clip(whole, max(LEAST_NAME, room), signs.ellipsis)
    colour = palette.text if is_focused else palette.dim
    left = (Bit(corners[0], edge), Bit(f" {name} ", colour, bold=is_focused), *tail)
    return Line(left, end, fill=signs.across, fill_colour=edge)


def _program(tile: TileSummary, look: Look) -> list[Bit]:
    dot = "" if tile.status is Status.EXITED else f"{look.signs.dot} "
    return [Bit(f" {visible(program(tile))} {dot}", look.palette.dim)]


def _state(tile: TileSummary, look: Look, *, is_focused: bool, has_age: bool = True) -> list[Bit]:
    palette, signs = look.palette, look.signs
    colour = shade(tile, palette)
    bits = [Bit(f"{glyph(tile, signs)} {word(tile)} ", colour, bold=tile.status.is_waiting)]
    if has_age and (age := tile_age(tile, look.clock.epoch_ms())):
        bits.append(Bit(f"{age} ", colour))
    if tile.recording:
        bits.append(Bit(f"{signs.dot} {RECORDING} ", palette.warning))
    if tile.note:
        bits.append(Bit(f"{signs.dot} {visible(tile.note)} ", palette.warning))
    if tile.status is Status.EXITED and is_focused:
        bits.append(Bit(f"{signs.dot} {look.keys.way('close')} closes it ", palette.focus))
    return bits

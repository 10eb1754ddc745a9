"""The Layers panel: what needs a person first, then by frame; the same list as the queue; the strip of narrow rooms."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len

from hivemind.protocol.tile import TileSummary
from hivemind.tui.board import Board
from hivemind.tui.drawn import Bit, Line, bits_width
from hivemind.tui.entries import entry, heading, short
from hivemind.tui.listing import ANSWERED, Listing, Section
from hivemind.tui.look import Look
from hivemind.tui.signs import called, glyph, shade
from hivemind.tui.visible import clip, visible

LEAST_LABEL = 8
"""Cells. A shorter name in the strip tells nothing."""


@dataclass(frozen=True, slots=True)
class Item:
    """A heading, a tile, or a sentence, and the rows it takes."""

    height: int
    section: Section | None = None
    tile: TileSummary | None = None
    text: str = ""


def panel_width(screen_width: int) -> int:
    """Cells of the panel on a screen that wide; 0 where it would take columns that a program needs."""
    if screen_width < 110:
        return 0
    return 34 if screen_width >= 160 else 27


def panel(board: Board, look: Look, listing: Listing, *, width: int, height: int, is_short: bool = False) -> list[Line]:
    """The list in its border, exactly `height` lines; with one row for each agent where `is_short`."""
    room = max(0, height - 2)
    items = _items(board, look, listing, is_short=is_short)
    starts, total, span = [], 0, range(0)
    for item in items:
        starts.append(total)
        if item.tile and item.tile.tile_id == listing.marked:
            # a heading right above the first tile comes to view with it
            first = total - 1 if total and items[len(starts) - 2].section else total
            span = range(first, total + item.height)
        total += item.height
    shown = listing.window.show(total, room, span=span, about=(listing.marked, room, is_short))
    edge = Bit(look.signs.down, _edge(board, look, listing), background=look.palette.background)
    lines = [_title(board, look, listing, width)]
    for item, start in zip(items, starts, strict=True):
        if start < shown.stop and start + item.height > shown.start:
            rows = _draw(board, look, listing, item, width=width - 2, is_short=is_short)
            lines += [_framed(row, edge) for row in rows[max(0, shown.start - start) : shown.stop - start]]
    while len(lines) < height - 1:
        lines.append(Line((edge,), (edge,)))
    above = sum(item.tile is not None and start < shown.start for item, start in zip(items, starts, strict=True))
    below = sum(
        item.tile is not None and start + item.height > shown.stop for item, start in zip(items, starts, strict=True)
    )
    return [*lines, _foot(look, edge, above=above, below=below)][:height]


def _items(board: Board, look: Look, listing: Listing, *, is_short: bool) -> list[Item]:
    sections = listing.sections()
    if not sections:
        return [Item(1), *(Item(1, text=text) for text in _nothing(look, listing))]
    items: list[Item] = []
    is_answered = sections[0].title == ANSWERED
    if board.view == "queue" and not (board.need_count or is_answered) and listing.filter is None:
        items.append(Item(1, text="Nothing waits for you."))
    for section in sections:
        if section.title and not is_short:
            items.append(Item(1, section=section))
        items += [Item(1 if is_short else 2, tile=tile) for tile in section.tiles]
    return items


def _nothing(look: Look, listing: Listing) -> list[str]:
    """What an empty list says."""
    if listing.filter is None:
        return ["No agent runs yet.", f"{look.keys.way('spawn')} starts one."]
    return ["No agent matches.", "Esc lists all again."]


def _draw(board: Board, look: Look, listing: Listing, item: Item, *, width: int, is_short: bool) -> list[Line]:
    palette = look.palette
    if item.tile:
        is_marked = item.tile.tile_id == listing.marked
        if is_short:
            return [short(board, item.tile, look, width, is_marked=is_marked)]
        return entry(board, item.tile, look, width, is_marked=is_marked)
    if item.section is None:
        return [Line((Bit(f" {item.text}", palette.dim),))]
    section = item.section
    if not section.frame_id:
        return [heading(section.title, look, width, count=str(section.count))]
    sign = look.signs.here if section.is_folded else look.signs.open
    count = str(section.count) if section.count else "empty"
    return [heading(section.title, look, width, count=count, action=f"fold:{section.frame_id}", sign=sign)]


def _edge(board: Board, look: Look, listing: Listing) -> str:
    """The border is bright where keys go to the list."""
    has_keys = listing.filter is not None or board.view == "queue"
    return look.palette.focus if has_keys else look.palette.line


def _title(board: Board, look: Look, listing: Listing, width: int) -> Line:
    """What the list is called, with a key; or what is looked for, with how many were found."""
    palette, signs = look.palette, look.signs
    edge = _edge(board, look, listing)
    first, last = Bit(signs.corners[0], edge), Bit(signs.corners[1], edge)
    if listing.filter is not None:
        count = f" {len(listing.tiles())} of {len(board.tiles)} "
        text, room = visible(listing.filter.text.replace("\n", " ")), width - len(count) - 4
        shown = text if cell_len(text) <= room else signs.ellipsis + text[-(room - 1) :]
        cursor = Bit(" ", palette.background, background=palette.focus)
        left = (first, Bit("/", palette.focus, bold=True), Bit(shown, palette.text), cursor)
        return Line(left, (Bit(count, palette.dim), last), fill=signs.across, fill_colour=edge)
    is_queue = board.view == "queue"
    key, hint, action = ("Esc", "back", "back") if is_queue else (look.keys.press("filter"), "find", "filter")
    name = Bit(" Queue " if is_queue else " Agents ", palette.text)
    does = (Bit(f" {key}", palette.focus, action=action), Bit(f" {hint} ", palette.dim, action=action))
    return Line((first, name), (*does, last), fill=signs.across, fill_colour=edge)


def _foot(look: Look, edge: Bit, *, above: int, below: int) -> Line:
    """How many there are that are not in view."""
    told = [
        f"{count} {where}" for count, where in ((above, "above"), (below, "more" if not above else "below")) if count
    ]
    text = f" {', '.join(told)} " if told else ""
    signs = look.signs
    corners = Bit(signs.corners[2], edge.colour), Bit(signs.corners[3], edge.colour)
    return Line((corners[0], Bit(text, look.palette.dim)), (corners[1],), fill=signs.across, fill_colour=edge.colour)


def strip(board: Board, look: Look, width: int) -> Line:
    """Every agent on one line: signs with names where they fit; else of those that need nobody the counts alone."""
    tiles = board.by_need()
    longest = (width - 1) // max(1, len(tiles)) - 4
    if longest >= LEAST_LABEL:
        return Line(tuple(bit for tile in tiles for bit in _named(board, tile, look, longest)))
    counts: dict[tuple[str, str], int] = {}
    for tile in tiles:
        if not board.needs(tile):
            sign = glyph(tile, look.signs), shade(tile, look.palette)
            counts[sign] = counts.get(sign, 0) + 1
    right = tuple(Bit(f" {sign} {count} ", colour, action="queue") for (sign, colour), count in counts.items())
    named = [tile for tile in tiles if board.needs(tile) or tile.tile_id == board.focus]
    room = width - bits_width(right) - 1
    longest = max(LEAST_LABEL, room // max(1, len(named)) - 4)
    left: list[Bit] = []
    for at, tile in enumerate(named):
        bits = _named(board, tile, look, longest)
        rest = f" +{len(named) - at} "
        if bits_width([*left, *bits]) > room - (len(rest) if at < len(named) - 1 else 0):
            left.append(Bit(rest, look.palette.attention, action="queue"))
            break
        left += bits
    return Line(tuple(left), right)


def _named(board: Board, tile: TileSummary, look: Look, longest: int) -> list[Bit]:
    palette = look.palette
    is_focused = tile.tile_id == board.focus
    under, action = palette.raised if is_focused else "", f"focus:{tile.tile_id}"
    label = clip(visible(called(tile)), longest, look.signs.ellipsis)
    return [
        Bit(f" {glyph(tile, look.signs)}", shade(tile, palette), is_focused, action, under),
        Bit(f" {label} ", palette.text if is_focused else palette.dim, is_focused, action, under),
    ]


def _framed(line: Line, edge: Bit) -> Line:
    """A line between the panel's borders; its background stays within them."""
    return Line((edge, *line.left), (*line.right, edge), background=line.background, action=line.action)

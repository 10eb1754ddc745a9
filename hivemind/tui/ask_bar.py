"""The ask bar: who wants what, for how long, and the keys that answer it, whatever tile is focused.

What is asked is shown whole where it can be: nobody should allow a command whose end was cut off. Closed, the bar takes
a few rows and leaves out of what is longer only the middle, and says how much; open, it shows all of it, row by row.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from hivemind.protocol.ask import Ask, Choice
from hivemind.protocol.status import Status
from hivemind.protocol.tile import TileSummary
from hivemind.tui.bar import Bar
from hivemind.tui.board import Board, key_of
from hivemind.tui.drawn import Bit, Line, bits_width
from hivemind.tui.look import Look
from hivemind.tui.matter import LINE_BREAK, Kind, matter, rows_of
from hivemind.tui.signs import age, called, program
from hivemind.tui.visible import clip, visible, wrap

LABEL_CELLS = 34
"""An option's label is not written longer than this in the line of keys."""

WIDE = 140
"""Cells from which the line of keys also names what is rarely pressed."""

LEAST_LABEL = 6
"""Cells of the shortest label that still tells something; with less there are numbers alone."""

INDENT = "   "

GAPS = (3, 2)
"""Cells between two keys; the fewer where the line is too narrow."""

LOST = "no connection: may be out of date, cannot be answered now"
"""Stands where the keys are otherwise."""

SPARE = ("open_ask", "show_matter")
"""What goes first where the keys do not fit at all: a click on the name, and on what is asked, does the same."""

Group = tuple[str, str, str]
"""A key, what it is called, and its action."""


def ask_bar(board: Board, look: Look, bar: Bar, *, width: int, max_rows: int, open_rows: int) -> list[Line]:
    """The bar's lines: what is asked, then the keys. None while nothing waits.

    What is asked takes one row, or `max_rows` when it is long (never less than three), or `open_rows` when it is open.
    """
    ask = board.ask
    tile = board.tiles.get(ask.tile_id) if ask else None
    bar.turn_to(board.shown)
    if ask is None or tile is None:
        return []
    if bar.is_open:
        lines = _whole_bar(board, ask, tile, look, bar, width=width, rows=open_rows)
    else:
        question, is_cut = _question(board, ask, tile, look, width=width, max_rows=max_rows)
        more = "more" if is_cut or LINE_BREAK in ask.command else ""
        lines = [*question, _keys(board, ask, look, width, more=more)]
    return [*lines[:-1], Line((Bit(f"{INDENT}{LOST}", look.palette.warning),))] if bar.is_lost else lines


def head(board: Board, ask: Ask, tile: TileSummary, look: Look, width: int) -> tuple[tuple[Bit, ...], tuple[Bit, ...]]:
    """Who asks, and at the right end for how long and which of how many it is."""
    palette = look.palette
    order = board.waiting
    place = f"   {order.index(ask) + 1} of {len(order)}" if len(order) > 1 and ask in order else ""
    right = (Bit(f"  {age(look.clock.epoch_ms() - ask.since)}", palette.attention), Bit(f"{place} ", palette.text))
    name = clip(visible(called(tile)), max(8, width // 4), look.signs.ellipsis)
    left: tuple[Bit, ...] = (
        Bit(f" {look.signs.glyphs[ask.kind]} ", palette.attention, bold=True),
        Bit(name, palette.text, bold=True, action="open_ask"),
        Bit(f" ({visible(program(tile))})", palette.dim),
        Bit(f" {wants(ask)}  ", palette.text),
    )
    return left, right


def wants(ask: Ask) -> str:
    """What a tile wants, between its name and the matter itself."""
    if ask.kind is Status.PERMISSION:
        return "asks permission"
    if ask.kind is Status.QUESTION:
        return "asks"
    return f"asks before it starts ({visible(ask.says)})" if ask.says else "waits for you"


def _question(
    board: Board, ask: Ask, tile: TileSummary, look: Look, *, width: int, max_rows: int
) -> tuple[list[Line], bool]:
    """What is asked in a few rows, and whether something of it had no room there."""
    palette = look.palette
    who, right = head(board, ask, tile, look, width)
    text = matter(ask)
    room = width - bits_width(who) - bits_width(right)
    if cell_len(text) <= room:
        return [Line((*who, Bit(text, palette.attention, bold=True, action="show_matter")), right)], False
    rows, left_out = _both_ends(text, width=width - 4, max_rows=max(2, max_rows - 1), ellipsis=look.signs.ellipsis)
    if left_out:
        more = f"{left_out} characters are left out here: {look.keys.way('show_matter')} shows all"
        who = (*who, Bit(more, palette.dim, action="show_matter"))
    body = (Bit(f"{INDENT}{row}", palette.attention, bold=True, action="show_matter") for row in rows)
    return [Line(who, right), *(Line((bit,)) for bit in body)], bool(left_out)


def _both_ends(text: str, *, width: int, max_rows: int, ellipsis: str) -> tuple[list[str], int]:
    """A long matter in rows of its own, and how many characters of it, from the middle, had no room."""
    rows = wrap(text, width)
    if len(rows) <= max_rows:
        return rows, 0
    head_rows, tail = rows[: max_rows - 1], text[-(width // 2) :]
    head_rows[-1] = clip(head_rows[-1], width - 1, "") + ellipsis
    return [*head_rows, ellipsis + tail], len(text) - sum(map(len, head_rows)) + 1 - len(tail)


def _whole_bar(board: Board, ask: Ask, tile: TileSummary, look: Look, bar: Bar, *, width: int, rows: int) -> list[Line]:
    """All of what is asked, its options a row each, and the keys."""
    palette = look.palette
    left, right = head(board, ask, tile, look, width)
    options = [_option(choice, ask, look) for choice in ask.choices]
    all_rows = rows_of(ask, width - 2 * len(INDENT))
    room = max(3, rows - 2 - len(options))
    bar.fit(len(all_rows), room)
    shown = all_rows[bar.top : bar.top + room]
    place = f"rows {bar.top + 1}-{bar.top + len(shown)} of {len(all_rows)}   " if len(shown) < len(all_rows) else ""
    place += "" if ask.is_whole else "there may be more of it in its tile"
    colours: dict[Kind, str] = {
        "": palette.text,
        "added": palette.good,
        "removed": palette.warning,
        "place": palette.dim,
    }
    is_diff = any(row.kind for row in all_rows)
    body = [Line((Bit(f"{INDENT}{row.text}", colours[row.kind], bold=not is_diff),)) for row in shown]
    keys = _keys(board, ask, look, width, more="less" if bar.is_at_end else "more", has_options=False)
    return [Line((*left, Bit(place, palette.dim)), right), *body, *options, keys]


def _option(choice: Choice, ask: Ask, look: Look) -> Line:
    """An option as the screen shows it, with the key that picks it."""
    palette = look.palette
    is_known = choice.number and (ask.can_choose or (choice.takes_text and ask.takes_text))
    action = f"choose:{choice.number}" if is_known else ""
    key = look.keys.press("choose", str(choice.number)) if is_known else INDENT
    colour = palette.attention if choice.selected else palette.text
    detail = f"   {visible(choice.detail)}" if choice.detail else ""
    return Line(
        (
            Bit(INDENT, palette.dim),
            Bit(key, palette.focus, bold=True, action=action),
            Bit(f" {visible(choice.label)}", colour, bold=choice.selected, action=action),
            Bit(detail, palette.dim, action=action),
        )
    )


def _keys(board: Board, ask: Ask, look: Look, width: int, *, more: str, has_options: bool = True) -> Line:
    """The keys that do something for this ask; each can be clicked as well."""
    palette, keys = look.palette, look.keys
    if key_of(ask) in board.answering:
        return Line((Bit(f"{INDENT}answering{look.signs.ellipsis}", palette.dim),))
    before: list[Group] = []
    if ask.is_answerable:
        before += [(keys.press("allow"), "allow", "allow"), (keys.press("deny"), "deny", "deny")]
    after: list[Group] = []
    if ask.takes_text:
        after.append((keys.press("write"), "write", "write"))
    if more:
        after.append((keys.press("show_matter"), more, "show_matter"))
    if ask.kind is Status.PERMISSION and ask.is_whole and (not has_options or width >= WIDE):
        after.append((keys.press("permit"), "for a while", "permit"))
    after.append((keys.press("open_ask"), "open", "open_ask"))
    if len(board.asks) > 1:
        after.append((keys.press("next_ask"), "next", "next_ask"))
    options: list[Group] = []
    if has_options and ask.can_choose and ask.choices:
        options = _options(ask, look, width - len(INDENT) - _cells([*before, *after]))
    selected = {f"choose:{choice.number}" for choice in ask.choices if choice.selected}
    bits = [Bit(INDENT, palette.dim)]
    groups, gap = fitted([*before, *options, *after], width - len(INDENT))
    for at, (key, label, action) in enumerate(groups, 1):
        bits.append(Bit(key, palette.focus, bold=True, action=action))
        colour = palette.attention if action in selected else palette.text
        behind = width - bits_width(bits) - cell_len(label) - 1
        space = " " * (gap if at < len(groups) else min(gap, behind))
        bits.append(Bit(f" {label}{space}" if label else " ", colour, bold=action in selected, action=action))
    return Line(tuple(bits))


def fitted(groups: list[Group], room: int, spare: Sequence[str] = SPARE) -> tuple[list[Group], int]:
    """The keys that fit into so many cells, and the cells between them: no key is cut in the middle.

    Where they do not, the leader is written once, then the actions that can be spared go.
    """
    if _width(groups, GAPS[0]) <= room:
        return groups, GAPS[0]
    leader = groups[0][0].rpartition(" ")[0] + " "
    groups = [groups[0], *((key.removeprefix(leader), label, action) for key, label, action in groups[1:])]
    for left_out in ("", *spare):
        groups = [group for group in groups if group[2] != left_out]
        for gap in GAPS:
            if _width(groups, gap) <= room:
                return groups, gap
    return groups, GAPS[-1]


def _width(groups: list[Group], gap: int) -> int:
    return sum(cell_len(key) + (cell_len(label) + gap if label else 0) + 1 for key, label, _ in groups) - gap


def _cells(groups: list[Group]) -> int:
    return sum(cell_len(key) + cell_len(label) + 4 for key, label, _ in groups)


def _options(ask: Ask, look: Look, room: int) -> list[Group]:
    """Each numbered option with its label, as much of it as the line has room for; each is there to be clicked."""
    numbered = [choice for choice in ask.choices if choice.number]
    each = [
        (
            look.keys.press("choose", str(choice.number)),
            clip(visible(choice.label), LABEL_CELLS, look.signs.ellipsis),
            f"choose:{choice.number}",
        )
        for choice in numbered
    ]
    if _cells(each) <= room:
        return each
    # the leader is written once; what follows are the keys behind it
    first = each[0][0]
    leader = first[: len(first) - len(first.rpartition(" ")[2])]
    each = [each[0], *((key.removeprefix(leader), label, action) for key, label, action in each[1:])]
    fixed = _cells([(key, "", action) for key, _, action in each])
    per_label = (room - fixed) // len(each)
    if per_label < LEAST_LABEL:
        return [*((key, "", action) for key, _, action in each[:-1]), (each[-1][0], "choose", each[-1][2])]
    labels = _shared([cell_len(label) for _, label, _ in each], room - fixed)
    return [
        (key, clip(label, cells, look.signs.ellipsis), action)
        for (key, label, action), cells in zip(each, labels, strict=True)
    ]


def _shared(wanted: list[int], room: int) -> list[int]:
    """Cells for each, where they want more than there are: the short ones get theirs, the long ones share the rest."""
    given = [0] * len(wanted)
    left, order = room, sorted(range(len(wanted)), key=lambda at: wanted[at])
    for done, at in enumerate(order):
        given[at] = min(wanted[at], left // (len(order) - done))
        left -= given[at]
    return given

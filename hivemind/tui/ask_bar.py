"""The ask bar: who wants what, for how long, and the keys that answer it, whatever tile is focused.

What is asked is shown whole where it can be: nobody should allow a command whose end was cut off. Only what would not
fit even into several rows is left out, from the middle, and the bar says how much.
"""

from __future__ import annotations

from rich.cells import cell_len

from hivemind.protocol.ask import Ask
from hivemind.protocol.status import Status
from hivemind.protocol.tile import TileSummary
from hivemind.tui.board import Board, key_of
from hivemind.tui.drawn import Bit, Line, bits_width
from hivemind.tui.look import Look
from hivemind.tui.signs import age, called, program
from hivemind.tui.visible import clip, visible, wrap

LABEL_CELLS = 34
"""An option's label is not written longer than this in the line of keys."""


def ask_bar(board: Board, look: Look, *, width: int, max_rows: int) -> list[Line]:
    """The bar's lines: one of what is asked (`max_rows`, and never less than three, when it is long), then one of keys.

    None while nothing waits.
    """
    ask = board.ask
    tile = board.tiles.get(ask.tile_id) if ask else None
    if ask is None or tile is None:
        return []
    return [*_question(board, ask, tile, look, width=width, max_rows=max_rows), _keys(board, ask, look, width)]


def wants(ask: Ask) -> str:
    """What a tile wants, between its name and the matter itself."""
    if ask.kind is Status.PERMISSION:
        return "asks permission"
    if ask.kind is Status.QUESTION:
        return "asks"
    return f"asks before it starts ({visible(ask.says)})" if ask.says else "waits for you"


def matter(ask: Ask) -> str:
    """The thing itself, on one line: the question and the command, else the dialog's own words.

    Of a permission the command alone: what is asked of it is clear.
    """
    if ask.question and ask.kind is not Status.PERMISSION and ask.question not in ask.command:
        return visible(f"{ask.question}  {ask.command}".rstrip())
    if ask.command:
        return visible(ask.command)
    words = [visible(row.strip()) for row in ask.excerpt if any(c.isalnum() for c in row)]
    options = {choice.label for choice in ask.choices}
    return "  ".join(row for row in words if not any(label and label in row for label in options))


def _question(board: Board, ask: Ask, tile: TileSummary, look: Look, *, width: int, max_rows: int) -> list[Line]:
    palette = look.palette
    order = board.waiting
    place = f"   {order.index(ask) + 1} of {len(order)}" if len(order) > 1 else ""
    right = (Bit(f"  {age(look.clock.epoch_ms() - ask.since)}", palette.attention), Bit(f"{place} ", palette.text))
    who: tuple[Bit, ...] = (
        Bit(f" {look.signs.glyphs[ask.kind]} ", palette.attention, bold=True),
        Bit(
            clip(visible(called(tile)), max(8, width // 4), look.signs.ellipsis),
            palette.text,
            bold=True,
            action="open_ask",
        ),
        Bit(f" ({visible(program(tile))})", palette.dim),
        Bit(f" {wants(ask)}  ", palette.text),
    )
    text = matter(ask)
    room = width - bits_width(who) - bits_width(right)
    if cell_len(text) <= room:
        return [Line((*who, Bit(text, palette.attention, bold=True)), right)]
    rows, left_out = _whole(text, width=width - 4, max_rows=max(2, max_rows - 1), ellipsis=look.signs.ellipsis)
    if left_out:
        more = f"{left_out} characters are left out here: {look.keys.press('open_ask')} opens it"
        who = (*who, Bit(more, palette.dim, action="open_ask"))
    return [Line(who, right), *(Line((Bit(f"   {row}", palette.attention, bold=True),)) for row in rows)]


def _whole(text: str, *, width: int, max_rows: int, ellipsis: str) -> tuple[list[str], int]:
    """A long matter in rows of its own, and how many characters of it, from the middle, had no room."""
    rows = wrap(text, width)
    if len(rows) <= max_rows:
        return rows, 0
    head, tail = rows[: max_rows - 1], text[-(width // 2) :]
    head[-1] = clip(head[-1], width - 1, "") + ellipsis
    return [*head, ellipsis + tail], len(text) - sum(map(len, head)) + 1 - len(tail)


def _keys(board: Board, ask: Ask, look: Look, width: int) -> Line:
    """The keys that do something for this ask; each can be clicked as well."""
    palette = look.palette
    if key_of(ask) in board.answering:
        return Line((Bit(f"   answering{look.signs.ellipsis}", palette.dim),))
    groups: list[tuple[str, str, str]] = []
    selected = {f"choose:{choice.number}" for choice in ask.choices if choice.selected}
    if ask.is_answerable:
        groups += [(look.keys.press("allow"), "allow", "allow"), (look.keys.press("deny"), "deny", "deny")]
    if ask.can_choose and ask.choices:
        groups += _options(ask, look, width)
    groups.append((look.keys.press("open_ask"), "open", "open_ask"))
    if len(board.asks) > 1:
        groups.append((look.keys.press("next_ask"), "next", "next_ask"))
    bits = [Bit("   ", palette.dim)]
    for key, label, action in groups:
        bits.append(Bit(key, palette.focus, bold=True, action=action))
        colour = palette.attention if action in selected else palette.text
        bits.append(Bit(f" {label}   ", colour, bold=action in selected, action=action))
    return Line(tuple(bits))


def _options(ask: Ask, look: Look, width: int) -> list[tuple[str, str, str]]:
    """Each numbered option with its label where the line has room for that, else all of them in short."""
    each = [
        (
            look.keys.press("choose", str(c.number)),
            clip(visible(c.label), LABEL_CELLS, look.signs.ellipsis),
            f"choose:{c.number}",
        )
        for c in ask.choices
    ]
    if sum(cell_len(key) + cell_len(label) + 4 for key, label, _ in each) <= width - 60:
        return each
    numbers = [choice.number for choice in ask.choices]
    span = look.keys.press("choose", str(min(numbers))) + (f"-{max(numbers)}" if len(numbers) > 1 else "")
    return [(span, "choose", "open_ask")]

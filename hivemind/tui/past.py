"""How a tile looks that is scrolled back: lines with what is selected and found, and in its title where it stands."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style as RichStyle
from textual.strip import Strip

from hivemind.tui.drawn import Bit
from hivemind.tui.look import Look
from hivemind.tui.paint import Painter
from hivemind.tui.scroll import Mark, Scroll
from hivemind.tui.viewport import Viewport
from hivemind.tui.visible import visible

PROMPT = 24
"""Characters of a text that is typed to search for; of a longer one the end is shown."""

SELECTING = {"chars": "selecting", "lines": "selecting lines", "block": "selecting a block"}


class PastPainter:
    """Paints the lines of one tile's history."""

    def __init__(self, look: Look) -> None:
        palette = look.palette
        self._painter = Painter(palette, fancy=look.has_underlines)
        self._styles: dict[Mark, RichStyle] = {
            "match": RichStyle(color=palette.attention, underline=True),
            "found": RichStyle(color=palette.background, bgcolor=palette.attention, bold=True),
            "selected": RichStyle(color=palette.background, bgcolor=palette.dim),
            "cursor": RichStyle(color=palette.background, bgcolor=palette.focus),
        }

    def strip(self, scroll: Scroll, y: int, rows: int, columns: int) -> Strip:
        """A line in view."""
        row = scroll.lines.peek(scroll.top + y)
        strip = self._painter.strip(scroll.lines.page, row, Viewport(0, scroll.left, rows, columns))
        for start, end, mark in scroll.marks(y, columns):
            middle = Strip(Segment.apply_style(strip.crop(start, end), post_style=self._styles[mark]), end - start)
            strip = Strip.join([strip.crop(0, start), middle, strip.crop(end, columns)])
        return strip


def where(scroll: Scroll, look: Look) -> list[Bit]:
    """What is typed, found and selected, what came since, and how far the view is back."""
    palette, bits = look.palette, []
    if scroll.prompt:
        typed = visible(scroll.prompt.text)
        shown = typed if len(typed) <= PROMPT else look.signs.ellipsis + typed[1 - PROMPT :]
        bits.append(Bit(f" {'?' if scroll.prompt.backwards else '/'}{shown}_", palette.text))
    elif scroll.selection:
        bits.append(Bit(f" {SELECTING[scroll.selection.kind]}", palette.text))
    if scroll.finds and (scroll.finds.count or not scroll.prompt):
        bits.append(Bit(f" {scroll.finds.number}/{scroll.finds.count}", palette.attention))
    if scroll.news:
        bits.append(Bit(f" {scroll.news} new line{'s' if scroll.news > 1 else ''}", palette.good))
    word = "copy " if scroll.keeps_keys else ""
    return [*bits, Bit(f" {word}{look.signs.up} {scroll.back} ", palette.focus, bold=True)]

"""The styles of one tile: a table that only grows, and what select-graphic-rendition does to a style.

A style travels in `Row.styles` as one code point, its *mark*. The table is bounded: a program that paints with more
exact colours than that gets the nearest palette colour, and then no colour at all.
"""

from __future__ import annotations

from hivemind.protocol.screen import DEFAULT_COLOUR, STYLE_BASE, TRUE_COLOUR, Style
from hivemind.terminal.palette import nearest
from hivemind.terminal.sgr import change_of

PLAIN = chr(STYLE_BASE)
"""The mark of style 0, the default."""

EXACT_STYLES = 0x8000
"""Styles kept as they are; past that, exact colours become palette colours."""

PALETTE_STYLES = 0xC000
"""Past that, colours are left out; what remains are the combinations of attributes, which fit below the limit."""

FIRST_SURROGATE = 0xD800
SURROGATES = 0x800
LONGEST_REMEMBERED = 64
"""Characters of a sequence that is remembered."""

TRANSITIONS = 0x8000
"""Remembered select-graphic-rendition steps; past that, the memory starts anew."""

Transition = tuple[str, str, "Transitions"]
"""The mark a sequence leads to, the mark that erasing leaves then, and the steps that are known from there."""

Transitions = dict[str, Transition]


def mark_of(index: int) -> str:
    """The code point of style number `index`."""
    code = STYLE_BASE + index
    return chr(code if code < FIRST_SURROGATE else code + SURROGATES)


def index_of(mark: str) -> int:
    """The number of the style that `mark` stands for."""
    code = ord(mark)
    return code - STYLE_BASE - (SURROGATES if code >= FIRST_SURROGATE else 0)


class StyleTable:
    """Styles by number; style 0 is the default."""

    def __init__(self) -> None:
        self.styles: list[Style] = [Style()]
        """Append-only: snapshots share it."""
        self._marks: dict[Style, str] = {Style(): PLAIN}
        self._blanks: dict[int, str] = {}
        self._steps: dict[str, Transitions] = {}
        self._step_count = 0

    def mark(self, style: Style) -> str:
        """The mark of `style`, or of the nearest one that there is room for."""
        known = self._marks.get(style)
        if known is not None:
            return known
        fitting = self._fitting(style)
        found = self._marks.get(fitting)
        if found is None:
            found = mark_of(len(self.styles))
            self.styles.append(fitting)
            self._marks[fitting] = found
        return found

    def style(self, mark: str) -> Style:
        """What `mark` stands for."""
        return self.styles[index_of(mark)]

    def blank(self, mark: str) -> str:
        """The mark of a cell erased while the pen is `mark`: its background and nothing else (xterm, "bce")."""
        return self._blank_of(self.style(mark).background)

    def steps(self, mark: str) -> Transitions:
        """The transitions known from `mark`; `step` adds to them."""
        known = self._steps.get(mark)
        if known is None:
            known = self._steps[mark] = {}
        return known

    def step(self, mark: str, sequence: str) -> Transition:
        """Follow one whole `CSI … m` sequence from `mark`, and remember the way."""
        if self._step_count >= TRANSITIONS:
            self._steps.clear()
            self._step_count = 0
        style = change_of(sequence[2:-1]).apply(self.style(mark))
        after = self._marks.get(style) or self.mark(style)
        transition = (after, self._blank_of(style.background), self.steps(after))
        if len(sequence) <= LONGEST_REMEMBERED:
            self.steps(mark)[sequence] = transition
            self._step_count += 1
        return transition

    def _blank_of(self, background: int) -> str:
        if background == DEFAULT_COLOUR:
            return PLAIN
        known = self._blanks.get(background)
        if known is None:
            if len(self._blanks) >= TRANSITIONS:
                self._blanks.clear()
            known = self._blanks[background] = self.mark(Style(background=background))
        return known

    def _fitting(self, style: Style) -> Style:
        count = len(self.styles)
        if count < EXACT_STYLES:
            return style
        palette = Style(
            _palette(style.foreground), _palette(style.background), _palette(style.underline_colour), style.attributes
        )
        if count < PALETTE_STYLES or palette in self._marks:
            return palette
        return Style(attributes=style.attributes)


def _palette(colour: int) -> int:
    return nearest(colour & 0xFFFFFF) if colour >= TRUE_COLOUR else colour

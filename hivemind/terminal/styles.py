"""The styles of one tile: a table that only grows, and what select-graphic-rendition does to a style.

A style travels in `Row.styles` as one code point, its *mark*. The table is bounded: a program that paints with more
exact colours than that gets the nearest palette colour, and then no colour at all; links are left out with the former.
"""

from __future__ import annotations

import msgspec

from hivemind.protocol.screen import STYLE_BASE, TRUE_COLOUR, Style
from hivemind.terminal.palette import nearest
from hivemind.terminal.sgr import BACKGROUND_SHIFT, COLOUR_MASK, LINK, LINK_SHIFT, Change, bits_of, pack, unpack

PLAIN = chr(STYLE_BASE)
"""The mark of style 0, the default."""

EXACT_STYLES = 0x8000
"""Styles kept as they are; past that, exact colours become palette colours."""

PALETTE_STYLES = 0xC000
"""Past that, colours are left out; what remains are the combinations of attributes, which fit below the limit."""

LINKS, LINK_CHARACTERS = 0x2000, 1 << 20
"""Addresses that are kept for a tile, and how long they are together; past that, the text of a link leads nowhere."""

FIRST_SURROGATE = 0xD800
SURROGATES = 0x800
LONGEST_REMEMBERED = 64
"""Characters of a sequence that is remembered."""

BACKGROUND = COLOUR_MASK << BACKGROUND_SHIFT
"""The background's bits in a packed style."""

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
    """Styles by number; style 0 is the default. Inside, a style is one packed number (`sgr.pack`)."""

    def __init__(self) -> None:
        self._styles: list[Style] = []
        self._order: list[int] = [0]
        """The packed styles by number. A program can make them faster than anybody looks, so most wait here."""
        self._marks: dict[int, str] = {0: PLAIN}
        self._packed: dict[str, int] = {PLAIN: 0}
        self._blanks: dict[int, str] = {0: PLAIN}
        self._steps: dict[str, Transitions] = {}
        self._step_count = 0
        self._addresses: list[str] = [""]
        self._links: dict[str, int] = {"": 0}
        """The addresses of links by number, and back."""
        self._link_room = LINK_CHARACTERS

    @property
    def styles(self) -> list[Style]:
        """Every style by number. Append-only, and always the same list: snapshots share it."""
        styles = self._styles
        if len(styles) < len(self._order):
            styles.extend(map(self._unpack, self._order[len(styles) :]))
        return styles

    def mark(self, style: Style) -> str:
        """The mark of `style`, or of the nearest one that there is room for."""
        return self._mark(pack(style) | self._link(style.link))

    def change(self, mark: str, change: Change) -> str:
        """The mark of the style that `change` makes of `mark`'s."""
        return self._mark(change.apply(self._packed[mark]))

    def link(self, mark: str, address: str) -> str:
        """The mark of `mark`'s style leading to that address; to none when it is empty."""
        return self._mark(self._packed[mark] & ~LINK | self._link(address))

    def style(self, mark: str) -> Style:
        """What `mark` stands for."""
        return self.styles[index_of(mark)]

    def blank(self, mark: str) -> str:
        """The mark of a cell erased while the pen is `mark`: its background and nothing else (xterm, "bce")."""
        return self._blank_of(self._packed[mark] & BACKGROUND)

    def steps(self, mark: str) -> Transitions:
        """The transitions known from `mark`; `step` adds to them."""
        known = self._steps.get(mark)
        if known is None:
            known = self._steps[mark] = {}
        return known

    def step(self, mark: str, sequence: str, steps: Transitions) -> Transition:
        """Follow one whole `CSI … m` sequence from `mark`, whose `steps` these are, and remember the way."""
        if self._step_count >= TRANSITIONS:
            self._steps.clear()
            self._step_count = 0
        keeps, sets = bits_of(sequence[2:-1])
        packed = self._packed[mark] & keeps | sets
        after = self._marks.get(packed) or self._new(packed)
        background = packed & BACKGROUND
        known = self._steps.get(after)
        if known is None:
            known = self._steps[after] = {}
        transition = (after, self._blanks.get(background) or self._blank_of(background), known)
        if len(sequence) <= LONGEST_REMEMBERED:
            steps[sequence] = transition
            self._step_count += 1
        return transition

    def _mark(self, packed: int) -> str:
        return self._marks.get(packed) or self._new(packed)

    def _link(self, address: str) -> int:
        """The bits of a link."""
        number = self._links.get(address)
        if number is None:
            if len(self._addresses) > LINKS or len(address) > self._link_room:
                return 0
            number = self._links[address] = len(self._addresses)
            self._addresses.append(address)
            self._link_room -= len(address)
        return number << LINK_SHIFT

    def _unpack(self, packed: int) -> Style:
        number = packed >> LINK_SHIFT
        return msgspec.structs.replace(unpack(packed), link=self._addresses[number]) if number else unpack(packed)

    def _new(self, packed: int) -> str:
        """The mark of a style that has none yet."""
        if len(self._order) >= EXACT_STYLES:
            packed = pack(self._fitting(unpack(packed)))
            known = self._marks.get(packed)
            if known is not None:
                return known
        found = mark_of(len(self._order))
        self._order.append(packed)
        self._marks[packed] = found
        self._packed[found] = packed
        return found

    def _blank_of(self, background: int) -> str:
        known = self._blanks.get(background)
        if known is None:
            if len(self._blanks) >= TRANSITIONS:
                self._blanks = {0: PLAIN}
            known = self._blanks[background] = self._mark(background)
        return known

    def _fitting(self, style: Style) -> Style:
        """What is kept of a style when the table is nearly full."""
        palette = Style(
            _palette(style.foreground), _palette(style.background), _palette(style.underline_colour), style.attributes
        )
        if len(self._order) < PALETTE_STYLES or pack(palette) in self._marks:
            return palette
        return Style(attributes=style.attributes)


def _palette(colour: int) -> int:
    return nearest(colour & 0xFFFFFF) if colour >= TRUE_COLOUR else colour

"""Lines of bits: how bars and lists are drawn, and which bit a click hits. No markup anywhere: text is data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip

from hivemind.tui.lined import Lined
from hivemind.tui.visible import clip

RIGHT = 3
"""Textual's number of the right button."""


@lru_cache(maxsize=256)
def pen(colour: str, background: str, *, bold: bool = False) -> Style:
    """A style from two colours."""
    return Style(color=colour, bgcolor=background, bold=bold)


@dataclass(frozen=True, slots=True)
class Bit:
    """A piece of text in one style, and what a click on it does."""

    text: str
    colour: str
    bold: bool = False
    action: str = ""
    """Name of a command, with `:` and an argument where it takes one; empty for plain text."""
    background: str = ""
    """Empty is the line's own."""


@dataclass(frozen=True, slots=True)
class Line:
    """Bits from the left, and bits that stay at the right end whatever is cut."""

    left: tuple[Bit, ...]
    right: tuple[Bit, ...] = ()
    background: str = ""
    """Empty is the widget's own."""
    fill: str = " "
    fill_colour: str = ""
    action: str = ""
    """What a click anywhere else on the line does."""

    def laid(self, width: int) -> list[Bit]:
        """The bits of exactly that many cells; what does not fit on the left is cut with an ellipsis."""
        right = list(self.right) if bits_width(self.right) <= width else []
        room = width - bits_width(right)
        bits: list[Bit] = []
        for bit in self.left:
            text = clip(bit.text, room)
            room -= cell_len(text)
            bits.append(Bit(text, bit.colour, bit.bold, bit.action, bit.background))
            if text != bit.text:
                break
        return [*bits, Bit(self.fill * room, self.fill_colour or "#808080"), *right]


def bits_width(bits: Sequence[Bit]) -> int:
    """Cells that they take."""
    return sum(cell_len(bit.text) for bit in bits)


@dataclass(slots=True)
class _Drawing:
    """What a widget shows now."""

    lines: list[Line] = field(default_factory=list)


class Drawn(Lined):
    """A widget that shows lines it is given, as high as they are many unless its height is fixed."""

    class Acted(Message):
        """Somebody clicked something that acts."""

        def __init__(self, action: str, *, is_right: bool = False) -> None:
            super().__init__()
            self.action = action
            self.is_right = is_right
            """Whether it was the right button."""

    DEFAULT_CSS = "Drawn { height: auto; }"
    ALLOW_SELECT = False

    def __init__(self, background: str, *, is_fixed: bool = False) -> None:
        super().__init__()
        self._background = background
        self._is_fixed = is_fixed
        self._drawing = _Drawing()
        self.display = is_fixed

    @property
    def lines(self) -> list[Line]:
        """What is shown."""
        return self._drawing.lines

    def draw(self, lines: list[Line]) -> None:
        """Show these lines; nothing is painted when they are the ones already shown."""
        if lines == self._drawing.lines:
            return
        before, self._drawing.lines = self._drawing.lines, lines
        if len(lines) == len(before):
            self.paint_lines([y for y, (old, new) in enumerate(zip(before, lines, strict=True)) if old != new])
            return
        if not self._is_fixed:
            self.styles.height = len(lines)
            self.display = bool(lines)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line as a strip."""
        width = self.size.width
        if y >= len(self.lines):
            return Strip([Segment(" " * width, pen("#808080", self._background))], width)
        line = self.lines[y]
        under = line.background or self._background
        return Strip(
            [Segment(b.text, pen(b.colour, b.background or under, bold=b.bold)) for b in line.laid(width) if b.text],
            width,
        )

    def text(self) -> str:
        """What is shown, as text."""
        return "\n".join("".join(bit.text for bit in line.laid(self.size.width)).rstrip() for line in self.lines)

    def action_at(self, x: int, y: int) -> str:
        """What a click there does; empty for nothing."""
        if not 0 <= y < len(self.lines):
            return ""
        line = self.lines[y]
        for bit in line.laid(self.size.width):
            if 0 <= x < cell_len(bit.text):
                return bit.action or line.action
            x -= cell_len(bit.text)
        return line.action

    def on_click(self, event: events.Click) -> None:
        """Do what the bit under the mouse does."""
        if action := self.action_at(event.x, event.y):
            self.post_message(self.Acted(action, is_right=event.button == RIGHT))

"""Widgets that are painted line by line: past the compositor where that can be (`direct`), else in the ordinary way."""

from __future__ import annotations

from collections.abc import Callable, Collection

from rich.color import ColorSystem
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

OnLines = Callable[["Lined", Collection[int]], None]


class Lined(Widget):
    """A widget without border or padding, whose lines change one by one."""

    on_lines: OnLines | None = None
    """Paints lines in another way than the ordinary one."""

    def paint_lines(self, lines: Collection[int]) -> None:
        """Paint some lines, counted from its top, as they are when their turn comes."""
        if self.on_lines is not None:
            self.on_lines(self, lines)
        else:
            self.refresh_lines(lines)

    def refresh_lines(self, lines: Collection[int]) -> None:
        """Paint lines in the ordinary way."""
        self.refresh(*(Region(0, y, self.size.width, 1) for y in lines))

    def is_at(self, region: Region) -> bool:
        """Whether the widget has heard of the size that it has there."""
        return region.size == self.size

    def part(self, y: int) -> tuple[int, Strip]:
        """What of a line can have changed, and in which column it begins."""
        return 0, self.render_line(y)

    def written(self, y: int, colours: ColorSystem) -> tuple[int, str]:
        """The same, as a terminal with these colours must get it."""
        x, strip = self.part(y)
        return x, "".join([Strip.render_style(style, text, colours) if style else text for text, style, _ in strip])

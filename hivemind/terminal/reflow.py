"""What becomes of lines and cursor when a screen changes its size.

The main screen wraps its long lines anew and trades lines with the scrollback, so that nothing is lost; the alternate
screen is clipped, since its program paints it anew.
"""

from __future__ import annotations

from typing import NamedTuple

from hivemind.protocol.screen import STUB
from hivemind.terminal.scrollback import Scrollback
from hivemind.terminal.strips import BLANKS, EARLY_WRAP, WRAP, goes_on, split_at, written
from hivemind.terminal.styles import PLAIN
from hivemind.terminal.width import REPLACEMENT

LONGEST_LINE = 1000
"""Lines of scrollback that are taken back because the first line of the screen is their continuation."""


class Picture(NamedTuple):
    """Lines from the top, and the cursor in them."""

    texts: list[str]
    marks: list[str]
    y: int
    x: int


class _Wrapping:
    """Collects wrapped lines and finds the cursor's new place among them."""

    def __init__(self, columns: int) -> None:
        self.columns = columns
        self.texts: list[str] = []
        self.marks: list[str] = []
        self.y = self.x = 0

    def add(self, text: str, marks: str, cursor: int | None) -> None:
        """Add one line of any length; `cursor` is a column in it."""
        columns, start = self.columns, 0
        if columns == 1:
            text, marks = _narrowed(text, marks)
        while True:
            end = start + columns
            is_last = len(text) <= end
            if not is_last and text[end] == STUB:
                end -= 1
            piece = text[start:end]
            if cursor is not None and (start <= cursor < end or is_last):
                self.y, self.x = len(self.texts), min(cursor - start, columns - (len(piece) < columns))
                cursor = None
            self.texts.append(
                piece if is_last else piece.ljust(columns) + (WRAP if len(piece) == columns else EARLY_WRAP)
            )
            self.marks.append(marks[start:end])
            if is_last:
                return
            start = end


def resize_main(picture: Picture, scrollback: Scrollback, *, lines: int, columns: int) -> Picture:
    """The main screen at its new size; lines move from and to `scrollback`.

    Lines come back only to a screen that was full: what stands below a blank end was cleared on purpose. What there is
    more than `lines` no longer fits below the cursor.
    """
    kept = _without_blank_end(picture)
    was_full = len(kept.texts) == len(picture.texts)
    kept = _wrap(_with_past(kept, scrollback, 0), columns)
    while was_full and len(kept.texts) < lines and len(scrollback):
        kept = _wrap(_with_past(kept, scrollback, lines - len(kept.texts)), columns)
    pushed = max(0, min(len(kept.texts) - lines, kept.y))
    scrollback.extend(kept.texts[:pushed], kept.marks[:pushed])
    return _filled(Picture(kept.texts[pushed:], kept.marks[pushed:], kept.y - pushed, kept.x), lines)


def clip(picture: Picture, *, lines: int, columns: int) -> Picture:
    """The alternate screen at its new size: cut at the right, below the cursor, then at the top."""
    dropped = max(0, picture.y - lines + 1)
    # a line that is cut, or not as wide as the screen, no longer goes on in the next one
    texts = [split_at(text.rstrip(WRAP + EARLY_WRAP), columns)[:columns] for text in picture.texts[dropped:]]
    marks = [mark[:columns] for mark in picture.marks[dropped:]]
    return _filled(Picture(texts[:lines], marks[:lines], picture.y - dropped, min(picture.x, columns - 1)), lines)


def _filled(picture: Picture, lines: int) -> Picture:
    missing = [""] * (lines - len(picture.texts))
    return picture._replace(texts=picture.texts + missing, marks=picture.marks + missing)


def _without_blank_end(picture: Picture) -> Picture:
    count = len(picture.texts)
    while count > picture.y + 1 and not picture.texts[count - 1].rstrip(BLANKS):
        count -= 1
    return picture._replace(texts=picture.texts[:count], marks=picture.marks[:count])


def _with_past(picture: Picture, scrollback: Scrollback, count: int) -> Picture:
    """Take `count` lines back, and those before them that they continue."""
    count = min(count, len(scrollback))
    furthest = min(len(scrollback), count + LONGEST_LINE)
    while count < furthest and goes_on(scrollback.texts[-count - 1]):
        count += 1
    texts, marks = scrollback.take_back(count)
    return Picture(texts + picture.texts, marks + picture.marks, picture.y + count, picture.x)


def _narrowed(text: str, marks: str) -> tuple[str, str]:
    """A line for a screen of one column, which no wide character fits into."""
    cells = [
        (REPLACEMENT if following == STUB else cell, mark)
        for cell, following, mark in zip(text, text[1:] + " ", marks.ljust(len(text), PLAIN), strict=False)
        if cell != STUB
    ]
    return "".join(cell for cell, _ in cells), "".join(mark for _, mark in cells)


def _wrap(picture: Picture, columns: int) -> Picture:
    wrapping = _Wrapping(columns)
    text = marks = ""
    cursor: int | None = None
    for y, (piece, piece_marks) in enumerate(zip(picture.texts, picture.marks, strict=True)):
        is_wrapped = goes_on(piece)
        cells = written(piece) if is_wrapped else piece.rstrip(" ")
        if y == picture.y:
            cursor = len(text) + picture.x
        text += cells
        if is_wrapped and y + 1 < len(picture.texts):
            marks += piece_marks[: len(cells)].ljust(len(cells), PLAIN)
            continue
        marks += piece_marks
        wrapping.add(text, marks, cursor)
        text = marks = ""
        cursor = None
    return Picture(wrapping.texts, wrapping.marks, wrapping.y, wrapping.x)

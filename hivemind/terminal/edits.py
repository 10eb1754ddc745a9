"""Erasing, inserting, deleting and scrolling, as xterm does them: erased cells take the pen's background.

Each is there twice: with the place spelled out (`y`, `x`, the mark that blanks get, a count), which is what the
parser calls, and under pyte's name, at the cursor.
"""

from __future__ import annotations

from typing import Any

from pyte import modes as mo

from hivemind.protocol.screen import STUB
from hivemind.terminal.cells import CellScreen
from hivemind.terminal.strips import BLANKS, delete, erase, insert, paint
from hivemind.terminal.styles import PLAIN


class EditScreen(CellScreen):
    """A cell screen that can erase, shift and scroll."""

    # The place spelled out: (y, x, blank, count or kind)

    def erase_cells(self, y: int, x: int, blank: str, count: int) -> None:
        """ECH: blank `count` cells from `x` on."""
        end, text, marks = x + count, self.texts[y], self.marks[y]
        if end >= len(text) or STUB in text or end >= self.columns:
            self._erase(y, x, min(end, self.columns), blank)
            return
        self.texts[y] = text[:x] + " " * count + text[end:]
        if blank != PLAIN or x < len(marks):
            self.marks[y] = paint(marks, x, end, blank)

    def erase_line(self, y: int, x: int, blank: str, kind: int) -> None:
        """EL: 0 to the end, 1 up to and with the cursor, 2 all."""
        if kind == 0:
            self._erase(y, x, self.columns, blank)
        elif kind == 1:
            self._erase(y, 0, x + 1, blank)
        elif kind == 2:
            self._erase(y, 0, self.columns, blank)

    def erase_screen(self, y: int, x: int, blank: str, kind: int) -> None:
        """ED: 0 to the end, 1 up to and with the cursor, 2 all; 3 is for the scrollback, which people keep.

        A screen that is erased as a whole goes to the scrollback, as in tmux: people may not have read it.
        """
        if kind == 2 or (kind == 0 and x == y == 0):
            self._keep_screen()
        if kind in {0, 1}:
            self.erase_line(y, x, blank, kind)
            self._blank_lines(y + 1, self.lines, blank) if kind == 0 else self._blank_lines(0, y, blank)
        elif kind == 2:
            self._blank_lines(0, self.lines, blank)

    def insert_blanks(self, y: int, x: int, blank: str, count: int) -> None:
        """ICH: push the rest of the line right."""
        columns, text, marks = self.columns, self.texts[y], self.marks[y]
        count = min(count, columns - x)
        if STUB in text or x >= len(text):
            self.texts[y] = insert(text, x, count, columns)
        else:
            self.texts[y] = (text[:x] + " " * count + text[x:])[:columns]
        if blank != PLAIN or x < len(marks):
            self.marks[y] = (marks[:x].ljust(x, PLAIN) + blank * count + marks[x:])[:columns]

    def delete_cells(self, y: int, x: int, blank: str, count: int) -> None:
        """DCH: pull the rest of the line left."""
        columns, text, marks = self.columns, self.texts[y], self.marks[y]
        count = min(count, columns - x)
        self.texts[y] = delete(text, x, count, columns) if STUB in text else text[:x] + text[x + count : columns]
        if x < len(marks):
            marks = marks[:x] + marks[x + count :]
        self.marks[y] = marks if blank == PLAIN else paint(marks, columns - count, columns, blank)

    def scroll_up(self, _y: int, _x: int, blank: str, count: int) -> None:
        """SU: move the region up; from the first line on, what leaves goes to the scrollback."""
        first, last = self.region
        count = min(count, last - first + 1)
        if first == 0:
            self.scrollback.extend(self.texts[:count], self.marks[:count])
        self._rotate_up(first, last, count, blank)

    def scroll_down(self, _y: int, _x: int, blank: str, count: int) -> None:
        """SD: move the region down."""
        first, last = self.region
        self._rotate_down(first, last, min(count, last - first + 1), blank)

    def insert_rows(self, y: int, _x: int, blank: str, count: int) -> None:
        """IL, for a line inside the region."""
        last = self.region.bottom
        self._rotate_down(y, last, min(count, last - y + 1), blank)

    def delete_rows(self, y: int, _x: int, blank: str, count: int) -> None:
        """DL, for a line inside the region."""
        last = self.region.bottom
        self._rotate_up(y, last, min(count, last - y + 1), blank)

    # pyte's names

    @property
    def blank(self) -> str:
        """The mark that erased cells get."""
        return self.styles.blank(self.cursor.pen)

    def erase_characters(self, count: int | None = None) -> None:
        """ECH at the cursor."""
        self.erase_cells(self.cursor.y, self._settled(), self.blank, count or 1)

    def erase_in_line(self, how: int = 0, private: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002
        """EL at the cursor; nothing is protected, so selective erase is the same."""
        self.erase_line(self.cursor.y, self._settled(), self.blank, how)

    def erase_in_display(self, how: int = 0, *_args: Any, **_kwargs: Any) -> None:
        """ED at the cursor."""
        self.erase_screen(self.cursor.y, self._settled(), self.blank, how)

    def insert_characters(self, count: int | None = None) -> None:
        """ICH at the cursor."""
        self.insert_blanks(self.cursor.y, self._settled(), self.blank, count or 1)

    def delete_characters(self, count: int | None = None) -> None:
        """DCH at the cursor."""
        self.delete_cells(self.cursor.y, self._settled(), self.blank, count or 1)

    def insert_lines(self, count: int | None = None) -> None:
        """IL at the cursor, which goes to the start of its line (ECMA-48 8.3.67)."""
        first, last = self.region
        if first <= self.cursor.y <= last:
            self.insert_rows(self.cursor.y, 0, self.blank, count or 1)
            self.cursor.x = 0

    def delete_lines(self, count: int | None = None) -> None:
        """DL at the cursor, which goes to the start of its line (ECMA-48 8.3.32)."""
        first, last = self.region
        if first <= self.cursor.y <= last:
            self.delete_rows(self.cursor.y, 0, self.blank, count or 1)
            self.cursor.x = 0

    def index(self) -> None:
        """IND: a line down; at the bottom of the region it scrolls."""
        x, y = self._settled(), self.cursor.y
        if y == self.region.bottom:
            self.scroll_up(y, x, self.blank, 1)
        elif y < self.lines - 1:
            self.cursor.y += 1

    def reverse_index(self) -> None:
        """RI: a line up; at the top of the region it scrolls."""
        x, y = self._settled(), self.cursor.y
        if y == self.region.top:
            self.scroll_down(y, x, self.blank, 1)
        elif y > 0:
            self.cursor.y -= 1

    def alignment_display(self) -> None:
        """DECALN: a screen of E, no margins, the cursor at home."""
        self.texts[:] = ["E" * self.columns] * self.lines
        self.marks[:] = [""] * self.lines
        self.margins = None
        self.cursor.x = self.cursor.y = 0

    # What the parser's loop asks

    @property
    def is_plain(self) -> bool:
        """Whether text is written as it comes: it wraps, replaces and stands for itself."""
        charset = self.charmap or self.single_charset
        return charset is None and mo.DECAWM in self.mode and mo.IRM not in self.mode

    @property
    def is_newline(self) -> bool:
        """LNM: whether a line feed also returns the carriage."""
        return mo.LNM in self.mode

    @property
    def is_origin(self) -> bool:
        """DECOM: whether positions count from the region."""
        return mo.DECOM in self.mode

    # Cells and lines

    def _settled(self) -> int:
        """The cursor's column, which no longer waits to wrap."""
        self.cursor.x = min(self.cursor.x, self.columns - 1)
        return self.cursor.x

    def _erase(self, y: int, x: int, end: int, blank: str) -> None:
        self.texts[y] = erase(self.texts[y], x, end, self.columns)
        self.marks[y] = paint(self.marks[y], x, end, blank)

    def _keep_screen(self) -> None:
        """Copy all lines down to the last one with text to the scrollback, if this screen has one."""
        count = len(self.texts) if self.scrollback.texts.maxlen else 0
        while count and not self.texts[count - 1].rstrip(BLANKS):
            count -= 1
        self.scrollback.extend(self.texts[:count], self.marks[:count])

    def _blank_lines(self, first: int, stop: int, blank: str) -> None:
        count = stop - first
        self.texts[first:stop] = [""] * count
        self.marks[first:stop] = [self._blank_marks(blank)] * count

    def _blank_marks(self, blank: str) -> str:
        return "" if blank == PLAIN else blank * self.columns

    def _rotate_up(self, first: int, last: int, count: int, blank: str) -> None:
        for lines, filler in ((self.texts, ""), (self.marks, self._blank_marks(blank))):
            lines[first : last + 1] = lines[first + count : last + 1] + [filler] * count

    def _rotate_down(self, first: int, last: int, count: int, blank: str) -> None:
        for lines, filler in ((self.texts, ""), (self.marks, self._blank_marks(blank))):
            lines[first : last + 1] = [filler] * count + lines[first : last + 1 - count]

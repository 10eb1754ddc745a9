"""The storage of a grid: a pyte screen whose lines are two right-trimmed strings each, text and style marks.

Draws text and answers pyte's `display` and `buffer`. Erasing and shifting stands in `edits`, modes and the two screens
in `grid`.
"""

from __future__ import annotations

from typing import Any

from pyte import modes as mo
from pyte.screens import Char, Margins, Screen

from hivemind.protocol.screen import STUB
from hivemind.terminal import width_classes as classes
from hivemind.terminal.clusters import FIRST_CLUSTER, ClusterTable
from hivemind.terminal.rows import plain_text
from hivemind.terminal.scrollback import Scrollback
from hivemind.terminal.sgr import change_of
from hivemind.terminal.strips import EARLY_WRAP, WRAP, insert, overwrite, paint
from hivemind.terminal.styles import PLAIN, StyleTable
from hivemind.terminal.views import BufferView, PenCursor, char_of
from hivemind.terminal.width import REPLACEMENT, cell_width

REPEATED_LINES = 4
"""Lines that one REP fills where every character must be judged: a few bytes must not cost a screen each."""


class CellScreen(Screen):
    """pyte's screen over strings. `texts[y]` and `marks[y]` are line `y`, one code point per cell.

    pyte's `dirty` is not kept: a line that was touched is another string object, which is how `snapshots` finds it.
    """

    cursor: PenCursor
    """`x` is `columns` while the next character waits to wrap."""

    def __init__(self, columns: int, lines: int) -> None:
        self.styles = StyleTable()
        self.clusters = ClusterTable()
        self.texts = [""] * lines
        self.marks = [""] * lines
        self.scrollback = Scrollback()
        self.charmap: str | None = None
        """The character set in use; None when every character stands for itself."""
        self.single_charset: str | None = None
        """The character set of the next character only."""
        super().__init__(columns, lines)
        self.buffer = BufferView(self)  # type: ignore[assignment]

    # What pyte's users see

    def cell(self, y: int, x: int) -> Char:
        """The cell in line `y` and column `x`, as pyte knows it; the second half of a wide one is empty."""
        text, marks = self.texts[y], self.marks[y]
        data = text[x] if x < min(len(text), self.columns) else " "
        data = "" if data == STUB else self.clusters.text(data)
        return char_of(data, self.styles.style(marks[x] if x < len(marks) else PLAIN))

    def clear(self) -> None:
        """Make every cell blank."""
        self.texts[:] = [""] * self.lines
        self.marks[:] = [""] * self.lines

    @property
    def display(self) -> list[str]:
        """The lines as text, filled with blanks to the width of the screen."""
        columns, clusters = self.columns, self.clusters.clusters
        return [plain_text(text[:columns].ljust(columns), clusters) for text in self.texts]

    @property
    def region(self) -> Margins:
        """The first and the last line that scroll."""
        return self.margins or Margins(0, self.lines - 1)

    def select_graphic_rendition(self, *attrs: int, **_kwargs: Any) -> None:
        """SGR; the parser takes a shorter way (`StyleTable.step`)."""
        self.cursor.pen = self.styles.change(self.cursor.pen, change_of(";".join(map(str, attrs))))

    # Drawing

    def draw(self, data: str) -> None:
        """Write text at the cursor: character sets, widths, clusters, insert mode and wrapping as the modes say."""
        if self.single_charset is not None:
            data = self._take_single(data)
        elif self.charmap is not None:
            data = data.translate(self.charmap)
        for narrow, wide, other in [(data, "", "")] if data.isascii() else classes.split_runs(data):
            if narrow:
                self._write(narrow)
            elif wide:
                self._write(STUB.join(wide) + STUB)
            else:
                self._write_joining(other if other < FIRST_CLUSTER else REPLACEMENT)

    def _take_single(self, data: str) -> str:
        """The text with its first character from the set that a single shift has chosen."""
        first, rest = data[:1].translate(self.single_charset or ""), data[1:]
        self.single_charset = None
        return first + (rest if self.charmap is None else rest.translate(self.charmap))

    def repeat(self, character: str, count: int) -> None:
        """REP: as if `character` came `count` times more; the same whole lines are made only once.

        What must be judged by itself (`classes`) comes `REPEATED_LINES` full at most.
        """
        if not character:
            return
        if self.charmap is not None:
            character = character.translate(self.charmap)
        narrow, wide, _ = ("x", "", "") if character.isascii() else classes.split_runs(character)[0]
        cells = character + STUB if wide else character
        columns, x = self.columns, self.cursor.x
        each = columns // len(cells)
        if not each or not (narrow or wide) or mo.IRM in self.mode or mo.DECAWM not in self.mode:
            self.draw(character * min(count, columns * REPEATED_LINES))
            return
        first = min(count, (columns - x) // len(cells))
        self._write(cells * first)
        lines, rest = divmod(count - first, each)
        if lines:
            self._wrap()
            self._fill(cells * each, lines)
        self._write(cells * rest)

    def _fill(self, cells: str, count: int) -> None:
        """Write `count` lines of the same `cells` from the start of this one on; the cursor stays behind the last."""
        y, columns, (first, bottom) = self.cursor.y, self.columns, self.region
        if not first <= y <= bottom or len(cells) < columns:
            self._write(cells * min(count, self.lines * 2))
            return
        pen = self.cursor.pen
        texts = [*self.texts[first:y], *[cells + WRAP] * (count - 1), cells]
        marks = [*self.marks[first:y], *["" if pen == PLAIN else pen * columns] * count]
        last = y + count - 1
        leaving = max(0, last - bottom)
        if first == 0:
            self.scrollback.extend(texts[:leaving], marks[:leaving])
        self.texts[first : last - leaving + 1] = texts[leaving:]
        self.marks[first : last - leaving + 1] = marks[leaving:]
        self.cursor.y, self.cursor.x = last - leaving, columns

    def _write(self, cells: str) -> None:
        """Write cells of one width that join nothing; a full line wraps, or with DECAWM off keeps the last cell."""
        cursor, columns = self.cursor, self.columns
        wraps = mo.DECAWM in self.mode
        if wraps and cursor.x + len(cells) <= columns:
            self._put(cells)
            return
        step = 2 if cells[1:2] == STUB else 1
        if step > columns:
            cells, step = REPLACEMENT * (len(cells) // 2), 1
        while cells:
            room = columns - cursor.x
            room -= room % step
            if not room and wraps:
                self._wrap()
                continue
            if len(cells) > room and not wraps:
                cells = cells[:room] if step == 2 else cells[: max(0, room - 1)] + cells[-1]
                cursor.x = min(cursor.x, columns - len(cells))
                room = len(cells)
            if room:
                self._put(cells[:room])
            cells = cells[room:]
        if not wraps and cursor.x == columns:
            cursor.x -= 1

    def _put(self, cells: str) -> None:
        """Write cells that fit into the line."""
        cursor, y, x = self.cursor, self.cursor.y, self.cursor.x
        if mo.IRM in self.mode:
            self._make_room(y, x, len(cells))
        self.texts[y] = overwrite(self.texts[y], x, cells)
        self.marks[y] = paint(self.marks[y], x, x + len(cells), cursor.pen)
        cursor.x = x + len(cells)

    def _make_room(self, y: int, x: int, count: int) -> None:
        self.texts[y] = insert(self.texts[y], x, count, self.columns)
        self.marks[y] = (self.marks[y][:x].ljust(x, PLAIN) + PLAIN * count + self.marks[y][x:])[: self.columns]

    def _wrap(self) -> None:
        """Go on in the next line, and note that the text did."""
        y, columns = self.cursor.y, self.columns
        line = self.texts[y][:columns].ljust(columns)
        is_early = self.cursor.x < columns and line[-1] == " "
        self.texts[y] = line + (EARLY_WRAP if is_early else WRAP)
        self.cursor.x = 0
        self.index()

    def _write_joining(self, character: str) -> None:
        """Write a character that may belong into the cell before the cursor."""
        x, text = self.cursor.x, self.texts[self.cursor.y]
        if x:
            at = x - 1
            cell = text[at] if at < len(text) else " "
            if cell == STUB:
                at -= 1
                cell = text[at]
            joined = self.clusters.join(cell, character)
            if joined is not None:
                self._replace(at, joined[0], joined[1])
                return
        width = cell_width(character)
        if width:
            self._write(character + STUB * (width - 1))

    def _replace(self, at: int, cell: str, width: int) -> None:
        """Put what a cluster has become into its cell, which may have to grow or shrink, and the cursor behind it."""
        y, old_width = self.cursor.y, self.cursor.x - at
        if at + width > self.columns:
            width = 1
        piece = (cell + STUB * (width - 1)).ljust(old_width)
        marks = self.marks[y]
        self.texts[y] = overwrite(self.texts[y], at, piece)
        self.marks[y] = paint(marks, at, at + len(piece), marks[at] if at < len(marks) else PLAIN)
        self.cursor.x = at + width

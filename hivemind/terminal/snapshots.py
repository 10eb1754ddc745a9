"""Freezes a grid: only what was touched is made anew, the rest is shared with the snapshot before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from hivemind.protocol.screen import Cursor, Modes, Row, Size, Snapshot
from hivemind.terminal import private
from hivemind.terminal.grid import Grid
from hivemind.terminal.strips import BLANKS
from hivemind.terminal.styles import PLAIN

BLANK_ROW = Row("", "")
T = TypeVar("T")


class Freezer:
    """Makes the snapshots of one grid.

    A line that was not touched is still the same string object, so finding the touched ones compares addresses.
    """

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._texts: list[str] = []
        self._marks: list[str] = []
        self._last = Snapshot(0, Size(0, 0), 0, (), (), Cursor(0, 0))

    def freeze(self) -> Snapshot:
        """The grid now; the snapshot before when nothing is different."""
        grid, before = self._grid, self._last
        revision = before.revision + 1
        rows, changed = self._rows(revision)
        snapshot = Snapshot(
            revision,
            Size(grid.lines, grid.columns),
            grid.top,
            rows,
            changed,
            self._cursor(),
            grid.title,
            self._modes(),
            grid.styles.styles,
            grid.clusters.clusters,
            grid.talk.progress,
            grid.talk.bells,
            grid.talk.program_status.records,
        )
        self._texts, self._marks = grid.texts.copy(), grid.marks.copy()
        if _picture(snapshot) == _picture(before):
            return before
        self._last = snapshot
        return snapshot

    def _rows(self, revision: int) -> tuple[tuple[Row, ...], tuple[int, ...]]:
        """Every line and the revision of its last change; the lines of the two screens are different ones."""
        grid, before = self._grid, self._last
        count, offset = grid.lines, grid.top - before.top
        if before.modes.alternate != grid.is_alternate:
            offset = count + len(before.lines)
        rows = _aligned(before.lines, BLANK_ROW, offset, count)
        changed = _aligned(before.changed, revision, offset, count)
        old_texts, old_marks = _aligned(self._texts, None, offset, count), _aligned(self._marks, None, offset, count)
        pairs = zip(grid.texts, old_texts, grid.marks, old_marks, strict=True)
        touched = [
            y for y, (text, old, marks, old_marks) in enumerate(pairs) if text is not old or marks is not old_marks
        ]
        for y in touched:
            row = Row(grid.texts[y].rstrip(BLANKS), grid.marks[y].rstrip(PLAIN))
            if row != rows[y]:
                rows[y] = row
                changed[y] = revision
        return tuple(rows), tuple(changed)

    def _cursor(self) -> Cursor:
        cursor = self._grid.cursor
        return Cursor(cursor.y, min(cursor.x, self._grid.columns - 1), not cursor.hidden, self._grid.cursor_shape)

    def _modes(self) -> Modes:
        modes = modes_of(self._grid)
        return self._last.modes if modes == self._last.modes else modes


def modes_of(grid: Grid) -> Modes:
    """What keys, mouse and repainting need of a grid."""
    return private.modes_of(
        grid.mode,
        alternate=grid.is_alternate,
        keyboard=grid.keyboard.flags,
        modify_other_keys=grid.talk.modify_other_keys,
    )


def _aligned(items: Sequence[T], missing: T, offset: int, count: int) -> list[T]:
    """`items` by the numbers of the lines that are shown now; `missing` for a line that was not shown before."""
    if not offset and len(items) == count:
        return [*items]
    above = [missing] * min(max(0, -offset), count)
    kept = [*items[max(0, offset) :]][: count - len(above)]
    return above + kept + [missing] * (count - len(above) - len(kept))


def _picture(snapshot: Snapshot) -> tuple[object, ...]:
    """What makes two snapshots the same picture: all but the revision and the tables, which only grow."""
    return (
        snapshot.size,
        snapshot.top,
        snapshot.lines,
        snapshot.changed,
        snapshot.cursor,
        snapshot.title,
        snapshot.modes,
        snapshot.progress,
        snapshot.bells,
        snapshot.program_status,
    )

"""Parts of a screen that rules look at: the kinds of `scope`, and how rules and boxes are found in rows.

Beyond the published kinds (`screen`, `tail`, `tailNonEmpty`) there are regions, so that words in the conversation never
count: programs draw their dialogs, their input box and their footer in places of their own.

- `belowRule`: the rows below the last horizontal rule.
- `box`: the rows inside the last input box: between the last rule and the nearest one above it that is drawn alike
  (a draft may hold a line), side borders taken off. With `mark` (a program that draws no lines): from the last row
  that begins with the mark to the next blank row. `n`: its first n rows.
- `aboveBox`: the n non-blank rows nearest above that box, from top to bottom (all rows without `n`).
- `belowBox`: the rows below that box.
- `cursor`: the row of the cursor and `n` rows around it.

A region that is not there has no rows: nothing is contained in it, and `not` of anything holds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import compress, islice

RULE_CHARACTERS = "─━═▔"
"""What a horizontal rule is drawn with. Dashed lines (`╌`) divide the inside of a dialog and are not among them."""

EDGE_CHARACTERS = "╭╮╰╯┌┐└┘├┤"
"""Corners and joints that may begin or end a rule which is a box's edge."""

SIDE_CHARACTERS = "│┃║"
"""Left and right borders of a box."""

REMEMBERED_ROWS = 4096
"""Rows of which it is known what they are: from one look to the next few are new."""

MIN_RULE_CELLS = 20
"""Cells of the shortest row that counts as a rule."""

_ENDS = frozenset(RULE_CHARACTERS + EDGE_CHARACTERS)


@dataclass(frozen=True, slots=True)
class Scope:
    """Which rows of a screen an expression is tested on."""

    kind: str = "screen"
    n: int = 0
    """Rows; 0 where the kind needs none and none was given."""
    mark: str = ""
    """What the first row of an input box without lines begins with."""


SCREEN = Scope()
"""The whole screen."""


BLANK, TEXT, RULE = range(3)
"""What a row is."""


class _Kinds(dict[str, int]):
    """What each row is; found out when it is first asked for."""

    def __missing__(self, row: str) -> int:
        line = row.strip()
        kind = RULE if _is_line(line) else TEXT if line else BLANK
        if len(self) >= REMEMBERED_ROWS:
            self.clear()
        self[row] = kind
        return kind


def _is_line(line: str) -> bool:
    if len(line) < MIN_RULE_CELLS or line[0] not in _ENDS or line[-1] not in _ENDS:
        return False
    return sum(map(line.count, RULE_CHARACTERS)) * 2 > len(line)


_kind_of = _Kinds().__getitem__


def is_rule(row: str) -> bool:
    """Whether the row is a horizontal line across the screen; it may carry a short label."""
    return _kind_of(row) == RULE


class Layout:
    """The rows of a screen with what each is, and the boxes that were looked for. Rows count from 0 at the top."""

    __slots__ = ("_boxes", "_filled", "_kinds", "rows")

    def __init__(self, rows: Sequence[str]) -> None:
        self.rows = tuple(rows)
        self._kinds = bytes(map(_kind_of, self.rows))
        """A byte a row, so that rules and blank rows are searched for as bytes are."""
        self._filled: tuple[str, ...] | None = None
        self._boxes: dict[str, tuple[int, int] | None] = {}

    def last_rule(self, end: int | None = None) -> int:
        """The lowest rule above row `end`; -1 without one."""
        return self._kinds.rfind(RULE, 0, end)

    def last_text(self) -> int:
        """The lowest row that is not blank; -1 without one."""
        return len(self._kinds.rstrip(b"\0")) - 1

    def filled(self, end: int, most: int) -> Sequence[str]:
        """At most `most` rows above row `end` that are not blank, from the bottom up."""
        if end == len(self.rows):
            if self._filled is None:
                self._filled = tuple(compress(self.rows[::-1], self._kinds[::-1]))
            return self._filled[:most]
        return tuple(islice(compress(self.rows[:end][::-1], self._kinds[:end][::-1]), most))

    def box(self, mark: str = "") -> tuple[int, int] | None:
        """First and past-the-last row of the inside of the last input box, or None."""
        if mark not in self._boxes:
            self._boxes[mark] = self._marked(mark) if mark else self._drawn()
        return self._boxes[mark]

    def _drawn(self) -> tuple[int, int] | None:
        bottom = self.last_rule()
        upper = self.last_rule(bottom) if bottom > 0 else -1
        while upper >= 0 and not _is_alike(self.rows[upper], self.rows[bottom]):
            upper = self.last_rule(upper) if upper else -1
        return (upper + 1, bottom) if upper >= 0 and bottom - upper > 1 else None

    def _marked(self, mark: str) -> tuple[int, int] | None:
        rows = self.rows
        top = next((at for at in range(len(rows) - 1, -1, -1) if rows[at].startswith(mark)), -1)
        if top < 0:
            return None
        end = self._kinds.find(BLANK, top)
        return top, end if end >= 0 else len(rows)


def find_box(rows: Sequence[str], mark: str = "") -> tuple[int, int] | None:
    """First and past-the-last row of the inside of the last input box, or None."""
    return Layout(rows).box(mark)


def _is_alike(upper: str, lower: str) -> bool:
    """Whether two rules may be the edges of one box: begun in the same column, and about as long."""
    indent = len(upper) - len(upper.lstrip())
    return indent == len(lower) - len(lower.lstrip()) and abs(len(upper) - len(lower)) * 4 <= len(lower)


def without_sides(row: str) -> str:
    """The row without the side borders of a box; any other row as it is."""
    line = row.strip()
    if line[:1] and line[0] in SIDE_CHARACTERS and line[-1] in SIDE_CHARACTERS:
        return line[1:-1].rstrip().removeprefix(" ")
    return row


def _tail(layout: Layout, scope: Scope, _cursor: int | None) -> Sequence[str]:
    end = layout.last_text() + 1
    return layout.rows[max(0, end - scope.n) : end]


def _tail_non_empty(layout: Layout, scope: Scope, _cursor: int | None) -> Sequence[str]:
    return layout.filled(len(layout.rows), scope.n)


def _below_rule(layout: Layout, _scope: Scope, _cursor: int | None) -> Sequence[str]:
    rule = layout.last_rule()
    return layout.rows[rule + 1 :] if rule >= 0 else ()


def _box(layout: Layout, scope: Scope, _cursor: int | None) -> Sequence[str]:
    box = layout.box(scope.mark)
    if box is None:
        return ()
    top, end = box
    return [without_sides(row) for row in layout.rows[top : min(end, top + scope.n) if scope.n else end]]


def _above_box(layout: Layout, scope: Scope, _cursor: int | None) -> Sequence[str]:
    box = layout.box(scope.mark)
    if box is None:
        return ()
    end = box[0] if scope.mark else box[0] - 1
    return layout.filled(end, scope.n)[::-1] if scope.n else layout.rows[:end]


def _below_box(layout: Layout, scope: Scope, _cursor: int | None) -> Sequence[str]:
    box = layout.box(scope.mark)
    if box is None:
        return ()
    return layout.rows[box[1] :] if scope.mark else layout.rows[box[1] + 1 :]


def _around_cursor(layout: Layout, scope: Scope, cursor: int | None) -> Sequence[str]:
    if cursor is None:
        return ()
    return layout.rows[max(0, cursor - scope.n) : cursor + scope.n + 1]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of scope."""

    rows: Callable[[Layout, Scope, int | None], Sequence[str]]
    """The screen, the scope and the cursor's row to the region's rows."""
    needs_n: bool = False
    takes_n: bool = False
    takes_mark: bool = False


KINDS: dict[str, Kind] = {
    "screen": Kind(lambda layout, _scope, _cursor: layout.rows),
    "tail": Kind(_tail, needs_n=True, takes_n=True),
    "tailNonEmpty": Kind(_tail_non_empty, needs_n=True, takes_n=True),
    "belowRule": Kind(_below_rule),
    "box": Kind(_box, takes_n=True, takes_mark=True),
    "aboveBox": Kind(_above_box, takes_n=True, takes_mark=True),
    "belowBox": Kind(_below_box, takes_mark=True),
    "cursor": Kind(_around_cursor, takes_n=True),
}
"""Every kind of scope; a new one is one entry here."""

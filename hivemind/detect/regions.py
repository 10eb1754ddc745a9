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

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

RULE_CHARACTERS = "─━═▔"
"""What a horizontal rule is drawn with. Dashed lines (`╌`) divide the inside of a dialog and are not among them."""

EDGE_CHARACTERS = "╭╮╰╯┌┐└┘├┤"
"""Corners and joints that may begin or end a rule which is a box's edge."""

SIDE_CHARACTERS = "│┃║"
"""Left and right borders of a box."""

REMEMBERED_ROWS = 4096
REMEMBERED_SCREENS = 64
"""What was found in them is kept: rules and boxes stay where they are from one look to the next."""

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


@functools.lru_cache(maxsize=REMEMBERED_ROWS)
def is_rule(row: str) -> bool:
    """Whether the row is a horizontal line across the screen; it may carry a short label."""
    line = row.strip()
    if len(line) < MIN_RULE_CELLS or line[0] not in _ENDS or line[-1] not in _ENDS:
        return False
    return sum(map(line.count, RULE_CHARACTERS)) * 2 > len(line)


def find_box(rows: Sequence[str], mark: str = "") -> tuple[int, int] | None:
    """First and past-the-last row of the inside of the last input box, or None."""
    return _find_box(tuple(rows), mark)


@functools.lru_cache(maxsize=REMEMBERED_SCREENS)
def _find_box(rows: tuple[str, ...], mark: str) -> tuple[int, int] | None:
    if mark:
        for top in range(len(rows) - 1, -1, -1):
            if rows[top].startswith(mark):
                end = top
                while end < len(rows) and rows[end].strip():
                    end += 1
                return top, end
        return None
    bottom, *uppers = _rules(rows) or (0,)
    upper = next((row for row in uppers if _is_alike(rows[row], rows[bottom])), None)
    return (upper + 1, bottom) if upper is not None and bottom - upper > 1 else None


@functools.lru_cache(maxsize=REMEMBERED_SCREENS)
def _rules(rows: tuple[str, ...]) -> tuple[int, ...]:
    """The rows that are rules, from the bottom up."""
    return tuple(index for index in range(len(rows) - 1, -1, -1) if is_rule(rows[index]))


@functools.lru_cache(maxsize=REMEMBERED_SCREENS)
def _non_blank(rows: tuple[str, ...]) -> tuple[str, ...]:
    """The rows that are not blank, from the bottom up."""
    return tuple([row for row in reversed(rows) if row and not row.isspace()])


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


def _tail(rows: Sequence[str], scope: Scope, _cursor: int | None) -> Sequence[str]:
    end = len(rows)
    while end and not rows[end - 1].strip():
        end -= 1
    return rows[max(0, end - scope.n) : end]


def _tail_non_empty(rows: Sequence[str], scope: Scope, _cursor: int | None) -> Sequence[str]:
    return _non_blank(tuple(rows))[: scope.n]


def _below_rule(rows: Sequence[str], _scope: Scope, _cursor: int | None) -> Sequence[str]:
    rules = _rules(tuple(rows))
    return rows[rules[0] + 1 :] if rules else ()


def _box(rows: Sequence[str], scope: Scope, _cursor: int | None) -> Sequence[str]:
    box = find_box(rows, scope.mark)
    if box is None:
        return ()
    inside = [without_sides(row) for row in rows[box[0] : box[1]]]
    return inside[: scope.n] if scope.n else inside


def _above_box(rows: Sequence[str], scope: Scope, _cursor: int | None) -> Sequence[str]:
    box = find_box(rows, scope.mark)
    if box is None:
        return ()
    above = rows[: box[0]] if scope.mark else rows[: box[0] - 1]
    return _non_blank(tuple(above))[: scope.n][::-1] if scope.n else above


def _below_box(rows: Sequence[str], scope: Scope, _cursor: int | None) -> Sequence[str]:
    box = find_box(rows, scope.mark)
    if box is None:
        return ()
    return rows[box[1] :] if scope.mark else rows[box[1] + 1 :]


def _around_cursor(rows: Sequence[str], scope: Scope, cursor: int | None) -> Sequence[str]:
    if cursor is None:
        return ()
    return rows[max(0, cursor - scope.n) : cursor + scope.n + 1]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of scope."""

    rows: Callable[[Sequence[str], Scope, int | None], Sequence[str]]
    """Rows of the screen, the scope and the cursor's row to the region's rows."""
    needs_n: bool = False
    takes_n: bool = False
    takes_mark: bool = False


KINDS: dict[str, Kind] = {
    "screen": Kind(lambda rows, _scope, _cursor: rows),
    "tail": Kind(_tail, needs_n=True, takes_n=True),
    "tailNonEmpty": Kind(_tail_non_empty, needs_n=True, takes_n=True),
    "belowRule": Kind(_below_rule),
    "box": Kind(_box, takes_n=True, takes_mark=True),
    "aboveBox": Kind(_above_box, takes_n=True, takes_mark=True),
    "belowBox": Kind(_below_box, takes_mark=True),
    "cursor": Kind(_around_cursor, takes_n=True),
}
"""Every kind of scope; a new one is one entry here."""

"""All rules of a file as one function.

Every test on a row is one bit. What a row passes is found out once and kept by the row's text, so from one screen to
the next only new rows are looked at; a region passes what any of its rows passes, a few operations on whole numbers.
The function is Python source made here: it holds names and numbers of ours, never text of a file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hivemind.base.yamldoc import Node
from hivemind.detect.expressions import All, AnyOf, BesideTest, Expression, Not, RegionTest, RowTest, Scoped
from hivemind.detect.regions import KINDS, SCREEN, Scope
from hivemind.detect.text import ScreenText

REMEMBERED_ROWS = 4096
"""Rows of which it is known what they pass: from one screen to the next few are new."""

NONE = -1
"""What the function gives where no rule holds."""

First = Callable[[ScreenText], int]
"""A screen to the number of the first rule that holds."""


class RowBits(dict[str, int]):
    """What rows of one scope pass, as a bit for each test that looks there: by the row's text, found out when new."""

    def __init__(self, scope: Scope = SCREEN, limit: int = REMEMBERED_ROWS) -> None:
        super().__init__()
        self._scope, self._cut = scope, KINDS[scope.kind].rows
        self._limit = limit
        self._tests: list[tuple[int, Callable[[str, str], bool]]] = []
        self._trimmed: list[tuple[int, Callable[[str, str], bool]]] = []
        """Those that get a row without its indentation."""
        self._bits: dict[object, int] = {}

    def bit(self, test: RowTest) -> int:
        """The bit of a test; the same for each use of one that is written once."""
        key = test.passes if test.node is None else id(test.node)
        bit = self._bits.get(key)
        if bit is None:
            bit = self._bits[key] = 1 << len(self._bits)
            (self._trimmed if test.is_trimmed else self._tests).append((bit, test.passes))
        return bit

    def of(self, screen: ScreenText) -> int:
        """What some row of the scope passes. The rows are cut out here: one reading asks once."""
        found, cursor = 0, screen.cursor
        rows = self._cut(screen.layout, self._scope, cursor[0] if cursor else None)
        for bits in set(map(self.__getitem__, rows)):
            found |= bits
        return found

    def __missing__(self, row: str) -> int:
        low = row.lower()
        bits = 0
        for bit, passes in self._tests:
            if passes(row, low):
                bits |= bit
        if self._trimmed:
            row_text, low = row.lstrip(), low.lstrip()
            for bit, passes in self._trimmed:
                if passes(row_text, low):
                    bits |= bit
        if len(self) >= self._limit:
            self.clear()
        self[row] = bits
        return bits


class _Writer:
    """Writes expressions as Python and keeps what their names stand for."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {}
        self.scopes: dict[Scope, tuple[int, RowBits]] = {}
        """Each with a number and what its rows pass: a new row is judged only by the tests that look where it is."""
        self._nodes: list[Node] = []
        """Kept alive, since their identity tells tests apart."""

    def write(self, expression: Expression, scope: Scope) -> str:
        """The expression as source."""
        match expression:
            case Scoped(member, own):
                return self.write(member, own)
            case Not(member):
                return f"(not {self.write(member, scope)})"
            case All(members):
                return f"({' and '.join(self.write(member, scope) for member in members)})"
            case AnyOf(members):
                return self._any(members, scope)
            case RowTest():
                return self._rows(expression, scope)
            case RegionTest(passes):
                return f"{self._name(passes)}(screen.region({self._name(scope)}))"
            case BesideTest(passes):
                return f"{self._name(passes)}(screen)"

    def _any(self, members: Sequence[Expression], scope: Scope) -> str:
        """Tests on rows of one scope are one look."""
        rows = [member for member in members if isinstance(member, RowTest)]
        others = [self.write(member, scope) for member in members if not isinstance(member, RowTest)]
        first = [self._bits(rows, scope)] if rows else []
        return f"({' or '.join([*first, *others])})"

    def _rows(self, test: RowTest, scope: Scope) -> str:
        return self._bits([test], scope)

    def _bits(self, tests: Sequence[RowTest], scope: Scope) -> str:
        if scope not in self.scopes:
            number, rows = len(self.scopes), RowBits(scope)
            self.scopes[scope] = number, rows
            self.names[f"of{number}"] = rows.of
        number, rows = self.scopes[scope]
        wanted = 0
        for test in tests:
            if test.node is not None:
                self._nodes.append(test.node)
            wanted |= rows.bit(test)
        return f"((m{number} if m{number} >= 0 else (m{number} := of{number}(screen))) & {wanted})"

    def _name(self, value: object) -> str:
        name = f"t{len(self.names)}"
        self.names[name] = value
        return name


def first_of(rules: Sequence[tuple[Expression, Scope]]) -> First:
    """One function for all rules, in order."""
    writer = _Writer()
    tries = [f"  if {writer.write(expression, scope)}: return {at}" for at, (expression, scope) in enumerate(rules)]
    empty = [f"  m{number} = -1" for number, _ in writer.scopes.values()]
    source = "\n".join(["def first(screen):", *empty, *tries, f"  return {NONE}"])
    exec(compile(source, "<rules>", "exec"), writer.names)  # noqa: S102 (made above, of our own names alone)
    made: First = writer.names["first"]
    return made

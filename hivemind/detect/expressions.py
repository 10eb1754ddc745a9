"""What an expression of an agent file has become: a small tree of tests, each of which says what it looks at.

`holds` tries a tree as it stands, part by part; it is for explaining and for single expressions. A whole ruleset is
read by `generate`, which makes one function of all its trees.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from hivemind.base.yamldoc import Node
from hivemind.detect.regions import Scope
from hivemind.detect.text import Region, ScreenText


@dataclass(frozen=True, slots=True)
class RowTest:
    """Holds when one row of the region passes; a row comes as it is and in lower case."""

    passes: Callable[[str, str], bool]
    node: Node | None = field(default=None, compare=False)
    """Where it is written: what an alias repeats is one test."""
    is_trimmed: bool = False
    """Whether rows come without their indentation."""

    def holds(self, screen: ScreenText, scope: Scope) -> bool:
        """Whether some row passes."""
        region = screen.region(scope)
        return any(self.passes(row, low) for row, low in (region.lines if self.is_trimmed else region.pairs))


@dataclass(frozen=True, slots=True)
class RegionTest:
    """Looks at the rows of a region together."""

    passes: Callable[[Region], bool]

    def holds(self, screen: ScreenText, scope: Scope) -> bool:
        """Whether the region passes."""
        return self.passes(screen.region(scope))


@dataclass(frozen=True, slots=True)
class BesideTest:
    """Looks at what stands beside the rows: title, record, progress."""

    passes: Callable[[ScreenText], bool]

    def holds(self, screen: ScreenText, _scope: Scope) -> bool:
        """Whether it passes."""
        return self.passes(screen)


@dataclass(frozen=True, slots=True)
class All:
    """Every member holds."""

    members: tuple[Expression, ...]

    def holds(self, screen: ScreenText, scope: Scope) -> bool:
        """Whether all hold."""
        return all(member.holds(screen, scope) for member in self.members)


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Some member holds."""

    members: tuple[Expression, ...]

    def holds(self, screen: ScreenText, scope: Scope) -> bool:
        """Whether one holds."""
        return any(member.holds(screen, scope) for member in self.members)


@dataclass(frozen=True, slots=True)
class Not:
    """The member does not hold."""

    member: Expression

    def holds(self, screen: ScreenText, scope: Scope) -> bool:
        """Whether it does not."""
        return not self.member.holds(screen, scope)


@dataclass(frozen=True, slots=True)
class Scoped:
    """The member, which looks at a scope of its own."""

    member: Expression
    scope: Scope

    def holds(self, screen: ScreenText, _scope: Scope) -> bool:
        """Whether it holds there."""
        return self.member.holds(screen, self.scope)


Expression = RowTest | RegionTest | BesideTest | All | AnyOf | Not | Scoped
"""Any test that may stand in `when`."""

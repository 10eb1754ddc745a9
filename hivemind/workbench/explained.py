"""What an author says in an agent file of findings of `lint`: `# lint(KIND): why`, on a line of its own or behind one.

KIND is how the finding is called, or a beginning of it: `no screen`, `shadowed`, `never`, `width 40`, `quoted`. In a
rule, or right above it, it speaks of that rule; anywhere else of the whole file.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

MARK = "# lint("
"""What an explanation begins with, at the start of a line or after a blank."""


class Explanation(msgspec.Struct, frozen=True):
    """One such comment."""

    line: int
    """Where it stands, from 1."""
    rule: int | None
    """Line of the rule that it speaks of; None for the whole file."""
    kind: str
    why: str

    def covers(self, kind: str, lines: Sequence[int | None]) -> bool:
        """Whether it explains a finding of that kind about the rules on those lines."""
        return kind.startswith(self.kind) and (self.rule is None or self.rule in lines)


def explanations(source: str, rules: Sequence[int]) -> tuple[Explanation, ...]:
    """Every explanation of a file, by the lines on which its rules begin; one without a kind or a reason is none."""
    rows = source.split("\n")
    found = []
    for number, row in enumerate(rows, start=1):
        before, mark, text = row.partition(MARK)
        kind, closed, why = text.partition("):")
        if mark and closed and kind.strip() and why.strip() and before[-1:] in {"", " "}:
            found.append(Explanation(number, _rule_of(number, rows, rules), kind.strip(), why.strip()))
    return tuple(found)


def _rule_of(number: int, rows: Sequence[str], rules: Sequence[int]) -> int | None:
    """The rule that a line is in, or stands above with nothing but comments between."""
    below = number
    while rows[below - 1].lstrip().startswith("#") and below < len(rows):
        below += 1
    if below in rules:
        return below
    begun = [line for line in rules if line <= number]
    if not begun:
        return None
    # a rule ends where something is indented less than its own dash
    start = max(begun)
    dash = len(rows[start - 1]) - len(rows[start - 1].lstrip())
    inside = (row for row in rows[start:number] if row.strip())
    return start if all(len(row) - len(row.lstrip()) > dash for row in inside) else None

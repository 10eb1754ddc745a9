"""Problems in files: where, what, and what to try, rendered for a person.

A `Report` collects every problem of a file; nobody stops at the first one. Reading files and checking them is done
elsewhere (`yamldoc`, `schema`); this module only carries and prints.
"""

from __future__ import annotations

import enum
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field

MAX_EXCERPT = 160
"""Characters of a row that are shown; of a longer one only what is around the place."""


class Severity(enum.Enum):
    """Whether the file can still be used."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Where:
    """A place in a file. `line` and `column` count from 1, as editors do; 0 means the file as a whole."""

    path: str
    """As the person named it, or absolute."""
    line: int = 0
    column: int = 0
    length: int = 1
    """Characters to underline in the excerpt."""

    def __str__(self) -> str:
        if not self.line:
            return self.path
        return f"{self.path}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong in a file."""

    where: Where
    code: str
    """Stable, such as `manifest.unknown_test`; each has an entry in docs/problems.md."""
    message: str
    """What was found and what was expected; lower case, no full stop."""
    hint: str = ""
    severity: Severity = Severity.ERROR

    def render(self, source: str = "") -> str:
        """The problem as lines for a person; with the file's text, an excerpt that points at the place."""
        lines = [_shown(f"{self.where}: {self.severity.value} {self.code}: {self.message}")]
        rows = source.split("\n")
        if 0 < self.where.line <= len(rows):
            row, column = _window(rows[self.where.line - 1].rstrip("\r"), max(0, self.where.column - 1))
            number = str(self.where.line)
            pad = "".join(_blank(c) for c in row[:column])
            excerpt = "".join(c if c.isprintable() or c == "\t" else "�" for c in row)
            marks = "^" * max(1, min(self.where.length, len(row) - column))
            lines += [f"   {number} | {excerpt}", f"   {' ' * len(number)} | {pad}{marks}"]
        if self.hint:
            lines.append(f"  hint: {_shown(self.hint)}")
        return "\n".join(lines)


def _window(row: str, column: int) -> tuple[str, int]:
    """The part of a row around that column (from 0) that is shown, and where the column is in it."""
    if len(row) <= MAX_EXCERPT:
        return row, column
    start = max(0, min(column - MAX_EXCERPT // 2, len(row) - MAX_EXCERPT))
    cut = ("…" if start else "") + row[start : start + MAX_EXCERPT] + ("…" if start + MAX_EXCERPT < len(row) else "")
    return cut, column - start + bool(start)


def _shown(text: str) -> str:
    """The text on one line, with nothing in it that a terminal would act on: it quotes what stands in files."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def _blank(character: str) -> str:
    """What takes as much room as that character."""
    if character == "\t":
        return "\t"
    return "  " if unicodedata.east_asian_width(character) in "WF" else " "


@dataclass(slots=True)
class Report:
    """Every problem found in one file, in the order found."""

    source: str = ""
    """The file's text, for excerpts."""
    problems: list[Problem] = field(default_factory=list)

    def add(self, where: Where, code: str, message: str, *, hint: str = "", warning: bool = False) -> None:
        """Note one problem."""
        severity = Severity.WARNING if warning else Severity.ERROR
        self.problems.append(Problem(where, code, message, hint, severity))

    @property
    def is_usable(self) -> bool:
        """Whether there is no error; warnings do not count."""
        return not self.errors

    @property
    def errors(self) -> list[Problem]:
        """The problems that make the file unusable."""
        return [p for p in self.problems if p.severity is Severity.ERROR]

    def __iter__(self) -> Iterator[Problem]:
        return iter(self.problems)

    def render(self) -> str:
        """All problems, one block each, as a person reads them."""
        return "\n".join(p.render(self.source) for p in self.problems)

"""A screen as text for rules: rows right-trimmed, regions cut out and folded once, when first asked for.

No rule knowledge here, and no terminal: a snapshot comes in through `from_snapshot`, rows of any other origin as they
are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from hivemind.detect.regions import KINDS, SCREEN, Layout, Scope
from hivemind.protocol.program import ProgramRecord, Progress
from hivemind.protocol.screen import Snapshot
from hivemind.terminal import program_status
from hivemind.terminal.rows import text_of


class Region:
    """Some rows of a screen in the forms that tests look at; each form is made once."""

    def __init__(self, rows: Sequence[str]) -> None:
        self.rows = tuple(rows)
        """Right-trimmed, indentation kept."""

    @cached_property
    def text(self) -> str:
        """The rows, joined with newlines."""
        return "\n".join(self.rows)

    @cached_property
    def folded_rows(self) -> tuple[str, ...]:
        """`rows` in lower case."""
        return tuple(map(str.lower, self.rows))

    @cached_property
    def folded(self) -> str:
        """`text` in lower case."""
        return "\n".join(self.folded_rows)

    @cached_property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Each row beside the same in lower case."""
        return tuple(zip(self.rows, self.folded_rows, strict=True))

    @cached_property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """Each row left-trimmed, beside the same in lower case."""
        return tuple((row.lstrip(), low.lstrip()) for row, low in zip(self.rows, self.folded_rows, strict=True))


class ScreenText:
    """One screen, ready to be tested by any number of rules. Rows count from 0 at the top."""

    def __init__(
        self,
        rows: Sequence[str],
        title: str = "",
        cursor: tuple[int, int] | None = None,
        *,
        columns: int = 0,
        records: Sequence[ProgramRecord] = (),
        progress: Progress | None = None,
    ) -> None:
        self.layout = Layout(tuple(map(str.rstrip, rows)))
        """The rows, right-trimmed, and where rules and boxes are among them."""
        self.title = title.strip()
        """The window title; empty without one."""
        self.cursor = cursor
        """Row and column, or None when unknown or hidden."""
        self._columns = columns
        self.records = tuple(records)
        """What the program says of itself (OSC 7501), the root first."""
        self.progress = progress
        """How far the program says it is (OSC 9;4)."""
        self._regions: dict[Scope, Region] = {}

    @classmethod
    def from_snapshot(cls, snapshot: Snapshot) -> ScreenText:
        """The visible rows of a snapshot, real characters in place of cells."""
        at = snapshot.cursor
        return cls(
            text_of(snapshot),
            snapshot.title,
            (at.row, at.column) if at.visible else None,
            columns=snapshot.size.columns,
            records=snapshot.program_status,
            progress=snapshot.progress,
        )

    @classmethod
    def from_mark(cls, mark: Mapping[str, Any]) -> ScreenText:
        """A screen as the marks of recordings have it: `screen`, and perhaps `title`, `cursor`, `cols`, `osc7501`.

        `osc7501` is the text of the program's last report, or nothing; one that breaks a rule counts for nothing.
        """
        said = mark.get("osc7501")
        report = program_status.read(said) if said else None
        cursor = None if mark.get("cursor_hidden") else mark.get("cursor")
        return cls(
            mark["screen"],
            mark.get("title") or "",
            None if cursor is None else (cursor[0], cursor[1]),
            columns=mark.get("cols") or 0,
            records=(report.record,) if report and report.record else (),
        )

    @property
    def rows(self) -> tuple[str, ...]:
        """Right-trimmed, indentation kept."""
        return self.layout.rows

    @property
    def columns(self) -> int:
        """Cells of a row, as the terminal has them; those of the longest row when nobody told."""
        return self._columns or max(map(len, self.rows), default=0)

    @property
    def record(self) -> ProgramRecord | None:
        """What the program says of itself as a whole: its root record."""
        return next((record for record in self.records if not record.id), None)

    def region(self, scope: Scope = SCREEN) -> Region:
        """The rows of that scope."""
        region = self._regions.get(scope)
        if region is None:
            row = self.cursor[0] if self.cursor else None
            region = self._regions[scope] = Region(KINDS[scope.kind].rows(self.layout, scope, row))
        return region

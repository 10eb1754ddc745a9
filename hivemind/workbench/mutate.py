"""A labelled screen, as it would look otherwise: another width, scrolled, cut, quoted, without what the program says.

Each mutation keeps the label: whoever looks at it would say the same. They are approximations, since only the program
knows how it draws itself in another width.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from hivemind.detect.regions import SIDE_CHARACTERS, find_box, is_rule
from hivemind.workbench.cases import Screen

WIDTHS = (40, 60, 80, 100, 120, 160, 200)
"""Columns."""

QUOTES = ("  ", "> ", "  ▎ ", "● ")
"""What stands before a quoted row."""

MAX_MARGIN = 8
"""Cells. What ends this near to the right edge goes with the edge; other boxes and lines have a width of their own."""

COMPOSER_ROWS = 12
"""Rows. An input box with its footer is no higher than this, else the screen is no ground for a quotation."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One mutation of one screen; `screen` holds the label that it must still have."""

    kind: str
    screen: Screen


def mutants(case: Screen) -> Iterator[Mutant]:
    """Every mutation of that screen, but quotations."""
    for width in WIDTHS:
        if width != case.columns:
            yield Mutant(f"width {width}, wrapped", _rewidth(case, width, wraps=True))
            yield Mutant(f"width {width}, cut", _rewidth(case, width, wraps=False))
    yield Mutant("scrolled", _scrolled(case))
    yield Mutant("blank rows below", replace(case, rows=(*case.rows, "", "", "")))
    yield Mutant("truncated", _truncated(case))
    if case.title:
        yield Mutant("no title", replace(case, title=""))
    if case.record:
        yield Mutant("no record", replace(case, record=""))


def bare(case: Screen) -> Screen:
    """The screen with nothing that the program says of itself: no title, no record."""
    return replace(case, title="", record="")


def composers(cases: Sequence[Screen]) -> list[Screen]:
    """Idle screens whose input box is found, one for each title and width: what a quotation can stand above."""
    found: dict[tuple[str, int], Screen] = {}
    for case in cases:
        if case.reads == "idle" and not case.also and _composer(case) is not None:
            found.setdefault((case.title, case.columns), case)
    return list(found.values())


def quotations(case: Screen, ground: Screen) -> Iterator[Mutant]:
    """The rows of `case` as prose above the input box of the idle screen `ground`, which is what it must read as."""
    top = _composer(ground)
    if top is None:
        return
    below = ground.rows[top:]
    height = max(len(ground.rows), len(below) + 4)
    rows = [row for row in case.rows if row.strip()]
    for quote in QUOTES:
        quoted = [_cut(quote + row, ground.columns) for row in rows][-(height - len(below) - 1) :]
        name = f"{case.name} quoted above {ground.name}"
        yield Mutant(f"quoted with '{quote}'", replace(ground, name=name, rows=(*quoted, "", *below), cursor=None))


def _composer(case: Screen) -> int | None:
    """The upper edge of the last input box, when little but a footer stands below it."""
    box = find_box(case.rows)
    if box is None or box[0] < 1 or box[1] - box[0] > COMPOSER_ROWS or len(_ended(case.rows)) - box[1] > COMPOSER_ROWS:
        return None
    return box[0] - 1


def _ended(rows: Sequence[str]) -> list[str]:
    kept = list(rows)
    while kept and not kept[-1].strip():
        kept.pop()
    return kept


def _rewidth(case: Screen, width: int, *, wraps: bool) -> Screen:
    rows: list[str] = []
    first_of: list[int] = []
    for row in case.rows:
        first_of.append(len(rows))
        rows += _fitted(row, case.columns, width, wraps=wraps)
    # what no longer fits has left at the top; blank rows at the bottom go first
    ended = _ended(rows)
    gone = max(0, len(ended) - len(case.rows))
    kept = ended[gone:]
    kept += [""] * (len(case.rows) - len(kept))
    cursor = case.cursor
    if cursor is not None and cursor[0] < len(first_of):
        cursor = max(0, first_of[cursor[0]] - gone), min(cursor[1], width - 1)
    return replace(case, rows=tuple(kept), columns=width, cursor=cursor)


def _fitted(row: str, columns: int, width: int, *, wraps: bool) -> list[str]:
    """A row of a screen `columns` wide on one of another width."""
    beside = max(0, columns - len(row))
    target = width - beside if beside <= MAX_MARGIN else min(len(row), width)
    if is_rule(row):
        return [_stretched(row, max(4, target))]
    line = row.strip()
    if len(line) > 1 and line[0] in SIDE_CHARACTERS and line[-1] in SIDE_CHARACTERS:
        indent = len(row) - len(row.lstrip())
        inside = max(1, target - 2 - indent)
        parts = _parts(line[1:-1].rstrip(), inside, wraps=wraps)
        return [f"{' ' * indent}{line[0]}{part:<{inside}}{line[-1]}" for part in parts]
    return _parts(row, width, wraps=wraps)


def _parts(row: str, width: int, *, wraps: bool) -> list[str]:
    if len(row) <= width:
        return [row]
    if not wraps:
        return [_cut(row, width)]
    indent = " " * min(len(row) - len(row.lstrip()), width // 2)
    parts: list[str] = []
    left = row
    while len(left) > width:
        at = left.rfind(" ", len(indent) + 1, width + 1)
        at = at if at > len(indent) else width
        parts.append(left[:at].rstrip())
        left = indent + left[at:].lstrip()
    return [*parts, left]


def _stretched(row: str, target: int) -> str:
    """A horizontal line of that length; a label in it stays at its end."""
    if len(row) >= target:
        cut = len(row) - target
        run = max(_runs(row), key=lambda span: span[1] - span[0])
        start = run[0] + 1
        return row[:start] + row[start + min(cut, max(0, run[1] - start - 1)) :]
    run = max(_runs(row), key=lambda span: span[1] - span[0])
    middle = (run[0] + run[1]) // 2
    return row[:middle] + row[middle] * (target - len(row)) + row[middle:]


def _runs(row: str) -> list[tuple[int, int]]:
    """Start and end of each run of one character."""
    starts = [at for at in range(len(row)) if not at or row[at] != row[at - 1]]
    return list(zip(starts, [*starts[1:], len(row)], strict=True))


def _scrolled(case: Screen) -> Screen:
    """A third of what stands above the last line across the screen has left at the top."""
    ended = _ended(case.rows)
    lines = [index for index, row in enumerate(ended) if is_rule(row)]
    above = lines[-2] if len(lines) > 1 and find_box(case.rows) else lines[-1] if lines else 0
    gone = above // 3
    cursor = (max(0, case.cursor[0] - gone), case.cursor[1]) if case.cursor else None
    return replace(case, rows=case.rows[gone:], cursor=cursor)


def _truncated(case: Screen) -> Screen:
    """Rows of prose (above the last line across the screen) end in … where they are longer than three quarters."""
    width = max(20, case.columns * 3 // 4)
    lines = [index for index, row in enumerate(case.rows) if is_rule(row)]
    end = lines[-1] if lines else 0
    rows = tuple(_cut(row, width) if at < end and not is_rule(row) else row for at, row in enumerate(case.rows))
    return replace(case, rows=rows)


def _cut(row: str, width: int) -> str:
    return row if len(row) <= width else row[: width - 1].rstrip() + "…"

"""What a waiting screen asks: the command or question, the rows of the dialog, its options.

Generic, for any program: a dialog stands at the bottom, its options last, its text between them and the last line
across the screen (or, without lines, the last row that begins in the first column). Timers and spinners above it, and
where the selection stands, change nothing of the result.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import msgspec

from hivemind.detect.choices import Options, find_options, printable, without_marker
from hivemind.detect.line_tests import is_braille
from hivemind.detect.regions import is_rule, without_sides
from hivemind.detect.text import ScreenText
from hivemind.detect.wrapping import unwrap
from hivemind.protocol.ask import Choice

MAX_EXCERPT_ROWS = 60
"""Rows. Of a taller dialog the last ones are kept, where its question stands."""

DASHES = "╌┄┈╍┅┉"
"""What encloses a command or a diff inside a dialog of Claude Code 2.1."""

MIN_DASHES = 20
"""Cells of the shortest dashed line."""

SIGNS = ("$ ", "Destination:")
"""What stands before a command, or before the files to edit (Codex 0.171)."""

LINE_BREAK = " ⏎ "
"""Between the lines of a command of several, which is shown on one."""


class Dialog(msgspec.Struct, frozen=True):
    """What a waiting screen asks. Control characters never occur."""

    command: str
    """What is to be run, edited or answered, on one line; may be empty."""
    excerpt: tuple[str, ...]
    """The rows of the dialog for a person, without its row of keys and without the marker of the selection."""
    choices: tuple[Choice, ...]
    """What it offers, in its order."""
    question: str = ""
    """What is asked, on one line; may be empty."""

    @property
    def selected(self) -> int | None:
        """Which of the choices Enter would take, from 0; None when that cannot be seen."""
        return next((index for index, choice in enumerate(self.choices) if choice.selected), None)


def dialog_of(text: ScreenText) -> Dialog:
    """What that screen asks, as far as it can be seen; only sensible for a screen that reads as waiting."""
    end = len(text.rows)
    while end and not text.rows[end - 1].strip():
        end -= 1
    raw = [row.replace("\u00a0", " ") for row in text.rows[:end]]
    rows = [without_sides(row) for row in raw]
    options = find_options(rows, text.columns) or Options(end, end)
    top = _top(raw, options.start)
    body = rows[top : options.start]
    if not any(row.strip() for row in body):
        # an input box, and above it the reason why nothing can be typed; or a screen without any known shape
        above = [row for row in rows[: max(0, top - 1)] if row.strip() and _indent(row) * 2 < text.columns]
        shown = above[-3:] or _last_paragraph(rows)
        return Dialog(printable(shown[-1].strip(" ⎿└│") if shown else ""), _excerpt(shown), options.choices)
    return Dialog(
        printable(_command(body, text.columns)),
        _excerpt(rows[top : options.end]),
        options.choices,
        printable(_question(body, text.columns)),
    )


def _indent(row: str) -> int:
    return len(row) - len(row.lstrip())


def _excerpt(rows: Sequence[str]) -> tuple[str, ...]:
    kept = [printable(without_marker(row)) for row in rows if not is_braille(row.strip()[:1])]
    while kept and not kept[0].strip():
        kept.pop(0)
    while kept and not kept[-1].strip():
        kept.pop()
    return tuple(kept[-MAX_EXCERPT_ROWS:])


def _top(rows: Sequence[str], start: int) -> int:
    """The first row of the dialog whose options begin at `start`."""
    for index in range(start - 1, -1, -1):
        if is_rule(rows[index]) and _indent(rows[index]) == 0:
            return index + 1
    first = 0
    for index in range(start - 1, -1, -1):
        row = rows[index]
        if row.strip() and _indent(row) == 0 and not _is_dashed(row):
            first = index + 1
            break
    # rows right below one in the first column continue it
    while 0 < first < start and rows[first].strip():
        first += 1
    return _first_block(rows, first, start)


def _first_block(rows: Sequence[str], first: int, start: int) -> int:
    """Of the blocks that two blank rows divide, the first that begins with a question; else the last."""
    blocks = [
        index
        for index in range(first, start)
        if rows[index].strip()
        and (index == first or not any(row.strip() for row in rows[max(first, index - 2) : index]))
    ]
    asking = [index for index in blocks if rows[index].rstrip().endswith("?")]
    return asking[0] if asking else blocks[-1] if blocks else first


def _is_dashed(row: str) -> bool:
    line = row.strip()
    return len(line) >= MIN_DASHES and not line.strip(DASHES)


def _command(body: Sequence[str], columns: int) -> str:
    enclosed = _enclosed(body, columns)
    if enclosed:
        return enclosed
    body = ["" if is_rule(row) or _is_dashed(row) else row for row in body]
    asking = unwrap(_last_paragraph(body), columns)
    question = asking[-1] if asking and asking[-1].endswith("?") else ""
    lines = unwrap(body, columns)
    named = _named(body, columns)
    if named and question and not lines[0].endswith("?"):
        named = named.removesuffix(LINE_BREAK + LINE_BREAK.join(asking))
    if named:
        return named
    below = [] if lines and lines[0].endswith("?") else _indented(body)
    if below:
        return LINE_BREAK.join(unwrap(below, columns))
    return question or " ".join(lines[:2])


def _question(body: Sequence[str], columns: int) -> str:
    """What is asked, on the line nearest to the options that ends as a question, or on the first line; else as it can.

    What stands between them may be anybody's words: a reason, a command, a page.
    """
    body = ["" if is_rule(row) or _is_dashed(row) else row for row in body]
    lines = unwrap(body, columns)
    last = unwrap(_last_paragraph(body), columns)
    for line in (*last[-1:], *lines[:1], *reversed(lines)):
        if line.endswith("?"):
            return line
    for line in reversed(lines):
        asked, mark, _ = line.partition("? ")
        if mark:
            return f"{asked}?"
    return last[0] if len(last) == 1 and last[0].endswith((".", ":")) else ""


def _named(body: Sequence[str], columns: int) -> str:
    """All from the row on that a sign marks as what is to be run or edited; nothing without such a row."""
    for index, row in enumerate(body):
        for sign in SIGNS:
            if row.strip().startswith(sign):
                return LINE_BREAK.join(unwrap(body[index:], columns)).removeprefix(sign).strip()
    return ""


def _indented(body: Sequence[str]) -> list[str]:
    """The rows below the heading that stand further in than it."""
    rows = [row for row in body if row.strip()]
    return list(itertools.takewhile(lambda row: _indent(row) >= _indent(rows[0]) + 2, rows[1:]))


def _without_bar(row: str) -> str:
    """The row with a blank in place of the bar that Claude Code 2.1 draws before each row of a command of several."""
    indent = _indent(row)
    return f"{row[:indent]} {row[indent + 1 :]}" if row[indent : indent + 1] == "│" else row


def _last_paragraph(body: Sequence[str]) -> Sequence[str]:
    end = len(body)
    while end and not body[end - 1].strip():
        end -= 1
    start = end
    while start and body[start - 1].strip():
        start -= 1
    return body[start:end]


def _enclosed(body: Sequence[str], columns: int) -> str:
    """What stands between dashed lines right above the question, with the file's name before a diff."""
    dashes = [index for index, row in enumerate(body) if _is_dashed(row)]
    if not dashes or any(is_rule(row) for row in body[dashes[-1] :]):
        return ""
    question = " ".join(unwrap(body[dashes[-1] + 1 :], columns))
    if len(dashes) == 1:
        # the upper line has scrolled away, so what is left of the inside depends on the size of the screen
        return question
    inside = unwrap(map(_without_bar, body[dashes[0] + 1 : dashes[-1]]), columns)
    heading = unwrap(body[: dashes[0]], columns)
    if inside and (inside[0].startswith("@@") or all(line[:1].isdigit() for line in inside)):
        return LINE_BREAK.join([heading[-1] if len(heading) > 1 else question, *inside])
    return LINE_BREAK.join(inside) or question

"""What a dialog is about: the command or diff under decision, and the question, from the rows above its options."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import msgspec

from hivemind.detect.asking import LOWER_CORNERS, UPPER_CORNERS, Hints, begins
from hivemind.detect.choices import indent_of
from hivemind.detect.regions import is_rule
from hivemind.detect.wrapping import unwrap

DASHES = "╌┄┈╍┅┉"
"""What encloses a command or a diff inside a dialog of Claude Code 2.1."""

MIN_DASHES = 20
"""Cells of the shortest dashed line."""

SIGNS = ("$ ", "Destination:")
"""What stands before a command, or before the files to edit (Codex 0.171)."""

LINE_BREAK = " ⏎ "
"""Between the lines of a command of several, which is shown on one."""


class Matter(msgspec.Struct, frozen=True):
    """What a dialog is about."""

    command: str
    """What is to be run, edited or answered."""
    question: str
    """What is asked about it; may be empty, or the same."""


def matter_of(body: Sequence[str], columns: int, hints: Hints, *, is_framed: bool) -> Matter:
    """What the rows above the options say, of a dialog drawn as `hints` tell; `columns` is the room for its text."""
    first = next((index for index, row in enumerate(body) if row.strip()), 0)
    title, below = body[first] if first < len(body) else "", body[first + 1 :]
    if begins(title, hints.prompts):
        return Matter(_prompted(below, columns, hints) or title.strip(), title.strip())
    if begins(title, hints.forms):
        question = _question(below, columns) or title.strip()
        return Matter(question, question)
    has_head = begins(title, hints.heads)
    question = _question(below if has_head else body, columns)
    boxed = _boxed(below, title) if is_framed else None
    if boxed is not None:
        return Matter(boxed or question, question)
    if is_framed and below and is_rule(below[0]):
        has_head, below = True, below[1:]
    if has_head:
        lines = _without_question(below, question, columns)
        if lines and _is_diff(lines) and begins(title, hints.heads):
            lines.insert(0, title.strip())
        return Matter(LINE_BREAK.join(lines) or question or title.strip(), question)
    return Matter(_command(body, columns, (*SIGNS, *hints.signs)), question)


def rest_of(body: Sequence[str], columns: int, hints: Hints) -> Matter:
    """The same of a box whose upper edge has scrolled away: never a part of what is decided."""
    question = "" if hints.prompts else _question(body, columns)
    return Matter(question, question)


def _prompted(body: Sequence[str], columns: int, hints: Hints) -> str:
    """All below a question, without a heading above the row that a sign marks."""
    starts = [index for index, row in enumerate(body) if row.strip()][:2]
    for index in starts:
        if begins(body[index], hints.signs):
            return _named(body[index:], columns, hints.signs)
    return LINE_BREAK.join(unwrap(body, columns))


def _without_question(body: Sequence[str], question: str, columns: int) -> list[str]:
    """The rows without the question, where that is the last of them."""
    lines = unwrap(["" if is_dashed(row) else row for row in body], columns)
    if lines and lines[-1] == question:
        lines.pop()
    return lines


def _boxed(body: Sequence[str], title: str) -> str | None:
    """What stands in the box inside a box, with the title before a diff; None without one.

    From the first edge to the last, since a command may draw boxes of its own.
    """
    edges = [index for index, row in enumerate(body) if is_rule(row)]
    top = next((index for index in edges if body[index].strip()[0] in UPPER_CORNERS), -1)
    bottom = next((index for index in reversed(edges) if body[index].strip()[0] in LOWER_CORNERS), -1)
    if not 0 <= top < bottom:
        return None
    inside = unwrap(body[top + 1 : bottom], len(body[top].strip()) - 2)
    if inside and _is_diff(inside):
        inside.insert(0, title.strip())
    return LINE_BREAK.join(inside)


def _is_diff(lines: Sequence[str]) -> bool:
    return lines[0].startswith("@@") or all(line[:1].isdigit() for line in lines)


def is_dashed(row: str) -> bool:
    """Whether the row is a dashed line, which encloses something inside a dialog."""
    line = row.strip()
    return len(line) >= MIN_DASHES and not line.strip(DASHES)


def _command(body: Sequence[str], columns: int, signs: tuple[str, ...]) -> str:
    enclosed = _enclosed(body, columns)
    if enclosed:
        return enclosed
    body = ["" if is_rule(row) or is_dashed(row) else row for row in body]
    asking = unwrap(last_paragraph(body), columns)
    question = asking[-1] if asking and asking[-1].endswith("?") else ""
    lines = unwrap(body, columns)
    named = _named(body, columns, signs)
    if named and question and not lines[0].endswith("?"):
        named = named.removesuffix(LINE_BREAK + LINE_BREAK.join(asking))
    if named:
        return named
    below = [] if lines and lines[0].endswith("?") else _indented(body)
    if below:
        return LINE_BREAK.join(unwrap(below, columns))
    asked = question or _question(body, columns)
    if asked and asked in lines[-1:]:
        return asked
    if asked and asked in lines[:1]:
        return " ".join([asked, *unwrap(_indented(body), columns)])
    return " ".join(lines[:2])


def _question(body: Sequence[str], columns: int) -> str:
    """What is asked, on the line nearest to the options that ends as a question, or on the first line; else as it can.

    What stands between them may be anybody's words: a reason, a command, a page.
    """
    body = ["" if is_rule(row) or is_dashed(row) else row for row in body]
    lines = unwrap(body, columns)
    last = unwrap(last_paragraph(body), columns)
    for line in (*last[-1:], *lines[:1], *reversed(lines)):
        if line.endswith("?"):
            return line
    for line in reversed(lines):
        asked, mark, _ = line.partition("? ")
        if mark:
            return f"{asked}?"
    return last[0] if len(last) == 1 and last[0].endswith((".", ":")) else ""


def _named(body: Sequence[str], columns: int, signs: tuple[str, ...]) -> str:
    """All from the row on that a sign marks as what is to be run or edited; nothing without such a row."""
    for index, row in enumerate(body):
        for sign in signs:
            if row.strip().startswith(sign):
                return LINE_BREAK.join(unwrap(body[index:], columns)).removeprefix(sign).strip()
    return ""


def _indented(body: Sequence[str]) -> list[str]:
    """The rows below the heading that stand further in than it."""
    rows = [row for row in body if row.strip()]
    return list(itertools.takewhile(lambda row: indent_of(row) >= indent_of(rows[0]) + 2, rows[1:]))


def _without_bar(row: str) -> str:
    """The row with a blank in place of the bar that Claude Code 2.1 draws before each row of a command of several."""
    indent = indent_of(row)
    return f"{row[:indent]} {row[indent + 1 :]}" if row[indent : indent + 1] == "│" else row


def last_paragraph(body: Sequence[str]) -> Sequence[str]:
    """The rows after the last blank one."""
    end = len(body)
    while end and not body[end - 1].strip():
        end -= 1
    start = end
    while start and body[start - 1].strip():
        start -= 1
    return body[start:end]


def _enclosed(body: Sequence[str], columns: int) -> str:
    """What stands between dashed lines right above the question, with the file's name before a diff."""
    dashes = [index for index, row in enumerate(body) if is_dashed(row)]
    if not dashes or any(is_rule(row) for row in body[dashes[-1] :]):
        return ""
    question = " ".join(unwrap(body[dashes[-1] + 1 :], columns))
    if len(dashes) == 1:
        # the upper line has scrolled away, so what is left of the inside depends on the size of the screen
        return question
    inside = unwrap(map(_without_bar, body[dashes[0] + 1 : dashes[-1]]), columns)
    heading = unwrap(body[: dashes[0]], columns)
    if inside and _is_diff(inside):
        return LINE_BREAK.join([heading[-1] if len(heading) > 1 else question, *inside])
    return LINE_BREAK.join(inside) or question

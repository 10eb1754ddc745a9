"""What is under decision: on one line for the bar, or the whole dialog in rows, with its diff. Nothing is left out.

Where the rows of the dialog do not hold all of the command (its first ones are not on the screen), the command's own
lines are shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hivemind.protocol.ask import Ask
from hivemind.protocol.status import Status
from hivemind.tui.visible import visible, wrap

LINE_BREAK = " ⏎ "
"""Between the lines of a command of several (`detect.matter`)."""

Kind = Literal["", "added", "removed", "place"]


@dataclass(frozen=True, slots=True)
class Row:
    """One row of what is under decision."""

    text: str
    kind: Kind = ""
    """Of a row of a diff: what it does. Its sign stands in the text."""


def matter(ask: Ask) -> str:
    """The thing itself, on one line: the question and the command, else the dialog's own words.

    Of a permission the command alone: what is asked of it is clear.
    """
    if ask.question and ask.kind is not Status.PERMISSION and ask.question not in ask.command:
        return visible(f"{ask.question}  {ask.command}".rstrip())
    if ask.command:
        return visible(ask.command)
    words = [visible(row.strip()) for row in ask.excerpt if any(c.isalnum() for c in row)]
    options = {choice.label for choice in ask.choices}
    return "  ".join(row for row in words if not any(label and label in row for label in options))


def rows_of(ask: Ask, width: int) -> list[Row]:
    """All of it in rows of at most that many cells; long lines are broken, and keep what they are."""
    lines = _lines(ask)
    is_diff = any(_is_place(line) or _is_numbered(line) for line in lines)
    return [Row(part, _kind(line) if is_diff else "") for line in lines for part in wrap(visible(line.rstrip()), width)]


def _lines(ask: Ask) -> list[str]:
    """The dialog above its options where it holds the whole command, else the command."""
    body = list(ask.excerpt[: _options_at(ask)])
    while body and not body[-1].strip():
        body.pop()
    if body and _flat(ask.command) in _flat("".join(body)):
        indent = min(len(row) - len(row.lstrip()) for row in body if row.strip())
        return [row[indent:] for row in body]
    question = [ask.question] if ask.question and ask.question not in ask.command else []
    return [*question, *ask.command.split(LINE_BREAK)] if ask.command else [matter(ask)]


def _options_at(ask: Ask) -> int:
    """The row of the excerpt that the options begin at."""
    if not ask.choices:
        return len(ask.excerpt)
    first = ask.choices[0]
    beginnings = (f"{first.number}. ", f"{first.number}) ", f"({first.label}") if first.number else (first.label,)
    rows = range(len(ask.excerpt) - 1, -1, -1)
    return next((at for at in rows if ask.excerpt[at].lstrip(" ❯›>").startswith(beginnings)), len(ask.excerpt))


def _flat(text: str) -> str:
    return "".join(text.split()).translate({ord(c): None for c in "⏎│┃|╭╮╰╯─╌┌┐└┘"})


def _sign(line: str) -> str:
    """What stands first on a line, behind its number."""
    return line.lstrip().lstrip("0123456789").lstrip()[:1]


def _is_numbered(line: str) -> bool:
    """Whether it is a line with its number and a sign, as programs draw a diff."""
    return line.lstrip()[:1].isdigit() and _sign(line) in {"+", "-"}


def _is_place(line: str) -> bool:
    return line.lstrip().startswith("@@")


def _kind(line: str) -> Kind:
    if _is_place(line):
        return "place"
    kinds: dict[str, Kind] = {"+": "added", "-": "removed"}
    return kinds.get(_sign(line), "")

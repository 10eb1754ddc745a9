"""A prompt with letters in brackets, as line programs ask: `Run shell command? (Y)es/(N)o [Yes]: y`.

What is typed after it belongs to the person and is no part of the ask.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hivemind.detect.choices import printable
from hivemind.protocol.ask import Choice

MAX_ROWS = 4
"""Rows of the longest prompt; a terminal breaks it wherever the row is full."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt at the end of the screen."""

    row: int
    """Where it begins."""
    question: str
    shown: str
    """The prompt without what was typed."""
    choices: tuple[Choice, ...]


def find_prompt(rows: Sequence[str], columns: int) -> Prompt | None:
    """The prompt on the last rows, or None. Rows have no trailing blank ones."""
    joined = ""
    for row in range(len(rows) - 1, max(-1, len(rows) - 1 - MAX_ROWS), -1):
        # a full row that ends with the blank between two words has lost it
        joined = rows[row].ljust(columns if joined else 0) + joined
        is_start = row == 0 or len(rows[row - 1]) < columns - 1
        prompt = _read(joined, row) if is_start else None
        if prompt is not None or not rows[row].strip():
            return prompt
    return None


def is_prompt(row: str) -> bool:
    """Whether the row holds such a prompt, answered or not."""
    return _read(row, 0) is not None


def _read(line: str, row: int) -> Prompt | None:
    start = next((i for i in range(len(line)) if line.startswith("? (", i - 1) and line[i + 3 : i + 4] == ")"), -1)
    close = line.find("]:", start)
    opening = line.rfind(" [", start, close)
    if start < 0 or close < 0 or opening < 0:
        return None
    default = line[opening + 2 : close].strip().lower()
    labels = [item.replace("(", "", 1).replace(")", "", 1).strip() for item in line[start:opening].strip().split("/(")]
    choices = tuple(
        Choice(0, printable(label), selected=bool(default) and label.lower().startswith(default)) for label in labels
    )
    return Prompt(row, line[:start].strip(), line[: close + 2].strip(), choices)

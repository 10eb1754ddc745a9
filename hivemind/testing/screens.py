"""Labelled screens for tests: hand-made ones (`*.screen`) and the marks of recordings (`*.json` beside a `*.cast`).

A `.screen` file is a header of `key: value` lines, a line `---`, and the rows as the program draws them:

    program: claude            the manifest that reads it
    size: 100x30               columns x rows
    reads: working             the status it must read as
    says: trust                what a waiting screen says (may be missing)
    also: idle, question       other statuses that are right, too (may be missing)
    title: ◐ Claude Code       the window title (may be missing)
    cursor: 27, 2              row and column, from 0 (may be missing: hidden)
    last: Done.                the last line that the program said (may be missing)
    source: a report, or the program, version and date of a capture
    ---
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec

from hivemind.detect.text import ScreenText

KEYS = ("program", "size", "reads", "says", "also", "title", "cursor", "last", "source")
"""What a header may hold."""

NEEDED = ("program", "size", "reads", "source")
"""What a header must hold."""


@dataclass(frozen=True, slots=True)
class Screen:
    """One labelled screen."""

    name: str
    """Names the file, and the mark in a recording."""
    program: str
    rows: tuple[str, ...]
    columns: int
    reads: str
    says: str
    """What it must say where it reads `reads`; empty where anything is right."""
    also: tuple[str, ...]
    title: str
    cursor: tuple[int, int] | None
    last: str | None
    """The last line that the program said; None where nobody labelled it."""

    @property
    def text(self) -> ScreenText:
        """The screen as rules see it."""
        return ScreenText.from_rows(self.rows, self.title, self.cursor, columns=self.columns)

    def is_right(self, status: str, says: str) -> bool:
        """Whether a reading with that status and `says` is right."""
        if status == self.reads:
            return not self.says or says == self.says
        return status in self.also


def load_screen(path: Path) -> Screen:
    """A hand-made screen. Raises ValueError with the file and line of what is wrong in it."""
    header, found, body = path.read_text(encoding="utf-8").partition("\n---\n")
    if not found:
        raise ValueError(f"{path}: no line '---' between header and rows")
    fields: dict[str, str] = {}
    for number, line in enumerate(header.split("\n"), start=1):
        key, colon, value = line.partition(":")
        if not colon or key not in KEYS or key in fields:
            raise ValueError(f"{path}:{number}: expected one 'key: value' of {', '.join(KEYS)}, found {line!r}")
        fields[key] = value.strip()
    missing = [key for key in NEEDED if not fields.get(key)]
    if missing:
        raise ValueError(f"{path}: the header has no {', '.join(missing)}")
    columns, height = (int(number) for number in fields["size"].split("x"))
    rows = body.removesuffix("\n").split("\n")
    if len(rows) > height or max(map(len, rows)) > columns:
        raise ValueError(f"{path}: the rows are larger than {fields['size']}")
    return Screen(
        name=path.stem,
        program=fields["program"],
        rows=(*rows, *[""] * (height - len(rows))),
        columns=columns,
        reads=fields["reads"],
        says=fields.get("says", ""),
        also=tuple(word.strip() for word in fields.get("also", "").split(",") if word.strip()),
        title=fields.get("title", ""),
        cursor=_cursor(fields.get("cursor", "")),
        last=fields.get("last"),
    )


def load_recording(path: Path) -> list[Screen]:
    """The labelled marks of a recording, from its `.json` file."""
    recording = msgspec.json.decode(path.read_bytes(), type=_Recording)
    return [
        Screen(
            name=f"{recording.case}-{mark.name}",
            program=recording.agent,
            rows=mark.screen,
            columns=mark.cols,
            reads=mark.status,
            says=mark.says or "",
            also=mark.also,
            title=mark.title,
            cursor=None if mark.cursor_hidden else mark.cursor,
            last=None,
        )
        for mark in recording.marks
    ]


class _Mark(msgspec.Struct, frozen=True):
    name: str
    screen: tuple[str, ...]
    cols: int
    cursor: tuple[int, int]
    cursor_hidden: bool
    title: str
    status: str
    says: str | None = None
    also: tuple[str, ...] = ()


class _Recording(msgspec.Struct, frozen=True):
    agent: str
    case: str
    marks: tuple[_Mark, ...]


def _cursor(text: str) -> tuple[int, int] | None:
    if not text:
        return None
    row, column = (int(number) for number in text.split(","))
    return row, column

"""Labelled screens: hand-made ones (`*.screen`) and the marks of recordings (`CASE.json` beside a `CASE.cast`).

A `.screen` file is a header of `key: value` lines, a line `---`, and the rows as the program draws them:

    program: claude            the manifest that reads it
    size: 100x30               columns x rows
    reads: working             the status it must read as
    says: trust                what a waiting screen says (may be missing)
    also: idle, question       other statuses that are right, too (may be missing)
    title: ◐ Claude Code       the window title (may be missing)
    record: state=working      the last status record, OSC 7501 (may be missing)
    cursor: 27, 2              row and column, from 0 (may be missing: hidden)
    last: Done.                the last line that the program said (may be missing)
    source: a report, or the program, version and date of a capture
    ---
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from hivemind.base.errors import InvalidFileError
from hivemind.detect.text import ScreenText
from hivemind.workbench.screens import text_of

KEYS = ("program", "size", "reads", "says", "also", "title", "record", "cursor", "last", "source")
"""What a header may hold."""

NEEDED = ("program", "size", "reads", "source")
"""What a header must hold."""

STATUSES = ("idle", "working", "permission", "question", "blocked")
"""What a screen can be labelled."""

MAX_SIDE = 10_000
"""Cells. A screen is no higher or wider than this."""


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
    record: str = ""
    """The last status record that the program sent (OSC 7501), as text; empty without one."""

    @property
    def text(self) -> ScreenText:
        """The screen as rules see it."""
        return text_of(self.rows, self.title, self.cursor, columns=self.columns, record=self.record)

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
    fields = _header(path, header)
    columns, height = _pair(path, fields["size"], "x", "size: columns x rows, as 100x30")
    rows = body.removesuffix("\n").split("\n")
    if len(rows) > height or max(map(len, rows)) > columns:
        raise ValueError(f"{path}: the rows are larger than {fields['size']}")
    also = tuple(word.strip() for word in fields.get("also", "").split(",") if word.strip())
    _check_statuses(path, (fields["reads"], *also))
    at = fields.get("cursor", "")
    return Screen(
        name=path.stem,
        program=fields["program"],
        rows=(*rows, *[""] * (height - len(rows))),
        columns=columns,
        reads=fields["reads"],
        says=fields.get("says", ""),
        also=also,
        title=fields.get("title", ""),
        cursor=_pair(path, at, ",", "cursor: row, column, as 27, 2") if at else None,
        last=fields.get("last"),
        record=fields.get("record", ""),
    )


def load_recording(path: Path) -> list[Screen]:
    """The labelled marks of a recording, from its `.json` file; marks without a status are passed over.

    Raises ValueError with the file and what is wrong in it.
    """
    try:
        recording = msgspec.json.decode(path.read_bytes(), type=_Recording)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: no recording's marks: {error}") from error
    screens = [_of_mark(recording, mark) for mark in recording.marks if mark.status is not None]
    for screen in screens:
        _check_statuses(path, (screen.reads, *screen.also))
    return screens


def find_cases(places: Iterable[Path]) -> list[Screen]:
    """Every labelled screen of those files and folders (with what lies below them), in order of their names.

    Raises:
        InvalidFileError: one of them cannot be read; says which and why.
    """
    cases: list[Screen] = []
    for path in _files(places):
        try:
            cases += [load_screen(path)] if path.suffix == ".screen" else load_recording(path)
        except (ValueError, OSError) as error:
            raise InvalidFileError(str(error)) from error
    return cases


def _files(places: Iterable[Path]) -> Iterator[Path]:
    for place in places:
        if not place.is_dir():
            yield place
            continue
        found = [*place.rglob("*.screen"), *place.rglob("*.json")]
        yield from sorted(path for path in found if path.suffix == ".screen" or _is_recording(path))


def _is_recording(path: Path) -> bool:
    """A folder may hold JSON of other kinds; a recording's marks are what has a recording beside it, or marks in it."""
    if any(path.with_suffix(end).exists() for end in (".cast", ".cast.gz")):
        return True
    try:
        return b'"marks"' in path.read_bytes()
    except OSError:
        return False


def _header(path: Path, header: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    for number, line in enumerate(header.split("\n"), start=1):
        key, colon, value = line.partition(":")
        if not colon or key not in KEYS or key in fields:
            raise ValueError(f"{path}:{number}: expected one 'key: value' of {', '.join(KEYS)}, found {line!r}")
        fields[key] = value.strip()
    missing = [key for key in NEEDED if not fields.get(key)]
    if missing:
        raise ValueError(f"{path}: the header has no {', '.join(missing)}")
    return fields


def _check_statuses(path: Path, names: Iterable[str]) -> None:
    for name in names:
        if name not in STATUSES:
            raise ValueError(f"{path}: a screen cannot read {name!r}; it can: {', '.join(STATUSES)}")


def _pair(path: Path, text: str, between: str, shape: str) -> tuple[int, int]:
    first, _, second = (part.strip() for part in text.partition(between))
    if not (first.isdecimal() and second.isdecimal() and max(int(first), int(second)) <= MAX_SIDE):
        raise ValueError(f"{path}: found {text!r}, expected {shape}")
    return int(first), int(second)


class _Mark(msgspec.Struct, frozen=True):
    name: str
    screen: tuple[str, ...]
    cols: int = 0
    cursor: tuple[int, int] | None = None
    cursor_hidden: bool = False
    title: str = ""
    status: str | None = None
    says: str | None = None
    also: tuple[str, ...] = ()
    osc7501: str | None = None


class _Recording(msgspec.Struct, frozen=True):
    agent: str
    case: str
    marks: tuple[_Mark, ...]


def _of_mark(recording: _Recording, mark: _Mark) -> Screen:
    return Screen(
        name=f"{recording.case}-{mark.name}",
        program=recording.agent,
        rows=mark.screen,
        columns=mark.cols or max(map(len, mark.screen), default=0),
        reads=mark.status or "",
        says=mark.says or "",
        also=mark.also,
        title=mark.title,
        cursor=None if mark.cursor_hidden else mark.cursor,
        last=None,
        record=mark.osc7501 or "",
    )

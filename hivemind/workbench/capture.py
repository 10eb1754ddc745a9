"""A screen that a person labelled, as a `.screen` file: secrets are masked, and no file is ever overwritten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hivemind.base.errors import HiveError, UsageError
from hivemind.protocol.program import ProgramRecord
from hivemind.workbench.cases import STATUSES
from hivemind.workbench.screens import visible
from hivemind.workbench.unknown import redacted

MAX_SAME = 1000
"""Files of one label in a folder."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a tile shows."""

    program: str
    """Id of the agent whose rules are to read it."""
    rows: Sequence[str]
    columns: int
    title: str = ""
    cursor: tuple[int, int] | None = None
    record: ProgramRecord | None = None
    """What the program says of itself."""


@dataclass(frozen=True, slots=True)
class Label:
    """What a person says of it."""

    reads: str
    says: str
    source: str
    """Where it comes from: the program and its version."""


def screen_file(shown: Shown, label: Label, *, home: str) -> str:
    """The text of the file, with secrets masked and `home` as `~`."""
    rows = [row[: shown.columns].rstrip() for row in redacted([visible(row) for row in shown.rows], home)]
    height = len(rows)
    while len(rows) > 1 and not rows[-1]:
        rows.pop()
    fields = {
        "program": shown.program,
        "size": f"{shown.columns}x{height}",
        "reads": label.reads,
        "says": label.says,
        "title": redacted([visible(shown.title)], home)[0],
        "record": "" if shown.record is None else record_text(shown.record),
        "cursor": f"{shown.cursor[0]}, {shown.cursor[1]}" if shown.cursor else "",
        "source": label.source,
    }
    header = [f"{key}: {value}" for key, value in fields.items() if value]
    return "\n".join([*header, "---", *rows]) + "\n"


def record_text(record: ProgramRecord) -> str:
    """A status record as a program writes it, without its texts: rules do not look at them, and they may be private."""
    fields = {"state": record.state.value, "kind": record.kind, "app": record.app}
    return ":".join(f"{key}={value}" for key, value in fields.items() if value)


def save(shown: Shown, label: Label, folder: Path, *, home: str) -> Path:
    """Write the file, named by its label; the folder is made where it is not there.

    Raises:
        UsageError: that is no status, or no name for a waiting screen.
        HiveError: it cannot be written.
    """
    if label.reads not in STATUSES:
        raise UsageError(f"a screen cannot read '{label.reads}'", hint=f"it can: {', '.join(STATUSES)}")
    word = label.says or label.reads
    if not (word.isascii() and word.replace("-", "").isalnum() and word.islower()):
        raise UsageError(f"--says: found '{visible(word)}', expected a lower-case word", hint="such as: trust")
    text = screen_file(shown, label, home=home)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(1, MAX_SAME):
            path = folder / (f"{word}.screen" if number == 1 else f"{word}-{number}.screen")
            try:
                with path.open("x", encoding="utf-8") as stream:
                    stream.write(text)
            except FileExistsError:
                continue
            return path
    except OSError as error:
        raise HiveError(f"{folder} cannot be written: {error.strerror}") from error
    raise HiveError(f"{folder} holds {MAX_SAME} screens of {word} already", hint="name another folder with --dir")

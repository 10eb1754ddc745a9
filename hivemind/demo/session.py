"""Conversations on disk: one file of JSON lines each, so that `--resume` shows what was said."""

from __future__ import annotations

import datetime as dt
import json
import os
import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hivemind.demo.steps import Entry

KINDS = ("person", "agent", "action", "edit", "end")
"""Entries that are kept; notes of the program are not part of a conversation."""

_ID = re.compile(r"[0-9A-Za-z][0-9A-Za-z_-]{3,63}")


class SessionError(Exception):
    """There is no such conversation, or it cannot be read."""


def sessions_folder(env: Mapping[str, str]) -> Path:
    """`$XDG_STATE_HOME/hivemind/demo-sessions`; relative values are ignored (XDG Base Directory Specification 0.8)."""
    state = env.get("XDG_STATE_HOME", "")
    base = Path(state) if state.startswith("/") else Path(env.get("HOME") or "/") / ".local/state"
    return base / "hivemind" / "demo-sessions"


def is_session_id(text: str) -> bool:
    """Whether the text can name a conversation: 4 to 64 letters, digits, `-` and `_`."""
    return _ID.fullmatch(text) is not None


@dataclass(slots=True)
class Session:
    """One conversation; its file appears with the first entry."""

    path: Path
    id: str
    cwd: str
    is_new: bool = True

    @classmethod
    def fresh(cls, folder: Path, cwd: Path, name: str = "") -> Session:
        """A conversation that has no entries yet, under that id or a new one."""
        name = name or str(uuid.uuid4())
        return cls(folder / f"{name}.jsonl", name, str(cwd))

    def append(self, entry: Entry) -> None:
        """Keep an entry.

        Raises:
            OSError: the file cannot be written.
        """
        if entry.kind not in KINDS:
            return
        now = dt.datetime.now(dt.UTC).isoformat(timespec="milliseconds")
        record = {"type": entry.kind, "id": str(uuid.uuid4()), "at": now, "text": entry.text, "detail": entry.detail}
        lines = [record]
        if self.is_new:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            lines.insert(0, {"type": "session", "id": self.id, "at": now, "cwd": self.cwd})
        data = "".join(json.dumps(line, ensure_ascii=True) + "\n" for line in lines)
        file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(file, data.encode())
        finally:
            os.close(file)
        self.is_new = False


def resume(folder: Path, cwd: Path, name: str) -> tuple[Session, list[Entry], int]:
    """A kept conversation, its entries, and how many of its lines could not be read.

    `name` is its id, a prefix of it that no other has, or `latest` for the newest of this folder.

    Raises:
        SessionError: there is none, or several have that prefix.
    """
    path = _latest(folder, cwd) if name == "latest" else _by_prefix(folder, name)
    header, entries, damaged = _load(path)
    if header is None:
        raise SessionError(f"{path} is not a conversation")
    return Session(path, path.stem, str(header.get("cwd", "")), is_new=False), entries, damaged


def _by_prefix(folder: Path, name: str) -> Path:
    if not is_session_id(name):
        raise SessionError(f"'{name}' is not the id of a conversation; a prompt after --resume needs '--' before it")
    exact = folder / f"{name}.jsonl"
    found = [exact] if exact.is_file() else [path for path in folder.glob("*.jsonl") if path.stem.startswith(name)]
    if len(found) != 1:
        raise SessionError(f"{'several conversations start' if found else 'no conversation starts'} with '{name}'")
    return found[0]


def _latest(folder: Path, cwd: Path) -> Path:
    newest = sorted(folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    for path in newest:
        header, _, _ = _load(path, header_only=True)
        if header is not None and header.get("cwd") == str(cwd):
            return path
    raise SessionError("no conversation was held in this folder yet")


def _load(path: Path, *, header_only: bool = False) -> tuple[dict[str, object] | None, list[Entry], int]:
    entries: list[Entry] = []
    header: dict[str, object] | None = None
    damaged = 0
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            for number, line in enumerate(file):
                record = _record(line)
                if number == 0 and record is not None and record.get("type") == "session":
                    header = record
                    if header_only:
                        break
                    continue
                entry = None if record is None else _entry(record)
                if entry is None:
                    damaged += 1
                else:
                    entries.append(entry)
    except OSError as error:
        raise SessionError(f"{path}: {error.strerror}") from error
    return header, entries, damaged


def _record(line: str) -> dict[str, object] | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _entry(record: dict[str, object]) -> Entry | None:
    kind, text, detail = record.get("type"), record.get("text"), record.get("detail", [])
    if kind not in KINDS or not isinstance(text, str) or not isinstance(detail, list):
        return None
    return Entry(str(kind), text, tuple(str(row) for row in detail))

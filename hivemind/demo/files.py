"""File names out of a prompt, and edits with their diff. Nothing outside the folder is named, read or written."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from pathlib import Path

NOTES = "demo-notes.md"
"""The file that is edited when no other is named."""

DEFAULT_NEW = "made-by-demo.txt"
"""The file that is made when no other is named."""

MAX_EDIT = 64 * 1024
"""Bytes. A larger file is not edited."""

MAX_NAMES = 5

_NAMED = re.compile(r"""["'`](?P<quoted>[^"'`\n]{1,80})["'`]|(?P<bare>[\w./@+-]*\w\.\w{1,12})(?![\w/])""")
_SWAP = re.compile(r"\b(?:change|edit|replace)\s+(\S+)\s+(?:to|into|with|by)\s+(\S+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of one file, worked out but not made."""

    path: Path
    name: str
    """The path as people see it."""
    before: bytes | None
    """What the file holds now; None when it does not exist."""
    after: bytes

    def diff(self) -> tuple[str, ...]:
        """Its unified diff, without the two rows that name the file."""
        old = [] if self.before is None else self.before.decode().splitlines()
        new = self.after.decode().splitlines()
        return tuple(list(difflib.unified_diff(old, new, lineterm="", n=2))[2:])

    def write(self) -> str:
        """Make the change; returns why it was not made, or an empty text."""
        try:
            now = self.path.read_bytes() if self.path.exists() else None
            if now != self.before:
                return "the file changed meanwhile"
            self.path.write_bytes(self.after)
        except OSError as error:
            return error.strerror or str(error)
        return ""


def is_inside(name: str, cwd: Path) -> bool:
    """Whether the name stays in the folder and is none that a program could read as an option."""
    if not name or name.startswith(("-", "/", "~")) or "\0" in name or ".." in Path(name).parts:
        return False
    try:
        return (cwd / name).resolve().is_relative_to(cwd.resolve())
    except OSError:
        return False


def names_in(prompt: str, cwd: Path) -> list[str]:
    """The file names in a prompt: quoted words and words with a dot, at most five, each once."""
    found: dict[str, None] = {}
    for match in _NAMED.finditer(prompt):
        name = (match["quoted"] or match["bare"]).strip()
        if match["quoted"] and " " in name and "." not in name:
            continue  # a quoted phrase, not a name
        if is_inside(name, cwd):
            found[name] = None
    return list(found)[:MAX_NAMES]


def plan_edit(prompt: str, cwd: Path) -> Edit | str:
    """The edit that a prompt asks for, or why there is none.

    `change A to B in FILE` replaces each A; otherwise one line is added. Without a file that exists, the notes are
    meant, which are made when they are not there.
    """
    existing = [name for name in names_in(prompt, cwd) if (cwd / name).is_file()]
    name = existing[0] if existing else NOTES
    path = cwd / name
    if not is_inside(name, cwd):
        return f"`{name}` leads out of this folder, so I leave it alone."
    try:
        before = path.read_bytes() if path.exists() else None
    except OSError as error:
        return f"I cannot read `{name}`: {error.strerror}."
    if before is None:
        return Edit(path, name, None, b"# Notes\n\n- The demo agent was here.\n")
    if len(before) > MAX_EDIT:
        return f"`{name}` is larger than I edit."
    try:
        text = before.decode()
    except UnicodeDecodeError:
        return f"`{name}` is not a text."
    swap = _SWAP.search(prompt)
    if swap and swap[1] not in existing:
        old, new = swap[1].strip("\"'`"), swap[2].strip("\"'`")
        if old not in text:
            return f"`{name}` does not contain `{old}`, so there is nothing to change."
        return Edit(path, name, before, text.replace(old, new).encode())
    end = "" if not text or text.endswith("\n") else "\n"
    return Edit(path, name, before, f"{text}{end}- The demo agent was here again.\n".encode())

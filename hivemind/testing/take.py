"""A recording while it is made: a case types at a program and marks its screens, each with what it must read as."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hivemind.protocol.program import ProgramRecord
from hivemind.protocol.screen import Size
from hivemind.terminal.keys import encode
from hivemind.testing.model import Script
from hivemind.testing.played import Played

SHOW_SECONDS = 90.0
"""Longest that something may take to show; a program may start slowly on a busy machine."""

LETTER_SECONDS = 0.02
"""Between two letters that are typed; some programs take faster ones for pasted text."""

KEY_SECONDS = 0.25
"""Between two keys."""


class Take:
    """What a case plays on. Times are in seconds."""

    def __init__(self, played: Played, script: Script, project: Path) -> None:
        self.played = played
        self.project = project
        """The folder that it works in."""
        self.script = script
        """The model's; turns are put where the case needs them."""
        self.marks: list[dict[str, Any]] = []
        self.keys: list[dict[str, Any]] = []
        self.titles: list[dict[str, Any]] = []
        self.states: list[dict[str, Any]] = []

    def wait(self, seconds: float) -> None:
        """Let it run for that long."""
        deadline = time.monotonic() + seconds
        self._until(lambda: time.monotonic() > deadline, seconds=seconds + 1)

    def settle(self, quiet: float = 0.8, limit: float = 6.0) -> None:
        """Wait until it has written nothing for a while; at most that long, since some programs never rest."""
        deadline = time.monotonic() + limit
        written, since = len(self.played.raw), time.monotonic()

        def is_still() -> bool:
            nonlocal written, since
            if len(self.played.raw) != written:
                written, since = len(self.played.raw), time.monotonic()
            return time.monotonic() - since > quiet or time.monotonic() > deadline

        self._until(is_still, seconds=limit + 1)

    def shows(self, text: str) -> bool:
        """Whether it stands in some row."""
        return text in self.played.text()

    def until_shows(self, *texts: str, seconds: float = SHOW_SECONDS) -> None:
        """Wait until one of the texts stands in some row."""
        self._until(lambda: any(map(self.shows, texts)), seconds=seconds, name=f"shows one of {texts}")

    def until_asked_all(self) -> None:
        """Wait until the program has asked the model for every turn of the script."""
        self._until(lambda: not self.script.left, seconds=SHOW_SECONDS, name="has asked for every turn")

    def until_gone(self, text: str, *, seconds: float = SHOW_SECONDS) -> None:
        """Wait until no row has the text."""
        self._until(lambda: not self.shows(text), seconds=seconds, name=f"no longer shows {text}")

    def press(self, *names: str, gap: float = KEY_SECONDS) -> None:
        """Press keys by their names, as a tile would send them."""
        for name in names:
            self.keys.append({"at": round(self.played.seconds, 3), "key": name})
            self.played.type(encode(name, self.played.snapshot().modes))
            self.wait(gap)

    def type(self, text: str) -> None:
        """Type a text, letter by letter."""
        self.keys.append({"at": round(self.played.seconds, 3), "type": text})
        for letter in text:
            self.played.type(letter)
            self.wait(LETTER_SECONDS)

    def say(self, text: str) -> None:
        """Type a prompt and send it; some programs come out of their start screen with the first letter."""
        self.type(text[:1])
        self.wait(0.5)
        self.type(text[1:])
        self.wait(0.6)
        self.press("enter")

    def resize(self, size: Size) -> None:
        """Give it another size."""
        self.played.resize(size)

    def mark(self, name: str, status: str, *, says: str = "", also: tuple[str, ...] = (), note: str = "") -> None:
        """Keep the screen as it is, and what it must read as."""
        self.wait(0.05)
        snapshot = self.played.snapshot()
        cursor, at = snapshot.cursor, round(self.played.seconds, 3)
        mark: dict[str, Any] = {
            "at_seconds": at,
            "name": name,
            "cols": snapshot.size.columns,
            "rows": snapshot.size.rows,
            "cursor": [cursor.row, cursor.column],
            "cursor_hidden": not cursor.visible,
            "title": snapshot.title,
            "alt": snapshot.modes.alternate,
            "status": status,
            "says": says or None,
            "note": note or None,
            "osc7501": record_text(snapshot.program_status),
        }
        if also:
            mark["also"] = list(also)
        mark["screen"] = self.played.rows()
        self.marks.append(mark)
        self.played.events.append((at, "m", name))

    def _until(self, look: Callable[[], bool], *, seconds: float, name: str = "") -> None:
        """A wait without a name is for a time, and over when the program has ended."""

        def looks() -> bool:
            self._note_signs()
            return look() or (not name and self.played.exit is not None)

        self.played.until(name or "a time has passed", looks, seconds=seconds)

    def _note_signs(self) -> None:
        snapshot = self.played.snapshot()
        at = round(self.played.seconds, 3)
        if snapshot.title != (self.titles[-1]["title"] if self.titles else ""):
            self.titles.append({"at": at, "title": snapshot.title})
        record = record_text(snapshot.program_status)
        if record != (self.states[-1]["osc7501"] if self.states else None):
            self.states.append({"at": at, "osc7501": record})


def record_text(records: tuple[ProgramRecord, ...]) -> str | None:
    """The program's root record as it is written, its texts in base64."""
    root = next((record for record in records if not record.id), None)
    if root is None:
        return None
    fields = {"state": root.state.value, "kind": root.kind, "app": root.app}
    texts = {"title": root.title, "msg": root.msg}
    fields |= {key: base64.b64encode(text.encode()).decode() for key, text in texts.items()}
    return ":".join(f"{key}={value}" for key, value in fields.items() if value)

"""The recent past of a tile as a recording in which secrets are hidden.

Not the program's own bytes, in which a secret may be cut by colours and motions: what the screen showed is drawn anew,
ten times a second at most, after its rows were redacted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

import msgspec

from hivemind.base.redact import Redactor, in_keys
from hivemind.protocol.screen import Row, Size, Snapshot, Style
from hivemind.terminal.redraw import row_drawn
from hivemind.tile.recorder import size_word
from hivemind.tile.tape import Tape

GAP_MS = 100
"""Milliseconds between two pictures."""

PAST_MS = 10 * 60_000
"""Milliseconds of the past that are told."""

LARGEST = 16 * 1024 * 1024
"""Bytes of a recording. What comes after is left out."""

KEPT_ROWS = 20_000
"""Redacted rows that are remembered; a screen that does not change is not read again."""


class Hider:
    """Snapshots of one tile with secrets hidden. A row that fills the width is taken together with the next one."""

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self._known: dict[tuple[str, ...], list[str]] = {}
        self._plain: list[Style] = []

    def hidden(self, snapshot: Snapshot) -> Snapshot:
        """The same picture, cell by cell, without what is hidden; its title too."""
        columns = snapshot.size.columns
        groups = list(_groups([row.text for row in snapshot.lines], columns))
        texts: list[str] = []
        for group, is_key in zip(groups, in_keys(["".join(group) for group in groups]), strict=True):
            texts += map(self._redactor.key_line, group) if is_key else self._group(group, columns)
        lines = tuple(Row(text, row.styles) for text, row in zip(texts, snapshot.lines, strict=True))
        title = self._redactor.line(snapshot.title)
        return msgspec.structs.replace(snapshot, lines=lines, styles=self._without_links(snapshot.styles), title=title)

    def _without_links(self, styles: Sequence[Style]) -> Sequence[Style]:
        """The same table, which only grows, without where its cells lead."""
        new = styles[len(self._plain) :]
        self._plain += (msgspec.structs.replace(style, link="") if style.link else style for style in new)
        return self._plain

    def _group(self, group: tuple[str, ...], columns: int) -> list[str]:
        known = self._known.get(group)
        if known is None:
            if len(self._known) >= KEPT_ROWS:
                self._known.clear()
            whole = self._redactor.line("".join(text.ljust(columns) for text in group))
            cut = [whole[at : at + columns].rstrip(" ") for at in range(0, len(whole), columns)]
            known = self._known[group] = cut or [""]
        return known


def _groups(texts: Sequence[str], columns: int) -> Iterator[tuple[str, ...]]:
    """Rows that may be one line."""
    group: list[str] = []
    for text in texts:
        group.append(text[:columns])
        if len(text) < columns:
            yield tuple(group)
            group = []
    if group:
        yield tuple(group)


async def cast(tape: Tape, hider: Hider, *, now: int) -> bytes:
    """The recording (asciicast version 3), its last picture the newest one; empty when nothing was written."""
    lines: list[bytes] = []
    before, last, size = None, 0, 0
    async for at, snapshot in tape.told(now - PAST_MS, GAP_MS):
        shown = await asyncio.to_thread(hider.hidden, snapshot)  # a large screen takes long to look through
        if before is None:
            lines.append(_head(shown.size, at))
        elif before.size != shown.size:
            lines.append(_event(0, "r", size_word(shown.size)))
        text = "".join(_drawn(before, shown))
        if before is None or text:
            lines.append(_event(at - last if before else 0, "o", text))
            last = at
        before = shown
        size += len(lines[-1])
        if size > LARGEST:
            break
    return b"".join(lines)


def _head(size: Size, at: int) -> bytes:
    head = {"version": 3, "term": {"cols": size.columns, "rows": size.rows}, "timestamp": at // 1000}
    return msgspec.json.encode(head) + b"\n"


def _event(milliseconds: int, kind: str, data: str) -> bytes:
    return msgspec.json.encode([milliseconds / 1000, kind, data]) + b"\n"


def _drawn(before: Snapshot | None, shown: Snapshot) -> Iterator[str]:
    """The rows that differ, then the cursor."""
    is_whole = before is None or before.size != shown.size
    if is_whole:
        yield "\x1b[m\x1b[2J"
    for y, row in enumerate(shown.lines):
        if is_whole or before is None or before.lines[y] != row:
            yield f"\x1b[{y + 1}H\x1b[K{row_drawn(row, shown.styles, shown.clusters)}"
    cursor = shown.cursor
    if is_whole or before is None or before.cursor != cursor or before.lines != shown.lines:
        yield f"\x1b[{cursor.row + 1};{cursor.column + 1}H\x1b[?25{'h' if cursor.visible else 'l'}"

"""The history of answers: every answer that was given, kept across restarts, with the screen that it was given to.

A JSON line each, in a file that only its owner can read, since screens may show anything. At most two files of
`FILE_BYTES` are kept; the older one is dropped when the newer one is full. What cannot be written is said once.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from hivemind.protocol.settled import Settled

logger = logging.getLogger(__name__)

FILE_BYTES = 2 * 1024 * 1024
"""Some 500 answers with a screen of 50 full rows each."""

SCREEN_ROWS, ROW_CHARACTERS, TEXT_CHARACTERS = 120, 400, 4000
"""What is kept of one answer, at most."""

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

_decode = msgspec.json.Decoder(Settled).decode


class Ledger:
    """The file, and the names of its entries."""

    def __init__(self, path: Path, *, complain: Callable[[str], None], file_bytes: int = FILE_BYTES) -> None:
        self._path = path
        self._file_bytes = file_bytes
        self._complain = complain
        self._last = 0
        self._is_failing = self._has_written = False

    @property
    def paths(self) -> tuple[Path, Path]:
        """The older file and the newer one."""
        return self._path.with_suffix(".old.jsonl"), self._path

    def name(self, at: int) -> str:
        """A new entry's id; `at` in milliseconds since the epoch. Never one of before, also not after a restart."""
        self._last = number = max(self._last + 1, at)
        digits = ""
        while number:
            number, digit = divmod(number, len(DIGITS))
            digits = DIGITS[digit] + digits
        return digits

    def keep(self, entry: Settled) -> None:
        """Append an entry. Never raises: an answer that was given is not undone because it cannot be kept."""
        line = msgspec.json.encode(bounded(entry)) + b"\n"
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            if self._path.exists() and self._path.stat().st_size + len(line) > self._file_bytes:
                self._path.replace(self.paths[0])
            file = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
            try:
                os.fchmod(file, 0o600)
                # a crash may have cut the last line short: it must not spoil this one
                line = line if self._has_written else b"\n" + line
                while line:
                    line = line[os.write(file, line) :]
            finally:
                os.close(file)
        except OSError as error:
            logger.warning("answer not kept", extra={"tile": entry.tile_id, "error": str(error)})
            if not self._is_failing:
                self._complain(f"answers cannot be kept in {self._path}: {error.strerror}")
            self._is_failing = True
        else:
            self._is_failing, self._has_written = False, True

    def entries(self) -> Iterator[Settled]:
        """Every entry that is kept, oldest first; lines that cannot be read are passed over."""
        for path in self.paths:
            try:
                data = path.read_bytes()
            except OSError:  # not written yet, or gone: there is nothing to read
                continue
            for line in data.splitlines():
                try:
                    yield _decode(line)
                except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):  # cut short by a crash
                    continue


def bounded(entry: Settled) -> Settled:
    """The entry as it is kept."""
    rows = [row.rstrip()[:ROW_CHARACTERS] for row in entry.screen]
    while rows and not rows[-1]:
        rows.pop()
    return msgspec.structs.replace(
        entry,
        screen=tuple(rows[-SCREEN_ROWS:]),
        command=entry.command[:TEXT_CHARACTERS],
        question=entry.question[:TEXT_CHARACTERS],
        answer=entry.answer[:TEXT_CHARACTERS],
    )

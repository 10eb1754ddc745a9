"""A tile recorded to a file: asciicast version 3, as https://docs.asciinema.org/manual/asciicast/v3/ describes it.

The file begins with what draws the screen as it was, and again after each new size, so that any player shows the same
from the first event on. Only output is recorded, never what was typed. A file has a largest size and is its owner's.
"""

from __future__ import annotations

import asyncio
import codecs
import logging
import os
from collections.abc import Callable
from pathlib import Path

import msgspec

from hivemind.base.clock import Clock
from hivemind.base.errors import HiveError
from hivemind.base.newfile import create
from hivemind.protocol.screen import Size
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.redraw import redrawn

logger = logging.getLogger(__name__)

FILE_BYTES = 64 * 1024 * 1024
"""Bytes of a file; then the recording ends by itself, and that is told."""

FLUSH_SECONDS, FLUSH_BYTES = 0.5, 64 * 1024
"""What is not written yet at most: so many seconds, so many bytes."""

LAST_LINE_BYTES = 128

GONE_ON = "the daemon was started anew"
"""The mark where a recording goes on that another daemon began."""


class Recorder:
    """One recording; hears a tape (`tile.tape.Ear`). `on_fault` is told why it ended before somebody ended it."""

    def __init__(
        self, path: Path, file: int, clock: Clock, *, on_fault: Callable[[str], None], limit: int = FILE_BYTES
    ) -> None:
        """`file` is open for appending; see `begin` and `go_on`."""
        self.path = path
        self.is_on = True
        self._file, self._clock, self._on_fault = file, clock, on_fault
        self._left = limit - os.fstat(file).st_size
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._last = clock.epoch_ms()
        self._held = bytearray()
        self._timer: asyncio.TimerHandle | None = None

    @classmethod
    def begin(
        cls,
        path: Path,
        emulator: Emulator,
        clock: Clock,
        *,
        title: str,
        on_fault: Callable[[str], None],
        limit: int = FILE_BYTES,
    ) -> Recorder:
        """Record to a new file, from the screen as it is.

        Raises:
            HiveError: there is such a file, or it cannot be made or written; then `on_fault` is not told.
        """
        size, faults = emulator.size, list[str]()
        head = {
            "version": 3,
            "term": {"cols": size.columns, "rows": size.rows, "type": "xterm-256color"},
            "timestamp": clock.epoch_ms() // 1000,
            "title": title,
        }
        recorder = cls(path, create(path), clock, on_fault=faults.append, limit=limit)
        recorder._put(msgspec.json.encode(head) + b"\n")
        recorder.take(redrawn(emulator))
        recorder.flush()
        if faults:
            path.unlink(missing_ok=True)
            raise HiveError(faults[0])
        recorder._on_fault = on_fault
        return recorder

    @classmethod
    def go_on(cls, path: Path, emulator: Emulator, clock: Clock, *, on_fault: Callable[[str], None]) -> Recorder | None:
        """Go on with a file that another daemon began; a line that it could not end is taken out.

        None when the program had ended, and the file with it. Raises HiveError when it cannot be written any more.
        """
        file = -1
        try:
            file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW)
            written_ms = os.fstat(file).st_mtime_ns // 1_000_000
            os.ftruncate(file, _whole_lines(file))
        except OSError as error:
            if file >= 0:
                os.close(file)
            raise HiveError(f"{path} cannot be written any more: {error.strerror}") from error
        if _has_exit(file):
            os.close(file)
            return None
        recorder = cls(path, file, clock, on_fault=on_fault)
        recorder._last = min(written_ms, recorder._last)
        recorder._event("m", GONE_ON)
        recorder.resized(emulator)
        return recorder

    def take(self, data: bytes) -> None:
        """The program wrote that. A character that was cut in two is written once it is whole."""
        if text := self._decode(data):
            self._event("o", text)

    def resized(self, emulator: Emulator) -> None:
        """It has another size; what a player made of that is drawn over."""
        size = emulator.size
        self._event("r", size_word(size))
        self.take(redrawn(emulator))

    def end(self, exit_code: int | None = None) -> None:
        """End the file; with how the program ended, if it did (a signal n as shells write it, 128 + n)."""
        if self.is_on and exit_code is not None:
            self._event("x", str(exit_code if exit_code >= 0 else 128 - exit_code))
        self._close()

    def flush(self) -> None:
        """Write what is held."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        held, self._held = bytes(self._held), bytearray()
        try:
            while held:
                held = held[os.write(self._file, held) :]
        except OSError as error:
            logger.warning("recording ended", extra={"path": str(self.path), "error": str(error)})
            self._fault(f"recording ended: {self.path} cannot be written: {error.strerror}")

    def _event(self, kind: str, data: str) -> None:
        if not self.is_on:
            return
        now = max(self._last, self._clock.epoch_ms())
        line = msgspec.json.encode([(now - self._last) / 1000, kind, data]) + b"\n"
        self._last = now
        if len(line) > self._left:
            self._close()
            self._fault(f"recording ended: {self.path} has reached its largest size")
        else:
            self._put(line)

    def _put(self, line: bytes) -> None:
        self._left -= len(line)
        self._held += line
        if len(self._held) >= FLUSH_BYTES:
            self.flush()
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(FLUSH_SECONDS, self.flush)

    def _fault(self, words: str) -> None:
        self._held.clear()
        self._close()
        on_fault, self._on_fault = self._on_fault, lambda _: None  # told once, whatever else fails with it
        on_fault(words)

    def _close(self) -> None:
        if self.is_on:
            self.is_on = False
            self.flush()
            os.close(self._file)


def size_word(size: Size) -> str:
    """A size as an event names it: columns, x, rows."""
    return f"{size.columns}x{size.rows}"


def _whole_lines(file: int) -> int:
    """Bytes of a file up to the end of its last whole line."""
    end = os.fstat(file).st_size
    while end:
        start = max(0, end - FLUSH_BYTES)
        if (at := os.pread(file, end - start, start).rfind(b"\n")) >= 0:
            return start + at + 1
        end = start
    return 0


def _has_exit(file: int) -> bool:
    """Whether the last line says how the program ended; such a line is short."""
    end = os.fstat(file).st_size
    last = os.pread(file, LAST_LINE_BYTES, max(0, end - LAST_LINE_BYTES)).rstrip(b"\n").rpartition(b"\n")[2]
    try:
        event = msgspec.json.decode(last, type=tuple[float, str, str])
    except msgspec.MsgspecError:  # the end of a longer line, or the header
        return False
    return event[1] == "x"

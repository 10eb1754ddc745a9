"""What of tiles is saved to files: recordings, which go on when the daemon is started anew; pictures; bundles."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from hivemind.base.errors import BadRequestError, HiveError
from hivemind.base.newfile import free, save
from hivemind.base.places import written_path
from hivemind.hive.bundle import Bundle, make
from hivemind.hive.pictures import drawn
from hivemind.protocol.events import Notice
from hivemind.protocol.verb import Caller
from hivemind.tile.recorder import Recorder

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive
    from hivemind.tile.tile import Tile

NAME_CHARACTERS = 40
"""Of a tile's name, in the name of a file."""


class Recordings:
    """What one hive saves. A tile has one recording at most."""

    def __init__(self, hive: Hive) -> None:
        self._hive = hive
        self._recorders: dict[str, Recorder] = {}

    def begin(self, word: str, to: str | None, caller: Caller) -> Path:
        """Record a tile from now on; the file's path.

        Raises:
            HiveError: it is recorded already, has ended, or the file cannot be made.
        """
        tile = self._hive.tile(word)
        if tile.record.recording:
            raise BadRequestError(
                f"{tile.name} is recorded already, to {tile.record.recording}",
                hint=f"end that first: hive ctl record {tile.id} --stop",
            )
        if tile.exit is not None:
            raise BadRequestError(f"the program in {tile.name} has ended: there is nothing to record")
        path = self.path(tile, to, caller, ".cast")
        self._hear(tile, Recorder.begin(path, tile.tape.emulator, tile.clock, title=tile.name, on_fault=self._on(tile)))
        self._note(tile, str(path))
        return path

    def end(self, word: str) -> Path:
        """Record a tile no more; the file's path. Raises BadRequestError when it is not recorded."""
        tile = self._hive.tile(word)
        path = tile.record.recording
        if not path:
            raise BadRequestError(f"{tile.name} is not recorded", hint=f"begin: hive ctl record {tile.id}")
        if recorder := self._recorders.pop(tile.id, None):
            recorder.end()
        tile.tape.ear = None
        self._note(tile, "")
        return Path(path)

    def resume(self, tile: Tile) -> None:
        """Go on with what another daemon recorded; where that cannot be, it is said."""
        if not tile.record.recording:
            return
        path = Path(tile.record.recording)
        recorder = None
        try:
            recorder = Recorder.go_on(path, tile.tape.emulator, tile.clock, on_fault=self._on(tile))
        except HiveError as error:
            tile.remark(f"recording ended: {error.message}")
        if recorder is None or not recorder.is_on:
            self._note(tile, "")
        else:
            self._hear(tile, recorder)

    def ended(self, tile: Tile) -> None:
        """A tile's program has ended, and what recorded it with that."""
        if self._recorders.pop(tile.id, None):
            self._note(tile, "")

    def flush(self) -> None:
        """The daemon ends: write what is held. The next one goes on."""
        for recorder in tuple(self._recorders.values()):
            recorder.flush()

    async def picture(self, tile: Tile, to: str | None, caller: Caller) -> Path:
        """Save what a tile shows; the file's path. Raises UsageError for an ending that says nothing."""
        path = self.path(tile, to, caller, ".svg")
        data = drawn(tile.snapshot, tile.name, path)
        await asyncio.to_thread(save, path, data)
        return path

    async def bundle(self, tile: Tile, to: str | None, caller: Caller) -> Bundle:
        """Put what is known of a tile into one file; raises HiveError when that cannot be written."""
        return await make(self._hive, tile, self.path(tile, to, caller, ".zip"))

    def path(self, tile: Tile, to: str | None, caller: Caller, ending: str) -> Path:
        """Where something of a tile is saved: where the caller says, else under a name of ours in the state folder."""
        if to is not None:
            return written_path(caller.cwd, to)
        name = "".join(c if c.isascii() and c.isalnum() else "-" for c in tile.name)[:NAME_CHARACTERS].strip("-")
        when = time.strftime("%Y%m%d-%H%M%S", time.localtime(tile.clock.epoch_ms() / 1000))
        return free(self._hive.places.saved, f"{name or tile.id}-{when}", ending)

    def _hear(self, tile: Tile, recorder: Recorder) -> None:
        self._recorders[tile.id] = tile.tape.ear = recorder

    def _on(self, tile: Tile) -> Callable[[str], None]:
        def fault(words: str) -> None:
            self._recorders.pop(tile.id, None)
            tile.tape.ear = None
            self._note(tile, "")
            self._hive.bus.publish(Notice(f"{tile.name}: {words}", is_error=True))

        return fault

    def _note(self, tile: Tile, path: str) -> None:
        """Keep where it is recorded to, for the next daemon and for everybody who looks."""
        tile.record = msgspec.structs.replace(tile.record, recording=path)
        self._hive.record_changed(tile)
        self._hive.tile_changed(tile)

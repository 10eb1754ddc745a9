"""Tile: one program, its emulator, its watch. Publishes what changed; never calls up, never decides who may answer."""

from __future__ import annotations

import asyncio

import msgspec

from hivemind.base.clock import Clock
from hivemind.base.errors import ExitedError
from hivemind.detect.text import ScreenText
from hivemind.detect.watch import Watch
from hivemind.launch.titles import title_of
from hivemind.manifest.manifest import Manifest
from hivemind.protocol.screen import Modes, Size, Snapshot
from hivemind.protocol.status import Reading, Status
from hivemind.protocol.tile import TileSummary
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.pty import Pty
from hivemind.terminal.rows import text_of
from hivemind.tile import waiting
from hivemind.tile.asks import AskBook, AskChange
from hivemind.tile.beat import SYNC_HOLD, Alarm, Beat, Pace
from hivemind.tile.history import History
from hivemind.tile.listener import Listener
from hivemind.tile.pump import Pump, RoundRobin
from hivemind.tile.reader import Reader
from hivemind.tile.record import TileRecord, noted, settled
from hivemind.tile.reducer import Input
from hivemind.tile.signal import Signal
from hivemind.tile.sources import Sources
from hivemind.tile.summary import summary_of
from hivemind.tile.tape import Tape
from hivemind.tile.timeline import Timeline
from hivemind.tile.turn import TurnGate

REPAINT_SECONDS = 0.6
"""Seconds a program has for each of the two repaints that an adoption asks of it."""

REPAINT_QUIET = 0.06
"""Seconds without output after which a repaint counts as done."""

UNKEPT = 0
"""The `child` of a tile whose program no keeper holds; keepers count from 1."""

MINIMUM = Size(24, 80)
MAXIMUM = Size(500, 1000)


class Tile:
    """One running program under a PTY.

    `record` says what it is, `child` and `pid` name its process at the keeper, `pty` is borrowed from there.
    """

    def __init__(
        self,
        record: TileRecord,
        *,
        manifest: Manifest | None,
        child: int,
        pid: int,
        pty: Pty | None,
        clock: Clock,
        listener: Listener,
    ) -> None:
        self.record, self.manifest = record, manifest
        self.child, self.pid, self.clock = child, pid, clock
        self.note = ""
        self.exit: int | None = None
        self.typing = asyncio.Lock()  # held while something of ours is typed, so that two texts never mix
        self.pasting = asyncio.Lock()  # held while a paste goes in, so that no key gets inside it
        self.output = Signal()  # the program wrote something, or ended
        self.changed = Signal()  # the status, or what `wait` depends on, may have changed
        self.last_output = clock.monotonic()
        self.last_typed = clock.monotonic() - 3600.0  # when keys or text last went to the program
        self.person_touched = False  # somebody has typed into it: no screen is skipped any more
        self.person_typed = False  # while the tile asked nothing: start-up automation ends
        self._listener, self._pty = listener, pty
        self._emulator = Emulator(self.size, modes=record.modes, scrollback=record.scrollback)
        self.tape, self.timeline = Tape(self._emulator, clock), Timeline(record.id)
        self._pump: Pump | None = None
        self.reader = Reader(manifest.detect if manifest else None)
        self._watch, self.sources = Watch(clock), Sources(clock)
        self.asks = AskBook(record.id, manifest, record.had) if manifest and self.reader.is_own else None
        self.turn = TurnGate(clock)
        self.snapshot: Snapshot = self._emulator.snapshot()
        self.reading = Reading(Status.RUNNING)  # what the screen says right now; `status` is what has settled
        self.status, self.says, self.since = Status.RUNNING, "", clock.epoch_ms()
        self.title = self.last_line = ""  # what its window title says it is doing; what it said last
        self._alarm = Alarm(clock, self._settle)
        self._beat = Beat(clock, lambda: self._emulator.is_synchronized, self._take)
        self._pace = Pace(clock, self._read_last)
        self._is_repainting = False

    # -- facts ---------------------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """Names the tile for ever."""
        return self.record.id

    @property
    def name(self) -> str:
        """What people call it."""
        return self.record.name

    @property
    def size(self) -> Size:
        """Cells of the program's screen."""
        return Size(self.record.rows, self.record.columns)

    @property
    def modes(self) -> Modes:
        """What the program asked of its terminal."""
        return self._emulator.modes

    @property
    def descriptor(self) -> int | None:
        """The PTY master, while there is one."""
        return self._pty.fileno() if self._pty else None

    @property
    def history(self) -> History:
        """What it shows and has shown."""
        return History(self._emulator)

    @property
    def unread(self) -> int:
        """Bytes written to the program that wait for it."""
        return self._pty.pending if self._pty else 0

    @property
    def is_read(self) -> bool:
        """Whether rules of its agent say what its screen means; else its status is a guess."""
        return self.reader.is_own

    @property
    def is_busy(self) -> bool:
        """Whether there is a turn that could be interrupted."""
        return Status.WORKING in {self.status, self.reading.status} or self.is_waiting

    @property
    def is_waiting(self) -> bool:
        """Whether it waits for a decision, as its screen or its hooks say."""
        return self.reading.status.is_waiting or self.status.is_waiting

    def note_person(self) -> None:
        """Somebody is about to type: read this tile first. While nothing is asked, that ends start-up automation."""
        if self._pump:
            self._pump.focus()
        self.person_touched = True
        if not self.reading.status.is_waiting:
            self.person_typed = True

    def summary(self) -> TileSummary:
        """The tile as clients see it."""
        return summary_of(self)

    def rows_of(self, snapshot: Snapshot) -> list[str]:
        """The rows of a snapshot as people read them."""
        return text_of(snapshot)

    # -- life ----------------------------------------------------------------------------------------------------

    def start(self, robin: RoundRobin) -> None:
        """Begin to read the program's output, in turn with other tiles."""
        if self._pty:
            self._pump = Pump(self._pty, self.tape, robin, on_output=self._on_output, on_end=self._beat.poke)
            self._pump.start()

    async def repaint(self) -> None:
        """Get the screen of a program that another daemon started: one column less, wait for output, and back."""
        self._is_repainting = True
        try:
            for columns in (self.size.columns - 1, self.size.columns):
                if self._pty is None:
                    break  # it has ended, perhaps of this very resize
                size = Size(self.size.rows, columns)
                self._pty.resize(size)
                self.tape.resize(size)
                until = self.clock.monotonic() + REPAINT_SECONDS
                if await self.output.wait(REPAINT_SECONDS):
                    while await self.output.wait(REPAINT_QUIET) and self.clock.monotonic() < until:
                        pass
        finally:
            self._is_repainting = False
        self._take()

    def ended(self, exit_code: int | None) -> None:
        """The keeper says that the program has ended; what it wrote last is read first."""
        if self.exit is not None:
            return
        if self._pump:
            self._pump.drain()
        self._emulator.end_program()
        self._take()
        self._pace.done()
        self.tape.end(exit_code)
        self.exit = -1 if exit_code is None else exit_code
        if self.asks:
            self._publish_ask(self.asks.leave(self.clock.epoch_ms()))
        self.sources.tell(Input(fact="exited"))
        self._set_status(Reading(Status.EXITED))
        self._listener.tile_changed(self)
        self.close()
        self.output.fire()

    def close(self) -> None:
        """Let go of the PTY; the screen stays as it is."""
        self._beat.stop()
        self._pace.done()
        self._alarm.set(None)
        if self._pump:
            self._pump.stop()
            self._pump = None
        if self._pty:
            self._pty.close()
            self._pty = None

    def be_watched(self, *, is_watched: bool) -> None:
        """Whether somebody sees it: a program that nobody sees may not write the clipboard."""
        self._emulator.takes_clipboard = is_watched

    def rename(self, name: str, *, is_given: bool = True) -> None:
        """Give it another name; one that no person gave is shown only where nothing says what the tile does."""
        self.record = msgspec.structs.replace(self.record, name=name, is_name_given=is_given)
        self._listener.record_changed(self)
        self._listener.tile_changed(self)

    def remember(self, *, pending_task: str | None = None, session: str = "", is_seen: bool = False) -> None:
        """Keep a first task (empty when it went in), its session, or that it was looked at, for the next daemon."""
        had = self.record
        task, done = had.pending_task if pending_task is None else pending_task, had.done and not is_seen
        record = msgspec.structs.replace(had, pending_task=task, session=session or had.session, done=done)
        if record != self.record:
            self.record = record
            self._listener.record_changed(self)

    def remark(self, note: str) -> None:
        """Say something that a person must know of this tile."""
        self.note = note
        self._listener.tile_changed(self)
        self.changed.fire()

    def resize(self, rows: int, columns: int) -> None:
        """Set the program's screen size, within what programs can bear."""
        size = Size(min(max(rows, MINIMUM.rows), MAXIMUM.rows), min(max(columns, MINIMUM.columns), MAXIMUM.columns))
        if size == self.size or self.exit is not None or self._pty is None:
            return
        self.tape.resize(size)
        self._pty.resize(size)
        self._watch.resized()
        self.record = msgspec.structs.replace(self.record, rows=size.rows, columns=size.columns)
        self._listener.record_changed(self)
        self._beat.poke()

    # -- in ------------------------------------------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        """Bytes to the program; queued while it does not read.

        Raises:
            ExitedError: it has ended.
            HiveError: it has not read for so long that the queue is full.
        """
        if self._pty is None:
            raise ExitedError(f"the program in {self.name} has ended")
        self.last_typed = self.clock.monotonic()
        self._beat.expect()
        self._pty.write(data)

    # -- out -----------------------------------------------------------------------------------------------------

    async def look(self) -> Snapshot:
        """The screen as of now: everything the program has written is read and judged first.

        Waits at most `SYNC_HOLD` for a program that is in the middle of a frame.
        """
        self._alarm.check()
        deadline = self.clock.monotonic() + SYNC_HOLD
        while True:
            if self._pump:
                self._pump.drain()
            left = deadline - self.clock.monotonic()
            if not self._emulator.is_synchronized or left <= 0 or self.exit is not None:
                break
            await self.output.wait(left)
        self._take()
        if self._pace.is_held:
            self._pace.done()
            self._read_last()
        return self.snapshot

    fresh_snapshot = look

    def _on_output(self) -> None:
        self.last_output = self.clock.monotonic()
        self._beat.poke()
        self.output.fire()

    def _take(self) -> None:
        """Take a snapshot, publish it, and read it."""
        if self._is_repainting:
            return
        for event in self._emulator.take_events():
            self._listener.heard(self, event)
        snapshot = self._emulator.snapshot()
        if snapshot.revision == self.snapshot.revision:
            return
        had_title, had_modes = self.title, self.record.modes
        self.snapshot = snapshot
        self.title = title_of(self.manifest, snapshot.title)
        if snapshot.modes != had_modes:
            self.record = msgspec.structs.replace(self.record, modes=snapshot.modes)
            self._listener.record_changed(self)
        self._listener.screen_changed(self)
        is_changed = self._pace.is_due() and self._read(snapshot)
        if is_changed or self.title != had_title:
            self._listener.tile_changed(self)

    def _read_last(self) -> None:
        """Judge the newest screen, which came too soon after the one before."""
        if self._read(self.snapshot):
            self._listener.tile_changed(self)

    def _read(self, snapshot: Snapshot) -> bool:
        """Judge a snapshot; whether the summary changed by it."""
        if self.reader.is_blind or self.exit is not None:
            return False
        if self.status is Status.RUNNING and not any(row.text for row in snapshot.lines):
            return False  # it has shown nothing yet, which is not idle
        text = ScreenText.from_snapshot(snapshot)
        self.reading = self.reader.read(text)
        self._pace.saw(self.reading)
        self.turn.observe(self.reading, self.last_output)
        self._watch.observe(self.reading)
        is_changed = self._weighed()
        self._see_ask(text)
        last = self.reader.last_line(text)
        if last != self.last_line:
            self.last_line = last
            is_changed = True
        self._alarm.set(self._watch.deadline, self.sources.deadline)
        self.changed.fire()
        return is_changed

    def _settle(self) -> None:
        self._watch.settle()
        is_changed = self._weighed()
        self._see_ask(ScreenText.from_snapshot(self.snapshot))
        if is_changed:
            self._listener.tile_changed(self)
        self._alarm.set(self._watch.deadline, self.sources.deadline)

    def told(self, told: Input) -> None:
        """A hook of its program reports, or what was typed tells something of its turn."""
        if self.exit is None:
            self.sources.tell(told)
            self.turn.told(told.event)
            self._settle()
            self.changed.fire()
            self._listener.tile_changed(self)

    def _weighed(self) -> bool:
        """Let the status be what the settled screen and the hooks say together; whether it changed."""
        reading = self.sources.weigh(self._watch.current, self.last_output)
        if reading is None or (reading.status, reading.says) == (self.status, self.says):
            return False
        self._set_status(reading)
        return True

    def _set_status(self, reading: Reading) -> None:
        self.timeline.note(self.clock.epoch_ms(), reading, self.sources.counts)
        if reading.status is not self.status:
            self.record = settled(self.record, reading.status, self.clock.epoch_ms())
            self.since = self.record.since
            self._listener.record_changed(self)
        self.status, self.says = reading.status, reading.says
        self.changed.fire()

    def _see_ask(self, text: ScreenText) -> None:
        """Open an ask, or look at the open one again, once the screen has settled on it; close it once it is gone."""
        settled = self._watch.current
        if self.asks is None or settled is None:
            return
        if not settled.status.is_waiting:
            self._publish_ask(self.asks.leave(self.clock.epoch_ms()))
        elif (self.reading.status, self.reading.says) == (settled.status, settled.says):
            self._publish_ask(self.asks.observe(self.reading, text, self.clock.epoch_ms()))

    def _publish_ask(self, change: AskChange) -> None:
        if change.opened or change.closed:
            self.record = noted(self.record, change.opened)
            self._listener.record_changed(self)
            self._listener.ask_changed(self, change)

    async def wait_until(self, statuses: frozenset[Status], *, timeout: float | None) -> Reading:  # noqa: ASYNC109
        """Wait for one of some statuses; raises as `waiting.wait_until` does."""
        return await waiting.wait_until(self, statuses, timeout=timeout)

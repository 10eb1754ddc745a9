"""What the room shows, as plain state: tiles, asks, focus. Fed with events, asked by widgets; paints nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from msgspec.structs import replace

from hivemind.protocol.ask import Ask
from hivemind.protocol.events import (
    AskClosed,
    AskOpened,
    Event,
    FocusRequested,
    FramesChanged,
    TileChanged,
    TileClosed,
)
from hivemind.protocol.frame import Frame, Layout
from hivemind.protocol.status import Status
from hivemind.protocol.tile import TileSummary

GRACE: Final = 0.4
"""Seconds. An ask that came under a person's finger cannot be answered for this long."""


View = Literal["tiles", "queue", "board"]
"""What the room shows: the tiles of a frame; a list of all by who needs a person, with one of them; or cards of all."""

LOOSE: Final = Frame("", "")
"""Holds tiles that no frame has: those of a daemon without frames, and a new one before its frame is told."""

AskKey = tuple[str, str]
"""What tells asks apart here: their tile and their fingerprint. Two tiles may ask the very same thing."""


def key_of(ask: Ask | AskClosed) -> AskKey:
    """The key of an ask, or of the one that an event closes."""
    return ask.tile_id, ask.fingerprint


class Board:
    """The hive as one person looks at it."""

    def __init__(self) -> None:
        self.tiles: dict[str, TileSummary] = {}
        """In the order they came."""
        self.asks: dict[AskKey, Ask] = {}
        """Open asks."""
        self.focus: str | None = None
        """The tile that keys go to; it is in the frame that is looked at."""
        self.frame_id = ""
        """The frame that is looked at."""
        self.view: View = "tiles"
        """What is shown; in every view `focus` is the tile that is meant."""
        self.has_panel = True
        """Whether the person wants the list of agents, where there is room for it."""
        self.answering: set[AskKey] = set()
        """Asks that were answered here, until they close or the answer fails."""
        self.shown: AskKey | None = None
        """The ask in the bar."""
        self._asking: set[str] = set()
        """Tiles that have an open ask."""
        self._fresh_since = 0.0
        self._wanted: str | None = None
        self._wanted_frame = self._followed = ""
        self.has_chosen = False
        """Whether the person has ever gone to another frame than the one that was shown at the start."""
        self._told: tuple[Frame, ...] = ()
        self._laid: dict[str, Layout] = {}
        """Layouts by frame that this UI has asked for and the daemon has not answered yet."""
        self._before: str | None = None
        """The tile that had the focus before."""
        self._left: dict[str, str] = {}
        """The tile that had the focus when a frame was looked at last."""

    def load(
        self,
        tiles: Iterable[TileSummary],
        asks: Iterable[Ask],
        now: float,
        *,
        frames: Iterable[Frame] = (),
        here: str = "",
    ) -> None:
        """Start over with what the daemon says; the focus stays where its tile still exists.

        `here` is the folder whose frame is looked at first.
        """
        self.tiles = {tile.tile_id: tile for tile in tiles}
        self.asks = {key_of(ask): ask for ask in asks}
        self.answering &= self.asks.keys()
        self._told, self._laid = tuple(frames), {}
        if frame := self.frame_of(self.focus or ""):
            self.frame_id = frame.frame_id
        elif not self.frame_id:
            self.frame_id = next((f.frame_id for f in self._told if here and f.folder == here), "")
        self._look_somewhere(0)
        self._settle(now)

    def apply(self, event: Event, now: float) -> None:
        """Take one event; those that tell nothing about tiles or asks are ignored. `now` is monotonic seconds."""
        match event:
            case TileChanged(tile=tile):
                self.tiles[tile.tile_id] = tile
                if not self.focus or self._wanted == tile.tile_id:
                    self._come(tile.tile_id)
            case TileClosed(tile_id=tile_id):
                self._forget(tile_id)
            case AskOpened(ask=ask):
                before = self.asks.get(key_of(ask))
                if before and key_of(ask) == self.shown and before.question.split() != ask.question.split():
                    self._fresh_since = now  # it asks something else of the same thing
                self.asks[key_of(ask)] = ask
            case AskClosed():
                self.asks.pop(key_of(event), None)
                self.answering.discard(key_of(event))
            case FocusRequested(tile_id=tile_id):
                self.open(tile_id)
                self.view = "tiles" if self.view == "board" else self.view
            case FramesChanged(frames=frames):
                self._take_frames(frames)
            case _:
                return
        self._settle(now)

    # -- frames and focus ----------------------------------------------------------------------------------------

    @property
    def frames(self) -> list[Frame]:
        """Every frame, in the order of the tabs."""
        loose = self.tiles.keys() - {tile for frame in self._told for tile in frame.tiles}
        rest = [replace(LOOSE, tiles=tuple(tile for tile in self.tiles if tile in loose))] if loose else []
        return [
            replace(frame, layout=self._laid[frame.frame_id]) if frame.frame_id in self._laid else frame
            for frame in (*self._told, *rest)
        ]

    @property
    def frame(self) -> Frame | None:
        """The frame that is looked at."""
        return next((frame for frame in self.frames if frame.frame_id == self.frame_id), None)

    def frame_of(self, tile_id: str) -> Frame | None:
        """The frame that a tile is in."""
        return next((frame for frame in self.frames if tile_id in frame.tiles), None)

    def members(self, frame: Frame) -> list[TileSummary]:
        """The tiles of a frame, in order."""
        return [self.tiles[tile] for tile in frame.tiles if tile in self.tiles]

    @property
    def order(self) -> list[str]:
        """Ids of the tiles in the frame that is looked at."""
        frame = self.frame
        return [tile.tile_id for tile in self.members(frame)] if frame else []

    @property
    def layout(self) -> Layout:
        """How the tiles of the frame lie; the queue shows the focused one alone."""
        layout = self.frame.layout if self.frame else Layout()
        return replace(layout, is_zoomed=True) if self.view == "queue" else layout

    @property
    def is_zoomed(self) -> bool:
        """Whether the focused tile is shown alone."""
        return self.frame is not None and self.frame.layout.is_zoomed and self.focus is not None

    def lay_out(self, frame_id: str, layout: Layout) -> None:
        """Show a frame so before the daemon tells it: a key is seen to work at once, whatever was asked before."""
        self._laid[frame_id] = layout

    def laid_out(self, frame_id: str, layout: Layout, *, is_done: bool) -> None:
        """The daemon has answered; what it tells of the frame counts again, unless more was asked for since."""
        if self._laid.get(frame_id) is layout:
            del self._laid[frame_id]
            if is_done:
                self._told = tuple(
                    replace(one, layout=layout) if one.frame_id == frame_id else one for one in self._told
                )

    def switch(self, frame_id: str) -> None:
        """Look at another frame; the focus goes where it was in there."""
        if self.focus:
            self._left[self.frame_id] = self._before = self.focus
        self.frame_id, self.has_chosen = frame_id, True
        self._refocus(0)

    def want_frame(self, frame_id: str) -> None:
        """Look at a frame, now or when it comes."""
        if any(frame.frame_id == frame_id for frame in self._told):
            self.switch(frame_id)
        else:
            self._wanted_frame = frame_id

    def follow(self, tile_id: str) -> None:
        """Look at a tile where it is moved to, once it is there; empty: at none any more."""
        self._followed = tile_id

    def step_frame(self, by: int) -> None:
        """Look at the next (or an earlier) frame, round and round."""
        order = [frame.frame_id for frame in self.frames]
        if self.frame_id in order:
            self.switch(order[(order.index(self.frame_id) + by) % len(order)])

    def open(self, tile_id: str) -> None:
        """Focus a tile and look at its frame; one that is not known yet gets the focus when it comes."""
        if tile_id not in self.tiles:
            self._wanted = tile_id
            return
        frame, before = self.frame_of(tile_id), self.focus
        if frame and frame.frame_id != self.frame_id:
            self.switch(frame.frame_id)
        self.focus, self._wanted = tile_id, None
        if before != tile_id:
            self._before = before

    def back(self) -> bool:
        """Focus the tile that had the focus before this one; whether there is another one."""
        if self._before not in self.tiles or self._before == self.focus:
            return False
        self.open(str(self._before))
        return True

    def step(self, by: int) -> None:
        """Focus the next (or an earlier) tile, through all frames, round and round."""
        order = [tile.tile_id for frame in self.frames for tile in self.members(frame)]
        if self.focus in order:
            self.open(order[(order.index(self.focus) + by) % len(order)])

    def _come(self, tile_id: str) -> None:
        """A new tile: it gets the focus where nothing has it, or where somebody waits for it."""
        frame = self.frame_of(tile_id)
        is_here = self.frame is None or (frame is not None and frame.frame_id == self.frame_id)
        if is_here or self._wanted == tile_id:
            self.open(tile_id)

    def _take_frames(self, frames: Sequence[Frame]) -> None:
        before, order, focus = [frame.frame_id for frame in self.frames], self.order, self.focus
        was = self.frame_of(self._followed)
        at = before.index(self.frame_id) if self.frame_id in before else 0
        self._told = tuple(frames)
        if self.frame is None and (moved := self.frame_of(focus or "")):
            self.frame_id = moved.frame_id  # the last tile of a frame takes it along
        self._look_somewhere(at, order.index(focus) if focus in order else 0)
        followed = self.frame_of(self._followed)
        if was and followed and followed.frame_id != was.frame_id:
            self.open(self._followed)
            self._followed = ""
        if self._wanted_frame and any(frame.frame_id == self._wanted_frame for frame in frames):
            wanted, self._wanted_frame = self._wanted_frame, ""
            self.switch(wanted)

    def _look_somewhere(self, frame_at: int, tile_at: int = 0) -> None:
        """Look at a frame that exists and at a tile in it: those at these places where what was looked at is gone."""
        if self.frame is None:
            left = self.frames
            self.frame_id = left[min(frame_at, len(left) - 1)].frame_id if left else ""
        self._refocus(tile_at)

    def _refocus(self, at: int) -> None:
        """Keep the focus within the frame: where it is, else where it was, else at that place."""
        order = self.order
        if self.focus not in order:
            was = self._left.get(self.frame_id)
            self.focus = was if was in order else order[min(at, len(order) - 1)] if order else None

    @property
    def focused(self) -> TileSummary | None:
        """The tile that keys go to."""
        return self.tiles.get(self.focus) if self.focus else None

    @property
    def waiting(self) -> list[Ask]:
        """Open asks, oldest first."""
        return sorted(self.asks.values(), key=lambda ask: ask.since)

    @property
    def ask(self) -> Ask | None:
        """The ask in the bar."""
        return self.asks.get(self.shown) if self.shown else None

    def next_ask(self) -> bool:
        """Bring the next ask into the bar; whether there was another one."""
        order = [key_of(ask) for ask in self.waiting]
        if self.shown is None or len(order) < 2:
            return False
        self.shown = order[(order.index(self.shown) + 1) % len(order)]
        self._fresh_since = float("-inf")
        return True

    def show_ask_of(self, tile_id: str) -> None:
        """Bring a tile's own ask into the bar, if it has one."""
        for ask in self.waiting:
            if ask.tile_id == tile_id:
                self.shown = key_of(ask)
                self._fresh_since = float("-inf")
                return

    def turn_to(self, tile_id: str, now: float) -> None:
        """The same, but not by the person: keys pressed now may have been meant for the ask before."""
        had = self.shown
        self.show_ask_of(tile_id)
        if self.shown != had:
            self._fresh_since = now

    def is_fresh(self, now: float) -> bool:
        """Whether the ask in the bar came so lately that a key may have been meant for what was there before."""
        return now - self._fresh_since < GRACE

    def by_need(self) -> list[TileSummary]:
        """Tiles for the list: those that need a person first, oldest ask first; the others in their order."""
        since = {ask.tile_id: ask.since for ask in reversed(self.waiting)}
        need = [t for t in self.tiles.values() if self.needs(t)]
        need.sort(key=lambda t: since.get(t.tile_id, t.since))
        return need + [t for t in self.tiles.values() if not self.needs(t)]

    def needs(self, tile: TileSummary) -> bool:
        """Whether a tile needs a person."""
        return tile.tile_id in self._asking or (tile.status.is_waiting and not tile.answering)

    def count(self, status: Status) -> int:
        """How many tiles are at that, need nobody, and have no news."""
        return sum(tile.status is status and not tile.done and not self.needs(tile) for tile in self.tiles.values())

    @property
    def done_count(self) -> int:
        """How many tiles have a result that nobody has looked at."""
        return sum(tile.done and not self.needs(tile) for tile in self.tiles.values())

    @property
    def need_count(self) -> int:
        """How many tiles need a person."""
        return sum(map(self.needs, self.tiles.values()))

    def _forget(self, tile_id: str) -> None:
        """Drop a tile and its asks; the focus moves to its neighbour."""
        order = self.order
        if self.tiles.pop(tile_id, None) is None:
            return
        self.asks = {key: ask for key, ask in self.asks.items() if ask.tile_id != tile_id}
        if self.focus == tile_id:
            self._look_somewhere(0, order.index(tile_id) if tile_id in order else 0)

    def _settle(self, now: float) -> None:
        """Keep an open ask in the bar: the shown one while it is open, else the oldest."""
        self._asking = {tile_id for tile_id, _ in self.asks}
        if self.shown in self.asks:
            return
        waiting = self.waiting
        self.shown = key_of(waiting[0]) if waiting else None
        if self.shown:
            self._fresh_since = now

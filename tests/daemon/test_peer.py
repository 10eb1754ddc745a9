from __future__ import annotations

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from hivemind.client.mirror import Mirror
from hivemind.daemon.peer import MOST_REQUESTS, STALL, Peer, Seen, difference
from hivemind.protocol import codec
from hivemind.protocol.events import ScreenChanged
from hivemind.protocol.screen import Cursor, Modes, Row, Size, Snapshot, Style
from hivemind.testing.waiting import until_async

ROWS = st.builds(Row, st.text("ab ", max_size=3), st.text("\u0100\u0101", max_size=3))
SCREENS = st.tuples(
    st.lists(ROWS, min_size=1, max_size=4), st.booleans(), st.integers(0, 2), st.integers(0, 2), st.text(max_size=3)
)


def seen(snapshot: Snapshot) -> Seen:
    return Seen(snapshot, len(snapshot.styles), len(snapshot.clusters))


@given(st.lists(SCREENS, min_size=1, max_size=8))
def test_a_mirror_of_any_run_of_differences_is_the_last_snapshot(
    screens: list[tuple[list[Row], bool, int, int, str]],
) -> None:
    styles, clusters = [Style()], [""][:0]
    mirror, before = Mirror(), None
    for revision, (rows, alternate, new_styles, new_clusters, title) in enumerate(screens, 1):
        styles += [Style(foreground=len(styles) + n) for n in range(new_styles)]
        clusters += [f"c{len(clusters) + n}" for n in range(new_clusters)]
        snapshot = Snapshot(
            revision=revision,
            size=Size(len(rows), 80),
            top=revision,
            lines=tuple(rows),
            changed=(revision,) * len(rows),
            cursor=Cursor(0, revision % 80),
            title=title,
            modes=Modes(alternate=alternate),
            styles=styles,
            clusters=clusters,
        )
        change = difference("t", before, snapshot)
        line = codec.encode_event(change)
        received = codec.decode_event(codec.decode_incoming(line))
        assert isinstance(received, ScreenChanged)
        assert mirror.apply(received) is not None
        before = seen(snapshot)
        assert tuple(mirror.rows) == snapshot.lines
        assert (mirror.size, mirror.cursor, mirror.title, mirror.modes) == (
            snapshot.size,
            snapshot.cursor,
            snapshot.title,
            snapshot.modes,
        )
        assert (mirror.styles, mirror.clusters) == (styles, clusters)


def test_only_rows_that_differ_travel() -> None:
    styles: list[Style] = [Style()]
    clusters: list[str] = []

    def shot(revision: int, *texts: str) -> Snapshot:
        return Snapshot(
            revision=revision,
            size=Size(len(texts), 80),
            top=0,
            lines=tuple(Row(t, "") for t in texts),
            changed=(revision,) * len(texts),
            cursor=Cursor(0, 0),
            styles=styles,
            clusters=clusters,
        )

    change = difference("t", seen(shot(1, "a", "b", "c")), shot(2, "a", "B", "c"))
    assert (change.base, change.lines) == (1, ((1, "B", ""),))


def test_another_size_is_the_whole_screen() -> None:
    small = Snapshot(revision=1, size=Size(1, 80), top=0, lines=(Row("a", ""),), changed=(1,), cursor=Cursor(0, 0))
    large = Snapshot(
        revision=2, size=Size(2, 80), top=0, lines=(Row("a", ""), Row("", "")), changed=(2, 2), cursor=Cursor(0, 0)
    )
    change = difference("t", seen(small), large)
    assert (change.base, len(change.lines)) == (0, 2)


class Wire:
    """A transport that takes nothing while it is `full`, and the writer on it."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.wrote = asyncio.Event()
        self.draining, self.drained = asyncio.Event(), asyncio.Event()
        self.queued = 0

    @property
    def transport(self) -> Wire:
        return self

    def get_write_buffer_size(self) -> int:
        return self.queued

    def is_closing(self) -> bool:
        return False

    def write(self, line: bytes) -> None:
        self.written.append(line)
        self.wrote.set()

    def close(self) -> None:
        """Nothing to close."""

    async def drain(self) -> None:
        self.draining.set()
        await self.drained.wait()
        self.queued = 0


def screen(revision: int, text: str) -> Snapshot:
    styles: list[Style] = [Style()]
    clusters: list[str] = []
    row = Row(text, "")
    return Snapshot(revision, Size(1, 80), revision, (row,), (revision,), Cursor(0, 0), "", Modes(), styles, clusters)


async def peer_that_has_seen(wire: Wire, *tile_ids: str) -> Peer:
    async def serve(_peer: Peer, _request: codec.Request) -> None:
        return None

    peer = Peer(1, asyncio.StreamReader(), wire, serve)  # type: ignore[arg-type] # all that it needs of a writer
    for tile_id in tile_ids:
        peer.offer(tile_id, screen(1, "first"))
    wire.written.clear()
    wire.wrote.clear()
    return peer


async def test_what_changes_in_several_tiles_within_a_moment_is_one_write() -> None:
    wire = Wire()
    peer = await peer_that_has_seen(wire, "a", "b", "c")
    for tile_id in "abc":
        peer.offer(tile_id, screen(2, "second"))
    await asyncio.wait_for(wire.wrote.wait(), 10)
    (together,) = wire.written
    events = [codec.decode_event(codec.decode_incoming(line)) for line in together.splitlines(keepends=True)]
    assert [event.tile_id for event in events if isinstance(event, ScreenChanged)] == ["a", "b", "c"]


async def test_a_client_that_does_not_read_gets_the_last_screen_later_not_every_screen() -> None:
    wire = Wire()
    peer = await peer_that_has_seen(wire, "a", "b")
    wire.queued = STALL + 1
    peer.offer("a", screen(2, "second"))
    peer.offer("b", screen(2, "second"))
    await asyncio.wait_for(wire.draining.wait(), 10)
    peer.offer("a", screen(3, "third"))
    assert not wire.written
    wire.drained.set()
    await asyncio.wait_for(wire.wrote.wait(), 10)
    text = b"".join(wire.written)
    assert (text.count(b"third"), text.count(b"second")) == (1, 1)


async def test_a_client_that_asks_without_end_is_held_up_and_then_refused() -> None:
    """Each of its requests costs memory, and their start the time of everybody else."""
    wire, reader, ends, served = Wire(), asyncio.StreamReader(), asyncio.Event(), 0

    async def serve(_peer: Peer, _request: codec.Request) -> None:
        nonlocal served
        served += 1
        await ends.wait()

    peer = Peer(1, reader, wire, serve, patience=0.01)  # type: ignore[arg-type] # all that it needs of a writer
    running = asyncio.create_task(peer.run())
    for number in range(MOST_REQUESTS + 1):
        reader.feed_data(codec.encode_request(number, "wait", {}))
    await asyncio.wait_for(wire.wrote.wait(), 10)
    (refused,) = map(codec.decode_incoming, wire.written)
    assert refused.error is not None
    assert (refused.id, refused.error.data.code, served) == (MOST_REQUESTS, "RATE_LIMITED", MOST_REQUESTS)
    ends.set()
    reader.feed_data(codec.encode_request(-1, "wait", {}))
    await until_async("the next one is served", lambda: served == MOST_REQUESTS + 1, seconds=10)
    reader.feed_eof()
    await asyncio.wait_for(running, 10)

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hivemind.client.mirror import Mirror
from hivemind.daemon.peer import Seen, difference
from hivemind.protocol import codec
from hivemind.protocol.events import ScreenChanged
from hivemind.protocol.screen import Cursor, Modes, Row, Size, Snapshot, Style

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

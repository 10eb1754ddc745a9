"""The mirror against a model of the sending side: whatever changed between two looks, it ends up with the same picture."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from hivemind.client.mirror import Mirror
from hivemind.protocol.events import ScreenChanged
from hivemind.protocol.screen import Cursor, Modes, Row, Size, Snapshot, Style

ROWS = st.builds(Row, st.text(alphabet="ab─漢", max_size=6), st.text(alphabet="ĀāĂ", max_size=6))


@st.composite
def pictures(draw: st.DrawFn) -> list[Snapshot]:
    """Snapshots of one tile's life: rows change, the size changes, the tables only grow."""
    life: list[Snapshot] = []
    styles: list[Style] = [Style()]
    clusters: list[str] = []
    for revision in range(1, draw(st.integers(2, 8))):
        size = Size(draw(st.integers(1, 5)), draw(st.integers(1, 9)))
        styles = styles + [Style(n) for n in draw(st.lists(st.integers(0, 255), max_size=2))]
        clusters = clusters + draw(st.lists(st.sampled_from(["e\u0301", "👩\u200d💻"]), max_size=1))
        old = life[-1] if life else None
        lines = [
            draw(ROWS) if draw(st.booleans()) or old is None or n >= len(old.lines) else old.lines[n]
            for n in range(size.rows)
        ]
        life.append(
            Snapshot(
                revision=revision * 3,
                size=size,
                top=revision,
                lines=tuple(lines),
                changed=(),
                cursor=Cursor(
                    draw(st.integers(0, size.rows - 1)), draw(st.integers(0, size.columns - 1)), draw(st.booleans())
                ),
                title=draw(st.sampled_from(["", "one", "two"])),
                modes=Modes(alternate=draw(st.booleans())),
                styles=tuple(styles),
                clusters=tuple(clusters),
            )
        )
    return life


def update(old: Snapshot | None, new: Snapshot) -> ScreenChanged:
    """What takes a client from `old` to `new`; None is a client that has nothing."""
    return ScreenChanged(
        tile_id="t",
        base=old.revision if old else 0,
        revision=new.revision,
        size=new.size,
        top=new.top,
        cursor=new.cursor,
        title=new.title,
        modes=new.modes,
        lines=tuple(
            (n, row.text, row.styles)
            for n, row in enumerate(new.lines)
            if old is None or n >= len(old.lines) or old.lines[n] != row
        ),
        styles=tuple(new.styles[len(old.styles) if old else 0 :]),
        clusters=tuple(new.clusters[len(old.clusters) if old else 0 :]),
    )


def picture(mirror: Mirror) -> tuple[object, ...]:
    return (
        mirror.revision,
        mirror.size,
        tuple(mirror.rows),
        mirror.cursor,
        mirror.title,
        mirror.modes,
        mirror.top,
        tuple(mirror.styles),
        tuple(mirror.clusters),
    )


def wanted(shot: Snapshot) -> tuple[object, ...]:
    return (
        shot.revision,
        shot.size,
        shot.lines,
        shot.cursor,
        shot.title,
        shot.modes,
        shot.top,
        tuple(shot.styles),
        tuple(shot.clusters),
    )


@given(pictures(), st.data())
def test_after_any_run_of_updates_it_equals_the_snapshot(life: list[Snapshot], data: st.DataObject) -> None:
    mirror = Mirror()
    have: Snapshot | None = None
    for shot in life:
        if data.draw(st.booleans(), label="the client is slow and skips this one") and shot is not life[-1]:
            continue
        if data.draw(st.integers(0, 4), label="asks for the whole") == 0:
            have = None
        assert mirror.apply(update(have, shot)) is not None
        have = shot
        assert picture(mirror) == wanted(shot)


@given(pictures())
def test_rows_it_does_not_name_are_as_they_were(life: list[Snapshot]) -> None:
    mirror = Mirror()
    mirror.apply(update(None, life[0]))
    for old, new in itertools.pairwise(life):
        before, cursor = list(mirror.rows), mirror.cursor
        changed = mirror.apply(update(old, new))
        assert changed is not None
        kept = set(range(min(old.size.rows, new.size.rows))) - changed
        assert all(mirror.rows[n] == before[n] for n in kept)
        assert cursor == mirror.cursor or mirror.cursor.row in changed


@given(pictures())
def test_an_update_that_builds_on_another_picture_changes_nothing(life: list[Snapshot]) -> None:
    mirror = Mirror()
    mirror.apply(update(None, life[0]))
    before = picture(mirror)
    for shot in life:
        foreign = Snapshot(revision=shot.revision + 1, size=shot.size, top=0, lines=(), changed=(), cursor=shot.cursor)
        assert mirror.apply(update(foreign, shot)) is None
        assert picture(mirror) == before


def test_a_row_beyond_the_screen_is_ignored() -> None:
    mirror = Mirror()
    shot = Snapshot(revision=1, size=Size(1, 2), top=0, lines=(Row("a", ""),), changed=(), cursor=Cursor(0, 0))
    event = update(None, shot)
    mirror.apply(
        ScreenChanged(
            **{**{f: getattr(event, f) for f in event.__struct_fields__}, "lines": ((0, "a", ""), (7, "b", ""))}
        )
    )
    assert [r.text for r in mirror.rows] == ["a"]

"""Looking at a tile as it was: with the keys, along the time line with the mouse, playing."""

from __future__ import annotations

import asyncio
import time

import pytest
from textual import events

from hivemind.base.errors import HiveError
from hivemind.protocol.screen import Cursor, Size, Style
from hivemind.testing.scene import NOW_SECONDS, SCREENS
from hivemind.tui.rewinding import HINT
from hivemind.tui.rewound import Rewound
from hivemind.tui.signs import ASCII
from hivemind.tui.tile_view import TileView
from hivemind.verbs.moment import Moment, ShowMoment
from hivemind.verbs.paste import Paste
from hivemind.verbs.rows import Rows, StyledRows
from tests.tui.room import LARGE, SMALL, Room, room

NOW = int(NOW_SECONDS * 1000)
FIRST, LAST = NOW - 600_000, NOW - 3_000
"""A tape of ten minutes; the program wrote once a second at first, then no more until its last word."""

TIMES = [*range(FIRST, FIRST + 61_000, 1000), LAST]


def moment(verb: ShowMoment) -> Moment:
    """The picture of a moment says which one it is, in seconds since the first."""
    at = min(max(verb.at or 0, FIRST), LAST)
    return Moment(
        at=at,
        first=FIRST,
        last=LAST,
        before=max((one for one in TIMES if one < at), default=None),
        after=min((one for one in TIMES if one > at), default=None),
        size=Size(24, 80),
        rows=[(f"second {(at - FIRST) / 1000:g}", ""), *[("", "")] * 23],
        texts=[],
        cursor=Cursor(0, 6),
        title="",
        styles=(Style(),)[verb.styles or 0 :],
        clusters=(),
    )


async def rewound(r: Room) -> TileView:
    """The first tile, rewound."""
    r.link.replies[ShowMoment] = moment
    await r.press("ctrl+b", "r")
    view = r.app.room.grid.view("t1")
    assert view is not None
    return view


def second(view: TileView) -> float:
    """Which moment is seen."""
    return float(view.render_line(1).text.strip("│ ").removeprefix("second "))


def title(view: TileView) -> str:
    return view.render_line(0).text


async def test_rewinding_begins_at_the_last_word_and_says_how_long_ago_that_was() -> None:
    async with room(size=LARGE, asks=[]) as r:
        view = await rewound(r)
        clock = time.strftime("%H:%M:%S", time.localtime(LAST / 1000))
        assert f" rewound · 3s ago {clock} ━" in title(view)
        assert title(view).endswith("━● Esc live ┐")
        assert r.said.endswith(HINT)
        assert view.cursor_offset() is None
        assert second(view) == 597


@pytest.mark.parametrize(
    ("keys", "at"),
    [
        (("left",), 596),
        (("h", "h", "right"), 596),
        (("shift+left",), 587),
        (("up", "up"), 477),
        (("k", "j", "j"), 597),
        (("pageup",), 297),
        (("home",), 0),
        (("home", "down", "l"), 61),
        (("home", "left"), 0),
        (("home", ".", "."), 2),
        (("comma",), 60),
        (("comma", "comma"), 59),
        (("home", "end"), 597),
    ],
)
async def test_keys_go_along_the_time_line_and_never_to_the_program(keys: tuple[str, ...], at: float) -> None:
    async with room(asks=[]) as r:
        view = await rewound(r)
        for key in keys:
            await r.press(key)
        assert second(view) == at
        assert r.names == []


@pytest.mark.parametrize("keys", [("escape",), ("q",), ("ctrl+b", "r")])
async def test_it_is_left_for_the_live_screen(keys: tuple[str, ...]) -> None:
    async with room(asks=[]) as r:
        view = await rewound(r)
        await r.press(*keys)
        assert not view.looks_back
        assert "working" in title(view)
        assert "second" not in view.render_line(1).text
        await r.press("x")
        assert r.names == ["x"]


async def test_a_key_that_means_nothing_there_is_not_typed() -> None:
    async with room() as r:
        await rewound(r)
        await r.press("y", "enter", "1")
        r.app.keyboard.paste("text")
        assert (r.names, r.link.asked(Paste)) == ([], [])


async def test_the_live_screen_goes_on_beneath_it_unseen() -> None:
    async with room(asks=[]) as r:
        view = await rewound(r)
        await r.emit(SCREENS[0])
        assert second(view) == 597
        await r.press("escape")
        assert "second" not in view.render_line(1).text


async def test_moments_that_were_passed_over_are_not_asked_for() -> None:
    async with room(asks=[]) as r:
        view = await rewound(r)
        r.link.calls.clear()
        for _ in range(20):
            r.app.rewinding.takes("left")
        await r.pause()
        assert second(view) == 577
        assert len(r.link.asked(ShowMoment)) <= 3


async def test_keys_that_come_before_the_first_picture_count() -> None:
    async with room(asks=[]) as r:
        r.link.gates[ShowMoment] = asyncio.Event()
        view = await rewound(r)
        await r.press("home", "right", "right")
        r.link.gates.pop(ShowMoment).set()
        await r.pause()
        assert second(view) == 2


async def test_it_plays_and_leaves_out_what_is_silent() -> None:
    async with room(asks=[]) as r:
        view = await rewound(r)
        await r.press("home", "space")
        for _ in range(200):
            await r.pilot.pause()
            if second(view) == 597:
                break
        played = [call.at for call in r.link.asked(ShowMoment)]
        assert played[-1] == LAST
        assert len(played) < 1000
        assert "rewound" in title(view)


async def drag(r: Room, kinds: list[type[events.MouseEvent]], x: int, y: int) -> None:
    for kind in kinds:
        await r.pilot._post_mouse_events([kind], offset=(x, y), button=1)
    await r.pause()


async def test_the_mouse_goes_along_the_time_line() -> None:
    async with room(size=LARGE, asks=[]) as r:
        view = await rewound(r)
        left, top = view.region.x + title(view).index("━"), view.region.y
        right = view.region.x + title(view).index("●")
        await drag(r, [events.MouseDown], left, top)
        assert second(view) == 0
        await drag(r, [events.MouseMove], (left + right) // 2, top + 3)
        assert 270 < second(view) < 330
        await drag(r, [events.MouseMove], right + 9, top)
        assert second(view) == 597
        await drag(r, [events.MouseUp], right, top)
        await drag(r, [events.MouseMove], left, top)
        assert second(view) == 597
        await r.pilot._post_mouse_events([events.MouseScrollUp], offset=(left, top + 3))
        await r.pause()
        assert second(view) == 596


async def test_a_click_on_the_end_of_the_title_leaves() -> None:
    async with room(size=LARGE, asks=[]) as r:
        view = await rewound(r)
        await drag(r, [events.MouseDown, events.MouseUp], view.region.x + title(view).index("live"), view.region.y)
        assert not view.looks_back


async def test_a_click_into_it_only_focuses_it() -> None:
    async with room(size=LARGE, asks=[]) as r:
        view = await rewound(r)
        await drag(r, [events.MouseDown, events.MouseMove, events.MouseUp], view.region.x + 5, view.region.y + 3)
        assert (view.scroll, second(view)) == (None, 597)


async def test_what_cannot_be_rewound_says_why_and_stays_live() -> None:
    async with room(asks=[]) as r:
        r.link.replies[ShowMoment] = HiveError("kim has written nothing yet", code="NOT_FOUND")
        await r.press("ctrl+b", "r")
        view = r.app.room.grid.view("t1")
        assert view is not None
        assert not view.looks_back
        assert "cannot be rewound: kim has written nothing yet" in r.said


async def test_copy_mode_reads_the_live_tile_back_not_what_was() -> None:
    async with room(asks=[]) as r:
        view = await rewound(r)
        r.link.replies[Rows] = StyledRows(0, 0, 24, [], (Style(),), ())
        await r.press("ctrl+b", "[")
        assert view.rewound is None
        assert view.scroll is not None


async def test_a_new_daemon_knows_nothing_of_what_was() -> None:
    async with room(asks=[]) as r:
        view = await rewound(r)
        r.app.rewinding.leave_all()
        assert not view.looks_back


async def test_without_a_tile_it_says_what_to_press() -> None:
    async with room(tiles=[], asks=[]) as r:
        await r.press("ctrl+b", "r")
        assert "no tile to rewind: ^B c starts an agent" in r.said


async def test_a_narrow_title_shows_the_time_and_a_wide_one_the_line() -> None:
    async with room(size=SMALL, asks=[]) as r:
        view = await rewound(r)
        state = view.rewound
        assert isinstance(state, Rewound)
        narrow = state.title("a long name of a tile", ("┌", "┐"), edge="#000000", width=40)
        assert "●" not in "".join(bit.text for bit in narrow.left)
        assert not state.has_bar(30)
        wide = state.title("kim", ("┌", "┐"), edge="#000000", width=100)
        assert "●" in "".join(bit.text for bit in wide.left)


async def test_signs_of_ascii_are_enough() -> None:
    async with room(size=LARGE, asks=[], signs=ASCII) as r:
        view = await rewound(r)
        await r.press("pageup")
        assert "==o--" in title(view)
        assert title(view).isascii()


async def test_a_rewound_tile_that_was_hidden_is_rewound_still_and_plays_no_more() -> None:
    async with room(size=SMALL) as r:
        view = await rewound(r)
        await r.press("home", "right", "ctrl+b", "tab", "ctrl+b", "shift+tab")
        again = r.app.room.grid.view("t1")
        assert again is not None
        assert again is not view
        assert second(again) == 1
        await r.press("right")
        assert second(again) == 2
        rewound_still = again.rewound
        assert rewound_still
        rewound_still.is_playing = True
        await r.press("ctrl+b", "tab", "ctrl+b", "shift+tab")
        again = r.app.room.grid.view("t1")
        assert again is not None
        assert (again.rewound, rewound_still.is_playing) == (rewound_still, False)
        await r.press("escape")
        assert again.rewound is None


async def test_a_tile_that_is_rewound_anew_before_the_first_moment_came_has_one() -> None:
    async with room() as r:
        r.link.gates[ShowMoment] = asyncio.Event()
        view = await rewound(r)
        await r.press("escape", "ctrl+b", "r")
        r.link.gates[ShowMoment].set()
        await r.pause()
        assert second(view) == (LAST - FIRST) / 1000


async def test_stopped_and_played_on_at_once_it_is_not_played_twice_as_fast() -> None:
    async with room() as r:
        view = await rewound(r)
        await r.press("home")
        before = len(r.link.asked(ShowMoment))
        for _ in range(3):
            r.app.post_message(events.Key("space", " "))
        await r.pause()
        asked = [call.at for call in r.link.asked(ShowMoment)[before:]][:5]
        assert [at - FIRST for at in asked] == [100, 200, 300, 400, 500]
        assert view.rewound is not None

"""Copy mode in a room: keys move, select, search, copy and open."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from hivemind.base.errors import HiveError
from hivemind.protocol.screen import Cursor, Modes, Style
from hivemind.testing.scene import SCREENS
from hivemind.tui.copying.keys import COPY_KEYS
from hivemind.tui.copying.lines import Spot
from hivemind.tui.screens.copy_help import CopyHelp
from hivemind.tui.scroll import Scroll
from hivemind.tui.tile_view import TileView
from hivemind.verbs.paste import Paste
from hivemind.verbs.rows import MOST_ROWS, Rows, StyledRows
from hivemind.verbs.search import Places, Search
from tests.tui.room import LARGE, SMALL, Room, room

END, SCREEN = 4000, 3976


def text(number: int) -> str:
    """Every tenth line names a place in the web, and every line after it goes on in the next one."""
    return f"see https://a.example/{number} now" if number % 10 == 0 else f"line {number}  end"


def rows(verb: Rows) -> StyledRows:
    numbers = range(max(0, verb.start), min(END, verb.stop, verb.start + MOST_ROWS))
    wraps = [(number, len(text(number))) for number in numbers if number % 10 == 1]
    return StyledRows(0, SCREEN, END, [(n, text(n), "") for n in numbers], (Style(),)[verb.styles :], (), wraps)


def found(verb: Search) -> Places:
    places = [(n, 0, n, len(verb.text)) for n in range(END) if text(n).startswith(verb.text)]
    return Places(len(places) + 7, places)


async def opened(r: Room, *keys: str, **facts: Any) -> tuple[TileView, Scroll]:
    r.link.replies |= {Rows: rows, Search: found}
    fields = {"revision": 10, "top": SCREEN, "cursor": Cursor(9, 3), **facts}
    await r.emit(msgspec.structs.replace(SCREENS[0], **fields))
    view = r.app.room.grid.view("t1")
    assert view
    await r.press("ctrl+b", *(keys or "["))
    assert view.scroll
    return view, view.scroll


def copied(r: Room) -> str:
    return r.app.copying.clipboard.text


async def test_the_cursor_begins_where_the_programs_is_and_goes_where_keys_say() -> None:
    async with room(size=LARGE) as r:
        view, scroll = await opened(r)
        spots = [scroll.cursor]
        for keys in ("k", "3 j", "w", "1 0 h", "$", "k", "0", "ctrl+u", "2 ctrl+d", "g", "G", "H", "L", "M"):
            await r.press(*keys.split())
            spots.append(scroll.cursor)
        assert spots == [
            Spot(SCREEN + 9, 3),
            Spot(SCREEN + 8, 3),
            Spot(SCREEN + 11, 3),
            Spot(SCREEN + 11, 5),
            Spot(SCREEN + 11, 0),
            Spot(SCREEN + 11, 13),
            Spot(SCREEN + 10, 13),
            Spot(SCREEN + 10, 0),
            Spot(SCREEN + 10 - view.inner_rows // 2, 0),
            *spots[9:],
        ]
        assert spots[10:12] == [Spot(0, 0), Spot(END - 1, 0)]


async def test_every_key_of_the_table_does_something_known() -> None:
    async with room(size=SMALL) as r:
        await opened(r)
        assert {entry.name for entry in COPY_KEYS} == r.app.copying.mode.names


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        (("0", "v", "e", "y"), "line"),
        (("0", "w", "space", "$", "enter"), "3985  end"),
        (("0", "v", "j", "$", "o", "l", "y"), "ine 3985  end\nline 3986  end"),
        (("V", "k", "y"), "line 3984  end\nline 3985  end"),
        (("4", "k", "V", "y"), "line 3981  endline 3982  end"),
        (("ctrl+v", "2", "j", "l", "y"), "e\ne\ne"),
        (("Y",), "line 3985  end"),
        (("y",), "line 3985  end"),
        (("v", "h", "v", "V", "escape", "v", "y"), "n"),
    ],
)
async def test_what_is_selected_is_copied_and_the_live_screen_is_back(keys: tuple[str, ...], text: str) -> None:
    async with room(size=LARGE) as r:
        view, _ = await opened(r)
        await r.press(*keys)
        assert (copied(r), view.scroll, r.names) == (text, None, [])
        count = text.count("\n") + 1
        assert (
            r.said == f"✓ copied {f'{count} lines' if count > 1 else f'{len(text)} character' + 's' * (len(text) > 1)}"
        )


async def test_a_copy_fetches_what_it_needs_and_keys_wait_for_it() -> None:
    async with room(size=LARGE) as r:
        view, _ = await opened(r)
        r.link.gates[Rows] = asyncio.Event()
        await r.press("g", "v", "G", "$", "y", "x")
        assert view.scroll
        r.link.gates[Rows].set()
        for _ in range(5):
            await r.pause()
        assert len(copied(r).split("\n")) == END - END // 10
        assert r.names == ["x"] or view.scroll is None


async def test_it_can_be_left_while_it_waits() -> None:
    async with room(size=LARGE) as r:
        view, _ = await opened(r)
        r.link.gates[Rows] = asyncio.Event()
        await r.press("g", "w", "w", "escape")
        assert view.scroll is None
        await r.press("ctrl+b", "[", "q")
        assert view.scroll is None
        r.link.gates[Rows].set()
        await r.press("x")
        assert r.names == ["x"]


async def test_a_history_that_does_not_come_ends_it() -> None:
    async with room(size=LARGE) as r:
        view, _ = await opened(r)
        r.link.replies[Rows] = HiveError("it is gone")
        await r.press("g", "w", "w")
        assert view.scroll is None
        assert "cannot be read back: it is gone" in r.said


async def test_a_search_marks_as_one_types_and_goes_from_place_to_place() -> None:
    async with room(size=LARGE) as r:
        view, scroll = await opened(r)
        lines = []
        await r.press("/", *"line 39")
        assert " /line 39_ 95/107 copy" in view.render_line(0).text
        await r.press("backspace", "9", "9", "enter")
        for key in ("n", "n", "N", "N", "N"):
            lines.append(scroll.cursor.line)
            await r.press(key)
        assert (lines, scroll.cursor.line) == ([3991, 3992, 3993, 3992, 3991], 399)
        await r.press("N")
        assert r.said == "✓ went on at the bottom"
        assert scroll.cursor == Spot(3999, 0)
        assert " 17/17 copy" in view.render_line(0).text
        assert len({verb.text for verb in r.link.asked(Search)}) <= len("line 399") + 2
        assert all(verb.ignore_case for verb in r.link.asked(Search))


async def test_a_search_upwards_a_capital_and_the_same_again() -> None:
    async with room(size=LARGE) as r:
        view, scroll = await opened(r, "/")
        await r.press(*"line 1", "enter")
        assert scroll.cursor == Spot(1999, 0)
        await r.press("n", "?", "enter")
        assert scroll.cursor == Spot(1997, 0)
        await r.press("/", "L", "enter")
        assert not r.link.asked(Search)[-1].ignore_case
        assert r.said == "! 'L' does not stand here"
        r.link.replies[Search] = HiveError("broken")
        await r.press("n", "/", "x", "enter")
        assert "cannot be searched: broken" in r.said
        assert view.scroll


async def test_a_search_that_is_given_up_leaves_everything_as_it_was() -> None:
    async with room(size=LARGE) as r:
        view, scroll = await opened(r)
        await r.press("/", *"line 1")
        assert scroll.back
        await r.press("escape")
        assert (scroll.cursor, scroll.finds, view.scroll) == (Spot(SCREEN + 9, 3), None, scroll)
        await r.press("q", "ctrl+b", "/", "backspace")
        assert view.scroll is None


async def test_the_word_under_the_cursor_is_searched() -> None:
    async with room(size=LARGE) as r:
        _, scroll = await opened(r)
        await r.press("n")
        assert r.said == "! nothing was searched yet: / searches"
        await r.press("0", "*")
        assert (scroll.cursor, r.link.asked(Search)[-1].text) == (Spot(SCREEN + 10, 0), "line")


async def test_a_link_is_opened_or_copied_where_nothing_opens_links() -> None:
    async with room(size=LARGE) as r:
        view, _ = await opened(r)
        await r.press("o")
        assert r.said == "! no link under the cursor"
        await r.press("5", "k", "0", "w", "o")
        assert r.said == "✓ nothing here opens links; copied: https://a.example/3980"
        assert copied(r) == "https://a.example/3980"
        assert view.scroll


async def test_what_was_copied_is_pasted_with_a_key() -> None:
    async with room(size=LARGE, asks=[]) as r:
        await r.press("ctrl+b", "]")
        assert r.said == "! nothing was copied yet: ^B [ begins"
        await opened(r)
        await r.press("0", "v", "e", "y", "ctrl+b", "]")
        assert [paste.text for paste in r.link.asked(Paste)] == ["line"]


async def test_the_alternate_screen_is_copied_from_too() -> None:
    async with room(size=LARGE) as r:
        view, scroll = await opened(r, modes=Modes(alternate=True), top=0)
        assert (scroll.live, scroll.cursor) == (SCREEN + view.shown.row, Spot(SCREEN + 9, 3))
        await r.press("Y")
        assert copied(r) == "line 3985  end"


async def test_the_page_of_keys_opens_over_it_and_closes_again() -> None:
    async with room(size=SMALL) as r:
        view, scroll = await opened(r)
        await r.press("f1")
        assert [type(screen) for screen in r.app.screen_stack[1:]] == [CopyHelp]
        await r.press("escape", "k")
        assert (len(r.app.screen_stack), view.scroll) == (1, scroll)
        await r.press("f1", "enter")
        assert len(r.app.screen_stack) == 1


async def test_a_character_of_the_line_is_gone_to_and_again() -> None:
    async with room(size=LARGE) as r:
        _, scroll = await opened(r)
        columns = []
        for keys in ("0 f e", ";", ",", "0 2 f e", "t 9", "F l", "f escape", "l"):
            await r.press(*keys.split())
            columns.append(scroll.cursor.column)
        assert columns == [3, 11, 3, 11, 11, 0, 0, 1]

"""What the daemon sends is what is shown, and each program has its view's size."""

from __future__ import annotations

from typing import Any

from hivemind.protocol.events import (
    AskClosed,
    AskOpened,
    ScreenChanged,
)
from hivemind.protocol.screen import Cursor, Modes, Size
from hivemind.testing.scene import ASKS
from hivemind.verbs.resize import Resize
from hivemind.verbs.watch import Watch
from tests.tui.room import LARGE, SMALL, room


async def test_what_is_shown_is_watched_in_its_size_and_no_program_gets_less_than_80x24() -> None:
    async with room(size=LARGE) as r:
        assert {(v.tile, v.rows >= 24, v.columns >= 80) for v in r.link.asked(Resize)} == {
            (t, True, True) for t in ("t1", "t2", "t3")
        }
        assert r.link.asked(Watch) == [Watch(tile=t, on=True) for t in ("t1", "t2", "t3")]


async def test_what_is_hidden_is_not_watched() -> None:
    async with room(size=SMALL) as r:
        assert r.link.asked(Watch) == [Watch(tile="t1", on=True)]
        await r.press("ctrl+b", "tab")
        assert r.link.asked(Watch)[1:] == [Watch(tile="t1", on=False), Watch(tile="t2", on=True)]


async def test_an_ask_that_comes_or_goes_resizes_no_program() -> None:
    async with room(asks=[]) as r:
        before = len(r.link.asked(Resize))
        await r.emit(AskOpened(ASKS[0]))
        assert "asks permission" in r.bar
        await r.emit(AskClosed("ask-t2", "t2", "gone"))
        assert len(r.link.asked(Resize)) == before


def change(base: int, revision: int, **fields: Any) -> ScreenChanged:
    rest = {
        "size": Size(24, 80),
        "top": 0,
        "cursor": Cursor(0, 0),
        "title": "",
        "modes": Modes(),
        "lines": ((0, "new", ""),),
        "styles": (),
        "clusters": (),
    }
    return ScreenChanged(tile_id="t1", base=base, revision=revision, **{**rest, **fields})


async def test_an_update_that_does_not_fit_is_answered_by_asking_once_for_the_whole() -> None:
    async with room() as r:
        view = r.app.room.grid.view("t1")
        assert view
        await r.emit(change(1, 2))
        assert view.mirror.rows[0].text == "new"
        before = len(r.link.asked(Watch))
        del r.link.screens["t1"]
        await r.emit(change(7, 8), change(8, 9))
        assert r.link.asked(Watch)[before:] == [Watch(tile="t1", on=True)]
        await r.emit(change(0, 9))
        assert view.mirror.revision == 9


async def test_an_update_of_a_tile_that_is_not_shown_is_ignored() -> None:
    async with room(size=SMALL) as r:
        await r.emit(ScreenChanged("t3", 4, 5, Size(24, 80), 0, Cursor(0, 0), "", Modes(), (), (), ()))
        assert len(r.link.asked(Watch)) == 1

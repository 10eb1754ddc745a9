"""Tabs: the frames in the top line, and what is done to a frame as a whole."""

from __future__ import annotations

import pytest

from hivemind.base.errors import BadRequestError
from hivemind.protocol.events import FramesChanged
from hivemind.protocol.frame import Frame
from hivemind.verbs.close_frame import CloseFrame
from hivemind.verbs.move_frame import MoveFrame
from hivemind.verbs.new_frame import FrameMade, NewFrame
from hivemind.verbs.rename_frame import RenameFrame
from tests.tui.framed import API, DOWN, MOVE, UP, WEB, drag, framed, mouse, shown, top
from tests.tui.room import SMALL, Room, room


async def test_the_top_line_names_the_frames_and_marks_the_one_that_is_looked_at() -> None:
    async with room(**framed()) as r:
        assert top(r) == " hive  ~/shop  ▸ api  web"
        assert shown(r) == ["t1", "t2"]
        await r.press("ctrl+b", ")")
        assert top(r) == " hive  ~/shop  api ◆  ▸ web"
        assert shown(r) == ["t3"]
        await r.press("ctrl+b", "(")
        assert (top(r), r.board.focus) == (" hive  ~/shop  ▸ api  web", "t1")


async def test_a_click_on_a_tab_goes_to_its_frame() -> None:
    async with room(**framed()) as r:
        await r.pilot.click(offset=(r.app.room.top.text().index("web"), 0))
        await r.pause()
        assert (r.board.frame_id, r.board.focus) == ("f2", "t3")


async def test_tabs_that_do_not_fit_are_counted_and_the_own_one_is_always_there() -> None:
    many = [Frame(f"x{n}", f"project-{n}", is_kept=True) for n in range(9)]
    async with room(size=SMALL, **framed(API, *many)) as r:
        assert top(r) == " hive  ▸ api  project-0  project-1 +7"
        for _ in range(4):
            await r.press("ctrl+b", ")")
        assert top(r) == " hive  ▸ project-3  project-4  project-5 +7"
        await r.pilot.click(offset=(r.app.room.top.text().index("+7"), 0))
        await r.pause()
        assert type(r.app.screen).__name__ == "Finder"


async def test_without_frames_there_are_no_tabs() -> None:
    async with room() as r:
        assert top(r) == " hive  ~/shop"
        await r.press("ctrl+b", ")")
        assert "no other frame" in r.said


async def test_an_empty_frame_says_what_to_press() -> None:
    async with room(**framed(API, WEB, Frame("f3", "later", is_kept=True))) as r:
        await r.press("ctrl+b", "(")
        assert "^B c" in r.app.room.empty.text()
        assert not r.app.room.grid.display
        await r.press("x")
        assert "^B c starts an agent" in r.said


async def test_a_frame_is_found_by_its_name() -> None:
    async with room(**framed()) as r:
        await r.press("ctrl+b", "f", *"we", "enter")
        assert r.board.frame_id == "f2"


async def test_frames_are_made_named_and_closed() -> None:
    async with room(**framed()) as r:
        r.link.replies[NewFrame] = FrameMade("f9")
        await r.press("ctrl+b", "N", "tab", *"docs", "enter")
        assert r.link.asked(NewFrame) == [NewFrame(name="docs", cwd="/home/me/shop")]
        await r.emit(FramesChanged((API, WEB, Frame("f9", "docs", is_kept=True))))
        assert r.board.frame_id == "f9"
        await r.press("ctrl+b", "X")
        assert r.link.asked(CloseFrame) == [CloseFrame(frame="f9")]
        await r.press("ctrl+b", ")", "ctrl+b", "$", *"server", "enter")
        assert r.link.asked(RenameFrame) == [RenameFrame(frame="f1", name="server")]
        await r.press("ctrl+b", "X")
        assert r.link.asked(CloseFrame) == [CloseFrame(frame="f9")]
        await r.press("enter")
        assert r.link.asked(CloseFrame)[1:] == [CloseFrame(frame="f1", tiles=True)]


async def test_a_frame_that_cannot_be_made_says_why_and_keeps_what_was_typed() -> None:
    async with room(**framed()) as r:
        r.link.replies[NewFrame] = BadRequestError("there is no folder /nope")
        await r.press("ctrl+b", "N", *"/nope", "enter")
        fault = r.app.screen.query_one(".fault")
        assert fault.display
        assert type(r.app.screen).__name__ == "NewFrameDialog"
        await r.press("escape")
        assert r.app.screen is r.app.room


async def test_a_tab_moves_within_the_order() -> None:
    async with room(**framed()) as r:
        await r.press("ctrl+b", "<")
        assert r.link.asked(MoveFrame) == []
        await r.press("ctrl+b", ">")
        assert r.link.asked(MoveFrame) == [MoveFrame(frame="f1", place=2)]


LATER = Frame("f3", "later", "/home/me/later", is_kept=True)


def tab(r: Room, name: str) -> tuple[int, int]:
    return r.app.room.top.text().index(name), 0


@pytest.mark.parametrize(
    ("taken", "over", "place"), [("api", "web", 2), ("later", "api", 1), ("api", "later", 3)], ids=["2", "1", "3"]
)
async def test_a_tab_is_dragged_to_the_place_of_another_and_the_frame_stays(taken: str, over: str, place: int) -> None:
    async with room(**framed(API, WEB, LATER)) as r:
        await mouse(r, DOWN, tab(r, taken))
        await mouse(r, MOVE, tab(r, "web"))
        assert "let go over another tab" in r.said
        await mouse(r, MOVE, tab(r, over))
        await mouse(r, UP, tab(r, over))
        frame = "f1" if taken == "api" else "f3"
        assert r.link.asked(MoveFrame) == [MoveFrame(frame=frame, place=place)]
        assert (r.board.frame_id, r.said) == ("f1", "")


async def test_a_tab_that_is_let_go_behind_the_last_one_becomes_the_last() -> None:
    async with room(**framed(API, WEB, LATER)) as r:
        x, _ = tab(r, "later")
        await drag(r, tab(r, "api"), (x, 0), (x + 12, 0))
        assert r.link.asked(MoveFrame) == [MoveFrame(frame="f1", place=3)]


async def test_a_tab_that_is_let_go_elsewhere_stays_and_the_next_click_is_one_again() -> None:
    async with room(**framed(API, WEB, LATER)) as r:
        await drag(r, tab(r, "api"), tab(r, "web"), (50, 9))
        await drag(r, tab(r, "later"), tab(r, "web"), tab(r, "later"))
        await mouse(r, DOWN, tab(r, "api"))
        await mouse(r, MOVE, tab(r, "web"), button=0)  # let go where nobody saw it
        await mouse(r, UP, tab(r, "web"))
        assert (r.link.asked(MoveFrame), r.board.frame_id) == ([], "f1")
        await r.pilot.click(offset=tab(r, "web"))
        await r.pause()
        assert r.board.frame_id == "f2"

"""The room is painted for the person at once, for programs a few times a second, and by itself only where time shows."""

from __future__ import annotations

import asyncio

import pytest
from textual.app import App

from hivemind.protocol.status import Status
from hivemind.testing.clock import ManualClock
from hivemind.testing.scene import NOW_SECONDS, ask, tile
from hivemind.testing.waiting import until_async
from hivemind.tui.bar import Bar
from hivemind.tui.board import Board
from hivemind.tui.keymap import default_keymap
from hivemind.tui.look import Look
from hivemind.tui.palette import DARK
from hivemind.tui.repaints import GAP, Repaints, counts_seconds
from hivemind.tui.says import Says
from hivemind.tui.signs import GLYPHS


class Painted(App[None]):
    """Counts its paintings."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0
        self.repaints = Repaints(self, paint=self.paint, tick=self.paint, counts=lambda: False)

    def paint(self) -> None:
        self.count += 1


async def test_many_changes_of_programs_are_few_paintings() -> None:
    app = Painted()
    async with app.run_test() as pilot:
        app.repaints.soon()
        await pilot.pause()
        assert app.count == 1
        for _ in range(50):
            app.repaints.soon()
            await asyncio.sleep(0)
        await until_async("the last change is painted", lambda: app.count >= 2, seconds=10)
        await pilot.pause()
        assert app.count < 20


async def test_what_a_person_does_is_painted_at_once() -> None:
    app = Painted()
    async with app.run_test() as pilot:
        for number in range(5):
            app.repaints.at_once()
            app.repaints.at_once()
            await pilot.pause()
            assert app.count == number + 1


async def test_nothing_is_painted_after_the_end() -> None:
    app = Painted()
    async with app.run_test() as pilot:
        app.repaints.at_once()
        await pilot.pause()
        app.repaints.soon()
        app.repaints.stop()
        await asyncio.sleep(GAP * 1.5)
        assert app.count == 1


@pytest.mark.parametrize(
    ("status", "seconds", "counts"),
    [
        (Status.WORKING, 5, True),
        (Status.WORKING, 599, True),
        (Status.WORKING, 601, False),
        (Status.PERMISSION, 5, True),
        (Status.IDLE, 5, False),
        (Status.EXITED, 5, False),
    ],
)
def test_seconds_count_where_they_are_shown(status: Status, seconds: int, counts: bool) -> None:
    clock, board = ManualClock(NOW_SECONDS), Board()
    look = Look(clock, DARK, GLYPHS, default_keymap())
    board.load([tile("t1", "one", "demo", status, seconds)], [], 0.0)
    assert counts_seconds(board, Bar(), Says(clock), look) is counts


def test_seconds_count_while_something_asks_or_is_said() -> None:
    clock, board = ManualClock(NOW_SECONDS), Board()
    look, says = Look(clock, DARK, GLYPHS, default_keymap()), Says(clock)
    says.say("done")
    assert counts_seconds(board, Bar(), says, look)
    says.dismiss()
    assert not counts_seconds(board, Bar(), says, look)
    board.load([tile("t1", "one", "demo", Status.PERMISSION, 900)], [ask("t1", "ls", 900)], 0.0)
    assert counts_seconds(board, Bar(), says, look)

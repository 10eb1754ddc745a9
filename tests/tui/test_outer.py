"""What the terminal is told of the hive."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from hivemind.protocol.ask import Ask
from hivemind.protocol.events import AskClosed, AskOpened, TileChanged, TileClosed
from hivemind.protocol.program import ProgramRecord, ProgramState
from hivemind.protocol.screen import Size
from hivemind.protocol.status import Status
from hivemind.protocol.tile import TileSummary
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.program_status import write_clear
from hivemind.tui.board import Board
from hivemind.tui.driver import KeyDriver
from hivemind.tui.guard import STATUS, TITLE, nothing_due
from hivemind.tui.outer import GAP, PUSH_TITLE, Outer, records_of, title_of
from hivemind.tui.outlet import OutletDriver
from hivemind.tui.terminal_reply import QUERY, KeepsStatus


def tile(name: str, status: Status = Status.IDLE, **more: Any) -> TileSummary:
    return TileSummary(
        tile_id=name,
        name=f"the {name}",
        agent="toy",
        status=status,
        says="",
        since=0,
        pid=1,
        cwd="/",
        exit=None,
        **more,
    )


def ask(name: str, kind: Status = Status.PERMISSION, question: str = "Run it?") -> Ask:
    return Ask(f"f-{name}", name, kind, "", "rm x", (), (), 5, question=question)


def board_of(*tiles: TileSummary, asks: tuple[Ask, ...] = ()) -> Board:
    board = Board()
    board.load(tiles, asks, 0.0)
    return board


class Terminal(OutletDriver):
    """Takes what is written."""

    is_ours, is_busy = True, False

    def __init__(self) -> None:
        self.due = nothing_due()  # type: ignore[misc] # its own
        self.written = ""

    def write(self, data: str) -> None:
        self.written += data

    def flush(self) -> None:
        """Everything is taken at once."""

    def take(self) -> str:
        taken, self.written = self.written, ""
        return taken


class Told:
    """An outer terminal that is told at once."""

    def __init__(self, *tiles: TileSummary, asks: tuple[Ask, ...] = ()) -> None:
        self.board = board_of(*tiles, asks=asks)
        self.terminal = Terminal()
        self.outer = Outer(self.board, lambda: self.terminal)
        self.outer._has_asked = True

    def now(self) -> str:
        self.outer._tell()
        return self.terminal.take()


def states(board: Board) -> dict[str, str]:
    return {name: record.state.value for name, record in records_of(board).items()}


@pytest.mark.parametrize(("count", "title"), [(0, "hive"), (1, "hive: 1 needs you"), (2, "hive: 2 need you")])
def test_the_title_counts_who_needs_somebody(count: int, title: str) -> None:
    tiles = [tile(f"t{n}", Status.PERMISSION) for n in range(count)]
    assert title_of(board_of(tile("idle"), *tiles)) == title


@pytest.mark.parametrize(
    ("tiles", "state"),
    [
        ([], "idle"),
        ([tile("a"), tile("b", Status.RUNNING)], "idle"),
        ([tile("a", done=True), tile("b")], "done"),
        ([tile("a", done=True), tile("b", Status.WORKING)], "working"),
        ([tile("a", done=True, detail="failed"), tile("b", done=True)], "error"),
        ([tile("a", Status.QUESTION), tile("b", Status.WORKING)], "blocked"),
    ],
)
def test_the_hive_is_what_asks_most_and_done_only_when_nothing_works(tiles: list[TileSummary], state: str) -> None:
    assert states(board_of(*tiles))[""] == state


def test_each_tile_has_a_record_and_says_what_it_asks() -> None:
    records = records_of(board_of(tile("a", Status.PERMISSION), tile("b", Status.WORKING), asks=(ask("a"),)))
    assert records["tile/a"] == ProgramRecord(
        "tile/a", ProgramState.BLOCKED, kind="permission", app="toy", title="the a", msg="Run it?"
    )
    assert records["tile/b"].state is ProgramState.WORKING
    assert (records[""].kind, records[""].msg) == ("permission", "1 needs you")


def test_a_tile_whose_program_has_ended_has_no_record() -> None:
    assert set(records_of(board_of(tile("a", Status.EXITED)))) == {""}


def test_a_terminal_that_did_not_answer_gets_only_a_title() -> None:
    told = Told(tile("a"))
    assert told.now() == f"{PUSH_TITLE}\x1b]2;hive\x07"
    assert (told.terminal.due[TITLE], told.terminal.due[STATUS]) == (1, 0)


def test_a_terminal_that_answered_gets_records_and_then_only_what_changes() -> None:
    told = Told(tile("a"), tile("b"))
    told.now()
    told.terminal.keeps_status = True
    assert told.now().count("\x1b]7501;") == 3
    assert told.now() == ""
    told.board.apply(TileChanged(tile("a", Status.WORKING)), 1.0)
    changed = told.now()
    assert changed.count("\x1b]7501;state=working") == 2  # the tile, and with it the hive
    assert "tile/b" not in changed
    told.board.apply(TileClosed("b"), 2.0)
    assert told.now() == write_clear("tile/b")


def test_what_is_written_is_what_an_emulator_keeps() -> None:
    told = Told(tile("a", Status.QUESTION), asks=(ask("a", Status.QUESTION, "What\x1b]0;x\x07 now?\u202e"),))
    told.terminal.keeps_status = True
    emulator = Emulator(Size(24, 80))
    emulator.feed(told.now().encode())
    kept = {record.id: record for record in emulator.program_status}
    assert kept["tile/a"].msg == "What]0;x now?"
    assert kept[""].state is ProgramState.BLOCKED
    assert emulator.snapshot().title == "hive: 1 needs you"


def test_an_answered_ask_is_told_too() -> None:
    told = Told(tile("a", Status.PERMISSION), asks=(ask("a"),))
    told.now()
    told.board.apply(TileChanged(tile("a", Status.WORKING)), 1.0)
    told.board.apply(AskClosed("f-a", "a", "allowed"), 1.0)
    assert told.now() == "\x1b]2;hive\x07"
    told.board.apply(AskOpened(ask("a")), 2.0)
    assert told.now() == "\x1b]2;hive: 1 needs you\x07"


def test_after_the_terminal_was_given_back_all_is_told_anew() -> None:
    told = Told(tile("a"))
    told.terminal.keeps_status = True
    first = told.now()
    for what in (TITLE, STATUS):
        told.terminal.due[what] = 0
    assert told.now() == first


def test_a_terminal_that_does_not_read_is_told_later() -> None:
    async def run() -> None:
        told = Told(tile("a"))
        told.terminal.is_busy = True
        told.outer._tell()
        assert told.terminal.written == ""
        told.terminal.is_busy = False
        await asyncio.sleep(2 * GAP)
        assert told.terminal.written.endswith("\x1b]2;hive\x07")

    asyncio.run(run())


def test_it_asks_once_and_tells_many_changes_at_once() -> None:
    async def run() -> None:
        told = Told(tile("a"))
        told.outer._has_asked = False
        assert told.now().startswith(QUERY)
        told.terminal.keeps_status = True
        for n in range(20):
            told.board.apply(TileChanged(replace(tile("a"), shown=f"name {n}")), 0.0)
            told.outer.changed()
        await asyncio.sleep(2 * GAP)
        assert told.terminal.take().count("\x1b]7501;") == 2

    asyncio.run(run())


def test_a_terminal_that_was_given_back_is_told_nothing() -> None:
    told = Told(tile("a"))
    told.terminal.is_ours = False
    assert told.now() == ""
    assert not any(bytes(told.terminal.due))


class Answering(Terminal, KeyDriver):
    """One that is read from as well."""


async def test_a_terminal_that_answers_late_is_told_though_nothing_changes() -> None:
    terminal = Answering()
    outer = Outer(board_of(tile("a")), lambda: terminal)
    outer._tell()
    assert QUERY in terminal.take()
    terminal._tell([KeepsStatus()])
    await asyncio.sleep(2 * GAP)
    assert "id=tile/a" in terminal.take()

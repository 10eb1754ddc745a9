"""The hive as the terminal sees it that it runs in: a title with a count, and program status (OSC 7501).

Written between what is painted, only what changed, and not often. Undone by `OutletDriver` when it gives the terminal
back, and by the UI's parent when that could not be done.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Final

from hivemind.base.oneline import one_line
from hivemind.protocol.ask import Ask
from hivemind.protocol.program import ProgramRecord, ProgramState
from hivemind.protocol.status import Status
from hivemind.protocol.tile import TileSummary
from hivemind.terminal.program_status import write, write_clear
from hivemind.tui.board import Board
from hivemind.tui.driver import KeyDriver
from hivemind.tui.guard import STATUS, TITLE
from hivemind.tui.outlet import OutletDriver
from hivemind.tui.terminal_reply import QUERY

GAP: Final = 0.25
"""Seconds from a change until it is told, together with what else changes until then."""

APP: Final = "hive"

PUSH_TITLE: Final = "\x1b[22;2t"
"""The terminal keeps the title that it has, for later (xterm ctlseqs, "Window manipulation")."""

KINDS: Final = {Status.PERMISSION: "permission", Status.QUESTION: "question"}

FAILED: Final = frozenset({"failed", "limited"})
"""Ends of a turn that a person should know of."""


class Outer:
    """Tells the terminal."""

    def __init__(self, board: Board, terminal: Callable[[], object]) -> None:
        self._board = board
        self._terminal = terminal
        self._has_asked = False
        self._told: dict[str, ProgramRecord] = {}
        self._title = ""
        self._later: asyncio.TimerHandle | None = None

    def changed(self) -> None:
        """Something may have changed, or the terminal has answered our question."""
        if self._later is None:
            self._later = asyncio.get_running_loop().call_later(GAP, self._tell)

    def write(self, text: str) -> None:
        """Write something else, between what is painted."""
        terminal = self._terminal()
        if text and isinstance(terminal, OutletDriver) and terminal.is_ours:
            terminal.write(text)
            terminal.flush()

    def _tell(self) -> None:
        self._later = None
        terminal = self._terminal()
        if not isinstance(terminal, OutletDriver) or not terminal.is_ours:
            return
        if terminal.is_busy:
            self.changed()  # what it does not take yet need not grow
        elif text := self._what_changed(terminal):
            terminal.write(text)
            terminal.flush()

    def _what_changed(self, terminal: OutletDriver) -> str:
        parts = [] if self._has_asked else [QUERY]
        self._has_asked = True
        if isinstance(terminal, KeyDriver):
            terminal.on_kept = self.changed
        if not terminal.due[TITLE]:
            terminal.due[TITLE], self._title = 1, ""
            parts.append(PUSH_TITLE)
        if (title := title_of(self._board)) != self._title:
            self._title = title
            parts.append(f"\x1b]2;{title}\x07")
        if terminal.keeps_status:
            if not terminal.due[STATUS]:
                terminal.due[STATUS] = 1
                self._told.clear()
            records = records_of(self._board)
            parts += [write_clear(name) for name in self._told.keys() - records.keys()]
            parts += [write(record) for name, record in records.items() if self._told.get(name) != record]
            self._told = records
        return "".join(parts)


def title_of(board: Board) -> str:
    """`hive: 2 need you`, and `hive` while nobody does."""
    return f"hive: {_need(board.need_count)}" if board.need_count else "hive"


def _need(count: int) -> str:
    return f"{count} needs you" if count == 1 else f"{count} need you"


def records_of(board: Board) -> dict[str, ProgramRecord]:
    """By id: the whole hive's record, and one for each tile whose program runs."""
    asks = {ask.tile_id: ask for ask in reversed(board.waiting)}
    tiles = [_record(tile, asks.get(tile.tile_id)) for tile in board.tiles.values() if tile.status is not Status.EXITED]
    return {record.id: record for record in (_root(board, {tile.state for tile in tiles}, asks), *tiles)}


def _root(board: Board, states: set[ProgramState], asks: Mapping[str, Ask]) -> ProgramRecord:
    """The hive as a whole: it is done only once nothing works."""
    if board.need_count:
        kinds = {KINDS.get(ask.kind, "") for ask in asks.values()}
        kind = kinds.pop() if len(kinds) == 1 else ""
        return ProgramRecord("", ProgramState.BLOCKED, kind=kind, app=APP, msg=_need(board.need_count))
    order = (ProgramState.WORKING, ProgramState.ERROR, ProgramState.DONE)
    state = next((state for state in order if state in states), ProgramState.IDLE)
    return ProgramRecord("", state, app=APP)


def _record(tile: TileSummary, ask: Ask | None) -> ProgramRecord:
    status = ask.kind if ask else tile.status
    state = ProgramState.IDLE
    if status.is_waiting:
        state = ProgramState.BLOCKED
    elif status is Status.WORKING:
        state = ProgramState.WORKING
    elif tile.done:
        state = ProgramState.ERROR if tile.detail in FAILED else ProgramState.DONE
    return ProgramRecord(
        f"tile/{tile.tile_id}",
        state,
        kind=KINDS.get(status, ""),
        app=tile.agent or "",
        title=one_line(tile.shown or tile.name, 100),
        msg=one_line(ask.question or ask.command, 200) if ask else "",
    )

"""What the daemon can ask of the keeper's programs: each operation checks a request, acts, and yields its replies.

`hello` and `stop` are not here: they are about the keeper itself.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator

from hivemind.base.errors import BadRequestError, ExitedError, HiveError
from hivemind.keeper.program import require_descriptors, start
from hivemind.keeper.programs import Programs
from hivemind.keeper.wire import RECORD_LIMIT, Inbox, Message

Reply = tuple[Message, int]
"""A reply and the descriptor that goes with it, -1 for none; the descriptor stays the program's."""

Operation = Callable[[Programs, Message, Inbox], Iterator[Reply]]

CELL_LIMIT = 0xFFFF
"""Rows or columns; the kernel's window size has 16 bits each (ioctl_tty(2))."""


def _spawn(programs: Programs, request: Message, _inbox: Inbox) -> Iterator[Reply]:
    argv, env = request.get("argv"), request.get("env")
    if not isinstance(argv, list) or not argv or not all(isinstance(word, str) for word in argv):
        raise BadRequestError("argv is not a list of words")
    if not isinstance(env, dict) or not all(isinstance(value, str) for value in env.values()):
        raise BadRequestError("env is not a table of text")
    record = _record(request)
    rows, columns = _number(request, "rows", 1, CELL_LIMIT), _number(request, "columns", 1, CELL_LIMIT)
    pid, master = start(argv, env, _text(request, "cwd"), rows=rows, columns=columns)
    program = programs.keep(pid, master, record, is_own=True)
    yield {"id": program.number, "pid": pid}, master


def _hand(programs: Programs, request: Message, inbox: Inbox) -> Iterator[Reply]:
    master = inbox.next_descriptor()
    try:
        require_descriptors()
        _require_terminal(master)
        pid, record = _number(request, "pid", 2, (1 << 31) - 1), _record(request)
    except HiveError:
        os.close(master)
        raise
    yield {"id": programs.keep(pid, master, record, is_own=False).number}, -1


def _adopt(programs: Programs, _request: Message, _inbox: Inbox) -> Iterator[Reply]:
    for program in programs.kept:
        rows, columns = program.size()
        told = {
            "id": program.number,
            "pid": program.pid,
            "record": program.record,
            "rows": rows,
            "columns": columns,
            "ended": program.has_ended,
            "exit": program.exit,
        }
        yield {"program": told}, program.master
    yield {"done": True}, -1


def _set_record(programs: Programs, request: Message, _inbox: Inbox) -> Iterator[Reply]:
    programs.get(request.get("id")).record = _record(request)
    yield {}, -1


def _signal(programs: Programs, request: Message, _inbox: Inbox) -> Iterator[Reply]:
    program = programs.get(request.get("id"))
    number = _number(request, "signal", 1, signal.NSIG - 1)
    if number not in signal.valid_signals():
        raise BadRequestError(f"there is no signal {number}")
    if program.has_ended:
        raise ExitedError("the program has ended")
    program.send_signal(number)
    yield {}, -1


def _forget(programs: Programs, request: Message, _inbox: Inbox) -> Iterator[Reply]:
    programs.forget(programs.get(request.get("id")))
    yield {}, -1


OPERATIONS: dict[str, Operation] = {
    "spawn": _spawn,
    "hand": _hand,
    "adopt": _adopt,
    "record": _set_record,
    "signal": _signal,
    "forget": _forget,
}


def _require_terminal(descriptor: int) -> None:
    if not os.isatty(descriptor):
        raise BadRequestError("the descriptor is not a terminal's")


def _text(request: Message, name: str) -> str:
    value = request.get(name)
    if not isinstance(value, str):
        raise BadRequestError(f"{name} is not text")
    return value


def _number(request: Message, name: str, low: int, high: int) -> int:
    value = request.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadRequestError(f"{name} is not a number from {low} to {high}")
    return value


def _record(request: Message) -> str:
    record = _text(request, "record")
    if len(record.encode("utf-8", "surrogatepass")) > RECORD_LIMIT:
        raise BadRequestError(f"a record is longer than {RECORD_LIMIT} bytes")
    return record

"""Operating system commands: a number, then text that depends on it. What is not here is swallowed.

Colours that a program sets are not kept: the person's theme stays, and it is what queries are told. A hyperlink (OSC 8)
is part of the pen, as a colour is. A clipboard is never read out.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from hivemind.terminal import answers, notices, program_status
from hivemind.terminal.events import FolderChanged, Notified, ProgressChanged, PromptMarked, StatusReported
from hivemind.terminal.grid import Grid
from hivemind.terminal.styles import StyleTable

TITLE_LENGTH = notices.TEXT_LENGTH
"""Characters of a title; the rest is cut."""

LINK = "\x1b]8;"
"""How the one control string begins that changes the pen; the parser acts on it without a detour."""

CURSOR_COLOUR = 12
"""The last colour that is answered; 10 is the foreground."""

_is_number = re.compile(r"[0-9]{1,3}").fullmatch
_is_mark = re.compile(r"([A-D])(?:;.*)?", re.DOTALL).fullmatch
_EXIT = re.compile(r"D;([0-9]{1,3})(?:;|\Z)").match


def take(grid: Grid, body: str, terminator: str) -> None:
    """Carry out one command."""
    code, _, text = body.partition(";")
    command = _COMMANDS.get(code)
    if command is not None:
        command(grid, text)
    elif code in _ANSWERED:
        _ANSWERED[code](grid, text.split(";"), terminator)
    elif code == "7501":
        length = len(body.encode("utf-8", "replace")) + len("\x1b]") + len(terminator)
        _take_status(grid, text, is_too_long=length > program_status.REPORT_BYTES)


def _set_title(grid: Grid, text: str) -> None:
    grid.title = notices.clean(text)


def link_of(table: StyleTable, pen: str, token: str) -> str:
    """The pen after a whole sequence that begins with `LINK`; the same one when it was broken off."""
    end = next((end for end in ("\x07", "\x1b\\") if token.endswith(end)), "")
    address = notices.link(token[len(LINK) : -len(end)]) if end else None
    return pen if address is None else table.link(pen, address)


def _lead(grid: Grid, text: str) -> None:
    address = notices.link(text)
    if address is not None:
        grid.cursor.pen = grid.styles.link(grid.cursor.pen, address)


def _note(read: Callable[[str], FolderChanged | Notified | None]) -> Callable[[Grid, str], None]:
    def command(grid: Grid, text: str) -> None:
        event = read(text)
        if event is not None:
            grid.talk.events.add(event)

    return command


def _notify_or_progress(grid: Grid, text: str) -> None:
    """OSC 9 is a notification, or with a 4 in front a progress."""
    progress = notices.progress(text)
    if progress is None:
        _note(notices.notification)(grid, text)
    elif grid.talk.progress != progress[0]:
        (grid.talk.progress,) = progress
        grid.talk.events.add(ProgressChanged(grid.talk.progress))


def _notify_in_parts(grid: Grid, text: str) -> None:
    _note(grid.talk.desktop.take)(grid, text)


def _write_clipboard(grid: Grid, text: str) -> None:
    written = notices.clipboard(text) if grid.talk.takes_clipboard else None
    if written is not None:
        grid.talk.events.add(written)


def _mark_prompt(grid: Grid, text: str) -> None:
    """OSC 133: a prompt also ends what a command said of itself."""
    mark = _is_mark(text)
    if mark is None:
        return
    code = _EXIT(text)
    grid.talk.events.add(PromptMarked(mark[1], int(code[1]) if code else None))
    if mark[1] == "A":
        grid.talk.program_status.end_work()


def _take_status(grid: Grid, text: str, *, is_too_long: bool) -> None:
    """OSC 7501: a query is answered; what else starts with a question mark is somebody's answer."""
    if text.lstrip(" ").startswith("?"):
        if text.strip(" ") == "?" and grid.talk.answers_program_status:
            answers.program_status(grid)
        return
    report = None if is_too_long else program_status.read(text)
    if report is not None:
        grid.talk.program_status.apply(report)
        grid.talk.events.add(StatusReported(report.id, report.record))


def _answer_colours(first: int) -> Callable[[Grid, list[str], str], None]:
    """Each further part is about the next colour (xterm ctlseqs, OSC Ps ; Pt)."""

    def answer(grid: Grid, requests: list[str], terminator: str) -> None:
        for code, request in zip(range(first, CURSOR_COLOUR + 1), requests, strict=False):
            if request == "?":
                answers.colour(grid, code, terminator)

    return answer


def _answer_palette(grid: Grid, parts: list[str], terminator: str) -> None:
    for number, request in zip(parts[::2], parts[1::2], strict=False):
        if request == "?" and _is_number(number) and int(number) <= 255:
            answers.palette_colour(grid, int(number), terminator)


_COMMANDS: dict[str, Callable[[Grid, str], None]] = {
    "0": _set_title,
    "2": _set_title,
    "7": _note(notices.folder),
    "8": _lead,
    "9": _notify_or_progress,
    "52": _write_clipboard,
    "99": _notify_in_parts,
    "133": _mark_prompt,
    "777": _note(notices.extension),
}
_ANSWERED = {
    "4": _answer_palette,
    "10": _answer_colours(10),
    "11": _answer_colours(11),
    "12": _answer_colours(12),
}

"""Control strings: titles are taken, queries answered, everything else (DCS, APC, PM, SOS, other OSC) is swallowed."""

from __future__ import annotations

from hivemind.terminal import answers
from hivemind.terminal.grid import Grid
from hivemind.terminal.palette import PALETTE

STRING_LENGTH = 0x10000
"""Characters of a control string; a longer one is dropped whole."""

TITLE_LENGTH = 1024
"""Characters of a title; the rest is cut."""


def take_string(grid: Grid, kind: str, body: str, terminator: str) -> None:
    """Act on a whole control string; `kind` is the character after ESC."""
    if len(body) > STRING_LENGTH:
        return
    if kind == "]":
        _take_command(grid, body, terminator)
    elif kind == "P" and body.startswith("+q"):
        answers.refuse_capability(grid)
    elif kind == "P" and body.startswith("$q"):
        answers.refuse_setting(grid)


def _take_command(grid: Grid, body: str, terminator: str) -> None:
    """OSC: a number, then text that depends on it."""
    code, _, text = body.partition(";")
    if code in {"0", "2"}:
        grid.title = clean_title(text)
    elif code in {"10", "11", "12"}:
        _answer_colours(grid, int(code), text.split(";"), terminator)
    elif code == "4":
        _answer_palette(grid, text.split(";"), terminator)


def _answer_colours(grid: Grid, first: int, requests: list[str], terminator: str) -> None:
    """Each further part is about the next colour (xterm ctlseqs, OSC Ps ; Pt); there are answers up to 12."""
    for code, request in zip(range(first, 13), requests, strict=False):
        if request == "?":
            answers.colour(grid, code, terminator)


def _answer_palette(grid: Grid, parts: list[str], terminator: str) -> None:
    for number, request in zip(parts[::2], parts[1::2], strict=False):
        if (
            request == "?"
            and number.isascii()
            and number.isdecimal()
            and len(number) <= 3
            and int(number) < len(PALETTE)
        ):
            answers.palette_colour(grid, int(number), terminator)


def clean_title(text: str) -> str:
    """`text` without control characters, and no longer than a title may be."""
    return "".join(
        character for character in text[:TITLE_LENGTH] if character >= " " and not "\x7f" <= character < "\xa0"
    )

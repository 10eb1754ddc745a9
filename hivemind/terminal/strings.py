"""Control strings: DCS requests are refused, OSC is carried out (`osc`), the others (APC, PM, SOS) are swallowed."""

from __future__ import annotations

from hivemind.terminal import answers, osc
from hivemind.terminal.grid import Grid

STRING_LENGTH = 0x10000
"""Characters of a control string; a longer one is dropped whole."""


def take_string(grid: Grid, kind: str, body: str, terminator: str) -> None:
    """Act on a whole control string; `kind` is the character after ESC."""
    if len(body) > STRING_LENGTH:
        return
    if kind == "]":
        osc.take(grid, body, terminator)
    elif kind == "P" and body.startswith("+q"):
        answers.refuse_capability(grid)
    elif kind == "P" and body.startswith("$q"):
        answers.refuse_setting(grid)

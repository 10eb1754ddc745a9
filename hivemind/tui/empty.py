"""What a room or a frame without tiles says: which keys help."""

from __future__ import annotations

from hivemind.tui.drawn import Bit, Line
from hivemind.tui.keymap import shown, spelled
from hivemind.tui.look import Look
from hivemind.tui.visible import visible

CELLS = 52
"""Of the longest line."""


def empty_state(look: Look, width: int, height: int, *, frame: str) -> list[Line]:
    """In the middle of so many cells. `frame` is the name of the frame; empty where there is none at all."""
    palette, prefix = look.palette, look.keys.prefix
    close = [(look.keys.way("close_frame"), "close this frame", "close_frame")] if frame else []
    rows: list[tuple[str, str, str]] = [
        ("", f"No agent runs in {visible(frame)} yet." if frame else "No agent runs here yet.", ""),
        ("", "", ""),
        (look.keys.way("spawn"), "start an agent", "spawn"),
        *close,
        (look.keys.way("help"), "all keys", "help"),
        (look.keys.way("leave"), "leave", "leave"),
        ("", "", ""),
        ("", f"{shown(prefix)} is {spelled(prefix)}, then the other key. Or from a shell:", ""),
        ("", "hive ctl spawn --agent demo --prompt 'make a file'", ""),
    ]
    margin = " " * max(0, (width - CELLS) // 2)
    lines = [Line((Bit("", palette.dim),))] * max(0, (height - len(rows)) // 2 - 1)
    for key, text, action in rows:
        colour = palette.text if action or text.startswith("No") else palette.dim
        head = Bit(f"{margin}{key}{'   ' if key else ''}", palette.focus, bold=True, action=action)
        lines.append(Line((head, Bit(text, colour, action=action))))
    return lines

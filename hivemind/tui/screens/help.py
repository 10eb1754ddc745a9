"""Every key, from the table that the keyboard uses, and what the signs mean."""

from __future__ import annotations

from typing import Final

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from hivemind.protocol.status import Status
from hivemind.tui.keymap import shown, spelled
from hivemind.tui.screens.columns import page
from hivemind.tui.screens.dialog import Dialog, plain
from hivemind.tui.screens.foot import CLOSES, SCROLLS, Foot
from hivemind.tui.signs import colour_of

WIDEST: Final = 116
"""Cells of the page; a wider one would be slower to read."""

AROUND: Final = 7
"""Rows of the dialog that are not the page: border, title, and the last lines with the gap above them."""

MEANINGS = {
    Status.PERMISSION: "asks permission",
    Status.QUESTION: "asks something",
    Status.BLOCKED: "waits for you",
    Status.WORKING: "working",
    Status.IDLE: "idle",
    Status.RUNNING: "running",
    Status.EXITED: "has ended",
}
"""What each sign stands for, in the help."""


class Help(Dialog[None]):
    """All keys on one page, from the keymap in force; scrolls where it is higher than the screen."""

    DEFAULT_CSS = f"""
    Help > .box {{ width: {WIDEST + 6}; }}
    Help VerticalScroll {{ height: auto; }}
    """

    def compose(self) -> ComposeResult:
        """Groups of keys side by side, then the signs; below them what closes it, always in sight."""
        keys = self.look.keys
        prefix, width = spelled(keys.prefix), min(WIDEST, self.app.size.width - 7)
        each, rest = f"Keys, each after {prefix}", f"Without {prefix} every key goes to the program."
        if not keys.is_plain:
            each, rest = f"Keys, where {shown(keys.prefix)} is {prefix}", "Every other key goes to the program."
        with Vertical(classes="box"):
            yield plain(each, "title")
            with VerticalScroll():
                yield Static(self._keys(width))
                yield plain("Signs", "title")
                yield Static(self._signs(width))
            yield Foot(self.look, ("", rest), SCROLLS, CLOSES)

    def on_resize(self) -> None:
        """The page has the rows that the rest leaves to it."""
        self.query_one(VerticalScroll).styles.max_height = max(1, self.size.height - AROUND)

    def action_confirm(self) -> None:
        """Enter closes it, as Esc does."""
        self.dismiss(None)

    def _keys(self, width: int) -> Text:
        """Every group, as the keymap in force has it."""
        keys = self.look.keys
        return page([(group.title, list(keys.lines(group))) for group in keys.groups], self.look, width).append("\n")

    def _signs(self, width: int) -> Text:
        look = self.look
        told = [(look.signs.glyphs[one], meaning, colour_of(one, look.palette)) for one, meaning in MEANINGS.items()]
        told.append((look.signs.done, "done, not looked at", look.palette.good))
        told.append((look.signs.fault, "did not end well", look.palette.warning))
        rows = [Text()]
        for sign, meaning, colour in told:
            piece = Text(sign, style=colour).append(f" {meaning}   ", style=look.palette.text)
            if rows[-1].cell_len + piece.cell_len - 3 > width:
                rows.append(Text())
            rows[-1].append_text(piece)
        return Text("\n").join(rows)

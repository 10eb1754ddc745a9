"""Every key, from the table that the keyboard uses, and what the signs mean."""

from __future__ import annotations

from itertools import groupby, zip_longest

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from hivemind.protocol.status import Status
from hivemind.tui.keymap import COMMANDS, Command, shown
from hivemind.tui.screens.dialog import Dialog, plain
from hivemind.tui.signs import colour_of

LEFT_KEYS, RIGHT_KEYS, LEFT = 5, 10, 36
"""Cells of the keys in each half, and of the left half."""

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
    """All keys on one page; scrolls where it is higher than the screen."""

    DEFAULT_CSS = "Help > .box { width: 80; }"

    def compose(self) -> ComposeResult:
        """Keys in two columns, then the signs."""
        with VerticalScroll(classes="box"):
            yield plain("Keys, each after Ctrl+B", "title")
            yield Static(self._keys())
            yield plain("Signs", "title")
            yield Static(self._signs())
            yield plain("Without Ctrl+B every key goes to the program.   Esc closes", "keys")

    def action_confirm(self) -> None:
        """Enter closes it, as Esc does."""
        self.dismiss(None)

    def _keys(self) -> Text:
        groups = [
            [c for c in commands if c.help] for _, commands in groupby(COMMANDS, key=lambda command: command.group)
        ]
        left, right = [*groups[0], None, *groups[2]], [*groups[1], None, *groups[3]]
        page = Text()
        for first, second in zip_longest(left, right):
            row = self._entry(first, LEFT_KEYS)
            row.append(" " * max(1, LEFT - row.cell_len))
            row.append_text(self._entry(second, RIGHT_KEYS))
            page.append_text(row).append("\n")
        return page

    def _entry(self, command: Command | None, cells: int) -> Text:
        if command is None:
            return Text()
        keys = command.shown or shown(command.keys[0])
        text = Text(f"{keys:<{cells}}", style=self.look.palette.focus)
        return text.append(command.help, style=self.look.palette.text)

    def _signs(self) -> Text:
        text = Text()
        for status, meaning in MEANINGS.items():
            text.append(self.look.signs.glyphs[status], style=colour_of(status, self.look.palette))
            text.append(f" {meaning}" + ("\n" if status is Status.WORKING else "   "), style=self.look.palette.text)
        return text

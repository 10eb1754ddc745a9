"""Every key, from the table that the keyboard uses, and what the signs mean."""

from __future__ import annotations

from itertools import zip_longest

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from hivemind.protocol.status import Status
from hivemind.tui.action import Action
from hivemind.tui.keymap import spelled
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
            yield plain(f"Keys, each after {spelled(self.look.keys.prefix)}", "title")
            yield Static(self._keys())
            yield plain("Signs", "title")
            yield Static(self._signs())
            yield plain(f"Without {spelled(self.look.keys.prefix)} every key goes to the program.   Esc closes", "keys")

    def action_confirm(self) -> None:
        """Enter closes it, as Esc does."""
        self.dismiss(None)

    def _keys(self) -> Text:
        halves: list[list[Action | None]] = [[], []]
        for at, group in enumerate(self.look.keys.groups):
            half = halves[at % 2]
            half += [*([None] if half else []), *(action for action in group.actions if action.is_listed)]
        page = Text()
        for first, second in zip_longest(*halves):
            row = self._entry(first, LEFT_KEYS)
            row.append(" " * max(1, LEFT - row.cell_len))
            row.append_text(self._entry(second, RIGHT_KEYS))
            page.append_text(row).append("\n")
        return page

    def _entry(self, action: Action | None, cells: int) -> Text:
        if action is None:
            return Text()
        text = Text(f"{self.look.keys.listed(action.name):<{cells}}", style=self.look.palette.focus)
        return text.append(action.help, style=self.look.palette.text)

    def _signs(self) -> Text:
        text = Text()
        for status, meaning in MEANINGS.items():
            text.append(self.look.signs.glyphs[status], style=colour_of(status, self.look.palette))
            text.append(f" {meaning}" + ("\n" if status is Status.WORKING else "   "), style=self.look.palette.text)
        return text

"""Every key, from the table that the keyboard uses, and what the signs mean."""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from hivemind.protocol.status import Status
from hivemind.tui.action import Group
from hivemind.tui.keymap import spelled
from hivemind.tui.screens.dialog import Dialog, plain
from hivemind.tui.signs import colour_of
from hivemind.tui.visible import clip

WIDEST: Final = 116
"""Cells of the page; a wider one would be slower to read."""

TWO_COLUMNS: Final = 72
"""Cells of the page from which on keys stand in two columns."""

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

    DEFAULT_CSS = f"Help > .box {{ width: {WIDEST + 6}; }}"

    def compose(self) -> ComposeResult:
        """Groups of keys side by side, then the signs."""
        prefix = spelled(self.look.keys.prefix)
        with VerticalScroll(classes="box"):
            yield plain(f"Keys, each after {prefix}", "title")
            yield Static(self._keys(min(WIDEST, self.app.size.width - 6)))
            yield plain("Signs", "title")
            yield Static(self._signs())
            yield plain(f"Without {prefix} every key goes to the program.   ↑ ↓ scroll   Esc closes", "keys")

    def action_confirm(self) -> None:
        """Enter closes it, as Esc does."""
        self.dismiss(None)

    def _keys(self, width: int) -> Text:
        """Groups in as many columns as fit, of about the same height, never torn apart."""
        columns = 2 if width >= TWO_COLUMNS else 1
        each = width // columns
        groups = [self._group(group, each - 2) for group in self.look.keys.groups]
        tallest = -(-sum(map(len, groups)) // columns)
        halves: list[list[Text]] = [[] for _ in range(columns)]
        for lines in groups:
            half = next((one for one in halves if len(one) + len(lines) // 2 <= tallest), halves[-1])
            half += [*([Text()] if half else []), *lines]
        page = Text()
        for row in zip_longest(*halves, fillvalue=Text()):
            for cells in row:
                page.append_text(cells).append(" " * (each - cells.cell_len))
            page.rstrip()
            page.append("\n")
        return page

    def _group(self, group: Group, width: int) -> list[Text]:
        """A heading, and a line an action: its keys, what it does."""
        keys, palette = self.look.keys, self.look.palette
        listed = [(keys.listed(action.name), action.help) for action in group.actions if action.is_listed]
        listed = [(pressed, told) for pressed, told in listed if pressed]
        room = max((cell_len(pressed) for pressed, _ in listed), default=0) + 2
        lines = [Text(group.title, style=f"bold {palette.dim}")]
        for pressed, told in listed:
            line = Text(pressed + " " * (room - cell_len(pressed)), style=palette.focus)
            lines.append(line.append(clip(told, width - room, self.look.signs.ellipsis), style=palette.text))
        return lines

    def _signs(self) -> Text:
        look, text = self.look, Text()
        told = [(look.signs.glyphs[one], meaning, colour_of(one, look.palette)) for one, meaning in MEANINGS.items()]
        told.append((look.signs.done, "done, not looked at", look.palette.good))
        told.append((look.signs.fault, "did not end well", look.palette.warning))
        for sign, meaning, colour in told:
            text.append(sign, style=colour)
            text.append(f" {meaning}".replace(" ", "\u00a0") + "   ", style=look.palette.text)
        return text

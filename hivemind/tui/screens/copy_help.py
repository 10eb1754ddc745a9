"""The keys of copy mode, from the table that it uses."""

from __future__ import annotations

from itertools import zip_longest

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from hivemind.tui.copying.keys import COPY_KEYS
from hivemind.tui.screens.dialog import Dialog, plain

LEFT_KEYS, RIGHT_KEYS, LEFT, ROOM = 10, 5, 42, 74
"""Cells of the keys in each half, of the left half, and of a line."""


class CopyHelp(Dialog[None]):
    """All keys on one page."""

    DEFAULT_CSS = "CopyHelp > .box { width: 80; }"

    def compose(self) -> ComposeResult:
        """Motions and commands in two columns."""
        with VerticalScroll(classes="box"):
            yield plain("Keys of copy mode; a number before a motion repeats it", "title")
            yield Static(self.page())
            yield plain("Dragging with the mouse selects and copies.   Esc closes", "keys")

    def action_confirm(self) -> None:
        """Enter closes it, as Esc does."""
        self.dismiss(None)

    def page(self) -> Text:
        """The keys in force and what they do."""
        lines = self._lines()
        half = -(-len(lines) // 2)
        page = Text()
        for first, second in zip_longest(lines[:half], lines[half:], fillvalue=("", "")):
            row = self._entry(*first, cells=LEFT_KEYS)
            row.append(" " * max(1, LEFT - row.cell_len))
            page.append_text(row.append_text(self._entry(*second, cells=RIGHT_KEYS))).append("\n")
        return page

    def _lines(self) -> list[tuple[str, str]]:
        """Keys with what they do: the first key in force of every entry that a line covers."""
        lines: list[tuple[list[str], str]] = []
        for entry in COPY_KEYS:
            if entry.help:
                lines.append(([], entry.help))
            lines[-1][0].append(self.look.keys.in_copy_mode(entry.name))
        return [(" ".join(filter(None, keys)), text) for keys, text in lines]

    def _entry(self, keys: str, text: str, *, cells: int) -> Text:
        written = Text(f"{keys:<{cells}}", style=self.look.palette.focus)
        return written.append(text, style=self.look.palette.text)

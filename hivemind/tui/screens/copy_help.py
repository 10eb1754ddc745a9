"""The keys of copy mode, from the table that it uses."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from hivemind.tui.copying.keys import COPY_KEYS
from hivemind.tui.screens.columns import page
from hivemind.tui.screens.dialog import Dialog, plain
from hivemind.tui.screens.foot import CLOSES, Foot
from hivemind.tui.screens.help import AROUND

WIDEST = 74
"""Cells of the page."""

FIRST_COMMAND = "select"
"""The entry with which motions end."""


class CopyHelp(Dialog[None]):
    """All keys on one page; scrolls where it is higher than the screen."""

    DEFAULT_CSS = f"""
    CopyHelp > .box {{ width: {WIDEST + 6}; }}
    CopyHelp VerticalScroll {{ height: auto; }}
    """

    def compose(self) -> ComposeResult:
        """Motions and commands side by side."""
        with Vertical(classes="box"):
            yield plain("Keys of copy mode; a number before a motion repeats it", "title")
            with VerticalScroll():
                yield Static(self.page(min(WIDEST, self.app.size.width - 7)))
            yield Foot(self.look, ("", "Dragging with the mouse selects and copies."), CLOSES)

    def on_resize(self) -> None:
        """The page has the rows that the rest leaves to it."""
        self.query_one(VerticalScroll).styles.max_height = max(1, self.size.height - AROUND)

    def action_confirm(self) -> None:
        """Enter closes it, as Esc does."""
        self.dismiss(None)

    def page(self, width: int = WIDEST) -> Text:
        """The keys in force and what they do."""
        names = [entry.name for entry in COPY_KEYS]
        at = names.index(FIRST_COMMAND)
        groups = [("Motions", self._lines(range(at))), ("Select, copy, search", self._lines(range(at, len(names))))]
        return page(groups, self.look, width)

    def _lines(self, places: range) -> list[tuple[str, str]]:
        """Keys with what they do: the first key in force of every entry that a line covers."""
        lines: list[tuple[list[str], str]] = []
        for entry in (COPY_KEYS[at] for at in places):
            if entry.help:
                lines.append(([], entry.help))
            lines[-1][0].append(self.look.keys.in_copy_mode(entry.name))
        return [(" ".join(filter(None, keys)), text) for keys, text in lines]

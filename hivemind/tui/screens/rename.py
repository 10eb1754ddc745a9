"""A new name for a tile or a frame."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input

from hivemind.tui.look import Look
from hivemind.tui.screens.dialog import Dialog, plain
from hivemind.tui.screens.foot import CANCELS, Foot

NAME_LIMIT = 80
"""Characters of a name."""


class Renaming(Dialog[str]):
    """Gives back the new name; an empty one takes a tile's name away."""

    def __init__(self, title: str, name: str, look: Look) -> None:
        super().__init__(look)
        self._title, self._name_before = title, name

    def compose(self) -> ComposeResult:
        """One field."""
        with Vertical(classes="box"):
            yield plain(self._title, "title")
            yield Input(self._name_before, max_length=NAME_LIMIT, compact=True)
            yield Foot(self.look, ("enter", "renames"), CANCELS)

    def action_confirm(self) -> None:
        """The name as it stands."""
        self.dismiss(self.query_one(Input).value.strip())

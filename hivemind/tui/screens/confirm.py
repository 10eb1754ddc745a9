"""A question before something that cannot be taken back."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical

from hivemind.tui.look import Look
from hivemind.tui.screens.dialog import Dialog, plain
from hivemind.tui.screens.foot import LEAVES_IT, Foot


class Confirm(Dialog[bool]):
    """Enter does it, Esc does not."""

    def __init__(self, question: str, detail: str, verb: str, look: Look) -> None:
        super().__init__(look)
        self._words = question, detail, verb

    def compose(self) -> ComposeResult:
        """The question, what it means, and the keys."""
        question, detail, verb = self._words
        with Vertical(classes="box"):
            yield plain(question, "title")
            yield plain(detail)
            yield Foot(self.look, ("enter", verb), LEAVES_IT)

    def action_confirm(self) -> None:
        """Yes."""
        self.dismiss(True)  # noqa: FBT003 (the result itself)

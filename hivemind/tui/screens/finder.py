"""The palette: every action and every tile, found by typing a few letters of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.fuzzy import Matcher
from textual.message import Message
from textual.widgets import Input

from hivemind.tui.drawn import Bit, Drawn, Line
from hivemind.tui.look import Look
from hivemind.tui.screens.dialog import Dialog, plain
from hivemind.tui.visible import visible

ROWS: Final = 12
"""Lines of the list that are shown at once."""


@dataclass(frozen=True, slots=True)
class Found:
    """One line: what it is called, what is known of it, and the action it stands for."""

    label: str
    note: str
    action: str
    """An action's name, with `:` and an argument where it takes one."""
    sign: str = " "
    colour: str = ""


class FoundList(Drawn):
    """The lines that match."""

    class Picked(Message):
        """A line was clicked."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def on_click(self, event: events.Click) -> None:
        """Pick the line under the mouse."""
        event.prevent_default()  # else the line would act at once, too
        if event.y < len(self.lines) and (action := self.lines[event.y].action):
            self.post_message(self.Picked(action))


class Finder(Dialog[str]):
    """Gives back the action that was picked."""

    DEFAULT_CSS = """
    Finder { align: center top; }
    Finder > .box { margin-top: 2; }
    Finder FoundList { height: 12; margin-top: 1; }
    Finder Input { background: $background; }
    """

    def __init__(self, entries: Sequence[Found], look: Look, *, title: str = "Do or go to") -> None:
        super().__init__(look)
        self._title = title
        self._entries = entries
        self._matching = list(entries)
        self._at = 0

    def compose(self) -> ComposeResult:
        """What is typed, and what matches."""
        with Vertical(classes="box"):
            yield plain(self._title, "title")
            yield Input(placeholder="type a few letters", compact=True)
            yield FoundList(self.look.palette.raised, is_fixed=True)
            yield plain("Enter does it   ↑ ↓ choose   Esc closes", "keys")

    def on_mount(self) -> None:
        """Show everything to begin with."""
        super().on_mount()
        self.call_after_refresh(self._draw)

    def on_resize(self) -> None:
        """Lines have another width."""
        self._draw()

    @on(Input.Changed)
    def _on_changed(self, event: Input.Changed) -> None:
        words = event.value.strip()
        self._matching = list(self._entries)
        if words:
            matcher = Matcher(words)
            scored = [(matcher.match(f"{entry.label} {entry.note}"), entry) for entry in self._entries]
            self._matching = [entry for score, entry in sorted(scored, key=lambda pair: -pair[0]) if score]
        self._at = 0
        self._draw()

    def on_key(self, event: events.Key) -> None:
        """Up and down choose a line while one types."""
        by = {"up": -1, "down": 1, "pageup": -ROWS, "pagedown": ROWS}.get(event.key)
        if by is not None:
            event.stop()
            self._at = max(0, min(self._at + by, len(self._matching) - 1))
            self._draw()

    @on(FoundList.Picked)
    def _on_picked(self, event: FoundList.Picked) -> None:
        self.dismiss(event.action)

    def action_confirm(self) -> None:
        """Pick the chosen line; without one nothing happens."""
        if self._matching:
            self.dismiss(self._matching[self._at].action)

    def _draw(self) -> None:
        palette = self.look.palette
        first = max(0, self._at - ROWS + 1)
        lines = []
        for at, entry in enumerate(self._matching[first : first + ROWS], first):
            is_chosen = at == self._at
            mark = Bit("> " if is_chosen else "  ", palette.focus, bold=True)
            sign = Bit(f"{entry.sign} ", entry.colour or palette.dim)
            label = Bit(visible(entry.label), palette.text, bold=is_chosen)
            note = f" {visible(entry.note)} " if entry.note else ""
            under = palette.background if is_chosen else ""
            room = self.query_one(FoundList).size.width - cell_len(entry.label) - 6
            right = (Bit(note, palette.dim),) if cell_len(note) <= room else ()
            lines.append(Line((mark, sign, label), right, background=under, action=entry.action))
        if not lines:
            lines = [Line((Bit("  nothing is called that", palette.dim),))]
        self.query_one(FoundList).draw(lines)

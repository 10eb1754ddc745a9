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

from hivemind.tui.drawn import Bit, Drawn, Line, bits_width
from hivemind.tui.listing import in_view
from hivemind.tui.look import Look
from hivemind.tui.screens.dialog import Dialog, plain
from hivemind.tui.screens.foot import CHOOSES, CLOSES, Foot
from hivemind.tui.visible import visible

ROWS: Final = 12
"""Lines of the list that are shown at once, where the screen is high enough."""

OTHER_ROWS: Final = 10
"""Rows of the dialog that are not the list, with the gap above it."""

WHEEL_LINES: Final = 3
"""Lines of one step of the wheel."""


@dataclass(frozen=True, slots=True)
class Found:
    """One line: what it is called, what is known of it, and the action it stands for."""

    label: str
    note: str
    action: str
    """An action's name, with `:` and an argument where it takes one."""
    sign: str = " "
    colour: str = ""
    key: str = ""
    """The key that does the same."""


class FoundList(Drawn):
    """The lines that match."""

    class Picked(Message):
        """A line was clicked."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    class Wheeled(Message):
        """The wheel was turned over the lines."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    def on_click(self, event: events.Click) -> None:
        """Pick the line under the mouse."""
        event.prevent_default()  # else the line would act at once, too
        if event.y < len(self.lines) and (action := self.lines[event.y].action):
            self.post_message(self.Picked(action))

    def on_mouse_scroll_down(self) -> None:
        """Move on."""
        self.post_message(self.Wheeled(WHEEL_LINES))

    def on_mouse_scroll_up(self) -> None:
        """Move back."""
        self.post_message(self.Wheeled(-WHEEL_LINES))


class Finder(Dialog[str]):
    """Gives back the action that was picked."""

    DEFAULT_CSS = """
    Finder { align: center top; }
    Finder > .box { margin-top: 2; }
    Finder FoundList { margin-top: 1; }
    """

    def __init__(self, entries: Sequence[Found], look: Look, *, title: str = "Do or go to") -> None:
        super().__init__(look)
        self._title = title
        self._entries = entries
        self._matching = list(entries)
        self._words = ""
        """What was typed when they matched."""
        self._at = self._first = 0

    def compose(self) -> ComposeResult:
        """What is typed, and what matches."""
        with Vertical(classes="box"):
            yield plain(self._title, "title")
            yield Input(placeholder="type a few letters", compact=True)
            yield FoundList(self.look.palette.raised, is_fixed=True)
            yield Foot(self.look, ("enter", "does it"), CHOOSES, CLOSES)

    def on_mount(self) -> None:
        """Show everything to begin with."""
        super().on_mount()
        self.call_after_refresh(self._draw)

    def on_resize(self) -> None:
        """There are other lines, of another width. On a low screen the list gives way, so that the keys are seen."""
        self.query_one(FoundList).styles.height = self._rows
        self.call_after_refresh(self._draw)

    @property
    def _rows(self) -> int:
        return max(1, min(ROWS, self.app.size.height - OTHER_ROWS))

    @on(Input.Changed)
    def _match(self) -> None:
        """List what matches. Enter may come before Textual tells of the text: it must not pick another line then."""
        words = self.query_one(Input).value.strip()
        if words == self._words:
            return
        self._words = words
        self._matching = list(self._entries)
        if words:
            matcher = Matcher(words)
            scored = [(matcher.match(f"{entry.label} {entry.note}"), entry) for entry in self._entries]
            self._matching = [entry for score, entry in sorted(scored, key=lambda pair: -pair[0]) if score]
        self._at = 0
        self._draw()

    def on_key(self, event: events.Key) -> None:
        """Up and down choose a line while one types."""
        by = {"up": -1, "down": 1, "pageup": -self._rows, "pagedown": self._rows}.get(event.key)
        if by is not None:
            event.stop()
            self._move(by)

    @on(FoundList.Wheeled)
    def _on_wheeled(self, event: FoundList.Wheeled) -> None:
        self._move(event.by)

    def _move(self, by: int) -> None:
        self._at = max(0, min(self._at + by, len(self._matching) - 1))
        self._draw()

    @on(FoundList.Picked)
    def _on_picked(self, event: FoundList.Picked) -> None:
        self.dismiss(event.action)

    def action_confirm(self) -> None:
        """Pick the chosen line; without one nothing happens."""
        self._match()
        if self._matching:
            self.dismiss(self._matching[self._at].action)

    def _draw(self) -> None:
        self._first = first = in_view(self._first, self._at, self._rows)
        seen = self._matching[first : first + self._rows]
        keys = max((cell_len(entry.key) for entry in seen), default=0)
        lines = [self._line(entry, keys, is_chosen=at == self._at) for at, entry in enumerate(seen, first)]
        if not lines:
            lines = [Line((Bit("  nothing is called that", self.look.palette.dim),))]
        self.query_one(FoundList).draw(lines)

    def _line(self, entry: Found, keys: int, *, is_chosen: bool) -> Line:
        """One line; `keys` are the cells of the column that its key stands in. What is known of it may give way."""
        palette = self.look.palette
        left = (
            Bit("> " if is_chosen else "  ", palette.focus, bold=True),
            Bit(f"{entry.sign} ", entry.colour or palette.dim),
            Bit(visible(entry.label), palette.text, bold=is_chosen),
        )
        note = Bit(f" {visible(entry.note)} ", palette.dim)
        key = Bit(f"  {entry.key}{' ' * (keys - cell_len(entry.key))} " if keys else "", palette.focus)
        room = self.query_one(FoundList).size.width - bits_width(left)
        right = (note, key) if entry.note and bits_width((note, key)) <= room else (key,)
        under = palette.background if is_chosen else ""
        return Line(left, right, background=under, action=entry.action)

"""Fields that Textual has not: a choice on one line, a list of agents, a text that Enter does not break."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget
from textual.widgets import TextArea

from hivemind.tui.listing import in_view
from hivemind.tui.look import Look
from hivemind.tui.visible import visible

TYPED_SECONDS = 1.0
"""Seconds after which another letter begins another word."""


class Chooser(Widget, can_focus=True):
    """One of a few values, changed with the arrow keys or a click."""

    DEFAULT_CSS = "Chooser { height: 1; width: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }"

    def __init__(self, look: Look, *, id: str | None = None) -> None:  # noqa: A002 (Textual's own name)
        super().__init__(id=id)
        self._look = look
        self._values: Sequence[str | None] = (None,)
        self._default = ""
        self._at = 0

    def offer(self, values: Sequence[str], default: str | None) -> None:
        """Offer these values; not choosing any leaves it to the agent, whose default is named."""
        self._values, self._at = (None, *values), 0
        self._default = f"the agent's own ({default})" if default else "the agent's own"
        self.refresh()

    @property
    def value(self) -> str | None:
        """What is chosen; None leaves it to the agent."""
        return self._values[self._at]

    def on_key(self, event: events.Key) -> None:
        """Left and right (or up and down) turn."""
        if event.key in {"left", "up", "right", "down", "space"}:
            event.stop()
            self.turn(-1 if event.key in {"left", "up"} else 1)

    def turn(self, by: int) -> None:
        """Choose the next value, or the one before."""
        self._at = (self._at + by) % len(self._values)
        self.refresh()

    def on_click(self) -> None:
        """A click turns, as the right arrow does."""
        self.turn(1)

    def render(self) -> Text:
        """`‹ sonnet ›  2 of 4`."""
        palette = self._look.palette
        colour = palette.focus if self.has_focus else palette.dim
        label = visible(self.value) if self.value is not None else self._default
        text = Text(no_wrap=True, overflow="ellipsis").append(
            "‹ " if self._look.signs.dot == "·" else "< ", style=colour
        )
        text.append(label, style=f"bold {palette.text}" if self.has_focus else palette.text)
        text.append(" ›" if self._look.signs.dot == "·" else " >", style=colour)
        return text.append(f"   {self._at + 1} of {len(self._values)}", style=palette.dim)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a list."""

    id: str
    label: str
    note: str = ""
    is_dim: bool = False


class Entries(Widget, can_focus=True):
    """A list of which one line is chosen, with the arrow keys or a click."""

    DEFAULT_CSS = """
    Entries { height: auto; min-height: 1; max-height: 8; width: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    class Moved(Message):
        """Another line is chosen."""

    def __init__(self, look: Look, *, id: str | None = None) -> None:  # noqa: A002 (Textual's own name)
        super().__init__(id=id)
        self._look = look
        self._entries: Sequence[Entry] = ()
        self._at = self._first = 0
        self._typed, self._typed_at = "", -TYPED_SECONDS

    def offer(self, entries: Sequence[Entry]) -> None:
        """Show these lines; the first is chosen."""
        self._entries, self._at = entries, 0
        self.refresh(layout=True)
        self.post_message(self.Moved())

    @property
    def chosen(self) -> Entry | None:
        """The chosen line."""
        return self._entries[self._at] if self._entries else None

    def on_click(self, event: events.Click) -> None:
        """Choose the line under the mouse."""
        self._choose(self._shown_from + event.y)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The next line: those below come into view."""
        event.stop()
        self._choose(self._at + 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The line before."""
        event.stop()
        self._choose(self._at - 1)

    def on_key(self, event: events.Key) -> None:
        """Up and down move; letters typed in a row jump to the line that starts with them."""
        if event.key in {"up", "down"}:
            event.stop()
            self._choose(self._at + (1 if event.key == "down" else -1))
        if self._entries and event.character and event.character.isalnum():
            self._jump(event.character.lower())

    def _jump(self, letter: str) -> None:
        """To where the letters so far lead, else where this one does; one letter again and again goes round."""
        now = self._look.clock.monotonic()
        word = (self._typed if now - self._typed_at < TYPED_SECONDS else "") + letter
        at = None if word == letter * len(word) else self._found(word, self._at)
        self._typed, self._typed_at = (letter if at is None else word), now
        if at is None:
            at = self._found(letter, self._at + 1)
        if at is not None:
            self._choose(at)

    def _found(self, start: str, first: int) -> int | None:
        """The line with such a start, from `first` on and round."""
        order = ((first + n) % len(self._entries) for n in range(len(self._entries)))
        return next((n for n in order if self._entries[n].id.startswith(start)), None)

    def _choose(self, at: int) -> None:
        self._at = max(0, min(at, len(self._entries) - 1))
        self.refresh()
        self.post_message(self.Moved())

    @property
    def _shown_from(self) -> int:
        """The first line in view: the chosen one is among them, and as little as can be moves."""
        self._first = in_view(self._first, self._at, max(1, self.size.height))
        return self._first

    def render(self) -> Text:
        """A line an entry, from the first that is in view."""
        palette = self._look.palette
        text = Text(no_wrap=True, overflow="ellipsis")
        first = self._shown_from
        for at, entry in enumerate(self._entries[first:], first):
            is_chosen = at == self._at
            mark = ("› " if self._look.signs.dot == "·" else "> ") if is_chosen else "  "
            text.append(mark, style=palette.focus if self.has_focus else palette.dim)
            bold = "bold " if is_chosen else ""
            text.append(f"{visible(entry.label):<14}", style=bold + (palette.dim if entry.is_dim else palette.text))
            is_cut = is_chosen and len(self._entries) > self.size.height
            place = f"   {at + 1} of {len(self._entries)}" if is_cut else ""
            text.append(f" {visible(entry.note)}{place}\n", style=palette.dim)
        text.rstrip()
        return text or Text(" looking for agents …", style=palette.dim)


class TaskText(TextArea):
    """A text of a few lines; Enter belongs to the dialog, Shift+Enter and Ctrl+J break the line."""

    DEFAULT_CSS = "TaskText { height: 3; width: 1fr; border: none; padding: 0; background: $background; }"

    def on_key(self, event: events.Key) -> None:
        """Break the line; every other key is Textual's."""
        if event.key in {"shift+enter", "ctrl+j", "alt+enter"}:
            event.stop()
            event.prevent_default()
            self.insert("\n")

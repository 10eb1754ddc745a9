"""The last lines of a dialog: its keys, each of which can be clicked instead of pressed."""

from __future__ import annotations

from typing import Final

from textual import events
from textual.message import Message

from hivemind.tui.drawn import Bit, Drawn, Line, bits_width
from hivemind.tui.look import Look
from hivemind.tui.visible import folded

GAP: Final = "   "

CHARACTERS: Final = {"enter": "\r", "escape": "\x1b", "tab": "\t", "backspace": "\x7f", "space": " "}
"""What a terminal sends with a key that has a character."""

Does = tuple[str, str]
"""Keys, separated by blanks, and what they do. Without keys it is a sentence."""

CLOSES: Final[Does] = ("escape", "closes")
CANCELS: Final[Does] = ("escape", "cancels")
LEAVES_IT: Final[Does] = ("escape", "leaves it")
NEXT_FIELD: Final[Does] = ("tab", "next field")
CHOOSES: Final[Does] = ("up down", "choose")
SCROLLS: Final[Does] = ("up down", "scroll")


class Foot(Drawn):
    """Keys and what they do, in as many rows as they need."""

    DEFAULT_CSS = "Foot { height: 1; margin-top: 1; }"

    class Pressed(Message):
        """A key was clicked."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

        @property
        def event(self) -> events.Key:
            """The key as a terminal would send it."""
            return events.Key(self.key, CHARACTERS.get(self.key))

    def __init__(self, look: Look, *does: Does) -> None:
        super().__init__(look.palette.raised)
        self.display = True
        self._look = look
        self._does = does

    def offer(self, *does: Does) -> None:
        """Show other keys."""
        self._does = does
        self._lay()

    def on_resize(self) -> None:
        """There is another width."""
        self._lay()

    def on_click(self, event: events.Click) -> None:
        """Press the key under the mouse."""
        event.prevent_default()  # else it would be taken for an action of the room
        if key := self.action_at(event.x, event.y):
            self.post_message(self.Pressed(key))

    def _lay(self) -> None:
        if not (width := self.size.width):
            return
        rows: list[list[Bit]] = [[]]
        for group in (bits for keys, words in self._does for bits in self._bits(keys, words, width)):
            if rows[-1] and bits_width([*rows[-1], *group]) + len(GAP) > width:
                rows.append([])
            rows[-1] += [Bit(GAP, self._look.palette.dim), *group] if rows[-1] else group
        self.draw([Line(tuple(row)) for row in rows])
        self.display = True

    def _bits(self, keys: str, words: str, width: int) -> list[list[Bit]]:
        """What must not be torn apart: keys with what they do; a sentence where it is too long for a row."""
        palette, names = self._look.palette, keys.split()
        if not names:
            return [[Bit(row, palette.dim)] for row in folded(words, width)]
        bits = [Bit(self._look.keys.shown(name), palette.focus, action=name) for name in names]
        apart = [piece for bit in bits for piece in (bit, Bit(" ", palette.dim))]
        return [[*apart, Bit(words, palette.dim, action=names[0] if len(names) == 1 else "")]]

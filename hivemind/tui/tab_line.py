"""The top line on the screen: a tab that is dragged over another one takes its place."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len
from textual import events

from hivemind.tui.drawn import Drawn
from hivemind.tui.tabs import ACTION

LEFT: Final = 1
"""Textual's number of the left button."""

PLACE: Final = "place_frame"
"""The action of a tab that is dragged: its frame's id, and once it is let go, behind a space, that of the tab there."""

NOWHERE: Final = "-"
"""Stands for the tab where there is none."""


class TabLine(Drawn):
    """Tells a drag from a click: a tab that was carried away is not one that is gone to."""

    def __init__(self, background: str) -> None:
        super().__init__(background, is_fixed=True)
        self._taken = ""
        """The frame whose tab is held."""
        self._is_carried = False

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Take the tab there."""
        name, _, frame_id = self.action_at(event.x, event.y).partition(":")
        self._is_carried, self._taken = False, ""
        if event.button == LEFT and name == ACTION:
            self._taken = frame_id
            self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Carry it; the first other tab it comes over says what that does."""
        if self._taken and not event.button:  # let go where nobody saw it
            self._put(NOWHERE)
        elif self._taken and not self._is_carried and self._over(event.x, event.y):
            self._is_carried = True
            self.post_message(self.Acted(f"{PLACE}:{self._taken}"))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Put it where it is let go; elsewhere than among the tabs it stays where it was."""
        over = self._over(event.x, event.y)
        self._is_carried = self._is_carried or bool(self._taken and over)
        self._put(over or NOWHERE)

    def on_click(self, event: events.Click) -> None:
        """Nothing, where a drag ended."""
        if self._is_carried:
            self._is_carried = False
            event.prevent_default()

    def _put(self, over: str) -> None:
        if self._taken and self._is_carried:
            self.post_message(self.Acted(f"{PLACE}:{self._taken} {over}"))
        self._taken = ""
        self.release_mouse()

    def _over(self, x: int, y: int) -> str:
        """The other frame whose tab is there, or whose tab is the last one before that place; else nothing."""
        if y or not self.lines:
            return ""
        found, start = "", 0
        for bit in self.lines[0].left:
            name, _, frame_id = bit.action.partition(":")
            if name == ACTION and (start <= x or not found):
                found = frame_id
            start += cell_len(bit.text)
        return "" if found == self._taken else found

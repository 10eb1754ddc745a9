"""Before the same kind of thing is allowed for a while: what that is, exactly, and for how long."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from hivemind.protocol.settled import Permit
from hivemind.tui.look import Look
from hivemind.tui.screens.dialog import Dialog, plain
from hivemind.tui.screens.foot import LEAVES_IT, Foot
from hivemind.tui.visible import visible

MINUTES: Final = (5, 10, 30, 60)
"""How long it can be, beside what the settings say."""

WITHIN: Final = "Allow every change of a file (no hidden one) in"

Ask = Callable[[], Awaitable[Permit | None]]
"""Asks what would be allowed; None when nothing can be, which was said."""


class Minutes(Static, can_focus=True):
    """How long, turned with the arrow keys or a click."""

    def __init__(self, look: Look, usual: int) -> None:
        super().__init__()
        self._look = look
        self._minutes = sorted({*MINUTES, usual})
        self._at = self._minutes.index(usual)

    @property
    def value(self) -> int:
        """Minutes."""
        return self._minutes[self._at]

    def on_mount(self) -> None:
        """Show it."""
        self._turn(0)

    def on_key(self, event: events.Key) -> None:
        """Arrow keys turn."""
        if event.key in {"left", "down", "right", "up"}:
            event.stop()
            self._turn(1 if event.key in {"right", "up"} else -1)

    def on_click(self) -> None:
        """A click turns on, round and round."""
        self._at = -1 if self._at == len(self._minutes) - 1 else self._at
        self._turn(1)

    def _turn(self, by: int) -> None:
        self._at = max(0, min(self._at + by, len(self._minutes) - 1))
        palette = self._look.palette
        text = Text("For  ", style=palette.dim).append(f"{self.value} minutes", style=f"bold {palette.text}")
        self.update(text.append(self._look.keys.said("   ← → changes that"), style=palette.dim))


class AllowForAWhile(Dialog[int]):
    """Gives back the minutes."""

    def __init__(self, ask: Ask, look: Look, usual: int) -> None:
        super().__init__(look)
        self._ask = ask
        self._usual = usual

    def compose(self) -> ComposeResult:
        """What would be allowed, for how long, and how it ends."""
        keys = self.look.keys
        with Vertical(classes="box"):
            yield plain("Allow this for a while?", "title")
            yield Static(id="what", markup=False)
            with Horizontal(classes="row"):
                yield Minutes(self.look, self._usual)
            yield plain(f"It ends by itself, with the tile, or when you take it back: {keys.way('history')}.")
            yield Foot(self.look, ("enter", "allows"), LEAVES_IT)

    def prepare(self) -> None:
        """Ask what it would be: until that is seen, no key allows it, and none goes to a program."""
        self.run_worker(self._look())

    async def _look(self) -> None:
        permit = await self._ask()
        if permit is None:
            self.dismiss(None)
            return
        is_run = permit.kind == "run"
        first = "Allow every plain command that begins with" if is_run else WITHIN
        what = Text(f"{first}\n").append(f"  {visible(permit.what)}\n", style=f"bold {self.look.palette.attention}")
        what.append(f"in {visible(permit.name)}, without asking: this one now, and the next ones.")
        self.query_one("#what", Static).update(what)
        self._held.clear()
        self.call_after_refresh(self.hand_over)

    DEFAULT_CSS = "AllowForAWhile .row { height: 1; margin: 1 0; }"

    def action_confirm(self) -> None:
        """Yes, for so long."""
        self.dismiss(self.query_one(Minutes).value)

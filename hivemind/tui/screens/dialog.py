"""What every dialog has: Enter confirms, Esc closes, Tab moves, and no key is lost or goes astray while it opens."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, TypeVar

from rich.text import Text
from textual import events, on
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.css.query import NoMatches
from textual.screen import ModalScreen
from textual.widgets import Input, Static, TextArea
from textual.worker import Worker

from hivemind.tui.look import Look
from hivemind.tui.screens.foot import Foot
from hivemind.tui.signs import ASCII

T = TypeVar("T")

FIELD_SECONDS: Final = 0.5
"""A field that has not taken a key after this long is not waited for."""


class Dialog(ModalScreen[T]):
    """A box over the room.

    A dialog opens only by a key or a click of the person. Keys that come between that key and the moment its fields
    can take them are held and then handed over in order; those before it went to the program.
    """

    BINDINGS = [  # noqa: RUF012 (Textual reads them from the class)
        *(
            Binding(key, action, show=False, priority=True)
            for key, action in (
                ("escape", "cancel"),
                ("enter", "confirm"),
                ("tab", "app.focus_next"),
                ("shift+tab", "app.focus_previous"),
            )
        )
    ]
    DEFAULT_CSS = """
    Dialog { align: center middle; background: $background 60%; }
    Dialog > .box {
        width: 76; max-width: 100%; height: auto; max-height: 100%;
        background: $surface; border: solid $primary; padding: 0 2; scrollbar-size-vertical: 1;
    }
    Dialog VerticalScroll {
        scrollbar-size-vertical: 1; scrollbar-background: $surface; scrollbar-background-hover: $surface;
        scrollbar-background-active: $surface; scrollbar-color: $hive-line; scrollbar-color-hover: $primary;
        scrollbar-color-active: $primary;
    }
    Dialog.-ascii > .box { border: ascii $primary; }
    Dialog Input { background: $background; }
    Dialog Input:focus, Dialog TextArea:focus { background-tint: $foreground 0%; }
    Dialog Input > .input--placeholder, Dialog Input > .input--suggestion { color: $hive-dim; text-style: none; }
    Dialog .title { text-style: bold; color: $foreground; margin-bottom: 1; }
    Dialog .fault { color: $error; margin-top: 1; display: none; }
    """
    ALLOW_SELECT = False
    AUTO_FOCUS = "*"

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self.set_class(look.signs is ASCII, "-ascii")
        self._held: list[events.Key | events.Paste] = []
        self._is_ready = False

    def on_mount(self) -> None:
        """Get ready for keys; no cursor blinks, as nothing does in the room."""
        for field in (*self.query(Input), *self.query(TextArea)):
            field.cursor_blink = False
        self.prepare()

    def prepare(self) -> None:
        """Take keys as soon as the fields are there; a dialog that must know more first hands over itself."""
        self.call_after_refresh(self.hand_over)

    async def type(self, event: events.Key | events.Paste) -> None:
        """Take a key: now, or when the fields can; Esc always works. Returns when the field it went to has taken it."""
        is_escape = isinstance(event, events.Key) and event.key == "escape"
        if is_escape:
            self._held.clear()  # what was typed before it was the dialog's, and goes with it
        if self._is_ready or is_escape:
            await self._type(event)
        else:
            self._held.append(event)

    async def hand_over(self) -> None:
        """Give the keys that were held to the fields, and hold no more; those after a closing key are the room's."""
        while self._held:
            event = self._held.pop(0)
            await (self._type(event) if self.is_current else self.app.on_event(event))
        self._is_ready = True

    async def _type(self, event: events.Key | events.Paste) -> None:
        """Hand one key to Textual and wait for its field, so that Enter and Tab never overtake the text before them.

        What a field binds to a key that prints nothing (Backspace, Home) is run here: Textual would do it only once the
        key has come back to the app, behind those that wait there.
        """
        silent = event.key if isinstance(event, events.Key) and not event.is_printable else ""
        bound = self.active_bindings.get(silent)
        edits = bound and isinstance(self.focused, Input | TextArea) and bound.node is self.focused
        if bound and edits and bound.enabled and not bound.binding.action.startswith("scroll_"):
            await self.app.run_action(bound.binding.action, bound.node)
            return
        await App.on_event(self.app, event)
        if self.focused is not None and self.is_current:
            taken = asyncio.Event()
            self.focused.call_later(taken.set)
            with suppress(TimeoutError):  # a slow field only loses its place in the queue
                async with asyncio.timeout(FIELD_SECONDS):
                    await taken.wait()

    # -- what ends late ------------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether it has not been closed. Its fields go away with it, while work of it may still end."""
        return self in self.app.screen_stack

    async def on_event(self, event: events.Event) -> None:
        """A size does not matter any more once it is closed, nor one that the terminal has no more.

        Textual tells a screen each size that it lays out: two of them on their way at once would take turns for ever.
        """
        if not isinstance(event, events.Resize) or (self.is_open and event.size == self.app.size):
            await super().on_event(event)

    def call_after_refresh(self, callback: Callable[..., Any], *args: Any, **kwargs: Any) -> bool:
        """Call it then, unless the dialog was closed meanwhile; keys that are held go on in any case."""

        def call() -> Any:
            return callback(*args, **kwargs) if self.is_open or callback == self.hand_over else None

        return super().call_after_refresh(call)

    def run_worker(self, work: Any, *args: Any, **kwargs: Any) -> Worker[Any]:
        """Run it beside everything else; what it would have shown in a dialog that was closed is shown nowhere."""
        return super().run_worker(self._while_open(work), *args, **kwargs)

    async def _while_open(self, work: Awaitable[Any]) -> Any:
        try:
            return await work
        except NoMatches:
            if self.is_open:
                raise
            return None

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Close; once only, and never another dialog: work that ends late may find this one gone."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    @on(Foot.Pressed)
    def _on_pressed(self, message: Foot.Pressed) -> None:
        """A click on a key is that key."""
        self.app.post_message(message.event)

    def action_cancel(self) -> None:
        """Close without doing anything."""
        self.dismiss(None)

    def action_confirm(self) -> None:
        """Do what the dialog is for; each says what that is."""
        raise NotImplementedError


def plain(text: str, *classes: str) -> Static:
    """A label whose text is data, never markup."""
    return Static(Text(text), classes=" ".join(classes), markup=False)

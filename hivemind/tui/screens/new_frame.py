"""A new frame: its folder, and what it is called."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Static

from hivemind.base.errors import HiveError
from hivemind.protocol.verb import AnyVerb
from hivemind.tui.look import Look
from hivemind.tui.screens.dialog import Dialog, plain
from hivemind.tui.screens.foot import CANCELS, NEXT_FIELD, Foot
from hivemind.tui.screens.rename import NAME_LIMIT
from hivemind.verbs.new_frame import NewFrame

Call = Callable[[AnyVerb], Awaitable[Any]]


class NewFrameDialog(Dialog[str]):
    """Makes a frame and gives back its id. An error is shown here and stays; nothing typed is lost."""

    DEFAULT_CSS = """
    NewFrameDialog .row { height: auto; }
    NewFrameDialog .name { width: 8; color: $hive-dim; }
    NewFrameDialog Input { width: 1fr; }
    """

    def __init__(self, call: Call, folder: str, look: Look) -> None:
        super().__init__(look)
        self._call = call
        self._folder = folder

    def compose(self) -> ComposeResult:
        """Two fields."""
        with Vertical(classes="box"):
            yield plain("New frame", "title")
            with Horizontal(classes="row"):
                yield plain("Folder", "name")
                yield Input(self._folder, id="folder", compact=True)
            with Horizontal(classes="row"):
                yield plain("Name", "name")
                yield Input(id="name", placeholder="the folder's", max_length=NAME_LIMIT, compact=True)
            yield plain("", "fault")
            yield Foot(self.look, ("enter", "makes it"), NEXT_FIELD, CANCELS)

    def action_confirm(self) -> None:
        """Make it."""
        folder, name = (self.query_one(f"#{field}", Input).value.strip() for field in ("folder", "name"))
        self.run_worker(self._make(NewFrame(name=name, cwd=folder)), exclusive=True)

    async def _make(self, request: NewFrame) -> None:
        try:
            made = await self._call(request)
        except HiveError as error:
            fault = self.query_one(".fault", Static)
            fault.update(Text(error.message + (f"\n{error.hint}" if error.hint else "")))
            fault.display = True
        else:
            self.dismiss(made.frame_id)

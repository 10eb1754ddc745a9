"""Settings: every line of `settings.toml` and every agent, changed in place; the file keeps its comments."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from rich.cells import cell_len
from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, Static

from hivemind.base.errors import HiveError
from hivemind.base.oneline import visible_lines
from hivemind.protocol.agent import AgentInfo, OptionInfo
from hivemind.protocol.verb import AnyVerb
from hivemind.settings.change import Value, change
from hivemind.settings.file import SettingsFile
from hivemind.tui.bindings import is_typed
from hivemind.tui.drawn import Bit, Line
from hivemind.tui.keymap import PREFIX_WORD, key_name
from hivemind.tui.look import Look
from hivemind.tui.says import told
from hivemind.tui.screens.dialog import Dialog, plain
from hivemind.tui.screens.finder import FoundList
from hivemind.tui.screens.foot import CHOOSES, CLOSES, Does, Foot
from hivemind.tui.setting_rows import OFF, Kind, Row, changed, rows
from hivemind.tui.visible import clip, visible
from hivemind.verbs.agents import Agents
from hivemind.verbs.options import Options
from hivemind.verbs.switch import Switch

Call = Callable[[AnyVerb], Awaitable[Any]]

TURNS: Final[Does] = ("left right", "change")
UNSETS: Final[Does] = ("backspace", "as shipped")
AS_IT_WAS: Final[Does] = ("escape", "leaves it as it was")
EDITING: Final = (("enter", "keeps it"), AS_IT_WAS)
CAPTURING: Final = (("", "press the new key, or a key and the one behind it"), AS_IT_WAS)
DOES: Final[dict[Kind, tuple[Does, ...]]] = {
    "choice": (TURNS, UNSETS),
    "text": (("enter", "edits"), UNSETS),
    "number": (("enter", "edits"), UNSETS),
    "chords": (("enter", "asks for its key"), UNSETS),
    "agent": (TURNS, ("enter", "its options")),
    "heading": (),
    "note": (),
}
"""What keys do on a line."""

LABEL_CELLS = 30

LEAST_HELP = 12
"""Cells in which it is worth while to begin the help of a line."""


class SettingRows(FoundList):
    """The lines, each with its number as what is picked."""

    class Resized(Message):
        """There is room for another number of lines."""

    def on_resize(self) -> None:
        """Tell the page."""
        self.post_message(self.Resized())


class SettingsPage(Dialog[str]):
    """Changes settings one by one, each at once. Gives back the line where it was, if the room must be drawn anew."""

    AUTO_FOCUS = ""
    DEFAULT_CSS = """
    SettingsPage > .box { width: 100; height: 100%; }
    SettingsPage SettingRows { height: 1fr; }
    SettingsPage Input { display: none; }
    SettingsPage .about { color: $hive-dim; margin-top: 1; max-height: 4; display: none; }
    """

    def __init__(self, look: Look, file: SettingsFile, call: Call, *, at: str = "") -> None:
        super().__init__(look)
        self._file = file
        self._call = call
        self._agents: Sequence[AgentInfo] = ()
        self._options: dict[str, Sequence[OptionInfo]] = {}
        self._rows: list[Row] = []
        self._wanted = at
        """The line to begin at, until it is there or somebody goes to another one."""
        self._at = 0
        self._first = 0
        self._is_capturing = self._is_editing = False
        self._leader = ""
        self._changing = asyncio.Lock()

    def compose(self) -> ComposeResult:
        """The lines, a field that is there while one edits, and what went wrong."""
        with Vertical(classes="box"):
            yield plain(f"Settings   {self._file.path}", "title")
            yield SettingRows(self.look.palette.raised, is_fixed=True)
            yield plain("", "about")
            yield Input(compact=True)
            yield plain("", "fault")
            yield Foot(self.look)

    def prepare(self) -> None:
        """Show what there is; agents come when the daemon has told them."""
        self._reload()
        self.call_after_refresh(self._draw)
        self.run_worker(self._look_for_agents())
        super().prepare()

    async def _look_for_agents(self) -> None:
        try:
            self._agents = (await self._call(Agents())).agents
        except HiveError as error:
            self._fail(error)
        self._reload()
        self._wanted = ""

    def _reload(self) -> None:
        """Bring the lines up to date with the file; the chosen one stays chosen."""
        loaded = self._file.current()
        before = self._wanted or (".".join(self._rows[self._at].keys) if self._rows else "")
        self._rows = rows(loaded.settings, self.look.keys, self._agents, self._options)
        at = next((n for n, row in enumerate(self._rows) if before and ".".join(row.keys) == before), None)
        if at is not None:
            self._at, self._wanted = at, ""
        elif self._rows[self._at].kind == "heading":
            self._at += 1
        if loaded.report.errors:
            holds = [] if loaded.is_good else ["until this is mended, the last settings without a mistake hold:"]
            self._say("\n".join([*holds, *map(told, loaded.report.errors)]))
        self._draw()

    # -- keys ----------------------------------------------------------------------------------------------------

    async def type(self, event: events.Key | events.Paste) -> None:
        """Take a key: as a new chord while one is asked for, else as every dialog does."""
        if self._is_capturing and isinstance(event, events.Key):
            self._capture(event)
        else:
            await super().type(event)

    def on_key(self, event: events.Key) -> None:
        """Move and change."""
        if self._is_editing:
            return
        moves = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -len(self._rows), "end": len(self._rows)}
        if event.key in moves:
            self._move(moves[event.key])
        elif event.key in {"left", "right", "space"}:
            self._turn(-1 if event.key == "left" else 1)
        elif event.key == "backspace":
            self._unset()
        else:
            return
        event.stop()

    def action_confirm(self) -> None:
        """Edit the line, or keep what was edited."""
        row = self._rows[self._at]
        if self._is_editing:
            self._keep(row, self.query_one(Input).value.strip())
        elif row.kind == "choice":
            self._turn(1)
        elif row.kind in {"text", "number"}:
            self._edit(row)
        elif row.kind == "chords":
            self._is_capturing, self._leader = True, ""
            self._tell(*CAPTURING)
        elif row.kind == "agent":
            self._open(row.keys[0])

    def action_cancel(self) -> None:
        """Stop editing, else close."""
        if self._is_editing:
            self._end_edit()
        else:
            self.dismiss(None)

    @on(SettingRows.Picked)
    def _on_picked(self, message: SettingRows.Picked) -> None:
        is_again = int(message.action) == self._at
        if self._is_editing or self._is_capturing:
            self._end_edit()  # what was typed is for the line that it was begun on
            is_again = False
        self._at, self._wanted = int(message.action), ""
        self._draw()
        if is_again:
            self.action_confirm()

    @on(SettingRows.Wheeled)
    def _on_wheeled(self, message: SettingRows.Wheeled) -> None:
        if not (self._is_editing or self._is_capturing):
            self._move(message.by)

    def on_resize(self) -> None:
        """What went wrong leaves the most of the rows to the lines."""
        self.query_one(".fault").styles.max_height = max(3, self.size.height // 3)

    @on(SettingRows.Resized)
    def _on_resized(self) -> None:
        self._draw()

    def _move(self, by: int) -> None:
        at = max(0, min(self._at + by, len(self._rows) - 1))
        ahead, behind = range(at, len(self._rows)), range(at, -1, -1)
        order = (*ahead, *behind) if by > 0 else (*behind, *ahead)
        self._at, self._wanted = next(n for n in order if self._rows[n].kind != "heading"), ""
        self._draw()

    def _turn(self, by: int) -> None:
        row = self._rows[self._at]
        if row.values:
            self.run_worker(self._in_turn(lambda: self._turned(row, by)))

    def _edit(self, row: Row) -> None:
        self._is_editing = True
        field = self.query_one(Input)
        field.value, field.display = (row.value if row.is_set or row.kind == "number" else ""), True
        field.placeholder = row.value
        field.focus()
        self._tell(*EDITING)
        self._draw()

    def _end_edit(self) -> None:
        self._is_editing = self._is_capturing = False
        self.query_one(Input).display = False
        self.set_focus(None)
        self._draw()

    def _capture(self, event: events.Key) -> None:
        """One key of a chord: alone with Alt or as a function key, else the leader of the next one."""
        name = key_name(event.key, event.character)
        row = self._rows[self._at]
        if name is None or name == "escape":
            self._end_edit()
        elif row.keys == ("keys", "prefix"):
            self._end_edit()
            self._keep(row, name)
        elif self._leader:
            leader = PREFIX_WORD if self._leader == self.look.keys.prefix else self._leader
            self._end_edit()
            self._keep(row, f"{leader} {name}")
        elif name in self.look.keys.leaders:
            self._leader = name
            self._tell(("", f"{self.look.keys.shown(name)} and the key behind it"), AS_IT_WAS)
        else:
            self._end_edit()
            self._keep(row, f"{PREFIX_WORD} {name}" if is_typed(name) else name)

    # -- changing ------------------------------------------------------------------------------------------------

    def _keep(self, row: Row, value: str) -> None:
        """Make the line what was typed."""
        try:
            changed(self._file.current().settings, row, value)
        except ValueError:
            self._say(f"{row.label}: '{value}' is no number")
            return
        if self._is_editing:
            self._end_edit()
        self.run_worker(self._in_turn(lambda: self._made(row, value)))

    def _unset(self) -> None:
        """Take the line out of the file, so that it is as shipped."""
        row = self._rows[self._at]
        keys = row.keys[:2] if row.keys[:2] == ("notify", "events") else row.keys
        if row.is_set:
            self.run_worker(self._in_turn(lambda: self._write(row, keys, None)))

    async def _in_turn(self, change: Callable[[], Awaitable[None]]) -> None:
        """One change after the other: each begins from what the one before has made."""
        async with self._changing:
            await change()

    async def _turned(self, row: Row, by: int) -> None:
        now = next((one for one in self._rows if one.keys == row.keys), row)
        at = (now.values.index(now.value) + by) % len(now.values) if now.value in now.values else 0
        await self._made(now, now.values[at])

    async def _made(self, row: Row, value: str) -> None:
        if row.kind == "agent":
            await self._switch(row, value)
        else:
            await self._write(row, *changed(self._file.current().settings, row, value))

    async def _write(self, row: Row, keys: tuple[str, ...], value: Value) -> None:
        try:
            await asyncio.to_thread(change, self._file.path, keys, value)
        except HiveError as error:
            self._fail(error)
            return
        self._say("")
        if row.restarts:
            self.dismiss(".".join(row.keys))
        else:
            self._reload()

    async def _switch(self, row: Row, value: str) -> None:
        try:
            await self._call(Switch(agent=row.keys[0], off=value == OFF))
        except HiveError as error:
            self._fail(error)
        await self._look_for_agents()

    def _open(self, agent: str) -> None:
        """Show an agent's options, or hide them."""
        if self._options.pop(agent, None) is not None:
            self._reload()
        else:
            self._tell(("", f"asking {visible(agent)} what it offers …"))
            self.run_worker(self._ask(agent))

    async def _ask(self, agent: str) -> None:
        try:
            self._options[agent] = (await self._call(Options(agent=agent))).options
        except HiveError as error:
            self._options[agent] = ()
            self._fail(error)
        self._reload()

    # -- looks ---------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        if not self.is_mounted or not self._rows:
            return
        self._about()
        listing = self.query_one(SettingRows)
        height, width = max(1, listing.size.height), listing.size.width
        self._first = max(0, min(self._first, self._at - 1))
        self._first = max(self._first, self._at - height + 1)
        listing.draw([self._line(at, width) for at in range(self._first, len(self._rows))][:height])

    def _about(self) -> None:
        """What is to be known of the chosen line, and the keys that do something on it."""
        row, about = self._rows[self._at], self.query_one(".about", Static)
        text = f"{row.label.strip()}: {row.help}".rstrip(": ") if self._is_editing else row.about
        about.display = bool(text)
        about.update(Text(visible_lines(text)))
        if not (self._is_editing or self._is_capturing):
            self._tell(CHOOSES, *DOES[row.kind], CLOSES)

    def _line(self, at: int, width: int) -> Line:
        palette, row = self.look.palette, self._rows[at]
        if row.kind == "heading":
            return Line((Bit(row.label, palette.focus, bold=True),))
        is_chosen = at == self._at
        label = visible(row.label)
        left = [
            Bit("> " if is_chosen else "  ", palette.focus, bold=True),
            Bit("* " if row.is_set else "  ", palette.good),
            Bit(
                clip(label, LABEL_CELLS).ljust(LABEL_CELLS - cell_len(label) + len(label)), palette.text, bold=is_chosen
            ),
            Bit(visible(row.value), palette.text if row.kind != "note" else palette.dim, bold=is_chosen),
        ]
        if is_chosen and len(row.values) > 2:
            place = row.values.index(row.value) + 1 if row.value in row.values else 0
            left.append(Bit(f"   {place} of {len(row.values)}", palette.dim))
        room = width - sum(cell_len(bit.text) for bit in left) - 2
        short = clip(visible(row.help), room - 1, self.look.signs.ellipsis)
        right = (Bit(f"{short} ", palette.dim),) if room >= LEAST_HELP else ()
        return Line(tuple(left), right, background=palette.background if is_chosen else "", action=str(at))

    def _fail(self, error: HiveError) -> None:
        self._say(error.message + (f"\n{error.hint}" if error.hint else ""))

    def _say(self, text: str) -> None:
        fault = self.query_one(".fault", Static)
        fault.update(Text(text))
        fault.display = bool(text)

    def _tell(self, *does: Does) -> None:
        self.query_one(Foot).offer(*does)

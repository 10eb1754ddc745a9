"""From the keyboard: behind a leader (the prefix) a key is an action, any other goes to the focused tile, in order.

Where a text is written or a tile is read back, that takes the key first (`Taker`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

from textual import events

from hivemind.protocol.status import Status
from hivemind.tui.action import Action
from hivemind.tui.board import Board
from hivemind.tui.keymap import bare, key_name, shown
from hivemind.tui.look import Look
from hivemind.tui.says import Say
from hivemind.tui.wire import NO_DAEMON_HINT, Wire
from hivemind.verbs.paste import Paste
from hivemind.verbs.press import Press

PASTE_LIMIT = 2 << 20
"""Characters of one paste; however they are written, they fit one message to the daemon."""

REPEAT_SECONDS: Final = 0.5
"""How long after an action that repeats its key does it again without its leader; as in tmux (`repeat-time`)."""

Run = Callable[[str, str], None]
"""Runs an action by name; the key, without its modifiers, says which option is meant."""


class Taker(Protocol):
    """What may take keys before the focused tile gets them."""

    def takes(self, name: str) -> bool:
        """Take a key; False when it is not for this."""

    def takes_paste(self, text: str) -> bool:
        """The same for pasted text."""


class Keyboard:
    """What a key does."""

    def __init__(
        self,
        board: Board,
        wire: Wire,
        takers: Sequence[Taker],
        *,
        look: Look,
        run: Run,
        say: Say,
        changed: Callable[[], None],
    ) -> None:
        self._board = board
        self._wire = wire
        self._takers = takers
        self._keys, self._clock = look.keys, look.clock
        self._run = run
        self._say = say
        self._changed = changed
        self._repeats: Mapping[str, Action] = {}
        """What keys do again without their leader, until then."""
        self._until = 0.0
        self.leader = ""
        """The key that was pressed and waits for the one behind it; empty otherwise."""

    def take(self, event: events.Key | events.Paste) -> None:
        """Take what the terminal sent."""
        if isinstance(event, events.Key):
            self.key(event.key, event.character)
        else:
            self.paste(event.text)

    def key(self, key: str, character: str | None) -> None:
        """Take a key as Textual names it."""
        name = key_name(key, character)
        repeated = self._repeats.get(name or "") if self._clock.monotonic() < self._until else None
        self._repeats = self._repeats if repeated else {}
        if repeated:
            self._again(repeated, name or "")
        elif self.leader:
            leader, self.leader = self.leader, ""
            self._changed()
            self._behind(leader, name or key)
        elif name in self._keys.leaders:
            self.leader = name
            self._changed()
        elif action := self._keys.direct.get(name or ""):
            self._run(action.name, bare(name or ""))
        elif name is not None and any(taker.takes(name) for taker in self._takers):
            self._changed()
        elif name is not None:
            self.press(name)

    def let_go(self) -> None:
        """Something came between a leader and its key, which is a key of its own then."""
        if self.leader:
            self.leader = ""
            self._changed()

    def _behind(self, leader: str, name: str) -> None:
        """Take the key behind a leader; pressed twice, a leader goes to the program."""
        if action := self._keys.leaders[leader].get(name):
            if action.repeats:
                self._repeats = {key: one for key, one in self._keys.leaders[leader].items() if one.repeats}
            self._again(action, name)
        elif name == leader:
            self.press(name)
        else:
            shows = f"{self._keys.way('help')} shows the keys"
            self._say(f"{shown(leader)} {shown(name)} does nothing; {shows}", is_refusal=True)

    def _again(self, action: Action, name: str) -> None:
        self._until = self._clock.monotonic() + REPEAT_SECONDS
        self._run(action.name, bare(name))

    def press(self, name: str) -> None:
        """Send one key to the focused tile."""
        if tile := self._reachable():
            self._sent(self._wire.send(Press(tile=tile, names=[name])))

    def paste(self, text: str) -> None:
        """Send pasted text to the focused tile."""
        self.let_go()
        if len(text) > PASTE_LIMIT:
            self._say(f"too long to paste: {len(text)} characters, at most {PASTE_LIMIT}", is_error=True)
            return
        if any(taker.takes_paste(text) for taker in self._takers):
            self._changed()
            return
        tile = self._reachable()
        if tile and text:
            self._sent(self._wire.send(Paste(tile=tile, text=text)))

    def _reachable(self) -> str | None:
        """The focused tile, if its program can still be typed to; else it is said why not."""
        tile = self._board.focused
        if tile is None:
            self._say(f"no tile to type into: {self._keys.way('spawn')} starts an agent", is_refusal=True)
            return None
        if tile.status is Status.EXITED:
            self._say(f"this program has ended: {self._keys.way('close')} closes its tile", is_refusal=True)
            return None
        return tile.tile_id

    def _sent(self, went: bool) -> None:  # noqa: FBT001 (passed straight through from `send`)
        if not went:
            self._say(f"no daemon: the key was not sent; {NO_DAEMON_HINT}", is_refusal=True)

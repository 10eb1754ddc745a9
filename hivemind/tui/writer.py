"""Writing from any tile: an answer to a question that takes a text, or a message to an agent. Types nothing itself.

While the field is open every key is its own: a key that was meant for the text can never end up in a program. What is
written is kept until it has arrived: after Esc, and after a failure, it is there again for the same receiver.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from hivemind.base.errors import HiveError
from hivemind.protocol.ask import Ask
from hivemind.protocol.status import Status
from hivemind.protocol.tile import TileSummary
from hivemind.protocol.verb import AnyVerb
from hivemind.tui.answers import Answers
from hivemind.tui.board import AskKey, Board, key_of
from hivemind.tui.draft import Draft
from hivemind.tui.says import Say
from hivemind.tui.signs import called
from hivemind.tui.visible import clip, visible
from hivemind.tui.wire import NO_DAEMON_HINT, Wire
from hivemind.verbs.send import Send
from hivemind.verbs.write import Write

SAID_CELLS = 60
"""What was sent is repeated at most this long."""

Start = Callable[[Awaitable[None]], Any]


@dataclass(frozen=True, slots=True)
class Receiver:
    """Who gets the text: a tile's question, or without one the tile's agent."""

    tile_id: str
    ask: AskKey | None = None


class Writer:
    """The field in the bar."""

    def __init__(self, board: Board, wire: Wire, answers: Answers, *, say: Say, start: Start) -> None:
        self._board = board
        self._wire = wire
        self._answers = answers
        self._say = say
        self._start = start
        self.kept: dict[Receiver, str] = {}
        """What was written and has not arrived, by who is to get it."""
        self.receiver: Receiver | None = None
        """Who gets it; None while the field is closed."""
        self.draft = Draft()
        self._sending: set[Receiver] = set()
        answers.is_hidden = self._hides

    @property
    def is_sending(self) -> bool:
        """Whether what is written is on its way."""
        return self.receiver in self._sending

    @property
    def ask(self) -> Ask | None:
        """The question that is being answered, as long as it is open."""
        return self._board.asks.get(self.receiver.ask) if self.receiver and self.receiver.ask else None

    @property
    def is_lost(self) -> bool:
        """Whether the one it was written for is gone: the question, or the tile."""
        receiver = self.receiver
        if receiver is None:
            return False
        return receiver.tile_id not in self._board.tiles or (receiver.ask is not None and self.ask is None)

    def open(self) -> None:
        """Write to what the bar asks where it takes a text, else to the focused tile's agent."""
        shown, tile = self._board.ask, self._board.focused
        if self.receiver is not None:
            return  # it is open, and what is written there stays
        if shown is not None and shown.takes_text:
            if self._answers.ready() is not None:
                self._turn_to(Receiver(shown.tile_id, key_of(shown)))
        elif tile is not None and _takes_messages(self._board, tile):
            self._turn_to(Receiver(tile.tile_id))
        elif shown is not None:
            self._say(f"this question takes no text: {self._answers.opens}", is_refusal=True)
        else:
            ended = tile is not None and tile.status is Status.EXITED
            self._say("its program has ended" if ended else "no agent to write to is focused", is_refusal=True)

    def takes(self, name: str) -> bool:
        """Take a key if the field is open."""
        if self.receiver is None:
            return False
        if name == "escape":
            self.close()
        elif self.is_sending:
            pass  # it is on its way as it was
        elif name == "enter":
            self._send()
        elif name in {"tab", "shift+tab"}:
            self._next(1 if name == "tab" else -1)
        else:
            self.draft.press(name)
        return True

    def takes_paste(self, text: str) -> bool:
        """The same for pasted text."""
        if self.receiver is None:
            return False
        if not self.is_sending and not self.draft.insert(text):
            self._say("the text was cut: it is too long to write here", is_error=True)
        return True

    def receivers(self) -> list[Receiver]:
        """Everyone who could get a text: questions first, then agents that ask nothing, by need and order."""
        board = self._board
        asks = [Receiver(ask.tile_id, key_of(ask)) for ask in board.waiting if ask.takes_text]
        return asks + [Receiver(tile.tile_id) for tile in board.tiles.values() if _takes_messages(board, tile)]

    def _hides(self) -> bool:
        """Whether the field stands where the question was that a key would answer."""
        return self.receiver is not None and self.receiver.ask != self._board.shown

    def _turn_to(self, receiver: Receiver) -> None:
        self.receiver = receiver
        self.draft = Draft(self.kept.get(receiver, ""))

    def _next(self, by: int) -> None:
        """Hand what is written to the next one."""
        order = [one for one in self.receivers() if one not in self._sending]
        if self.receiver is None or not order:
            return
        at = order.index(self.receiver) + by if self.receiver in order else 0
        self.kept.pop(self.receiver, None)
        self.receiver = order[at % len(order)]

    def close(self) -> None:
        """Close the field; what is written there is kept."""
        if self.receiver is None:
            return
        self._keep(self.receiver, self.draft.text)
        self.receiver = None

    def _keep(self, receiver: Receiver, text: str) -> None:
        self.kept.pop(receiver, None)
        if text.strip():
            self.kept[receiver] = text

    def _send(self) -> None:
        receiver, text = self.receiver, self.draft.text.strip("\n")
        if receiver is None or not text.strip():
            self._say("nothing is written yet", is_refusal=True)
        elif self.is_lost:
            gone = "the question is gone" if receiver.ask else "the tile is gone"
            self._say(f"{gone}, nothing typed; Tab gives the text to another, Esc keeps it", is_error=True)
        elif self._wire.is_lost:
            self._say(f"no daemon: nothing was typed; {NO_DAEMON_HINT}", is_error=True)
        else:
            self._sending.add(receiver)
            if receiver.ask:
                self._board.answering.add(receiver.ask)
                verb: AnyVerb = Write(tile=receiver.tile_id, text=text, ask=receiver.ask[1])
            else:
                verb = Send(tile=receiver.tile_id, text=text)
            self._start(self._deliver(receiver, text, verb))

    async def _deliver(self, receiver: Receiver, text: str, verb: AnyVerb) -> None:
        tile = self._board.tiles.get(receiver.tile_id)
        who = visible(called(tile)) if tile else receiver.tile_id
        try:
            await self._wire.call(verb)
        except HiveError as error:
            self._keep(receiver, text)
            if receiver.ask:
                self._board.answering.discard(receiver.ask)
            hint = f" ({error.hint})" if error.hint else ""
            self._say(f"{who}: {error.message}{hint}; the text is kept", is_error=True)
        else:
            self.kept.pop(receiver, None)
            if self.receiver == receiver:
                self.receiver = None
            self._say(f"{'answered' if receiver.ask else 'sent to'}: {who}  {clip(visible(text), SAID_CELLS)}")
        finally:
            self._sending.discard(receiver)


def _takes_messages(board: Board, tile: TileSummary) -> bool:
    return tile.status is not Status.EXITED and not board.needs(tile)

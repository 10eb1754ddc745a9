"""What is allowed without asking, and which answers were given: found by a few letters, each with its screen."""

from __future__ import annotations

import datetime as dt
from collections.abc import Awaitable, Callable
from typing import Any

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input

from hivemind.base.errors import HiveError
from hivemind.protocol.settled import Permit, Settled
from hivemind.protocol.verb import AnyVerb
from hivemind.tui.bars import what
from hivemind.tui.drawn import Bit, Line
from hivemind.tui.listing import in_view
from hivemind.tui.look import Look
from hivemind.tui.screens.dialog import Dialog, plain
from hivemind.tui.screens.finder import FoundList
from hivemind.tui.screens.foot import CHOOSES, CLOSES, Foot
from hivemind.tui.screens.kept import KeptScreen
from hivemind.tui.signs import age
from hivemind.tui.visible import clip, visible
from hivemind.verbs.answers import WHO, Answers, words
from hivemind.verbs.permits import Permits
from hivemind.verbs.revoke import Revoke

MOST = 500
"""Answers that are looked at."""

NAME_CELLS = 14

OUTCOMES = {"allowed": "allowed", "denied": "denied", "chosen": "chose", "written": "wrote", "typed": "answered"}

Call = Callable[[AnyVerb], Awaitable[Any]]


class GivenAnswers(Dialog[None]):
    """Standing permissions, then answers, newest first."""

    DEFAULT_CSS = """
    GivenAnswers > .box { width: 100%; height: 100%; }
    GivenAnswers FoundList { height: 1fr; margin-top: 1; }
    """

    def __init__(self, call: Call, look: Look) -> None:
        super().__init__(look)
        self._call = call
        self._permits: list[Permit] = []
        self._answers: list[Settled] = []
        self._matching: list[Permit | Settled] = []
        self._listed_for = ""
        """What was typed when they matched."""
        self._at = self._first = 0
        self._fault = ""
        self._is_loaded = False

    def compose(self) -> ComposeResult:
        """A filter, the list, and the keys."""
        with Vertical(classes="box"):
            yield plain("Answers", "title")
            yield Input(placeholder="type to filter: a name, a command, person, agent, standing …", compact=True)
            yield FoundList(self.look.palette.raised, is_fixed=True)
            yield Foot(self.look, ("enter", "opens it, or takes a permission back"), CHOOSES, CLOSES)

    def prepare(self) -> None:
        """Get what there is; keys are held until it is there."""
        self.run_worker(self._load())

    async def _load(self) -> None:
        self._fault = ""
        try:
            self._permits = (await self._call(Permits())).permits
            self._answers = (await self._call(Answers(limit=MOST))).answers
        except HiveError as error:
            self._fault = error.message
        self._is_loaded = True
        self._filter()
        self.call_after_refresh(self.hand_over)

    def on_resize(self) -> None:
        """Lines have another width."""
        self._draw()

    @on(Input.Changed)
    def _match(self) -> None:
        """List what matches. Enter may come before Textual tells of the text: it must not take another line then."""
        if self._wanted != self._listed_for:
            self._at = 0
            self._filter()

    @property
    def _wanted(self) -> str:
        return self.query_one(Input).value.strip().lower()

    def on_key(self, event: events.Key) -> None:
        """Up and down choose a line while one types."""
        page = max(1, self._rows - 1)
        by = {"up": -1, "down": 1, "pageup": -page, "pagedown": page}.get(event.key)
        if by is not None:
            event.stop()
            self._choose(self._at + by)

    @on(FoundList.Wheeled)
    def _on_wheeled(self, event: FoundList.Wheeled) -> None:
        self._choose(self._at + event.by)

    @on(FoundList.Picked)
    def _on_picked(self, event: FoundList.Picked) -> None:
        self._choose(int(event.action))
        self.action_confirm()

    def action_confirm(self) -> None:
        """Open the chosen answer, or take the chosen permission back."""
        self._match()
        chosen = self._matching[self._at] if self._matching else None
        if isinstance(chosen, Permit):
            self.run_worker(self._revoke(chosen), group="chosen", exclusive=True)
        elif isinstance(chosen, Settled):
            self.run_worker(self._open(chosen), group="chosen", exclusive=True)

    async def _revoke(self, permit: Permit) -> None:
        fault = ""
        try:
            await self._call(Revoke(permit=permit.id))
        except HiveError as error:
            fault = error.message
        await self._load()
        if fault:
            self._fault = fault
            self._draw()

    async def _open(self, answer: Settled) -> None:
        try:
            (whole,) = (await self._call(Answers(screen=answer.id))).answers
        except HiveError as error:
            self._fault = error.message
            self._draw()
        else:
            self.app.push_screen(KeptScreen(summary(whole), whole.screen, self.look))

    @property
    def _rows(self) -> int:
        return self.query_one(FoundList).size.height

    def _choose(self, at: int) -> None:
        self._at = max(0, min(at, len(self._matching) - 1))
        self._draw()

    def _filter(self) -> None:
        wanted = self._listed_for = self._wanted
        permits = [permit for permit in self._permits if wanted in f"standing {what(permit)} {permit.name}".lower()]
        self._matching = [*permits, *(answer for answer in self._answers if wanted in words(answer))]
        self._choose(self._at)

    def _draw(self) -> None:
        if not self._is_loaded:
            return
        palette, rows = self.look.palette, max(1, self._rows - bool(self._fault))
        self._first = first = in_view(self._first, self._at, rows)
        lines = [Line((Bit(f"  {self._fault}", palette.warning),))] if self._fault else []
        lines += [self._line(at) for at in range(first, min(first + rows, len(self._matching)))]
        if not self._matching:
            nothing = "nothing fits that" if self._answers else "no answers yet: they are kept here, with their screens"
            lines.append(Line((Bit(f"  {nothing}", palette.dim),)))
        self.query_one(FoundList).draw(lines)

    def _line(self, at: int) -> Line:
        one, palette, is_chosen = self._matching[at], self.look.palette, at == self._at
        mark = Bit("> " if is_chosen else "  ", palette.focus, bold=True)
        under = palette.background if is_chosen else ""
        if isinstance(one, Permit):
            return Line((mark, *self._permit(one)), background=under, action=str(at))
        right = (Bit(f"  by {by(one)} ", palette.dim),)
        return Line((mark, *self._answer(one, is_bold=is_chosen)), right, background=under, action=str(at))

    def _permit(self, permit: Permit) -> tuple[Bit, ...]:
        palette = self.look.palette
        left = age(permit.until - self.look.clock.epoch_ms())
        return (
            Bit(f"{self.look.signs.ok} allowed without asking: ", palette.good),
            Bit(what(permit), palette.text, bold=True),
            Bit(f" in {visible(permit.name)}, {left} left, used {times(permit.used)}", palette.dim),
        )

    def _answer(self, answer: Settled, *, is_bold: bool) -> tuple[Bit, ...]:
        palette = self.look.palette
        name = clip(visible(answer.name), NAME_CELLS, self.look.signs.ellipsis)
        outcome = OUTCOMES[answer.outcome] + (f" {visible(answer.answer)}" if answer.answer else "")
        stayed = "" if answer.is_confirmed else " (it stayed)"
        return (
            Bit(f"{moment(answer, self.look.clock.epoch_ms())}  ", palette.dim),
            Bit(name + " " * (NAME_CELLS + 2 - cell_len(name)), palette.text, bold=is_bold),
            Bit(f"{clip(outcome, 40, self.look.signs.ellipsis)}{stayed}  ", palette.text),
            Bit(asked(answer), palette.attention if is_bold else palette.text),
        )


def times(count: int) -> str:
    """How often, in words."""
    return {0: "never yet", 1: "once"}.get(count, f"{count} times")


def moment(answer: Settled, now_ms: int) -> str:
    """When: the time, and the date of another day."""
    at, now = (dt.datetime.fromtimestamp(ms / 1000, dt.UTC).astimezone() for ms in (answer.at, now_ms))
    return at.strftime("%H:%M:%S") if at.date() == now.date() else at.strftime("%m-%d %H:%M")


def asked(answer: Settled) -> str:
    """What it was about."""
    return visible(answer.command or answer.question or answer.says or answer.kind.value)


def by(answer: Settled) -> str:
    """Who answered, in words."""
    return f"agent {visible(answer.by)}" if answer.who == "agent" else WHO[answer.who]


def summary(answer: Settled) -> str:
    """One answer in a sentence, for the head of its screen."""
    outcome = OUTCOMES[answer.outcome] + (f" '{visible(answer.answer)}'" if answer.answer else "")
    when = dt.datetime.fromtimestamp(answer.at / 1000, dt.UTC).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    return f"{when}  {visible(answer.name)}: {outcome} by {by(answer)}  {asked(answer)}"

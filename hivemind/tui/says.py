"""What the room says: one sentence at a time. What went well goes away by itself; an error stays until put away.

So does a hint for who is new here, which is shown where nothing else is.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final, Protocol

from hivemind.base.clock import Clock
from hivemind.base.problems import Problem
from hivemind.tui.drawn import Bit, Line, bits_width
from hivemind.tui.look import Look
from hivemind.tui.visible import clip, folded, visible

SECONDS_SHOWN: Final = 6.0
"""How long a sentence that is no error stays."""

MAX_ROWS: Final = 3


class Say(Protocol):
    """Says one sentence to the person."""

    def __call__(self, text: str, *, is_error: bool = False, is_refusal: bool = False) -> None:
        """An error stays until it is put away; a refusal passes, but is not shown as something that was done."""


def told(problem: Problem) -> str:
    """A problem of a file in one sentence: the file's name is enough, its folder is that of all settings."""
    where = replace(problem.where, path=Path(problem.where.path).name)
    return f"{where}: {problem.message}" + (f" ({problem.hint})" if problem.hint else "")


class Says:
    """Sentences waiting to be read."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._errors: list[str] = []
        self._hint = ""
        self._sentence = ""
        self._until = 0.0
        self._is_refusal = False

    def say(self, text: str, *, is_error: bool = False, is_refusal: bool = False) -> None:
        """Say something; a new sentence replaces the last one, errors queue up and are seen at once."""
        if not is_error:
            self._sentence, self._until = text, self._clock.monotonic() + SECONDS_SHOWN
            self._is_refusal = is_refusal
            return
        self._sentence = ""
        if text not in self._errors:
            self._errors.append(text)

    def take_back(self, text: str) -> None:
        """That is true no more."""
        if text == self._sentence:
            self._sentence = ""

    def hint(self, text: str) -> None:
        """Say something that helps who does not know it yet; empty takes it back."""
        self._hint = text

    @property
    def is_passing(self) -> bool:
        """Whether what is shown goes away by itself."""
        return bool(self._sentence)

    def dismiss(self) -> None:
        """Put away what is shown."""
        if self._sentence:
            self._sentence = ""
        elif self._errors:
            del self._errors[0]
        else:
            self._hint = ""

    def lines(self, look: Look, width: int) -> list[Line]:
        """What is to be read now."""
        if self._sentence and self._clock.monotonic() >= self._until:
            self._sentence = ""
        palette, signs = look.palette, look.signs
        if self._sentence:
            sign = Bit(f" {signs.fault} ", palette.warning) if self._is_refusal else Bit(f" {signs.ok} ", palette.good)
            top, *more = folded(visible(self._sentence), width - 3)[:MAX_ROWS]
            rest = (Line((Bit(f"   {row}", palette.text),), action="dismiss") for row in more)
            return [Line((sign, Bit(top, palette.text)), action="dismiss"), *rest]
        if not self._errors:
            return self._lasting(self._hint, "", look, width) if self._hint else []
        count = f"  1 of {len(self._errors)}" if len(self._errors) > 1 else ""
        return self._lasting(self._errors[0], count, look, width, is_error=True)

    def _lasting(self, text: str, count: str, look: Look, width: int, *, is_error: bool = False) -> list[Line]:
        """What stays until it is put away, with the key that does that."""
        palette, signs = look.palette, look.signs
        away = (
            Bit(f"{count}   {look.keys.way('dismiss')}", palette.focus, action="dismiss"),
            Bit(" puts it away ", palette.dim, action="dismiss"),
        )
        rows = folded(visible(text), width - 4, first=width - bits_width(away) - 4)
        if len(rows) > MAX_ROWS:
            rows = [*rows[: MAX_ROWS - 1], clip(" ".join(rows[MAX_ROWS - 1 :]), width - 4, signs.ellipsis)]
        mark, shade, colour = signs.here, palette.focus, palette.text
        if is_error:
            mark, shade, colour = signs.fault, palette.warning, palette.warning
        sign = Bit(f" {mark} ", shade, bold=True)
        return [Line((sign, Bit(rows[0], colour)), away), *(Line((Bit(f"   {row}", colour),)) for row in rows[1:])]

"""One turn: a script being carried out, step by step, as time goes on."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from hivemind.demo.command import DEADLINE, Command
from hivemind.demo.steps import DENIED, Ask, Dialog, Entry, Outcome, Run, Say, Script, Show, Think

_WORDS = re.compile(r"\S+\s*")


class Turn:
    """Carries out a script. `advance` does all that is due; nothing happens between two calls of it."""

    def __init__(self, script: Script, *, now: float, speed: float, cwd: Path, show: Callable[[Entry], None]) -> None:
        self.started = now
        self.is_over = False
        self.dialog: Dialog | None = None
        """What it is stopped at."""
        self.selected = 1
        """The option of the dialog that Enter takes."""
        self.written = ""
        """What the field of the dialog holds."""
        self.spoken = ""
        """The part of a reply that has been said so far."""
        self.command: Command | None = None
        """The program that runs for it."""
        self._script = script
        self._speed = speed
        self._cwd = cwd
        self._show = show
        self._due = now
        self._words: list[str] = []
        self._gap = 0.0
        self._deadline = 0.0
        self._take(None)

    def wake(self) -> float | None:
        """When `advance` has something to do next; None while it waits for an answer or a program."""
        if self.is_over or self.dialog is not None:
            return None
        return self._deadline if self.command is not None else self._due

    def advance(self, now: float) -> None:
        """Do what is due by now."""
        while not self.is_over and self.dialog is None:
            if self.command is not None:
                if not self._finish_command(now):
                    return
            elif now < self._due:
                return
            elif self._words:
                self.spoken += self._words.pop(0)
                self._due += self._gap
            else:
                self._end_speech()
                self._take(None)

    @property
    def is_in_field(self) -> bool:
        """Whether what is typed goes into the field of the dialog."""
        dialog = self.dialog
        return dialog is not None and dialog.has_field and self.selected == len(dialog.options)

    def answer(self, option: int | str, now: float) -> None:
        """Settle the dialog: with the number of an option, the text of its field, or `DENIED`."""
        self.dialog = None
        self._due = now
        self._take(option)

    def stop(self) -> None:
        """End the turn where it is; what was said so far stays, a program that runs is ended."""
        if self.command is not None:
            self.command.close()
            self.command = None
        self._end_speech()
        self.dialog = None
        self.is_over = True
        self._script.close()

    def _take(self, result: int | str | Outcome | None) -> None:
        """Hand a result to the script and begin its next step."""
        try:
            step = self._script.send(result)
        except StopIteration:
            self.is_over = True
            return
        match step:
            case Think(seconds):
                self._due += seconds / self._speed
            case Say(text, pace):
                self._words = _WORDS.findall(text)
                self._gap = 1 / (pace * self._speed)
            case Show(entry):
                self._show(entry)
            case Ask(dialog):
                self.dialog = dialog
                self.selected, self.written = dialog.selected, ""
            case Run(argv):
                self.command = Command(argv, self._cwd)
                self._deadline = self._due + DEADLINE

    def _finish_command(self, now: float) -> bool:
        """Hand the outcome of the program to the script if there is one."""
        if self.command is None:
            return True
        self.command.read()
        outcome = self.command.outcome()
        if outcome is None and now < self._deadline:
            return False
        self.command.close()
        self.command = None
        self._due = now
        self._take(outcome or Outcome(DENIED, f"stopped after {DEADLINE:.0f} seconds"))
        return True

    def _end_speech(self) -> None:
        text, self.spoken, self._words = self.spoken.strip("\n").rstrip(), "", []
        if text:
            self._show(Entry("agent", text))

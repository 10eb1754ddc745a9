"""The demo agent without a screen: what was said, what is going on, what a key does. Time is handed in."""

from __future__ import annotations

from hivemind.demo import phrases
from hivemind.demo.composer import Composer
from hivemind.demo.keys import Key
from hivemind.demo.scripts import MODES, TURN_COMMANDS, World, script_for
from hivemind.demo.session import Session
from hivemind.demo.steps import DENIED, Dialog, Entry, Script
from hivemind.demo.text import clean
from hivemind.demo.turn import Turn

LEAVE_WINDOW = 2.0
"""Seconds. A second Ctrl+C within them leaves."""

NOTICE_SECONDS = 4.0
"""Seconds. How long a notice stands in the footer."""


FIELD_TEXT = 500
"""Characters that the field of a dialog takes."""


class Agent:
    """The whole state of the program, and what changes it."""

    def __init__(self, world: World, session: Session, *, speed: float) -> None:
        self.world = world
        self.session = session
        self.composer = Composer()
        self.entries: list[Entry] = []
        self.queue: list[str] = []
        """Texts that were sent while a turn was going on; each becomes a turn."""
        self.turn: Turn | None = None
        self.turns = 0
        """How many turns there have been."""
        self.scroll = 0
        """Rows that the conversation is scrolled back."""
        self.notice = ""
        """Shown in the footer until `notice_end`."""
        self.notice_end = 0.0
        self.is_leaving = False
        self.wants_repaint = False
        """Set by Ctrl+L; whoever draws sets it back."""
        self._speed = speed
        self._leave_until = 0.0
        self._is_quiet = False
        self._is_saved = True

    @property
    def dialog(self) -> Dialog | None:
        """What it waits for the person with."""
        return None if self.turn is None else self.turn.dialog

    @property
    def is_working(self) -> bool:
        """Whether a turn is going on that does not wait for the person."""
        return self.turn is not None and self.turn.dialog is None

    def wake(self) -> float | None:
        """When `advance` has something to do next."""
        times = [self.notice_end] if self.notice else []
        due = None if self.turn is None else self.turn.wake()
        return min(times if due is None else [*times, due], default=None)

    def restore(self, entries: list[Entry], damaged: int) -> None:
        """Take up an earlier conversation."""
        self.entries = [_cleaned(entry) for entry in entries]
        self.composer.history = [entry.text for entry in entries if entry.kind == "person"]
        unread = f"; {damaged} damaged rows were left out" if damaged else ""
        self.note(f"Resumed conversation {self.session.id[:8]}{unread}")

    def note(self, text: str, detail: tuple[str, ...] = ()) -> None:
        """Put a note of the program into the conversation."""
        self.add(Entry("note", text, detail))

    def add(self, entry: Entry) -> None:
        """Put an entry at the end of the conversation, and on disk."""
        self.entries.append(_cleaned(entry))
        if self._is_quiet or not self._is_saved:
            return
        try:
            self.session.append(entry)
        except OSError as error:
            self._is_saved = False
            self.note(f"This conversation is not kept: {self.session.path}: {error.strerror}")

    def say(self, text: str, now: float) -> None:
        """Show a notice in the footer for a while."""
        self.notice, self.notice_end = text, now + NOTICE_SECONDS

    def advance(self, now: float) -> None:
        """Do what is due by now."""
        if self.notice and now >= self.notice_end:
            self.notice = ""
        while self.turn is not None:
            self.turn.advance(now)
            if not self.turn.is_over:
                return
            self._end_turn(now)

    def submit(self, text: str, now: float) -> None:
        """Take a text as if it had been typed and sent."""
        if not text:
            return
        command, _, rest = text.partition(" ")
        if text.startswith("/") and command not in TURN_COMMANDS:
            self._command(command, rest.strip(), now)
        elif self.turn is not None:
            self.queue.append(text)
        else:
            self.scroll = 0
            self.add(Entry("person", text))
            self.begin(script_for(text, self.world), now)

    def begin(self, script: Script, now: float, *, quiet: bool = False) -> None:
        """Start a turn; a quiet one leaves no trace in the conversation."""
        self.turns += 1
        self._is_quiet = quiet
        self.turn = Turn(script, now=now, speed=self._speed, cwd=self.world.cwd, show=self.add)
        self.advance(now)

    def press(self, key: Key, now: float) -> None:
        """What a key does now."""
        if key.name == "ctrl+c":
            self._cancel(now)
        elif key.name == "ctrl+l":
            self.wants_repaint = True
        elif key.name in ("pageup", "pagedown"):
            self.scroll = max(0, self.scroll + (8 if key.name == "pageup" else -8))
        elif self.turn is not None and self.turn.dialog is not None:
            self._press_dialog(self.turn, self.turn.dialog, key, now)
        else:
            self._press_box(key, now)

    def close(self) -> None:
        """Stop what is going on; the program ends."""
        if self.turn is not None:
            self.turn.stop()

    def _press_dialog(self, turn: Turn, dialog: Dialog, key: Key, now: float) -> None:
        count = len(dialog.options)
        if key.name in ("up", "down", "tab", "shift+tab"):
            step = 1 if key.name in ("down", "tab") else -1
            turn.selected = (turn.selected - 1 + step) % count + 1
        elif key.name == "escape":
            self._answer(turn, DENIED, now)
        elif turn.is_in_field:
            self._write(turn, key, now)
        elif key.name == "enter":
            self._answer(turn, turn.selected, now)
        elif key.name == "text":
            digit = next((int(char) for char in key.text if char in "123456789" and int(char) <= count), None)
            if digit is not None and dialog.has_field and digit == count:
                turn.selected = digit
            elif digit is not None:
                self._answer(turn, digit, now)

    def _write(self, turn: Turn, key: Key, now: float) -> None:
        """A key in the field of a dialog: one line, and Enter sends it."""
        if key.name in ("text", "paste"):
            turn.written = (turn.written + clean(key.text.replace("\n", " ")))[:FIELD_TEXT]
        elif key.name == "backspace":
            turn.written = turn.written[:-1]
        elif key.name == "enter" and turn.written.strip():
            self._answer(turn, turn.written.strip(), now)

    def _answer(self, turn: Turn, option: int | str, now: float) -> None:
        turn.answer(option, now)
        self.advance(now)

    def _press_box(self, key: Key, now: float) -> None:
        box = self.composer
        if key.name in ("text", "paste"):
            if not box.insert(key.text):
                self.say("The text was cut: the box is full", now)
        elif key.name == "enter":
            if box.wraps_enter():
                box.newline()
            else:
                self.submit(box.take(), now)
        elif key.name == "escape":
            self._interrupt(now)
        elif key.name == "ctrl+d" and not box.text:
            self.is_leaving = True
        elif key.name == "shift+tab":
            self._set_mode(MODES[(MODES.index(self.world.mode) + 1) % len(MODES)])
        elif key.name == "tab":
            self._complete()
        else:
            box.press(key)

    def _complete(self) -> None:
        """Tab: the first slash command that starts like the text."""
        text = self.composer.text
        fitting = [name for name, _, _ in phrases.COMMANDS if text and name.startswith(text)]
        if fitting:
            self.composer.replace(f"{fitting[0]} ")

    def _cancel(self, now: float) -> None:
        """Ctrl+C: leave when it was just pressed, else stop, refuse or empty what there is."""
        if now < self._leave_until:
            self.is_leaving = True
            return
        self._leave_until = now + LEAVE_WINDOW
        if self.turn is not None and self.turn.dialog is not None:
            self._answer(self.turn, DENIED, now)
        elif self.turn is not None:
            self._interrupt(now)
        elif self.composer.text:
            self.composer.take()
        self.say("Ctrl+C again leaves", now)
        self.notice_end = self._leave_until

    def _interrupt(self, now: float) -> None:
        """Stop the turn; what waited in line comes back into the box, so that nothing runs by itself."""
        if self.turn is None:
            return
        self.turn.stop()
        self.add(Entry("end", f"Interrupted after {_seconds(now - self.turn.started)}"))
        self.turn = None
        waiting = [*self.queue, self.composer.text] if self.composer.text else self.queue
        if self.queue:
            self.composer.replace("\n".join(waiting))
            self.queue = []

    def _end_turn(self, now: float) -> None:
        if self.turn is not None and not self._is_quiet:
            self.add(Entry("end", f"Done in {_seconds(now - self.turn.started)}"))
        self.turn = None
        self._is_quiet = False
        if self.world.is_leaving:
            self.is_leaving = True
        elif self.queue:
            self.submit(self.queue.pop(0), now)

    def _set_mode(self, mode: str) -> None:
        self.world.mode = mode

    def _command(self, command: str, rest: str, now: float) -> None:
        """The slash commands that take no turn."""
        if command in ("/exit", "/quit"):
            self.is_leaving = True
        elif command == "/help":
            self.note("help")
        elif command == "/mode":
            if rest in MODES:
                self._set_mode(rest)
            self.say(f"Mode {self.world.mode}" if not rest or rest in MODES else f"Modes: {', '.join(MODES)}", now)
        elif command == "/model":
            self.world.model = rest or self.world.model
            self.say(f"Model {self.world.model}: only a name, there is none behind it", now)
        else:
            self.say(f"There is no {command}; /help lists what there is", now)


def _cleaned(entry: Entry) -> Entry:
    return Entry(entry.kind, clean(entry.text, newlines=True), tuple(clean(row) for row in entry.detail))


def _seconds(seconds: float) -> str:
    """A duration for people, never less than a second."""
    whole = max(1, round(seconds))
    return f"{whole}s" if whole < 60 else f"{whole // 60}m {whole % 60}s"

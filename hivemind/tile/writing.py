"""A text of one's own as the answer to a question: written into the field of the option that takes one.

Guarded as every answer is: the screen is read again before each key and before the text, and Enter comes only while
the question still stands there with the text in it. What cannot be seen to be safe is left undone, and said.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hivemind.base.errors import (
    AskStaleError,
    AskUnconfirmedError,
    BadRequestError,
    TimedOutError,
    UnsupportedError,
)
from hivemind.detect.asking import NO_HINTS
from hivemind.detect.dialog import Dialog, dialog_of
from hivemind.detect.text import ScreenText
from hivemind.protocol.ask import Ask, Choice
from hivemind.terminal import keys as keyboard
from hivemind.tile import typist
from hivemind.tile.reply import CONFIRM_SECONDS, Meant, has_left, open_ask, shows, stand

if TYPE_CHECKING:
    from hivemind.tile.tile import Tile

MOVE_SECONDS = 2.0
"""Seconds that a program has to show what one key did in its dialog."""

OPEN_QUIET = 0.15
"""Seconds without output after which a field counts as drawn."""

OPEN_LONGEST = 0.8
"""Seconds after which a field counts as drawn though the program still writes: some turn a spinner all the while."""

NOTHING = "nothing was typed"
NO_ENTER = "the text was typed, Enter was not pressed"


async def write(tile: Tile, text: str, meant: Meant) -> Ask:
    """Answer a question with a text; the ask, once it has left the screen.

    Raises:
        BadRequestError: such a text cannot be written there; nothing was typed.
        AskStaleError, AskSettledError: the screen does not show that ask, or no longer; it says what was typed.
        UnsupportedError: the question takes no text, or how is not known; nothing was typed.
        TimedOutError: the field did not open, or the text did not show; Enter was not pressed.
        AskUnconfirmedError: typed with its Enter, and the question is still there.
    """
    async with tile.typing:
        ask = await open_ask(tile, meant)
        option = _field(tile, ask)
        _check(tile, text)
        await stand(tile, ask)
        book = tile.asks
        if book is None or tile.pasting.locked():
            raise AskStaleError(f"somebody pastes into {tile.name}: {NOTHING}")
        book.hold()
        try:
            await _open(tile, ask, option)
            await _fill(tile, ask, text)
            book.settle("written")
            tile.turn.expect()
            tile.write(keyboard.encode("enter", tile.modes))
            if await has_left(tile, ask):
                return ask
            book.unsettle()
        finally:
            book.release()
    raise AskUnconfirmedError(
        f"{tile.name} still shows the question {CONFIRM_SECONDS:g} s after the text and Enter were typed",
        hint=f"look: hive ctl screen {tile.id}",
    )


def _field(tile: Tile, ask: Ask) -> Choice:
    """The option that takes a text."""
    option = next((choice for choice in ask.choices if choice.takes_text), None)
    if tile.manifest is None or tile.manifest.write is None or option is None:
        hint = f"hive ctl choose {tile.id} N" if ask.can_choose else f"open it: hive ctl focus {tile.id}"
        raise UnsupportedError(f"{tile.name} asks nothing that a text could answer: {NOTHING}", hint=hint)
    return option


def _check(tile: Tile, text: str) -> None:
    if not text.strip():
        raise BadRequestError(f"an empty text is no answer: {NOTHING}")
    if "\n" in text.strip("\n") and not tile.modes.bracketed_paste:
        raise BadRequestError(f"the field in {tile.name} takes one line: {NOTHING}")


async def _open(tile: Tile, ask: Ask, option: Choice) -> None:
    """Select the field, and open it where it has to be; a field that is selected by its number is open."""
    names = (tile.manifest.write if tile.manifest else None) or ()
    at = ask.choices.index(option)
    is_numbered = any("{n}" in name for name in names)
    if is_numbered and _selected(tile) == at:
        return  # its number would be written into it
    if not is_numbered:
        await _select(tile, ask, at)
    before = tile.snapshot.revision
    for name in names:
        await _press(tile, ask, name.replace("{n}", str(option.number)))
    pressed = tile.clock.monotonic()

    def is_open() -> bool:
        now = tile.clock.monotonic()
        if now - tile.last_output < OPEN_QUIET and now - pressed < OPEN_LONGEST:
            return False
        selected = _selected(tile) if is_numbered else None  # a field that opened may have taken the marker along
        return selected == at if selected is not None else not names or tile.snapshot.revision != before

    await _until(tile, ask, is_open, "the field did not open: nothing was written into it", "no text was typed")
    choices = _dialog(tile).choices
    if len(choices) > at and not _is_empty(choices[at], option, tile):
        raise AskStaleError(
            f"the field in {tile.name} holds something already: no text was typed", hint=f"hive ctl focus {tile.id}"
        )


def _is_empty(field: Choice, before: Choice, tile: Tile) -> bool:
    """Whether the field still shows what it showed before it was opened, or what stands in an empty one."""
    placeholders = tile.manifest.asks.fields if tile.manifest else ()
    return field.takes_text and (field.detail == before.detail or field.detail.startswith(placeholders))


async def _select(tile: Tile, ask: Ask, at: int) -> None:
    """Move the selection to an option, one arrow key after another; each must be seen to move it."""
    selected = _selected(tile)
    if selected is None:
        raise UnsupportedError(f"which option is selected in {tile.name} cannot be seen: {NOTHING}")
    while selected != at:
        step = 1 if at > selected else -1
        await _press(tile, ask, "down" if step > 0 else "up")
        selected += step
        await _until(tile, ask, _is_selected(tile, selected), "the selection did not move", "no text was typed")


async def _press(tile: Tile, ask: Ask, name: str) -> None:
    await tile.clock.sleep(typist.KEY_GAP)
    await tile.look()
    _check_stands(tile, ask, "no text was typed")
    tile.write(keyboard.encode(name, tile.modes))


async def _fill(tile: Tile, ask: Ask, text: str) -> None:
    """Paste the text, and wait until it shows; then it stands there and Enter may follow."""
    before, revision, start = typist.occurrences(text, tile.snapshot), tile.snapshot.revision, tile.clock.monotonic()
    await typist.paste(tile, text)

    def is_shown() -> bool:
        if typist.occurrences(text, tile.snapshot) > before:
            return True
        quiet = tile.clock.monotonic() - max(tile.last_output, start)
        return typist.may_fold(text) and quiet >= typist.COLLAPSE_QUIET and tile.snapshot.revision != revision

    await _until(tile, ask, is_shown, f"the text did not show: {NO_ENTER}", NO_ENTER, seconds=typist.SHOW_SECONDS)
    await tile.clock.sleep(typist.ENTER_GAP)
    await tile.look()
    _check_stands(tile, ask, NO_ENTER)


async def _until(
    tile: Tile, ask: Ask, done: Callable[[], bool], late: str, gone: str, *, seconds: float = MOVE_SECONDS
) -> None:
    """Look until something is so; the question must stand there all the while."""
    deadline = tile.clock.monotonic() + seconds
    while True:
        await tile.look()
        _check_stands(tile, ask, gone)
        if done():
            return
        left = deadline - tile.clock.monotonic()
        if left <= 0:
            raise TimedOutError(f"{tile.name}: {late}", hint=f"look: hive ctl screen {tile.id}")
        await tile.output.wait(min(left, OPEN_QUIET / 2))


def _check_stands(tile: Tile, ask: Ask, done: str) -> None:
    if not shows(tile, ask):
        raise AskStaleError(f"{tile.name} does not ask this any more: {done}", hint=f"look: hive ctl screen {tile.id}")


def _is_selected(tile: Tile, index: int) -> Callable[[], bool]:
    return lambda: _selected(tile) == index


def _selected(tile: Tile) -> int | None:
    return _dialog(tile).selected


def _dialog(tile: Tile) -> Dialog:
    """What the screen asks right now, as far as it can be seen."""
    hints = tile.manifest.asks if tile.manifest else NO_HINTS
    return dialog_of(ScreenText.from_snapshot(tile.snapshot), hints)

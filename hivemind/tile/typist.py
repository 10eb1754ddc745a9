"""Typing into a tile: keys with their gaps, pastes, the mouse, a text with its Enter. Nothing here answers an ask."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from hivemind.base.errors import AskStaleError, ExitedError, HiveError, TimedOutError, UndeliveredError
from hivemind.protocol.screen import Modes, Snapshot
from hivemind.protocol.status import Reading
from hivemind.terminal import keys, mouse
from hivemind.terminal.rows import text_of
from hivemind.tile.asks import flat
from hivemind.tile.reducer import Input

if TYPE_CHECKING:
    from hivemind.tile.tile import Tile

KEY_GAP = 0.04
"""Seconds between two keys of one list, so that a program's reader sees two keys and not one sequence."""

PASTE_CHUNK = 16 * 1024
"""Characters of a paste that are written at once."""

PASTE_QUEUE = 32 * 1024
"""Bytes that may wait for a program; the rest of a paste waits here, where it delays nobody."""

PASTE_BEAT = 0.005
"""Seconds between two looks at what still waits."""

PASTE_SECONDS = 20.0
"""Seconds in which a program reads nothing, after which the rest of a paste is given up."""

SHOW_SECONDS = 8.0
"""Seconds a pasted text has to show on the screen before it is given up, without Enter."""

ENTER_GAP = 0.09
"""Seconds between a text and its Enter, so that the Enter is not taken for part of a paste."""

COLLAPSE_QUIET = 0.6
"""Seconds of quiet after which a long paste counts as taken, though the program shows it only as `[pasted text]`."""

COLLAPSES_FROM = 400
"""Characters from which programs may fold a paste away; so may any text of several lines."""

BUTTONS = {
    "none": mouse.NO_BUTTON,
    "left": mouse.LEFT,
    "middle": mouse.MIDDLE,
    "right": mouse.RIGHT,
    "wheel_up": mouse.WHEEL_UP,
    "wheel_down": mouse.WHEEL_DOWN,
}
"""Buttons by the names that clients give them."""

INTERRUPTS = (["escape"], ["ctrl+c"])
"""Keys that, typed alone, stop a turn in most programs; none reports it."""

TAIL = 24
"""Characters of a text's end that are looked for."""


async def press(tile: Tile, names: Sequence[str], *, gap: float) -> None:
    """Write keys one by one, `gap` seconds apart."""
    for index, name in enumerate(names):
        if index and gap:
            await tile.clock.sleep(gap)
        async with tile.pasting:
            tile.write(keys.encode(name, tile.modes))
    if list(names) in INTERRUPTS and tile.sources.session is not None:
        tile.told(Input(fact="interrupt"))


async def point(tile: Tile, event: mouse.MouseEvent) -> None:
    """Write an event of the mouse, unless the program did not ask for such; outside its screen is its edge.

    A click is a person at work, the wheel and moves are somebody looking.
    """
    last_row, last_column = tile.size.rows - 1, tile.size.columns - 1
    inside = msgspec.structs.replace(
        event, row=min(max(event.row, 0), last_row), column=min(max(event.column, 0), last_column)
    )
    async with tile.pasting:
        if data := mouse.encode_mouse(inside, tile.modes):
            if event.action is mouse.Action.PRESS and event.button in {mouse.LEFT, mouse.MIDDLE, mouse.RIGHT}:
                tile.note_person()
            tile.write(data)


async def paste(tile: Tile, text: str) -> None:
    """Write a text as a paste, without Enter; a long one in parts, as the program reads. Keys that follow wait.

    Raises:
        HiveError: RATE_LIMITED, the program does not read: the rest of the text was not written.
        ExitedError: the program has ended.
    """
    async with tile.pasting:
        modes = tile.modes
        is_begun = False
        try:
            for part in paste_parts(text, modes):
                if is_begun:
                    await _until_read(tile)
                tile.write(part)
                is_begun = True
        except BaseException:
            if is_begun and modes.bracketed_paste:
                # An open bracket would swallow every later key; what went wrong is raised already.
                with suppress(HiveError):
                    tile.write(keys.PASTE_END.encode())
            raise


def paste_parts(text: str, modes: Modes) -> Iterator[bytes]:
    """The bytes of a paste in parts, each made only when it is asked for; only the whole is bracketed."""
    lines = text.replace(keys.PASTE_END, "").replace("\r\n", "\n").replace("\r", "\n")
    start, end = (keys.PASTE_START, keys.PASTE_END) if modes.bracketed_paste else ("", "")
    last = max(0, len(lines) - 1) // PASTE_CHUNK
    for number in range(last + 1):
        # Without their control characters no two parts can make up the end of the bracket.
        part = keys.encode_paste(lines[number * PASTE_CHUNK : (number + 1) * PASTE_CHUNK], Modes())
        yield (start.encode() if number == 0 else b"") + part + (end.encode() if number == last else b"")


async def _until_read(tile: Tile) -> None:
    """Let others run, and wait until little is left of what was written."""
    await tile.clock.sleep(0)
    least, since = tile.unread, tile.clock.monotonic()
    while tile.unread > PASTE_QUEUE:
        await tile.clock.sleep(PASTE_BEAT)
        if tile.unread < least:
            least, since = tile.unread, tile.clock.monotonic()
        elif tile.clock.monotonic() - since >= PASTE_SECONDS:
            raise HiveError(
                f"the program in {tile.name} is not reading: the rest of the text was not written",
                hint="wait, or interrupt it",
                code="RATE_LIMITED",
            )


async def deliver(tile: Tile, text: str, *, resume: bool = False) -> None:
    """Type a text, wait until it shows and the tile still does not wait for an answer, then press Enter once.

    With `resume` it is a first task, and the program may still be starting: what stands before the cursor of it is not
    typed again, and it must be the same composer that it was typed into when Enter is pressed.

    Raises:
        AskStaleError: the tile waits for an answer, or began to while the text was typed; Enter was not pressed.
        UndeliveredError: a first task was typed into a composer that is gone; Enter was not pressed.
        TimedOutError: the text did not show; Enter was not pressed.
        ExitedError: the program has ended.
    """
    snapshot = await tile.look()
    refuse_waiting(tile, "nothing was typed")
    typed = typed_so_far(text, snapshot) if resume else 0
    before = occurrences(text, snapshot)
    takes_pastes = snapshot.modes.bracketed_paste if resume else None
    if typed < len(text):
        await paste(tile, text[typed:])
        await _until_shown(tile, text, before, takes_pastes=takes_pastes)
    await tile.clock.sleep(ENTER_GAP)
    await tile.look()
    _refuse_enter(tile, takes_pastes=takes_pastes)
    tile.turn.expect(is_held_task=resume)
    await press(tile, ["enter"], gap=0.0)


def _refuse_enter(tile: Tile, *, takes_pastes: bool | None) -> None:
    """Raise unless what was typed at may be sent: nothing is asked, and it is the composer that it was typed into.

    A composer turns bracketed paste on when it comes and off when it goes, so one that changed it is another one.
    """
    refuse_waiting(tile, "the text was typed, Enter was not pressed")
    if takes_pastes is not None and tile.modes.bracketed_paste is not takes_pastes:
        raise UndeliveredError(f"{tile.name} began anew while the text was typed; Enter was not pressed")


def refuse_waiting(tile: Tile, what: str) -> None:
    """Raise unless it is safe to type text: the program runs and asks nothing."""
    if tile.exit is not None:
        raise ExitedError(f"the program in {tile.name} has ended ({tile.exit})")
    reading = tile.reading if tile.reading.status.is_waiting else Reading(tile.status, tile.says)
    if reading.status.is_waiting:
        raise AskStaleError(
            f"{tile.name} waits for an answer ({reading.says or reading.status.value}): {what}",
            hint=f"look: hive ctl screen {tile.id}",
        )


async def _until_shown(tile: Tile, text: str, before: int, *, takes_pastes: bool | None) -> None:
    start = tile.clock.monotonic()
    revision = tile.snapshot.revision
    is_foldable = may_fold(text)
    while True:
        snapshot = await tile.look()
        _refuse_enter(tile, takes_pastes=takes_pastes)
        if occurrences(text, snapshot) > before or typed_so_far(text, snapshot) == len(text):
            return
        quiet = tile.clock.monotonic() - max(tile.last_output, start)
        if quiet >= COLLAPSE_QUIET and snapshot.revision != revision and is_foldable:
            return
        left = SHOW_SECONDS - (tile.clock.monotonic() - start)
        if left <= 0:
            if not tile.is_read:
                return  # no rules, so nothing to judge by: a shell that does not echo, say
            raise TimedOutError(
                f"the text did not show on the screen of {tile.name}; Enter was not pressed",
                hint=f"look: hive ctl screen {tile.id}",
            )
        await tile.output.wait(min(left, 0.2))


def may_fold(text: str) -> bool:
    """Whether programs may show a text only as `[pasted text]`."""
    return "\n" in text.strip() or len(text) >= COLLAPSES_FROM


def occurrences(text: str, snapshot: Snapshot) -> int:
    """How often the end of a text stands on the screen, whatever boxes and line ends it is broken by."""
    tail = flat(text)[-TAIL:]
    return flat("".join(text_of(snapshot))).count(tail) if tail else 0


def typed_so_far(text: str, snapshot: Snapshot) -> int:
    """How many characters of a text's beginning stand right before the cursor; all, if its end does, over any rows."""
    rows, cursor = text_of(snapshot), snapshot.cursor
    row = rows[cursor.row]
    before = row[: cursor.column].ljust(cursor.column)
    tail = flat(text)[-TAIL:]
    if len(tail) == TAIL and flat("".join(rows[: cursor.row]) + before).endswith(tail):
        return len(text)
    first_line = text.split("\n", 1)[0]
    for length in range(min(len(first_line), len(before)), 0, -1):
        if before.endswith(first_line[:length]):
            return length
    return 0

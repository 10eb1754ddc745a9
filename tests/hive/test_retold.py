from __future__ import annotations

import json

from hivemind.base.redact import MASK, Redactor
from hivemind.hive.retold import PAST_MS, Hider, cast
from hivemind.protocol.screen import Size
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.rows import text_of
from hivemind.testing.clock import ManualClock
from hivemind.tile.tape import Tape

SIZE = Size(4, 20)
SECRET = "ghp_abcdefghijklmnop0123"


class Room:
    """A tape that writes."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.emulator = Emulator(SIZE)
        self.tape = Tape(self.emulator, self.clock)

    async def write(self, text: str, *, then: float = 1.0) -> None:
        self.tape.feed(text.encode())
        await self.clock.sleep(then)

    async def cast(self) -> str:
        """The recording."""
        return (await cast(self.tape, Hider(Redactor()), now=self.clock.epoch_ms())).decode()


def events(text: str) -> list[tuple[float, str, str]]:
    return [(at, kind, data) for at, kind, data in map(json.loads, text.splitlines()[1:])]


def played(text: str) -> list[str]:
    """The last screen of a recording."""
    head = json.loads(text.splitlines()[0])
    emulator = Emulator(Size(head["term"]["rows"], head["term"]["cols"]))
    for _, kind, data in events(text):
        if kind == "r":
            columns, rows = map(int, data.split("x"))
            emulator.resize(Size(rows, columns))
        else:
            emulator.feed(data.encode())
    return text_of(emulator.snapshot())


async def test_it_ends_with_the_screen_as_it_is() -> None:
    room = Room()
    for n in range(12):
        await room.write(f"line {n} \x1b[1m漢字\x1b[m\r\n")
    room.tape.resize(Size(6, 30))
    await room.write("\x1b[2;3Hx")
    text = await room.cast()
    assert played(text) == text_of(room.emulator.snapshot())
    assert [kind for _, kind, _ in events(text)].count("r") == 1


async def test_times_are_those_of_the_tape_and_pictures_are_not_too_many() -> None:
    room = Room()
    for n in range(50):
        await room.write(f"\r{n}", then=0.01)
    await room.clock.sleep(3)
    await room.write("\rend")
    found = events(await room.cast())
    assert len(found) <= 7
    assert 3.0 <= found[-1][0] <= 3.1
    assert found[0][0] == 0


async def test_a_secret_in_pieces_colours_and_two_rows_is_not_in_it() -> None:
    room = Room()
    await room.write("token: \x1b[31m", then=0.5)
    for at in range(0, len(SECRET), 5):
        await room.write(f"\x1b[3{at % 7 + 1}m{SECRET[at : at + 5]}", then=0.001)
    text = await room.cast()
    assert played(text)[0] == "token: " + MASK * 13
    assert SECRET[12:] not in text
    assert SECRET[4:10] not in text


async def test_a_private_key_is_not_in_it() -> None:
    room = Room()
    room.tape.resize(Size(10, 20))  # its first and last line wrap
    for row in ("-----BEGIN PRIVATE KEY-----", "aC1/rZX/kt", "dj/E+AA==", "-----END PRIVATE KEY-----"):
        await room.write(f"{row}\r\n")
    text = await room.cast()
    assert not any(row in text for row in ("aC1/rZX/kt", "dj/E+AA=="))


async def test_a_private_key_of_which_only_the_middle_is_on_the_screen_is_not_in_it() -> None:
    room = Room()
    room.tape.resize(Size(4, 80))
    row = "NrwuoESHREPmlFI3/nDCtdn/wbdHS/H0gIWjho5/MYSrurlPBNX3/B4Pl1YfbcS"
    await room.write("-----BEGIN PRIVATE KEY-----\r\n" + f"{row}\r\n" * 9)
    assert row[:8] not in await room.cast()


async def test_titles_links_and_clipboards_are_not_in_it() -> None:
    room = Room()
    await room.write("\x1b]2;title-x\x07\x1b]8;;https://x.example\x07a\x1b]8;;\x07\x1b]52;c;c2VjcmV0\x07")
    text = await room.cast()
    assert not any(word in text for word in ("title-x", "x.example", "c2VjcmV0"))


async def test_only_the_last_minutes_are_told() -> None:
    room = Room()
    await room.write("old")
    await room.clock.sleep(PAST_MS / 1000)
    await room.write("\x1b[2J\x1b[Hnew")
    text = await room.cast()
    assert "old" not in text
    assert played(text)[0] == "new"


async def test_nothing_written_is_nothing_told() -> None:
    assert await Room().cast() == ""

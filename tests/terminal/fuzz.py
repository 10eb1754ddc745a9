"""Random streams that know the grammar: `python tests/terminal/fuzz.py [COUNT] [FIRST_SEED]`; prints every seed that fails.

Each stream is text, sequences whole and broken, modes, strings and sizes. It must raise nothing, leave every row and the
cursor inside, and leave the same however it is cut.
"""

from __future__ import annotations

import random
import sys
import time
import traceback

from hivemind.protocol.screen import CLUSTER_BASE, STUB, STYLE_BASE, Size, Snapshot
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.width import cell_width

Step = bytes | Size

TEXTS = ("a", "word ", "x" * 30, "漢字", "漢", "é", "e\u0301", "\u0301", "⚠\ufe0f", "⌚\ufe0e", "\u200d", "👩", "💻", "👩\u200d💻", "🇩", "🇪", "👍🏽", "क", "\u094d", "\u093e", "กำ", "ᄒ", "ᅡ", "ᆫ", "│─┐", "\u200b", "\ufeff", "\U00100001", "\xad", "\u202e", "1\ufe0f\u20e3", "⏺ ")  # fmt: skip
CONTROLS = (*"\r\n\t\b\v\f\a\x0e\x0f\x18\x1a\x1b\x00\x05\x7f", "\r\n", "\r\n", "\x84", "\x85", "\x88", "\x8d", "\x90", "\x98", "\x9b", "\x9c", "\x9d", "\x9e", "\x9f")  # fmt: skip
NUMBERS = ("", "", "0", "1", "2", "3", "4", "5", "6", "7", "9", "14", "18", "22", "23", "25", "31", "38", "48", "58", "97", "255", "996", "9999", "99999999", "4:3", "38:2::1:2:3", "38:5:9", "::")  # fmt: skip
MODES = ("1", "3", "4", "5", "6", "6", "7", "7", "12", "20", "25", "47", "47", "66", "9", "1000", "1002", "1003", "1004", "1005", "1006", "1015", "1016", "1047", "1048", "1049", "1049", "2004", "2026", "2031", "99")  # fmt: skip
ESCAPES = ("7", "8", "D", "E", "H", "M", "c", "#8", "=", ">", "(0", "(B", ")0", ")B", "*B", "%G", "\\", " F", "\b[A", "N", "Z")  # fmt: skip
COMMANDS = ("0;", "1;", "2;", "4;1;", "7;file://h/", "8;;http://", "9;", "9;4;1;", "10;", "11;", "12;", "52;c;", "99;i=1:d=0;", "99;;", "104", "133;", "777;notify;a;", "1337;", "7501;", "7501;state=working:id=a/b:msg=", "7501;state=clear", "")  # fmt: skip
BODIES = (
    "",
    "?",
    "text",
    "A",
    "D;1",
    "aGk=",
    "t\u00e9\u0301",
    "state=idle",
    "a=b:" * 30,
    "\t",
    "x\x1bx",
    "x\x00\r",
    "y" * 5000,
)
ENDS = ("\a", "\a", "\x1b\\", "\x1b\\", "\x9c", "\x18", "\x1b", "", "\x1b[31m")
FINALS = "@ABCDEFGHIJKLMPSTXZ^`abcdefghlmnpqrstu"


def stream(seed: int) -> tuple[Size, list[Step]]:
    """The size of the first screen, and what comes then."""
    chance = random.Random(seed)
    size = _size(chance)
    steps: list[Step] = []
    for _ in range(chance.randrange(1, 5)):
        steps.append(b"".join(_piece(chance) for _ in range(chance.randrange(1, 25))))
        if chance.random() < 0.5:
            steps.append(_size(chance))
    return size, steps


def _size(chance: random.Random) -> Size:
    if chance.random() < 0.05:
        return Size(1, 1)
    return Size(chance.randrange(1, 12), chance.randrange(1, 30))


def _piece(chance: random.Random) -> bytes:
    kind = chance.random()
    if kind < 0.25:
        text = chance.choice(TEXTS) * chance.choice((1, 1, 1, 2, 9))
    elif kind < 0.4:
        text = chance.choice(CONTROLS)
    elif kind < 0.65:
        text = _sequence(chance)
    elif kind < 0.75:
        numbers = ";".join(chance.choice(MODES) for _ in range(chance.choice((1, 1, 1, 2))))
        text = f"\x1b[{chance.choice('??? ').strip()}{numbers}{chance.choice('hhl')}"
    elif kind < 0.83:
        text = "\x1b" + chance.choice(ESCAPES)
    elif kind < 0.92:
        text = f"\x1b]{chance.choice(COMMANDS)}{chance.choice(BODIES)}{chance.choice(ENDS)}"
    elif kind < 0.96:
        start = chance.choice(("P+q", "P$q", "P", "_G", "^", "X", "k", "Ptmux;"))
        text = f"\x1b{start}{chance.choice(BODIES)}{chance.choice(ENDS)}"
    else:
        return bytes(chance.randrange(256) for _ in range(chance.randrange(1, 6)))
    data = text.encode()
    return data[: chance.randrange(len(data) + 1)] if chance.random() < 0.05 else data


def _sequence(chance: random.Random) -> str:
    prefix = chance.choice(("", "", "", "", "?", ">", "=", "<"))
    numbers = ";".join(chance.choice(NUMBERS) for _ in range(chance.choice((0, 1, 1, 2, 2, 3, 5))))
    between = chance.choice(("", "", "", "", "", " ", "!", "$", "\b", "\r\n", "é", "\x1b"))
    return f"\x1b[{prefix}{numbers}{between}{chance.choice(FINALS)}"


def check(snapshot: Snapshot) -> None:
    """Every row and the cursor are inside, and every cell is one that can be."""
    rows, columns = snapshot.size.rows, snapshot.size.columns
    assert len(snapshot.lines) == len(snapshot.changed) == rows
    assert 0 <= snapshot.cursor.row < rows
    assert 0 <= snapshot.cursor.column < columns
    for row in snapshot.lines:
        assert len(row.text) <= columns
        assert len(row.styles) <= columns
        for mark in row.styles:
            assert ord(mark) - STYLE_BASE - (0x800 if ord(mark) >= 0xE000 else 0) < len(snapshot.styles)
        for cell, following in zip(row.text, (row.text + " ")[1:], strict=True):
            assert cell == STUB or cell >= " "
            if cell != STUB and ord(cell) < CLUSTER_BASE:
                assert (following == STUB) == (cell_width(cell) == 2)
        assert row.text[:1] != STUB


def play(size: Size, steps: list[Step], cut: random.Random | None) -> tuple[object, ...]:
    """What is left at the end; without cuts, the screen is looked at after every step."""
    emulator = Emulator(size)
    emulator.takes_clipboard = True
    replies = b""
    for step in steps:
        if isinstance(step, Size):
            emulator.resize(step)
        else:
            start = 0
            while start < len(step):
                end = start + cut.choice((1, 1, 2, 3, 7, 40, 400)) if cut else len(step)
                emulator.feed(step[start:end])
                replies += emulator.take_replies()
                start = end
        if cut is None:
            check(emulator.snapshot())
    shown = emulator.snapshot()
    picture = (shown.size, shown.top, shown.lines, shown.cursor, shown.title, shown.modes, shown.progress, shown.bells)
    tables = (list(shown.styles), list(shown.clusters), shown.program_status)
    return picture, tables, replies, emulator.take_events(), emulator.scrollback.rows(0, shown.top + 1)


def run(seed: int) -> None:
    """Play one stream; raises what is wrong with it."""
    size, steps = stream(seed)
    whole = play(size, steps, None)
    assert play(size, steps, random.Random(seed)) == whole, "cut otherwise, it leaves something else"


def main(count: int, first: int) -> int:
    """Play `count` streams; the number of those that failed."""
    failed = []
    started = time.monotonic()
    for seed in range(first, first + count):
        try:
            run(seed)
        except Exception:  # noqa: BLE001 - whatever it is, it is what we look for
            failed.append(seed)
            sys.stdout.write(f"seed {seed}:\n{traceback.format_exc()}\n")
    sys.stdout.write(f"{count} streams from seed {first}: {len(failed)} failed, {time.monotonic() - started:.0f} s\n")
    return len(failed)


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    sys.exit(min(main(*(numbers + [10_000, 0][len(numbers) :])), 1))

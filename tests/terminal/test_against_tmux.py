"""tmux as an oracle: fed the same bytes, it shows the same cells, styles and cursor.

Where we differ on purpose, `RULES` says why and shows it: each is a test of its own, and fails too when tmux no longer
differs. Generated streams leave those places out; recordings are compared as they are.
"""

import os
import random
import shutil
import socket
import struct
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from hivemind.protocol.screen import STYLE_BASE, Size, Snapshot, Style
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.rows import text_of
from hivemind.testing.casts import casts, events_of, name_of, size_in, size_of

FULL = b"x" * 20

RULES = {
    # what we do: where it is written, bytes on 5 x 20, our rows, our cursor
    "IL takes the cursor to the first column": ("ECMA-48 8.3.67", b"ab\x1b[L", ["", "ab"], (0, 0)),
    "DL takes the cursor to the first column": ("ECMA-48 8.3.32", b"ab\x1b[M", [], (0, 0)),
    "IL outside the region does nothing": ("DEC STD 070", b"1\r\n2\x1b[3;4r\x1b[1;1H\x1b[L", ["1", "2"], (0, 0)),
    "DL outside the region does nothing": ("DEC STD 070", b"1\r\n2\x1b[3;4r\x1b[1;1H\x1b[M", ["1", "2"], (0, 0)),
    "CUB counts from the last column while a wrap is pending": ("xterm", FULL + b"\x1b[D|", ["x" * 18 + "|x"], (0, 19)),
    "BS counts from the last column while a wrap is pending": ("xterm", FULL + b"\b|", ["x" * 18 + "|x"], (0, 19)),
    "EL erases the last column while a wrap is pending": ("xterm", FULL + b"\x1b[K", ["x" * 19], (0, 19)),
    "EL 1 settles a pending wrap": ("xterm", FULL + b"\x1b[1K|", [" " * 19 + "|"], (0, 19)),
    "ECH erases the last column while a wrap is pending": ("xterm", FULL + b"\x1b[X", ["x" * 19], (0, 19)),
    "DCH deletes the last column while a wrap is pending": ("xterm", FULL + b"\x1b[P", ["x" * 19], (0, 19)),
    "ICH blanks the last column while a wrap is pending": ("xterm", FULL + b"\x1b[@", ["x" * 19], (0, 19)),
    "IND settles a pending wrap": ("xterm", FULL + b"\x1bD|", ["x" * 20, " " * 19 + "|"], (1, 19)),
    "BS stays in its line": ("xterm without mode 45", FULL + b"y\b\b|", ["x" * 20, "|"], (1, 1)),
    "CHT": ("ECMA-48 8.3.10", b"\x1b[2Ix", [" " * 16 + "x"], (0, 17)),
    "HPR": ("ECMA-48 8.3.59", b"\x1b[3aX", ["   X"], (0, 4)),
    "VPR": ("ECMA-48 8.3.160", b"\x1b[2eY", ["", "", "Y"], (2, 1)),
    "SD in its other form": ("ECMA-48 8.3.113 as xterm reads it", b"1\x1b[^2", [" 2", "1"], (0, 2)),
    "REP wraps": ("ECMA-48 8.3.103, xterm", b"\x1b[18Ga\x1b[4b", [" " * 17 + "aaa", "aa"], (1, 2)),
    "ICH of all that is left blanks it": ("ECMA-48 8.3.64", b"abcdef\x1b[3G\x1b[19@", ["ab"], (0, 2)),
    "ICH of most of what is left keeps the rest": (
        "ECMA-48 8.3.64",
        b"abcdefghijklmnopqrst\x1b[3G\x1b[15@",
        ["ab" + " " * 15 + "cde"],
        (0, 2),
    ),
    "ECH leaves no half of a wide character": ("xterm", "漢字\x1b[2G\x1b[X".encode(), ["  字"], (0, 1)),
    "EL leaves no half of a wide character": ("xterm", "漢字\x1b[2G\x1b[K".encode(), [], (0, 1)),
    "DCH leaves no half of a wide character": ("xterm", "漢字\x1b[2G\x1b[P".encode(), [" 字"], (0, 1)),
    "a blank that was half of a wide character keeps its background": (
        "xterm",
        "\x1b[44m漢\x1b[m\x1b[2GX".encode(),
        [" X"],
        (0, 2),
    ),
    "DECSTBM with 0 as its end is the whole screen": (
        "xterm",
        b"1\x1b[2;0r\x1b[5;1H\nX",
        ["1", "", "", "", "X"],
        (4, 1),
    ),
    "DECSTBM goes home inside the region in origin mode": ("DEC STD 070", b"\x1b[?6h\x1b[2;4rX", ["", "X"], (1, 1)),
    "1049 saves the cursor where DECSC does": (
        "xterm",
        b"ab\x1b7\x1b[3;3H\x1b[?1049h\x1b[?1049l\x1b8X",
        ["ab", "", "  X"],
        (2, 3),
    ),
    "1048": ("xterm", b"ab\x1b[?1048hcd\x1b[?1048lX", ["abXd"], (0, 3)),
    "47 keeps what was on the alternate screen": ("xterm", b"\x1b[?47halt\x1b[?47l\x1b[?47h", ["alt"], (0, 3)),
    "1049 clears the alternate screen also when it is on": ("xterm", b"\x1b[?1049hab\x1b[?1049h", [], (0, 2)),
    "DECSTR forgets the saved cursor": ("DEC STD 070", b"ab\x1b7\x1b[!p\x1b8X", ["Xb"], (0, 1)),
    "DECSTR forgets the pen": ("DEC STD 070", b"\x1b[1m\x1b[!pX", ["X"], (0, 1)),
    "DECST8C": ("DEC VT510", b"\x1b[3g\x1b[?5W\tX", ["        X"], (0, 9)),
    "IRM makes room for what wraps, too": ("xterm", b"\r\ncd\x1b[4h\x1b[1;20Hxy", [" " * 19 + "x", "ycd"], (1, 1)),
    "LNM": ("ECMA-48 7.2", b"ab\x1b[20hc\nd", ["abc", "d"], (1, 1)),
    "VS16 makes a symbol wide": ("wcwidth", "⚠\ufe0f|".encode(), ["⚠\ufe0f|"], (0, 3)),
    "a keycap is one cluster": ("wcwidth", "1\ufe0f\u20e3|".encode(), ["1\ufe0f\u20e3|"], (0, 3)),
    "a skin tone joins its emoji": ("wcwidth", "👍🏽|".encode(), ["👍🏽|"], (0, 3)),
}

PANE = r"""
import os, select, socket, struct, sys, tty
tty.setraw(0)
link = socket.socket(socket.AF_UNIX)
link.connect(sys.argv[1])
stream = link.makefile("rb")
while len(head := stream.read(4)) == 4:
    data = memoryview(stream.read(struct.unpack(">I", head)[0]) + b"\x18\x1b[5n")
    answers = b""
    while data:
        data = data[os.write(1, data[:4096]):]
        while select.select([0], [], [], 0)[0]:
            answers += os.read(0, 65536)
    while not answers.endswith(b"\x1b[0n"):
        answers += os.read(0, 65536)
    link.sendall(b".")
"""

RECORDINGS = casts(Path(__file__).parents[2] / "fixtures" / "screens")

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


class Tmux:
    """A tmux server of its own with one pane that shows what it is fed."""

    def __init__(self, folder: Path) -> None:
        self._command = ["tmux", "-u", "-S", str(folder / "tmux"), "-f", "/dev/null"]
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(folder / "feed"))
        listener.listen(1)
        listener.settimeout(20)
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        environment.pop("TMUX", None)
        (folder / "pane.py").write_text(PANE, encoding="utf-8")
        pane = f"exec {sys.executable} {folder / 'pane.py'} {folder / 'feed'}"
        start = ["new-session", "-d", "-x", "80", "-y", "24", pane, ";", "set", "-g", "status", "off"]
        subprocess.run([*self._command, *start], env=environment, check=True)
        self._link, _ = listener.accept()
        listener.close()

    def feed(self, data: bytes) -> None:
        self._link.sendall(struct.pack(">I", len(data)) + data)
        assert self._link.recv(1) == b"."

    def resize(self, size: Size) -> None:
        self.run("resize-window", "-x", str(size.columns), "-y", str(size.rows))

    def run(self, *words: str) -> str:
        return subprocess.run([*self._command, *words], check=True, capture_output=True, encoding="utf-8").stdout

    def picture(self, size: Size) -> dict[str, object]:
        """The screen, read back from what tmux writes of it."""
        said = self.run("capture-pane", "-p", "-e", "-N", ";", "display-message", "-p", "#{cursor_y} #{cursor_x}")
        *shown, cursor = said.removesuffix("\n").split("\n")
        reader = Emulator(Size(size.rows, size.columns + 1))
        reader.feed("\r\n".join(shown).encode())
        y, x = cursor.split()
        return picture_of(reader.snapshot()) | {"cursor": [int(y), min(int(x), size.columns - 1)]}

    def close(self) -> None:
        self.run("kill-server")
        self._link.close()


def picture_of(snapshot: Snapshot) -> dict[str, object]:
    cursor = snapshot.cursor
    rows = [unicodedata.normalize("NFC", row.rstrip()) for row in text_of(snapshot)]
    return {"rows": rows, "styles": looks_of(snapshot), "cursor": [cursor.row, cursor.column]}


def looks_of(snapshot: Snapshot) -> list[list[tuple[int, int, Style]]]:
    """Runs of cells that do not look like the default, up to the last character of each line.

    What a blank cell's text would look like does not count, and tmux's capture leaves out what was erased behind the
    text. Links are left out: what we keep of them is not what tmux keeps.
    """
    lines = []
    for row in snapshot.lines:
        runs: list[tuple[int, int, Style]] = []
        for x, mark in enumerate(row.styles[: len(row.text)]):
            style = msgspec.structs.replace(snapshot.styles[ord(mark) - STYLE_BASE], link="")
            if row.text[x : x + 1] in {"", " "}:
                style = Style(background=style.background, attributes=style.attributes & ~(1 | 2 | 4))
            if style == Style():
                continue
            if runs and runs[-1][1:] == (x, style):
                runs[-1] = (runs[-1][0], x + 1, style)
            else:
                runs.append((x, x + 1, style))
        lines.append(runs)
    return lines


@pytest.fixture(scope="module")
def tmux(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tmux]:
    running = Tmux(tmp_path_factory.mktemp("tmux"))
    yield running
    running.close()


FRESH = b"\x1b[?1049h\x1b[H\x1b[?1049l\x1bc\x1b[?25h"


@pytest.mark.parametrize("path", RECORDINGS, ids=name_of)
def test_tmux_shows_the_same_for_every_recording(path: Path, tmux: Tmux) -> None:
    size = size_of(path)
    emulator = Emulator(size)
    tmux.resize(size)
    tmux.feed(FRESH)
    unseen = b""
    for _, kind, data in events_of(path):
        if kind not in {"r", "m"}:
            unseen += data.encode() if kind == "o" else b""
            continue
        tmux.feed(unseen)
        emulator.feed(unseen)
        unseen = b""
        if kind == "r":
            size = size_in(data)
            tmux.resize(size)
            emulator.resize(size)
        elif kind == "m":
            assert picture_of(emulator.snapshot()) == tmux.picture(size), data
    tmux.feed(unseen)
    emulator.feed(unseen)
    assert picture_of(emulator.snapshot()) == tmux.picture(size), "at the end"


@pytest.mark.parametrize("name", RULES)
def test_where_we_differ_we_do_what_the_rule_says_and_tmux_does_not(name: str, tmux: Tmux) -> None:
    source, data, rows, cursor = RULES[name]
    size = Size(5, 20)
    emulator = Emulator(size)
    emulator.feed(data)
    tmux.resize(size)
    tmux.feed(FRESH + data)
    shown = emulator.snapshot()
    assert "\n".join(text_of(shown)).rstrip("\n") == "\n".join(rows), source
    assert (shown.cursor.row, shown.cursor.column) == cursor, source
    assert picture_of(shown) != tmux.picture(size), "tmux does the same"


def generated(seed: int) -> bytes:
    """A stream of text and sequences that leaves out the places of `RULES`."""
    chance = random.Random(seed)
    has_margins = chance.random() < 0.5
    parts: list[str] = []
    for _ in range(chance.randrange(1, 25)):
        parts += one_step(chance, has_margins=has_margins)
    return "".join(parts).encode()


def one_step(chance: random.Random, *, has_margins: bool) -> list[str]:
    n, m = (chance.choice(["", "0", "1", "2", "3", "5", "9", "30"]) for _ in range(2))
    kind = chance.randrange(10)
    if kind < 3:
        # going up settles a wrap that may be pending, for both in the same way
        text = chance.choice(["abc", "x" * chance.randrange(1, 50), "\u00e9", "e\u0301", " ", "\ra\x1b[2b"])
        return [text, "\x1b[A"]
    if kind < 5:
        return [
            chance.choice(["\r\n", "\n", "\r", "\t", "\x1bM", "\x1bD", "\x1bE", "\x1b7", "\x1b8", "\x1bH", "\x1b[3g"])
        ]
    if kind < 6:
        return [
            chance.choice(
                ["\x1b[31m", "\x1b[44m", "\x1b[m", "\x1b[1;4m", "\x1b[38;5;99;7m", "\x1b[48:2::1:2:3m", "\x1b[4:3;22m"]
            )
        ]
    if kind < 7:
        if has_margins:
            return [chance.choice([f"\x1b[?6l\x1b[{n};{m or 4}r".replace(";0", ";3"), "\x1b[?6h", "\x1b[?6l"])]
        return [f"\x1b[{n}{chance.choice('LM')}\r"]
    if kind < 8:
        return [
            chance.choice(["\r\x1b[4habc\x1b[4l", "\x1b[?7l", "\x1b[?7h", "\x1b7\x1b[?1049h\x1b[Hin\x1b[?1049l\x1b7"])
        ]
    return [f"\x1b[{n};{m}H" if chance.random() < 0.3 else f"\x1b[{n}{chance.choice('ABCEFGJKPSTXdZ')}"]


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_tmux_shows_the_same_for_generated_streams(first: int, tmux: Tmux) -> None:
    size = Size(6, 40)
    tmux.resize(size)
    for seed in range(first, first + 50):
        stream = generated(seed)
        emulator = Emulator(size)
        emulator.feed(stream)
        tmux.feed(FRESH + stream)
        assert picture_of(emulator.snapshot()) == tmux.picture(size), (seed, stream)

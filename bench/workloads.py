"""What the terminal benchmark feeds: seven made streams, the same bytes on every run, and the recordings.

Each has the character of one kind of program at 200x50. Nothing here measures.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from hivemind.testing.casts import casts, events_of

ROWS, COLUMNS = 50, 200
"""Cells of the screen the streams are made for."""

SEED = 7501

SHARE = 64 * 1024
"""Bytes that a sample takes of one recording at most; of a small sample an eighth."""

RESET = "\x1bc"
"""RIS: a recording begins in a terminal as a new one."""

RECORDINGS = Path(__file__).parents[1] / "fixtures" / "screens"

WORDS = """
agent answer branch buffer cache cell chunk client column commit cursor daemon deadline edit event file frame
grammar index keeper ledger line manifest model paragraph parser patch query queue reader repository retry row
"""
NOUNS = tuple(WORDS.split())
LEVELS = ("DEBUG", "INFO", "INFO", "INFO", "WARN", "ERROR")
HAN = "界面更新完成等待输入文件已经修改测试通过ターミナル画面更新待機中한글화면갱신완료"
MARKS = "─│┌┐└┘├┤┬┴┼╭╮╰╯━┃▁▂▃▄▅▆▇█░▒▓●○◆◇→←↑↓✓✗…·•"
ACCENTED = "áâãåæçèêëìîðòôõøùûýþžšćđłńőřťůźżğı"
EMOJI = "😀🎉🔧📦🚧🐛✅❌⚡👍🔥✻⏺"
"""Of one code point each: pyte drops the rest of a line after a joined one, and would seem fast for it."""
SPINNER = "✶✸✹✺✹✷"
GREY, WHITE, ACCENT = "\x1b[38;2;140;140;140m", "\x1b[38;2;250;250;250m", "\x1b[38;2;204;120;92m"
PLAIN = "\x1b[39m"

INK_LINES = 20
"""Lines that an Ink program draws anew."""


@dataclass(frozen=True, slots=True)
class Workload:
    """A stream in its natural pieces: lines, screens, or whole recordings."""

    name: str
    parts: tuple[bytes, ...]
    is_serial: bool = True
    """Whether each part builds on the ones before it, so that only a beginning makes sense alone."""

    @property
    def data(self) -> bytes:
        """The stream."""
        return b"".join(self.parts)

    def sample(self, limit: int) -> Workload:
        """At most `limit` bytes of it: the beginning, or the beginnings of some recordings drawn by lot."""
        if self.is_serial:
            return replace(self, parts=(self.data[:limit],))
        taken: list[bytes] = []
        for part in random.Random(SEED).sample(self.parts, len(self.parts)):
            taken.append(part[: min(SHARE, limit // 8, limit - sum(map(len, taken)))])
        return replace(self, parts=tuple(filter(None, taken)))


Parts = Iterator[str]


def words(dice: random.Random, count: int) -> str:
    """So many words with blanks between them."""
    return " ".join(dice.choices(NOUNS, k=count))


def a_ascii(dice: random.Random) -> Parts:
    """A service's log: plain lines of some 125 bytes, scrolling."""
    ms = 0
    while True:
        ms += dice.randrange(400)
        stamp = f"2026-03-14 {ms // 3_600_000 % 24:02}:{ms // 60_000 % 60:02}:{ms // 1000 % 60:02},{ms % 1000:03}"
        text = words(dice, dice.randrange(6, 18))
        yield f"{stamp} {dice.choice(LEVELS):5} [{dice.randrange(1 << 20):05x}] {dice.choice(NOUNS)}: {text}\r\n"


def b_dense(dice: random.Random) -> Parts:
    """Whole screens in which every cell has colours of its own; most come again some screens later."""
    for shift in itertools.count(dice.randrange(240)):
        cells = []
        for row in range(ROWS):
            cells.append(f"\x1b[{row + 1};1H")
            for column in range(COLUMNS):
                front, back = (column + shift) % 240 + 16, (row * 3 + shift) % 240 + 16
                cells.append(f"\x1b[1;38;5;{front};48;5;{back}m{chr(0x21 + (row * 7 + column + shift) % 94)}")
        yield "".join(cells)


def b_color(dice: random.Random) -> Parts:
    """Coloured tools: a diff, a test run, a listing, a compiler; four to eight runs a line, of every kind of colour."""
    number = 0
    while True:
        number += 1
        one, two, three = dice.choices(NOUNS, k=3)
        yield (
            f"\x1b[32m+{number:6}\x1b[0m \x1b[38;2;198;120;221mdef\x1b[0m \x1b[38;2;97;175;239m{one}_{two}\x1b[0m"
            f"(\x1b[38;2;209;154;102m{dice.randrange(10**6)}\x1b[0m) \x1b[3;90m# {words(dice, 4)}\x1b[0m\r\n"
        )
        yield (
            f"\x1b[31m-{number:6}\x1b[39m \x1b[48;5;52m{words(dice, 3)}\x1b[49m \x1b[1m{two}\x1b[22m"
            f" \x1b[4m{three}\x1b[24m\r\n"
        )
        yield (
            f"tests/{one}/test_{two}.py::\x1b[1mtest_{three}\x1b[0m \x1b[32mPASSED\x1b[0m"
            f"{' ' * dice.randrange(20)}\x1b[36m[{number % 101:3}%]\x1b[0m\r\n"
        )
        yield (
            f"\x1b[1m{one}.c:{number}:{dice.randrange(80)}:\x1b[0m \x1b[1;35mwarning:\x1b[0m {words(dice, 5)}"
            f" [\x1b[1;38;5;208m-W{two}\x1b[0m]\r\n"
        )
        yield f"\x1b[01;34m{one}\x1b[0m  \x1b[01;32m{two}.sh\x1b[0m  {three}.txt  \x1b[38;5;33;1m{two}\x1b[0m\r\n"


def meters(dice: random.Random) -> str:
    """A process viewer's whole screen: a row each by CUP, bars, a bar of titles, rows of numbers, EL."""
    rows = []
    for row in range(1, ROWS + 1):
        if row <= 5:
            used = dice.randrange(5, 70)
            bar = f"\x1b[32m{'|' * used}\x1b[90m{' ' * (70 - used)}{used / 0.7:5.1f}%"
            text = f"\x1b[36m{row:3} \x1b[39;1m[\x1b[22m{bar}\x1b[39;1m]\x1b[0m"
        elif row == 6:
            text = "\x1b[30;46m    PID USER       NI   VIRT    RES  S   CPU%  MEM%  COMMAND"
        else:
            size, share = dice.randrange(10_000), dice.randrange(1000) / 10
            text = (
                f"\x1b[0m{dice.randrange(99_999):7} \x1b[90mdev\x1b[39m        0 {size:6} "
                f"\x1b[36m{size // 7:5}\x1b[39mM  S  {share:5.1f}  {words(dice, 8)}"
            )
        rows.append(f"\x1b[{row};1H{text}\x1b[K")
    return "".join([*rows, "\x1b[0m"])


def editor(dice: random.Random) -> str:
    """An editor's scrolling within margins, inserted and deleted lines, and its status lines."""
    rows = [f"\x1b[1;{ROWS - 2}r"]
    for _ in range(10):
        line = f"\x1b[33m{dice.randrange(99_999):6} \x1b[35m{words(dice, 2)}\x1b[39m {words(dice, 6)}"
        rows.append(f"\x1b[{ROWS - 2};1H\n{line}\x1b[K")
    for _ in range(5):
        upper, lower, count = dice.randrange(1, 20), dice.randrange(21, 40), dice.randrange(1, 4)
        rows.append(f"\x1b[{upper};1H\x1b[{count}L\x1b[{lower};9H\x1b[{count}M")
    status = f"\x1b[{ROWS - 1};1H\x1b[7m {words(dice, 3)} \x1b[K\x1b[27m\x1b[{ROWS};1H-- INSERT --\x1b[K"
    return "".join([*rows, "\x1b[r", status])


def patches(dice: random.Random) -> str:
    """Words here and there, with characters deleted, inserted and erased beside them."""
    return "".join(
        f"\x1b[{dice.randrange(1, ROWS + 1)};{dice.randrange(1, COLUMNS - 12)}H\x1b[{dice.randrange(31, 38)}m"
        f"{dice.choice(NOUNS)}\x1b[{dice.randrange(1, 5)}P\x1b[{dice.randrange(1, 4)}@\x1b[3X"
        for _ in range(120)
    )


def c_tui(dice: random.Random) -> Parts:
    """Full-screen programs on the alternate screen: half of it a process viewer, then an editor, then small patches."""
    yield "\x1b[?1049h\x1b[?25l\x1b[?1h\x1b=\x1b[H\x1b[2J"
    while True:
        yield meters(dice)
        yield editor(dice)
        yield meters(dice)
        yield patches(dice)


def d_unicode(dice: random.Random) -> Parts:
    """Lines of wide characters, of accents and boxes, of emoji, and of these and combining accents beside ASCII."""
    while True:
        yield "".join(dice.choices(HAN, k=dice.randrange(12, 80))) + "\r\n"
        mixed = dice.choices((ACCENTED, MARKS, "abcdefghijklmnop    "), weights=(2, 2, 3), k=dice.randrange(25, 150))
        yield "".join(map(dice.choice, mixed)) + "\r\n"
        yield " ".join(f"{dice.choice(EMOJI)} {dice.choice(NOUNS)}" for _ in range(dice.randrange(4, 14))) + "\r\n"
        yield f"{words(dice, 6)} cafe\u0301 u\u0308ber {''.join(dice.choices(HAN, k=10))} ✓\r\n"


def ink_lines(dice: random.Random, tick: int) -> list[str]:
    """The `INK_LINES` lines at the bottom of an agent's screen."""
    verb = dice.choice(("Thinking", "Reading", "Weaving"))
    clock = f"{GREY}({tick // 30}s · ↓ {tick * 11} tokens · \x1b[1mesc\x1b[22m to interrupt){PLAIN}"
    lines = [f"{ACCENT}{SPINNER[tick % 6]}{PLAIN} {ACCENT}{verb}…{PLAIN} {clock}"]
    for index in range(INK_LINES - 6):
        if index % 5 == 0:
            lines.append(f"{WHITE}●{PLAIN} \x1b[1m{dice.choice(('Run', 'Read', 'Edit'))}\x1b[22m({words(dice, 3)})")
        elif index % 5 == 1:
            lines.append(f"  └ {GREY}{words(dice, 8)}{PLAIN}")
        elif index % 5 == 2:
            lines.append(f"     \x1b[48;2;30;80;40m{WHITE}{index:4} + {words(dice, 6)}{PLAIN}\x1b[49m")
        else:
            lines.append(f"     {words(dice, 10)}")
    bar = "─" * 118
    box = f"{GREY}│{PLAIN} > {words(dice, 4):<114}\x1b[7m \x1b[27m{GREY}│{PLAIN}"
    return [*lines, "", f"{GREY}╭{bar}╮{PLAIN}", box, f"{GREY}╰{bar}╯{PLAIN}", f"  {GREY}? for shortcuts{PLAIN}"]


def e_ink(dice: random.Random) -> Parts:
    """An Ink program: every tick erases its lines from the bottom up and draws them anew; at times some stay above."""
    yield "\x1b[?25l\x1b[?2004h" + "\r\n".join(ink_lines(dice, 0))
    tick = 0
    while True:
        tick += 1
        above = "".join(f"{WHITE}●{PLAIN} {words(dice, 12)}\r\n" for _ in range(3)) if tick % 10 == 0 else ""
        erase = "\x1b[2K\x1b[1A" * (INK_LINES - 1) + "\x1b[2K\x1b[G"
        yield f"\x1b[?2026h{erase}{above}" + "\r\n".join(ink_lines(dice, tick)) + "\x1b[?2026l"


def f_diffink(dice: random.Random) -> Parts:
    """An agent that draws only what differs: a spinner, a counter, a word, by relative moves."""
    yield "\x1b[?25l\x1b[?2004h" + "\r\n".join(ink_lines(dice, 0))
    tick = 0
    while True:
        tick += 1
        counter = f"{GREY}({tick // 30}s · ↓ {tick * 11} tokens{PLAIN}"
        yield (
            f"\x1b[?2026h\x1b[{INK_LINES - 1}A\r{ACCENT}{SPINNER[tick % 6]}{PLAIN}\x1b[12C{counter}"
            f"\r\x1b[5B\x1b[{dice.randrange(6, 100)}C{dice.choice(NOUNS)}\x1b[{INK_LINES - 6}B\r\x1b[?2026l"
        )


MADE: tuple[Callable[[random.Random], Parts], ...] = (a_ascii, b_dense, b_color, c_tui, d_unicode, e_ink, f_diffink)
"""The made streams; each goes on for ever."""


def made(stream: Callable[[random.Random], Parts], size: int, *, seed: int = SEED) -> Workload:
    """The beginning of a made stream: whole parts, just past `size` bytes."""
    parts: list[bytes] = []
    length = 0
    for part in stream(random.Random(f"{seed} {stream.__name__}")):
        parts.append(part.encode())
        length += len(parts[-1])
        if length >= size:
            break
    return Workload(stream.__name__, tuple(parts))


def recordings(limit: int | None = None, folder: Path = RECORDINGS) -> Workload:
    """What real programs printed, each from a reset terminal; with a `limit`, about that much, taken from all over."""
    parts = tuple(
        (RESET + "".join(data for _, kind, data in events_of(cast) if kind == "o")).encode() for cast in casts(folder)
    )
    whole = Workload("recordings", parts, is_serial=False)
    return whole if limit is None else whole.sample(limit)


def workloads(size: int, recorded: int | None = None) -> list[Workload]:
    """All eight; `size` bytes of each made one, and the recordings up to `recorded` bytes."""
    return [*(made(stream, size) for stream in MADE), recordings(recorded)]

from __future__ import annotations

import json
import os
import resource
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hivemind.base.errors import HiveError
from hivemind.protocol.screen import Size
from hivemind.terminal.emulator import Emulator
from hivemind.testing.clock import ManualClock
from hivemind.tile.recorder import GONE_ON, Recorder
from hivemind.tile.tape import Tape
from hivemind.workbench.recording import load, size_in
from tests.terminal.test_redraw import picture

SIZE = Size(5, 30)


class Room:
    """A terminal that is recorded."""

    def __init__(self, folder: Path, shown: bytes = b"", limit: int = 1 << 20) -> None:
        self.clock, self.path, self.faults = ManualClock(), folder / "new" / "a.cast", list[str]()
        self.tape = Tape(Emulator(SIZE), self.clock)
        self.tape.feed(shown)
        self.recorder = Recorder.begin(
            self.path, self.tape.emulator, self.clock, title="toy", on_fault=self.faults.append, limit=limit
        )
        self.tape.ear = self.recorder

    def lines(self) -> list[object]:
        """The file."""
        return [json.loads(line) for line in self.path.read_text().splitlines()]

    def played(self) -> Emulator:
        """A terminal that has played the file."""
        recording = load(self.path)
        emulator = Emulator(recording.size)
        for _, kind, data in recording.events:
            if kind == "o":
                emulator.feed(data.encode())
            elif kind == "r" and (size := size_in(data)):
                emulator.resize(size)
        return emulator


async def test_a_recording_is_an_asciicast_of_version_3(tmp_path: Path) -> None:
    room = Room(tmp_path)
    await room.clock.sleep(1.5)
    room.tape.feed(b"one\x1b[31m")
    await room.clock.sleep(0.25)
    room.tape.feed(b"two\0")
    room.tape.resize(Size(6, 40))
    room.tape.end(3)
    head, *events = room.lines()
    term = {"cols": 30, "rows": 5, "type": "xterm-256color"}
    assert head == {"version": 3, "term": term, "timestamp": 1000, "title": "toy"}
    assert [(event[0], event[1]) for event in events] == [  # type: ignore[index]
        (0.0, "o"), (1.5, "o"), (0.25, "o"), (0.0, "r"), (0.0, "o"), (0.0, "x"),
    ]  # fmt: skip
    assert events[1:4] == [[1.5, "o", "one\x1b[31m"], [0.25, "o", "two\0"], [0.0, "r", "40x6"]]
    assert events[-1] == [0.0, "x", "3"]


async def test_what_was_there_before_and_what_came_then_is_played_to_the_same_screen(tmp_path: Path) -> None:
    room = Room(tmp_path, "\x1b[?1049h\x1b[2;4r漢字\x1b[1;44mbold é".encode()[:-1])
    room.tape.feed("é".encode()[1:] + b"\x1b[3;3Hmore\r\n\n\n\nscrolled")
    room.recorder.end()
    assert picture(room.played().snapshot()) == picture(room.tape.emulator.snapshot())


async def test_sizes_are_played_to_the_same_screen_though_a_player_has_no_scrollback(tmp_path: Path) -> None:
    room = Room(tmp_path, b"".join(b"line %d\r\n" % n for n in range(20)))
    for size in (Size(12, 30), Size(3, 10), Size(9, 50)):
        room.tape.resize(size)
        room.tape.feed(b"then ")
    room.recorder.end()
    assert picture(room.played().snapshot()) == picture(room.tape.emulator.snapshot())


@pytest.mark.parametrize("cut", range(1, 4))
async def test_a_character_that_comes_in_pieces_is_written_whole(tmp_path: Path, cut: int) -> None:
    room = Room(tmp_path)
    data = "💻".encode()
    room.tape.feed(data[:cut])
    room.tape.feed(data[cut:] + b"\xff!")
    room.recorder.end()
    assert [event[2] for event in room.lines()[2:]] == ["💻\ufffd!"]  # type: ignore[index]


async def test_only_its_owner_reads_it_and_no_file_is_written_over(tmp_path: Path) -> None:
    room = Room(tmp_path)
    assert stat.S_IMODE(room.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(room.path.parent.stat().st_mode) == 0o700
    room.recorder.end()
    with pytest.raises(HiveError, match="already"):
        Recorder.begin(room.path, room.tape.emulator, room.clock, title="", on_fault=room.faults.append)


async def test_a_recording_ends_by_itself_when_it_is_large_and_says_so(tmp_path: Path) -> None:
    room = Room(tmp_path, limit=3000)
    for _ in range(100):
        room.tape.feed(b"x" * 100)
    assert room.path.stat().st_size <= 3000
    assert not room.recorder.is_on
    assert room.faults == [f"recording ended: {room.path} has reached its largest size"]
    assert load(room.path).events[-1][2] == "x" * 100


async def test_a_file_that_cannot_be_written_ends_it_and_says_so(tmp_path: Path) -> None:
    room = Room(tmp_path)
    reading = os.open(room.path, os.O_RDONLY)
    os.dup2(reading, room.recorder._file)
    os.close(reading)
    room.tape.feed(b"text")
    room.recorder.flush()
    room.tape.feed(b"more")
    assert not room.recorder.is_on
    assert [words.partition(":")[0] for words in room.faults] == ["recording ended"]


@contextmanager
def full_disk() -> Iterator[None]:
    """Within, no file takes another byte."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


async def test_a_recording_that_cannot_even_begin_leaves_nothing_behind(tmp_path: Path) -> None:
    path, faults = tmp_path / "a.cast", list[str]()
    with full_disk(), pytest.raises(HiveError, match="cannot be written"):
        Recorder.begin(path, Emulator(SIZE), ManualClock(), title="", on_fault=faults.append)
    assert not path.exists()
    assert faults == []


async def test_what_goes_wrong_twice_is_told_once(tmp_path: Path) -> None:
    room = Room(tmp_path, limit=3000)
    with full_disk():
        room.tape.feed(b"held")
        room.tape.feed(b"x" * 3000)
    assert len(room.faults) == 1


async def test_another_daemon_goes_on_with_it(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.tape.feed(b"before")
    room.recorder.flush()
    with room.path.open("ab") as stream:
        stream.write(b'[0.1, "o", "cut off')
    after = Tape(Emulator(SIZE), room.clock)
    after.ear = Recorder.go_on(room.path, after.emulator, room.clock, on_fault=room.faults.append)
    after.feed(b"after")
    after.end(-9)
    assert [(event[1], event[2]) for event in room.lines()[2:] if event[1] != "o"] == [  # type: ignore[index]
        ("m", GONE_ON), ("r", "30x5"), ("x", "137"),
    ]  # fmt: skip
    assert picture(room.played().snapshot()) == picture(after.emulator.snapshot())


async def test_a_recording_that_is_gone_cannot_go_on(tmp_path: Path) -> None:
    with pytest.raises(HiveError, match="cannot be written any more"):
        Recorder.go_on(tmp_path / "gone.cast", Emulator(SIZE), ManualClock(), on_fault=print)

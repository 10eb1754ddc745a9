"""Recordings of real programs yield the screens that were labelled, however their bytes are cut."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hivemind.protocol.screen import Size, Snapshot
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.rows import text_of

FOLDER = Path(__file__).parents[2] / "fixtures" / "screens"
RECORDINGS = sorted(FOLDER.glob("*/*.cast"))


def play(path: Path, cut: random.Random | None = None) -> Iterator[tuple[str, Snapshot]]:
    """The name of every mark of an asciicast (version 2) and the screen there."""
    lines = path.read_text(encoding="utf-8").splitlines()
    head = json.loads(lines[0])
    emulator = Emulator(Size(head["height"], head["width"]))
    for line in lines[1:]:
        _, kind, data = json.loads(line)
        if kind == "o":
            for piece in pieces(data.encode(), cut):
                emulator.feed(piece)
        elif kind == "r":
            columns, rows = data.split("x")
            emulator.resize(Size(int(rows), int(columns)))
        elif kind == "m":
            yield data, emulator.snapshot()


def pieces(data: bytes, cut: random.Random | None) -> Iterator[bytes]:
    if cut is None:
        yield data
        return
    start = 0
    while start < len(data):
        end = start + cut.choice((1, 2, 3, 7, 50, 400))
        yield data[start:end]
        start = end


def labels(path: Path) -> list[dict[str, Any]]:
    marks: list[dict[str, Any]] = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))["marks"]
    return marks


def picture(snapshot: Snapshot) -> dict[str, Any]:
    cursor = snapshot.cursor
    return {
        "screen": "\n".join(row.rstrip() for row in text_of(snapshot)).rstrip("\n"),
        "cursor": [cursor.row, cursor.column],
        "cursor_hidden": not cursor.visible,
        "title": snapshot.title,
        "alt": snapshot.modes.alternate,
        "size": [snapshot.size.rows, snapshot.size.columns],
    }


def labelled(mark: dict[str, Any]) -> dict[str, Any]:
    same = {key: mark[key] for key in ("cursor", "cursor_hidden", "title", "alt")}
    return same | {"screen": "\n".join(mark["screen"]).rstrip("\n"), "size": [mark["rows"], mark["cols"]]}


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", RECORDINGS, ids=name_of)
def test_a_recording_yields_its_labelled_screens(path: Path) -> None:
    screens = {name: picture(snapshot) for name, snapshot in play(path)}
    assert screens == {mark["name"]: labelled(mark) for mark in labels(path)}


@pytest.mark.parametrize("path", RECORDINGS, ids=name_of)
def test_a_recording_cut_anywhere_yields_the_same(path: Path) -> None:
    whole, cut = dict(play(path)), dict(play(path, random.Random(name_of(path))))
    assert {name: picture(shown) for name, shown in cut.items()} == {n: picture(s) for n, s in whole.items()}
    assert [shown.lines for shown in cut.values()] == [shown.lines for shown in whole.values()]


def test_there_are_recordings() -> None:
    assert len(RECORDINGS) > 60

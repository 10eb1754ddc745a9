from __future__ import annotations

from pathlib import Path

import pytest

from hivemind.testing.screens import load_screen

GOOD = """\
program: claude
size: 20x5
reads: blocked
says: trust
also: idle, question
title: ✳ a: b
cursor: 1, 2
last: said
source: by hand
---
one

three
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "case.screen"
    path.write_text(text)
    return path


def test_a_screen_has_all_its_rows_and_labels(tmp_path: Path) -> None:
    screen = load_screen(written(tmp_path, GOOD))
    assert (screen.name, screen.program, screen.rows) == ("case", "claude", ("one", "", "three", "", ""))
    assert (screen.reads, screen.says, screen.also) == ("blocked", "trust", ("idle", "question"))
    assert (screen.title, screen.cursor, screen.last, screen.columns) == ("✳ a: b", (1, 2), "said", 20)


def test_which_readings_are_right(tmp_path: Path) -> None:
    screen = load_screen(written(tmp_path, GOOD))
    right = [
        screen.is_right(*reading) for reading in (("blocked", "trust"), ("blocked", ""), ("idle", ""), ("working", ""))
    ]
    assert right == [True, False, True, False]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("program: claude\n", "no line '---'"),
        (GOOD.replace("says:", "saying:"), ":4: expected one 'key: value'"),
        (GOOD.replace("says: trust", "size: 20x5"), ":4: expected one 'key: value'"),
        (GOOD.replace("reads: blocked\n", ""), "the header has no reads"),
        (GOOD.replace("20x5", "20x2"), "the rows are larger than 20x2"),
        (GOOD.replace("20x5", "4x5"), "the rows are larger than 4x5"),
    ],
)
def test_a_broken_file_says_what_is_wrong(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        load_screen(written(tmp_path, text))

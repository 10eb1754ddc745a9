from __future__ import annotations

import json
from pathlib import Path

import pytest

from hivemind.base.errors import InvalidFileError
from hivemind.workbench.cases import find_cases, load_recording, load_screen

SCREEN = "program: toy\nsize: 20x3\nreads: idle\nsource: by hand\n---\nx\n"


def recording(**mark: object) -> str:
    return json.dumps({"agent": "toy", "case": "c", "marks": [{"name": "m", "screen": ["x"], **mark}]})


def test_a_folder_gives_screens_and_marks_and_passes_over_other_json(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.screen").write_text(SCREEN)
    (tmp_path / "b.json").write_text(recording(status="idle", also=["question"]))
    (tmp_path / "other.json").write_text("{}")
    assert [(case.name, case.program, case.also) for case in find_cases([tmp_path])] == [
        ("c-m", "toy", ("question",)),
        ("a", "toy", ()),
    ]


def test_marks_without_a_label_are_no_cases(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    path.write_text(recording(status=None))
    assert load_recording(path) == []


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.screen", "x", "no line '---'"),
        ("a.screen", SCREEN.replace("idle", "bored"), "cannot read 'bored'; it can: idle, working"),
        ("a.screen", SCREEN.replace("20x3", "wide"), "found 'wide', expected size"),
        ("a.screen", SCREEN.replace("20x3", "20x999999"), "found '20x999999', expected size"),
        ("a.json", '{"marks": 3}', "no recording's marks"),
        ("a.json", "[", "no recording's marks"),
        ("a.json", recording(status="bored"), "cannot read 'bored'"),
    ],
)
def test_what_is_wrong_in_a_case_is_said_with_its_file(tmp_path: Path, name: str, text: str, said: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(InvalidFileError) as raised:
        find_cases([path])
    assert str(path) in raised.value.message
    assert said in raised.value.message


def test_a_record_is_part_of_a_screen(tmp_path: Path) -> None:
    path = tmp_path / "a.screen"
    path.write_text(SCREEN.replace("source", "record: state=working\nsource"))
    assert load_screen(path).record == "state=working"

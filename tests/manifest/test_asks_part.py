"""The block `asks` of an agent file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from hivemind.detect.asking import NO_HINTS, Hints
from hivemind.manifest.manifest import load

Write = Callable[..., Path]

LABELLED = Path(__file__).parents[2] / "fixtures" / "asks"

WHOLE = """
asks:
  markers: ["●"]
  unmarked: true
  pairs: true
  buttons: true
  letters: true
  borders: ["┃", "█"]
  heads: ["? "]
  forms: ["? AskUserQuestion"]
  prompts: ["△ "]
  signs: ["$ "]
  detail: " - "
  beside: 40
"""


def test_every_key_is_read(write: Write) -> None:
    loaded = load(write(WHOLE))
    assert loaded.report.render() == ""
    assert loaded.manifest is not None
    assert loaded.manifest.asks == Hints(
        markers=("●",),
        unmarked=True,
        pairs=True,
        buttons=True,
        letters=True,
        borders=("┃", "█"),
        heads=("? ",),
        forms=("? AskUserQuestion",),
        prompts=("△ ",),
        signs=("$ ",),
        detail=" - ",
        beside=40,
    )


def test_a_file_without_the_block_has_the_defaults(write: Write) -> None:
    for more in ("", "asks: {}\n"):
        manifest = load(write(more)).manifest
        assert manifest is not None
        assert manifest.asks == NO_HINTS


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("markers: []", "manifest.bad_value"),
        ("markers: ['>>']", "manifest.bad_value"),
        ("markers: [x]", "manifest.bad_value"),
        ("markers: [1]", "manifest.wrong_type"),
        ("borders: [' ']", "manifest.bad_value"),
        ("unmarked: maybe", "manifest.wrong_type"),
        ("heads: ['']", "manifest.bad_value"),
        ("heads: [' ? ']", "manifest.blank_beginning"),
        ("signs: ['  $ ']", "manifest.blank_beginning"),
        ("detail: '  '", "manifest.bad_value"),
        ('detail: "\\t-"', "manifest.bad_value"),
        ("beside: -1", "manifest.bad_value"),
        ("button: true", "manifest.unknown_field"),
    ],
)
def test_what_cannot_work_is_told(write: Write, line: str, code: str) -> None:
    path = write(f"asks:\n  {line}\n")
    assert [problem.code for problem in load(path).report] == [code]


@pytest.mark.parametrize("path", sorted(LABELLED.glob("*.json")), ids=lambda path: path.stem)
def test_what_the_labelled_dialogs_need_can_be_written_in_a_file(write: Write, path: Path) -> None:
    hints = json.loads(path.read_text("utf-8"))["hints"]
    loaded = load(write(f"asks: {json.dumps(hints, ensure_ascii=False)}\n"))
    assert loaded.report.render() == ""
    assert loaded.manifest is not None
    assert loaded.manifest.asks == msgspec.convert(hints, Hints)

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hivemind.base.errors import HiveError, UsageError
from hivemind.base.problems import Report
from hivemind.base.yamldoc import parse
from hivemind.manifest import manifest
from hivemind.manifest.checks import RESERVED_IDS
from hivemind.workbench.screens import of_plain_text
from hivemind.workbench.starter import starter, write_starter
from tests.workbench.conftest import load


def test_a_starter_loads_without_any_problem(tmp_path: Path) -> None:
    path = write_starter("my-bot", tmp_path, program="mybot")
    loaded = manifest.load(path, expected_id="my-bot")
    assert list(loaded.report) == []
    assert loaded.manifest is not None
    assert (loaded.manifest.label, loaded.manifest.bin) == ("My Bot", "mybot")


@settings(max_examples=25)
@given(st.from_regex(r"\A[a-z0-9][a-z0-9-]{0,31}\Z"))
def test_the_starter_of_any_id_loads(name: str) -> None:
    if name in RESERVED_IDS:
        return
    report = Report()
    root = parse(starter(name), "x", report)
    assert root is not None
    assert manifest.from_node(root, report) is not None, report.render()


def test_its_lines_that_are_comments_load_too(tmp_path: Path) -> None:
    """Whoever takes the mark away from an example gets a file that works."""
    text = starter("my-bot")
    lines = [line.removeprefix("# ") if _is_example(line) else line for line in text.split("\n")]
    path = tmp_path / "agent.yaml"
    path.write_text("\n".join(lines))
    loaded = manifest.load(path)
    assert list(loaded.report) == []
    assert loaded.manifest is not None
    assert loaded.manifest.interrupt == ("escape",)


def _is_example(line: str) -> bool:
    return line.startswith("# ") and (line.startswith("#   ") or line.partition(":")[0][2:].islower()) and ":" in line


def test_its_rules_read_the_screens_that_its_comments_speak_of(tmp_path: Path) -> None:
    rules = load(write_starter("my-bot", tmp_path))[2]
    assert rules.read(of_plain_text("Run it? [y/n]")).status.value == "permission"
    assert rules.read(of_plain_text("* esc to interrupt")).status.value == "working"
    assert rules.read(of_plain_text("hello\n>")).rule is not None


@pytest.mark.parametrize(
    ("name", "program", "said"),
    [
        ("Bad", "", "cannot be an id"),
        ("-x", "", "cannot be an id"),
        ("x", "/bin/x", "a path"),
        ("claude", "x", "belongs"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_written(tmp_path: Path, name: str, program: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        write_starter(name, tmp_path, program=program)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    path = write_starter("x", tmp_path)
    path.write_text("mine")
    with pytest.raises(UsageError, match="there already"):
        write_starter("x", tmp_path)
    assert path.read_text() == "mine"
    with pytest.raises(HiveError, match="cannot be written"):
        write_starter("x", path)

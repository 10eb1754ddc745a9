from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hivemind.base.errors import HiveError, UsageError
from hivemind.protocol.program import ProgramRecord, ProgramState
from hivemind.workbench.capture import Label, Shown, record_text, save, screen_file
from hivemind.workbench.cases import load_screen

IDLE = Label("idle", "", "toy 1.0")


def test_what_is_kept_is_the_case_that_was_shown(tmp_path: Path) -> None:
    record = ProgramRecord("", ProgramState.BLOCKED, kind="permission", app="toy", msg="private")
    shown = Shown("toy", ["Allow?", "", "  > yes", ""], 40, "Toy", (2, 4), record)
    case = load_screen(save(shown, Label("permission", "trust", "toy 1.0"), tmp_path / "new", home="/home/me"))
    assert (case.name, case.program, case.reads, case.says) == ("trust", "toy", "permission", "trust")
    assert (case.rows, case.columns, case.cursor, case.title) == (("Allow?", "", "  > yes", ""), 40, (2, 4), "Toy")
    assert case.record == "state=blocked:kind=permission:app=toy"
    assert case.text.record is not None
    assert case.text.record.kind == "permission"


def test_secrets_and_the_home_folder_are_masked(tmp_path: Path) -> None:
    shown = Shown("toy", ["mail me@example.org", "in /home/me/work"], 20, "/home/me")
    text = save(shown, IDLE, tmp_path, home="/home/me").read_text()
    assert "me@example.org" not in text
    assert "/home/me" not in text
    assert "title: ~" in text
    load_screen(tmp_path / "idle.screen")


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    names = [save(Shown("toy", [text], 20), IDLE, tmp_path, home="").name for text in "abc"]
    assert names == ["idle.screen", "idle-2.screen", "idle-3.screen"]
    assert load_screen(tmp_path / "idle.screen").rows == ("a",)


@pytest.mark.parametrize(
    "label", [Label("asleep", "", "x"), Label("blocked", "../x", "x"), Label("blocked", "A b", "x")]
)
def test_a_label_that_cannot_be_is_refused(tmp_path: Path, label: Label) -> None:
    with pytest.raises(UsageError):
        save(Shown("toy", ["a"], 20), label, tmp_path, home="")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(HiveError, match="cannot be written"):
        save(Shown("toy", ["a"], 20), IDLE, tmp_path / "file" / "in", home="")


@given(st.lists(st.text(max_size=30), min_size=1, max_size=8), st.text(max_size=20))
def test_any_screen_becomes_a_file_that_can_be_read(
    tmp_path_factory: pytest.TempPathFactory, rows: list[str], title: str
) -> None:
    path = tmp_path_factory.mktemp("any") / "x.screen"
    path.write_text(screen_file(Shown("toy", rows, 30, title), IDLE, home="/home/me"), encoding="utf-8")
    assert len(load_screen(path).rows) == len(rows)


def test_a_record_without_kind_is_its_state() -> None:
    assert record_text(ProgramRecord("", ProgramState.WORKING)) == "state=working"

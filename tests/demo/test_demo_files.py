from __future__ import annotations

from pathlib import Path

import pytest

from hivemind.demo.files import NOTES, Edit, names_in, plan_edit


@pytest.mark.parametrize(
    ("prompt", "names"),
    [
        ("make a file", []),
        ("make a file notes.txt", ["notes.txt"]),
        ("make a file notes.txt.", ["notes.txt"]),
        ("make files a.txt, b.md and a.txt", ["a.txt", "b.md"]),
        ("make a file called 'my notes.txt'", ["my notes.txt"]),
        ('make the file "Makefile"', ["Makefile"]),
        ("make a file src/a.py", ["src/a.py"]),
        ("make a file /etc/cron.d/x.sh", []),
        ("make a file ../up.txt", []),
        ("make a file a/../../up.txt", []),
        ("make a file '-rf.txt'", []),
        ("make a file '~/x.txt'", []),
        ("make 'a long phrase' a file", []),
        ("make files a.a b.b c.c d.d e.e f.f", ["a.a", "b.b", "c.c", "d.d", "e.e"]),
    ],
)
def test_only_names_that_stay_in_the_folder_are_taken(prompt: str, names: list[str], tmp_path: Path) -> None:
    assert names_in(prompt, tmp_path) == names


def test_a_link_that_leads_out_is_no_name(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in/out").symlink_to(tmp_path)
    assert names_in("edit out/secret.txt", tmp_path / "in") == []


def planned(prompt: str, folder: Path) -> Edit:
    edit = plan_edit(prompt, folder)
    assert isinstance(edit, Edit), edit
    return edit


def test_without_a_name_the_notes_are_made_then_added_to(tmp_path: Path) -> None:
    first = planned("change something", tmp_path)
    assert (first.before, first.diff()[0]) == (None, "@@ -0,0 +1,3 @@")
    assert first.write() == ""
    second = planned("change something", tmp_path)
    assert second.diff()[-1] == "+- The demo agent was here again."
    assert second.write() == ""
    assert (tmp_path / NOTES).read_bytes() == second.after


def test_planning_writes_nothing(tmp_path: Path) -> None:
    planned("change something", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_one_word_is_changed_to_another_in_a_file_that_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"tea\r\nand tea")
    edit = planned("change tea to coffee in a.txt", tmp_path)
    assert edit.after == b"coffee\r\nand coffee"


def test_an_edit_is_not_written_over_a_file_that_changed_meanwhile(tmp_path: Path) -> None:
    edit = planned("change something", tmp_path)
    (tmp_path / NOTES).write_text("mine")
    assert edit.write() == "the file changed meanwhile"
    assert (tmp_path / NOTES).read_text() == "mine"


@pytest.mark.parametrize(
    ("content", "prompt", "why"),
    [
        (b"\xff\xfe", "edit a.txt", "`a.txt` is not a text."),
        (b"x" * 70000, "edit a.txt", "`a.txt` is larger than I edit."),
        (b"abc", "change x to y in a.txt", "`a.txt` does not contain `x`, so there is nothing to change."),
    ],
    ids=["binary", "large", "not there"],
)
def test_what_cannot_be_edited_is_said(content: bytes, prompt: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(content)
    assert plan_edit(prompt, tmp_path) == why


def test_notes_that_lead_out_of_the_folder_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / NOTES).symlink_to(tmp_path / "elsewhere")
    assert plan_edit("edit", tmp_path / "in") == f"`{NOTES}` leads out of this folder, so I leave it alone."

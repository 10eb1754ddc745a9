from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from hivemind.demo.session import Session, SessionError, resume, sessions_folder
from hivemind.demo.steps import Entry

SAID = [
    Entry("person", "make a file\n蜂"),
    Entry("action", "$ touch a", ("ran without output",)),
    Entry("end", "Done in 1s"),
]


def kept(folder: Path, cwd: Path, name: str = "") -> Session:
    session = Session.fresh(folder, cwd, name)
    for entry in SAID:
        session.append(entry)
    return session


def test_what_was_said_comes_back(tmp_path: Path) -> None:
    session = kept(tmp_path / "s", tmp_path)
    again, entries, damaged = resume(tmp_path / "s", tmp_path, session.id)
    assert (entries, damaged, again.id) == (SAID, 0, session.id)


def test_a_resumed_conversation_goes_on_in_its_file(tmp_path: Path) -> None:
    session = kept(tmp_path, tmp_path)
    again, _, _ = resume(tmp_path, tmp_path, session.id[:8])
    again.append(Entry("person", "more"))
    assert [entry.text for entry in resume(tmp_path, tmp_path, session.id)[1]][-1] == "more"
    assert len(list(tmp_path.glob("*.jsonl"))) == 1


def test_notes_of_the_program_are_not_kept(tmp_path: Path) -> None:
    session = Session.fresh(tmp_path / "s", tmp_path)
    session.append(Entry("note", "help"))
    assert not session.path.exists()


def test_the_latest_conversation_of_this_folder_is_found(tmp_path: Path) -> None:
    first, second, other = (kept(tmp_path / "s", tmp_path / where) for where in ("here", "here", "elsewhere"))
    for age, session in enumerate((first, second, other)):
        os.utime(session.path, (1000 + age, 1000 + age))
    assert resume(tmp_path / "s", tmp_path / "here", "latest")[0].id == second.id


def test_damaged_rows_are_left_out_and_counted(tmp_path: Path) -> None:
    session = kept(tmp_path, tmp_path)
    with session.path.open("ab") as file:
        file.write(b'{"type": "person"}\n[1]\n\xff\xfe{\n' + b"[" * 100_000 + b"\n")
    _, entries, damaged = resume(tmp_path, tmp_path, session.id)
    assert (entries, damaged) == (SAID, 4)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("latest", "no conversation was held in this folder yet"),
        ("none-such", "no conversation starts with 'none-such'"),
        ("make a file", "'make a file' is not the id of a conversation; a prompt after --resume needs '--' before it"),
        ("../../etc", "'../../etc' is not the id of a conversation; a prompt after --resume needs '--' before it"),
        ("same", "several conversations start with 'same'"),
    ],
)
def test_what_cannot_be_resumed_is_said(name: str, why: str, tmp_path: Path) -> None:
    kept(tmp_path, tmp_path / "elsewhere", "same-one")
    kept(tmp_path, tmp_path / "elsewhere", "same-two")
    with pytest.raises(SessionError) as caught:
        resume(tmp_path, tmp_path, name)
    assert str(caught.value) == why


def test_a_file_that_is_no_conversation_is_refused(tmp_path: Path) -> None:
    (tmp_path / "fake.jsonl").write_text("hello\n")
    with pytest.raises(SessionError, match="is not a conversation"):
        resume(tmp_path, tmp_path, "fake")


def test_only_its_owner_may_read_a_conversation(tmp_path: Path) -> None:
    session = kept(tmp_path / "a/b", tmp_path)
    assert stat.S_IMODE(session.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(session.path.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize(
    ("env", "folder"),
    [
        ({"XDG_STATE_HOME": "/s", "HOME": "/h"}, "/s/hivemind/demo-sessions"),
        ({"XDG_STATE_HOME": "s", "HOME": "/h"}, "/h/.local/state/hivemind/demo-sessions"),
        ({"HOME": "/h"}, "/h/.local/state/hivemind/demo-sessions"),
    ],
)
def test_conversations_are_kept_in_the_state_folder(env: dict[str, str], folder: str) -> None:
    assert str(sessions_folder(env)) == folder

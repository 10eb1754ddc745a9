from __future__ import annotations

import stat
from pathlib import Path

import pytest

from hivemind.base.errors import BadRequestError, HiveError
from hivemind.base.newfile import free, save


def test_a_new_file_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b.txt"
    save(path, b"text")
    assert path.read_bytes() == b"text"
    assert [stat.S_IMODE(one.stat().st_mode) for one in (path, path.parent)] == [0o600, 0o700]


def test_nothing_is_written_over_not_even_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for name in ("there", "link"):
        with pytest.raises(BadRequestError, match="already"):
            save(tmp_path / name, b"new")
    assert (tmp_path / "there").read_text() == "old"
    assert not (tmp_path / "nowhere").exists()


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(HiveError, match="cannot be made"):
        save(tmp_path / "file" / "b", b"")


def test_what_is_no_name_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadRequestError, match="null character"):
        save(tmp_path / "a\0b", b"")


def test_a_free_name_counts_on(tmp_path: Path) -> None:
    found = []
    for _ in range(3):
        found.append(free(tmp_path, "a", ".txt"))
        found[-1].write_text("")
    assert [path.name for path in found] == ["a.txt", "a-2.txt", "a-3.txt"]

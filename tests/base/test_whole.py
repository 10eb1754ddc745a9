"""A file is replaced whole or not at all, and two that change one wait for each other."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hivemind.base import whole


def test_a_file_and_its_folder_are_made_for_one_person_alone(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "file"
    whole.write(path, b"one")
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode), stat.S_IMODE(path.parent.stat().st_mode)) == (
        b"one",
        0o600,
        0o700,
    )


def test_what_cannot_be_written_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.mkdir()
    with pytest.raises(OSError, match="file"):
        whole.write(path, b"two")
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


def test_changes_at_once_are_made_one_after_another(tmp_path: Path) -> None:
    path = tmp_path / "count"
    whole.write(path, b"0")

    def add(_: int) -> None:
        with whole.locked(path):
            whole.write(path, str(int(path.read_bytes()) + 1).encode())

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(add, range(40)))
    assert path.read_bytes() == b"40"

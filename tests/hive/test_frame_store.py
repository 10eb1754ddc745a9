from __future__ import annotations

from pathlib import Path

import pytest

from hivemind.base.errors import HiveError, InvalidFileError
from hivemind.hive import frame_store
from hivemind.protocol.frame import Frame, Layout, Leaf, Split

FRAMES = (
    Frame("f1", "api", "/api", "main", ("t1", "t2"), Layout("own", Split(True, (Leaf("t1", 3), Leaf("t2"))))),
    Frame("f2", "web", is_kept=True),
)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "state" / "frames.json"
    frame_store.write(path, FRAMES)
    assert frame_store.read(path) == FRAMES
    assert [one.name for one in path.parent.iterdir()] == ["frames.json"]
    assert path.stat().st_mode & 0o777 == 0o600


def test_without_a_file_there_are_no_frames(tmp_path: Path) -> None:
    assert frame_store.read(tmp_path / "frames.json") == ()


@pytest.mark.parametrize("text", ["", "{", '{"frames": 1}', '{"frames": [{"frameId": "x"}]}', "[" * 5000, "\udcff"])
def test_a_damaged_file_is_set_aside_whole(tmp_path: Path, text: str) -> None:
    path = tmp_path / "frames.json"
    for number in (1, 2):
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        with pytest.raises(InvalidFileError, match="could not be read") as caught:
            frame_store.read(path)
        aside = tmp_path / f"frames.json.damaged-{number}"
        assert caught.value.hint == f"it was kept as {aside}"
        assert aside.read_bytes() == text.encode("utf-8", "surrogateescape")
    assert not path.exists()


def test_keys_of_a_newer_version_do_not_count(tmp_path: Path) -> None:
    path = tmp_path / "frames.json"
    path.write_text('{"version": 7, "frames": [{"frameId": "f", "name": "n", "colour": "red"}]}')
    assert frame_store.read(path) == (Frame("f", "n"),)


def test_a_file_that_cannot_be_written_leaves_the_old_one_and_nothing_beside_it(tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where the folder would be")
    with pytest.raises(HiveError, match="cannot be kept"):
        frame_store.write(blocked / "frames.json", FRAMES)
    path = tmp_path / "frames.json"
    (path / "x").mkdir(parents=True)
    with pytest.raises(HiveError, match="cannot be kept"):
        frame_store.write(path, FRAMES)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["blocked", "frames.json"]

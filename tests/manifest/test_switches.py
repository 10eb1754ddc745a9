from __future__ import annotations

import stat
import threading
from pathlib import Path

import msgspec
import pytest

from hivemind.base.errors import HiveError, InvalidFileError
from hivemind.manifest import switches
from hivemind.manifest.switches import Switches


def test_nothing_is_decided_before_somebody_decides(tmp_path: Path) -> None:
    assert switches.read(tmp_path / "agents.json") == Switches()


def test_what_was_decided_is_read_back_and_is_the_persons_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "agents.json"
    want = Switches(("a",), ("b",), {"codex": "other"})
    assert switches.change(path, lambda _: want) == (Switches(), want)
    assert switches.read(path) == want
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert sorted(each.name for each in path.parent.iterdir()) == ["agents.json", "agents.lock"]


def test_two_that_decide_at_once_both_count(tmp_path: Path) -> None:
    path = tmp_path / "agents.json"

    def decide(name: str) -> None:
        for number in range(20):
            mine = f"{name}{number}"
            switches.change(path, lambda old, mine=mine: msgspec.structs.replace(old, off=(*old.off, mine)))  # type: ignore[misc]

    threads = [threading.Thread(target=decide, args=(name,)) for name in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(switches.read(path).off)) == 60


@pytest.mark.parametrize("damage", [b"{", b"[]", b'{"off": 3}', b'{"replaced": []}', b"\xff", b"[" * 5000])
def test_a_damaged_file_is_said_and_never_overwritten(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "agents.json"
    path.write_bytes(damage)
    with pytest.raises(InvalidFileError):
        switches.change(path, lambda _: Switches(("a",)))
    assert path.read_bytes() == damage


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(HiveError, match="cannot be written"):
        switches.change(tmp_path / "file" / "agents.json", lambda old: old)

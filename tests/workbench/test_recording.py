from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from hivemind.base.errors import HiveError, InvalidFileError
from hivemind.protocol.screen import Size
from hivemind.workbench.recording import load

TWO = '{"version": 2, "width": 80, "height": 24}\n[1.0, "o", "a"]\n[2.5, "r", "100x30"]\n'
THREE = '{"version": 3, "term": {"cols": 80, "rows": 24}}\n# words\n[1.0, "o", "a"]\n[1.5, "r", "100x30"]\n'


@pytest.mark.parametrize("text", [TWO, THREE], ids=["version 2", "version 3"])
def test_both_versions_give_the_same(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.cast"
    path.write_text(text)
    assert load(path).size == Size(24, 80)
    assert load(path).events == ((1.0, "o", "a"), (2.5, "r", "100x30"))


def test_a_packed_recording_is_the_same(tmp_path: Path) -> None:
    path = tmp_path / "x.cast.gz"
    path.write_bytes(gzip.compress(TWO.encode()))
    assert len(load(path).events) == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no header"),
        ("[1]", "no header"),
        ('{"version": 1}', "no header"),
        ('{"version": 2, "width": 0, "height": 1}', "has no size"),
        (TWO + "[1]", ":4: found [1], expected [seconds, kind, data]"),
        (TWO + "[", ":4: no JSON"),
        (TWO + '[1, "r", "big"]', ":4: found the size 'big'"),
        (TWO + json.dumps([1, "r", "999999x1"]), ":4: found the size"),
    ],
)
def test_what_is_no_recording_is_said_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "x.cast"
    path.write_text(text)
    with pytest.raises(InvalidFileError) as raised:
        load(path)
    assert said in raised.value.message


def test_no_file_is_not_found_and_broken_gzip_invalid(tmp_path: Path) -> None:
    with pytest.raises(HiveError) as raised:
        load(tmp_path / "x.cast")
    assert raised.value.exit_code == 5
    (tmp_path / "x.cast.gz").write_bytes(gzip.compress(b"x" * 999)[:20])
    with pytest.raises(InvalidFileError):
        load(tmp_path / "x.cast.gz")

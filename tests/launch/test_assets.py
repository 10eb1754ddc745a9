from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from hivemind.launch.assets import MAX_BYTES, is_per_tile, name_for_tile, read, rendered


@pytest.mark.parametrize(
    ("text", "name", "values", "expected"),
    [
        ("a {tileId} {nope} {tileId}", "a.txt", {"tileId": "hm:a"}, "a hm:a {nope} hm:a"),
        ("{a}", "a.txt", {"a": ""}, "{a}"),
        ('{"x": "{a}"}', "a.json", {"a": 'q"\\\n'}, '{"x": "q\\"\\\\\\n"}'),
        ("{a}", "a.txt", {"a": '"{b}', "b": "2"}, '"{b}'),
        ("{asset:x.js}", "a", {"asset:x.js": "/p/x.js"}, "/p/x.js"),
    ],
)
def test_an_asset_is_rendered(text: str, name: str, values: dict[str, str], expected: str) -> None:
    """2.15."""
    assert rendered(text, name, values) == expected


def test_a_json_asset_stays_json() -> None:
    value = 'a "b" \\ é\n'
    assert json.loads(rendered('["{x}"]', "a.json", {"x": value})) == [value]


@pytest.mark.parametrize(
    ("name", "tile", "expected"),
    [
        ("a.b.json", "hm:x1", "a.b-hm-x1.json"),
        ("plain", "hm:x1", "plain-hm-x1"),
        ("a.js", "../é", "a-..--.js"),
    ],
)
def test_the_copy_of_a_tile_has_its_own_name(name: str, tile: str, expected: str) -> None:
    assert name_for_tile(name, tile) == expected


def test_only_known_placeholders_make_a_file_per_tile() -> None:
    assert is_per_tile("x {cwd}", {"cwd"})
    assert not is_per_tile("function () { return {cwd2} }", {"cwd"})


def test_what_is_too_long_or_missing_is_absent(tmp_path: Path) -> None:
    path = tmp_path / "a"
    assert read(path, path.parent) is None
    path.write_bytes(b"x" * MAX_BYTES)
    assert read(path, path.parent) == "x" * MAX_BYTES
    path.write_bytes(b"x" * (MAX_BYTES + 1))
    assert read(path, path.parent) is None
    path.write_bytes(b"\xff")
    assert read(path, path.parent) is None


def test_what_is_no_plain_file_is_absent(tmp_path: Path) -> None:
    """A pipe that nobody writes to would hold up the start, for ever."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "pipe")
    assert [read(tmp_path / name, tmp_path) for name in ("pipe", "link", ".")] == [None, None, None]
    assert read(Path("/dev/zero"), Path("/dev")) is None


def test_a_link_out_of_the_folder_is_followed_but_in_a_repository(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("s")
    for agents, expected in (
        (tmp_path / "config" / "agents" / "a", "s"),
        (tmp_path / ".hivemind" / "agents" / "a", None),
    ):
        agents.mkdir(parents=True)
        (agents / "b.txt").symlink_to(secret)
        (agents / "real.txt").write_text("r")
        (agents / "c.txt").symlink_to(agents / "real.txt")
        assert (read(agents / "b.txt", agents), read(agents / "c.txt", agents)) == (expected, "r")

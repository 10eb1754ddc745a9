from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from hivemind.launch.home import build, settings
from hivemind.manifest.parts.home import Home, OwnFile

HOME = Home("droid-home", ".factory", "{home}/.factory", "X", (OwnFile("s.json", merge=True, settings={"b": 2}),))


@pytest.fixture
def person(tmp_path: Path) -> Path:
    real = tmp_path / "person" / ".factory"
    (real / "agents").mkdir(parents=True)
    (real / "agents" / "mine.json").write_text("{}")
    (real / "auth").write_text("secret")
    (real / "s.json").write_text('{"a": 1, "b": 1}')
    return real.parent


def everything(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_the_overlay_links_what_is_not_ours(person: Path, tmp_path: Path) -> None:
    """2.17; twice, since building is idempotent, and nothing is written to the real folder."""
    before = everything(person)
    for _ in range(2):
        root = build(HOME, tmp_path / "private", person, {"agents/hive.json": "H"})
        assert root == tmp_path / "private" / "droid-home"
        folder = root / ".factory"
        assert (folder / "auth").readlink() == person / ".factory" / "auth"
        assert json.loads((folder / "s.json").read_text()) == {"a": 1, "b": 2}
        assert not (folder / "agents").is_symlink()
        assert (folder / "agents" / "mine.json").readlink() == person / ".factory" / "agents" / "mine.json"
        assert (folder / "agents" / "hive.json").read_text() == "H"
    assert everything(person) == before


def test_stale_links_are_replaced_and_real_files_left(person: Path, tmp_path: Path) -> None:
    folder = tmp_path / "private" / "droid-home" / ".factory"
    folder.mkdir(parents=True)
    (folder / "auth").symlink_to("/nowhere")
    (folder / "agents").write_text("a real file")
    assert build(HOME, tmp_path / "private", person, {}) is not None
    assert (folder / "auth").readlink() == person / ".factory" / "auth"
    assert (folder / "agents").read_text() == "a real file"


def test_a_link_where_ours_belongs_is_replaced_not_followed(person: Path, tmp_path: Path) -> None:
    before = everything(person)
    build(HOME, tmp_path / "private", person, {})
    other = Home("droid-home", ".factory", "{home}/.factory", "X", (OwnFile("auth", settings={"x": 1}),))
    build(other, tmp_path / "private", person, {"agents/a": "A"})
    assert everything(person) == before
    assert json.loads((tmp_path / "private/droid-home/.factory/auth").read_text()) == {"x": 1}


def test_a_link_where_our_folder_belongs_is_replaced_not_followed(person: Path, tmp_path: Path) -> None:
    before = everything(person)
    flat = Home("droid-home", ".", "{home}/.factory", "X")
    build(flat, tmp_path / "private", person, {})
    deeper = Home("droid-home", "agents", "{home}/.factory", "X", (OwnFile("mine.json", settings={"x": 1}),))
    root = build(deeper, tmp_path / "private", person, {})
    assert root is not None
    assert json.loads((root / "agents" / "mine.json").read_text()) == {"x": 1}
    assert everything(person) == before
    assert [stat.S_IMODE(folder.stat().st_mode) for folder in (root, root / "agents")] == [0o700, 0o700]


def test_a_person_without_a_home_folder_gets_none(tmp_path: Path) -> None:
    assert build(HOME, tmp_path / "private", Path(), {}) is None


def test_a_rendered_document_wins(person: Path, tmp_path: Path) -> None:
    root = build(HOME, tmp_path / "private", person, {"s.json": "rendered"})
    assert root is not None
    assert (root / ".factory" / "s.json").read_text() == "rendered"


def test_a_home_that_cannot_be_built_is_none(person: Path, tmp_path: Path) -> None:
    (tmp_path / "private").write_text("a file")
    assert build(HOME, tmp_path / "private", person, {}) is None


def test_a_person_without_such_a_folder_gets_only_ours(tmp_path: Path) -> None:
    root = build(HOME, tmp_path / "private", tmp_path / "nobody", {})
    assert root is not None
    assert everything(root / ".factory") == {"s.json": '{\n  "b": 2\n}'}


@pytest.mark.parametrize(
    ("merge", "real", "expected"),
    [
        (True, '{"a": {"x": 1}, "c": 3}', {"a": {"y": 1}, "c": 3}),
        (False, '{"c": 3}', {"a": {"y": 1}}),
        (True, "[1]", {"a": {"y": 1}}),
        (True, "// no json", {"a": {"y": 1}}),
    ],
)
def test_settings_are_put_on_top_key_by_key(merge: bool, real: str, expected: dict[str, Any]) -> None:
    assert settings(OwnFile("s", merge=merge, settings={"a": {"y": 1}}), real) == expected


def test_a_pipe_in_place_of_the_persons_file_holds_nothing_up(person: Path, tmp_path: Path) -> None:
    real = person / ".factory" / "s.json"
    real.unlink()
    os.mkfifo(real)
    root = build(HOME, tmp_path / "private", person, {})
    assert root is not None
    assert json.loads((root / ".factory" / "s.json").read_text()) == {"b": 2}

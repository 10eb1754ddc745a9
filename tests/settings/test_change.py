"""One setting changed in a file: the rest of the text stays, and a change that cannot be is not written."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from hivemind.base.errors import InvalidFileError
from hivemind.settings.change import Value, change
from hivemind.settings.file import read

BEFORE = """\
# mine
[look]  # how it looks
theme = "dark" # at night

[agents.claude.options]
model = "opus"
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "conf" / "settings.toml"


def test_a_value_changes_and_every_comment_stays(path: Path) -> None:
    path.parent.mkdir()
    path.write_text(BEFORE)
    change(path, ("look", "theme"), "light")
    assert path.read_text() == BEFORE.replace('"dark"', '"light"')


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        (("look", "ascii"), True),
        (("scrollback", "lines"), 50),
        (("notify", "events"), ["permission"]),
        (("keys", "actions", "allow"), ["prefix y"]),
        (("agents", "codex", "options", "model"), "a.b"),
    ],
)
def test_what_was_not_there_is_added(path: Path, keys: tuple[str, ...], value: Value) -> None:
    change(path, keys, value)
    loaded = read(path, path.with_name("good"))
    assert loaded.is_good, loaded.report.render()
    found: object = loaded.settings
    for key in keys:
        found = found[key] if isinstance(found, dict) else getattr(found, key)
    assert (list(found) if isinstance(found, tuple) else found) == value
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_without_a_value_the_default_holds_again(path: Path) -> None:
    path.parent.mkdir()
    path.write_text(BEFORE)
    change(path, ("look", "theme"), None)
    change(path, ("keys", "prefix"), None)
    assert path.read_text() == BEFORE.replace('theme = "dark" # at night\n', "")


def test_a_change_that_cannot_be_is_not_written(path: Path) -> None:
    path.parent.mkdir()
    path.write_text(BEFORE)
    with pytest.raises(InvalidFileError, match="expected a whole number from 0 to 1000000"):
        change(path, ("scrollback", "lines"), -1)
    assert path.read_text() == BEFORE
    assert sorted(p.name for p in path.parent.iterdir()) == ["settings.lock", "settings.toml"]


def test_a_file_without_toml_is_not_overwritten(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("theme = = 1")
    with pytest.raises(InvalidFileError):
        change(path, ("look", "theme"), "light")
    assert path.read_text() == "theme = = 1"


def test_a_link_is_written_through(path: Path) -> None:
    path.parent.mkdir()
    real = path.with_name("dotfiles.toml")
    real.write_text(BEFORE)
    path.symlink_to(real)
    change(path, ("look", "theme"), "light")
    assert path.is_symlink()
    assert '"light"' in real.read_text()

"""Settings as files give them: located problems, and the last good ones in place of a broken file."""

from __future__ import annotations

from pathlib import Path

import pytest

from hivemind.settings.file import SettingsFile
from hivemind.settings.settings import Agent, Keys, Settings

GOOD = """\
[keys]
preset = "zellij"
actions.allow = ["alt+y", "prefix a"]
[agents.claude.options]
model = "opus"
"""


@pytest.fixture
def file(tmp_path: Path) -> SettingsFile:
    return SettingsFile(tmp_path / "settings.toml", tmp_path / "state" / "good.toml")


def test_without_a_file_everything_is_as_shipped(file: SettingsFile) -> None:
    loaded = file.current()
    assert (loaded.settings, list(loaded.report)) == (Settings(), [])


def test_a_file_changes_what_it_names_and_nothing_else(file: SettingsFile) -> None:
    file.path.write_text(GOOD)
    keys = Keys(preset="zellij", actions={"allow": ("alt+y", "prefix a")})
    assert file.current().settings == Settings(keys=keys, agents={"claude": Agent(options={"model": "opus"})})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[look]\ntheme = ""', "2:9: error settings.bad_value: theme: found '', expected text that is not empty"),
        ("[scrollback]\nlines = -1", "2:9: error settings.bad_value: lines: found the number -1, expected a whole"),
        ('[keys]\npreset = "emacs"', "2:10: error settings.bad_value: preset: found 'emacs', expected 'plain'"),
        ("[keys]\nprefx = 'ctrl+a'", "2:1: error settings.unknown_field: unknown key 'prefx'"),
        ("bell = true\nbell = [", "2:8: error toml.syntax: invalid value"),
    ],
)
def test_a_mistake_is_placed(file: SettingsFile, text: str, expected: str) -> None:
    file.path.write_text(text)
    loaded = file.current()
    assert not loaded.is_good
    assert loaded.report.render().startswith(f"{file.path}:{expected}"), loaded.report.render()


def test_a_broken_file_leaves_the_last_good_settings(file: SettingsFile) -> None:
    file.path.write_text(GOOD)
    before = file.current().settings
    file.path.write_text(GOOD + "broken")
    assert (file.current().settings, file.current().is_good) == (before, False)


def test_the_last_good_settings_survive_a_restart(file: SettingsFile, tmp_path: Path) -> None:
    file.path.write_text(GOOD)
    before = file.current().settings
    file.path.write_text("x")
    again = SettingsFile(file.path, tmp_path / "state" / "good.toml")
    assert again.current().settings == before


def test_a_changed_file_is_read_again(file: SettingsFile) -> None:
    file.path.write_text("[notify]\nbell = true\n")
    assert file.current().settings.notify.bell
    file.path.write_text("[notify]\nbell = false \n")
    assert not file.current().settings.notify.bell


def test_a_damaged_spare_gives_the_defaults(file: SettingsFile, tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "good.toml").write_bytes(b"\xff")
    file.path.write_text("x")
    assert file.current().settings == Settings()


def test_a_file_that_nobody_can_look_at_is_a_problem_and_no_end(tmp_path: Path) -> None:
    folder = tmp_path / ("long" * 100)  # as one without permission: looking there fails
    loaded = SettingsFile(folder / "settings.toml", folder / "good.toml").current()
    assert (loaded.settings, loaded.is_good) == (Settings(), False)
    assert "file.unreadable" in loaded.report.render()

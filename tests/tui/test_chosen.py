"""What is in force: the file's choices, the environment's over them, and defaults where a choice cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from hivemind.settings.file import Loaded, read
from hivemind.tui.chosen import chosen
from hivemind.tui.palette import DARK, LIGHT
from hivemind.tui.signs import ASCII, GLYPHS
from hivemind.tui.themes import HIGH_CONTRAST
from tests.tui.room import MIDDLE, room


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


def loaded(path: Path, text: str) -> Loaded:
    path.write_text(text)
    return read(path, path.with_name("good.toml"))


def test_the_file_chooses_theme_signs_and_keys(path: Path) -> None:
    found = chosen(loaded(path, '[look]\ntheme = "high-contrast"\nascii = true\n[keys]\nprefix = "ctrl+a"'), {})
    assert (found.palette, found.signs, found.keys.prefix, found.problems) == (HIGH_CONTRAST, ASCII, "ctrl+a", ())


def test_the_environment_wins_for_one_start(path: Path) -> None:
    file = loaded(path, '[look]\ntheme = "high-contrast"')
    assert chosen(file, {"HIVE_THEME": "light"}).palette is LIGHT


def test_an_unknown_theme_is_a_placed_problem_and_the_default_holds(path: Path) -> None:
    found = chosen(loaded(path, '[look]\ntheme = "drak"'), {})
    assert (found.palette, found.signs) == (DARK, GLYPHS)
    assert [problem.render() for problem in found.problems] == [
        f"{path}:2:9: error settings.unknown_theme: there is no theme 'drak'\n" + f"  hint: {found.problems[0].hint}"
    ]
    assert found.problems[0].hint.startswith("did you mean 'dark'?")


async def test_a_fault_of_the_file_is_said_at_the_start_and_stays(path: Path) -> None:
    found = chosen(loaded(path, '[look]\ntheme = "drak"'), {})
    async with room(MIDDLE, problems=found.problems) as r:
        assert "there is no theme 'drak'" in r.said
        assert f"{path.name}:2:9" in r.said

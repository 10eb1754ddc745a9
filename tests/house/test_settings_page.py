"""The page of settings is what its generator makes today, and its example is one that can be read."""

import re
from pathlib import Path
from types import ModuleType

import pytest

from hivemind.settings.file import read
from hivemind.tui.chosen import chosen
from tests.house.source import generator_of


@pytest.fixture(scope="module")
def generator() -> ModuleType:
    return generator_of("settings_page")


def test_the_settings_page_is_up_to_date(generator: ModuleType) -> None:
    assert generator.PAGE.read_text(encoding="utf-8") == generator.page(), "run: python docs/settings_page.py"


def test_its_example_can_be_read(generator: ModuleType, tmp_path: Path) -> None:
    example = re.search(r"```toml\n(.*?)```", generator.page(), re.DOTALL)
    assert example is not None
    path = tmp_path / "settings.toml"
    path.write_text(example[1])
    found = chosen(read(path, tmp_path / "good"), {})
    assert found.problems == ()
    assert (found.palette.name, found.keys.press("zoom")) == ("hive-high-contrast", "^B z")

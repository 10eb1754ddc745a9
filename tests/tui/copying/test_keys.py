"""The table of keys."""

from __future__ import annotations

import pytest

from hivemind.testing.clock import ManualClock
from hivemind.tui.copying.keys import COPY_KEYS, copy_keymap
from hivemind.tui.look import Look
from hivemind.tui.screens.copy_help import WIDEST, CopyHelp
from tests.house.source import REPOSITORY


def test_a_key_does_one_thing_and_a_name_stands_for_one() -> None:
    keys = [key for entry in COPY_KEYS for key in entry.keys]
    names = [entry.name for entry in COPY_KEYS]
    assert (len(keys), len(names)) == (len(set(keys)), len(set(names)))


def test_a_person_can_choose_other_keys() -> None:
    chosen = copy_keymap({"left": ["f9"], "right": []})
    assert (chosen["f9"], "h" in chosen, "l" in chosen, chosen["j"]) == ("left", False, False, "down")
    assert copy_keymap({"leave": ["h"]})["h"] == "leave"


def test_the_guide_names_every_key_that_is_one_character() -> None:
    guide = (REPOSITORY / "docs/guide/read-back-and-copy.md").read_text("utf-8")
    single = {key for entry in COPY_KEYS for key in entry.keys if len(key) == 1}
    assert {key for key in single if f"`{key}`" not in guide} == set()


@pytest.mark.parametrize(("width", "height"), [(53, 27), (73, 13), (WIDEST, 13)])
def test_the_page_of_keys_has_every_line_whole(width: int, height: int) -> None:
    """In one column or two, with a gap between them."""
    rows = CopyHelp(Look(ManualClock())).page(width).plain.splitlines()
    assert max(map(len, rows)) <= width
    assert len(rows) == height
    assert "…" not in "".join(rows)
    assert all(any(f"  {entry.help}" in row for row in rows) for entry in COPY_KEYS if entry.help)

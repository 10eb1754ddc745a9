"""The table of keys."""

from __future__ import annotations

from hivemind.testing.clock import ManualClock
from hivemind.tui.copying.keys import COPY_KEYS, copy_keymap
from hivemind.tui.look import Look
from hivemind.tui.screens.copy_help import LEFT, ROOM, CopyHelp
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


def test_the_page_of_keys_has_no_line_that_is_too_long() -> None:
    rows = CopyHelp(Look(ManualClock())).page().plain.splitlines()
    assert max(map(len, rows)) <= ROOM
    assert all(row[LEFT - 1] == " " and row[LEFT] != " " for row in rows)

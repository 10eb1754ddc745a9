"""Keys from settings: presets, a person's own chords, and the places of those that cannot be."""

from __future__ import annotations

import pytest

from hivemind.base import tomldoc
from hivemind.base.problems import Report
from hivemind.base.schema import read
from hivemind.settings.file import RULES
from hivemind.settings.settings import Keys, Settings
from hivemind.tui.action import groups
from hivemind.tui.bindings import keymap_of
from hivemind.tui.keymap import Keymap, default_keymap
from hivemind.tui.presets import PRESETS


def made(text: str) -> tuple[Keymap, Report]:
    report = Report()
    node = tomldoc.parse(text, "s.toml", report)
    assert node is not None
    settings = read(node, Settings, report, RULES)
    assert settings is not None, report.render()
    return keymap_of(settings.keys, groups(), report, node), report


def test_without_settings_the_keys_are_tmuxs() -> None:
    keymap = keymap_of(Keys(), groups(), Report(), None)
    assert keymap.leaders == default_keymap().leaders
    assert not keymap.direct


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_names_what_there_is_and_gives_no_chord_twice(preset: str) -> None:
    known = {action.name for group in groups() for action in group.actions}
    chords = [chord for chords in PRESETS[preset].values() for chord in chords]
    assert set(PRESETS[preset]) <= known
    assert len(chords) == len(set(chords))


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_keeps_every_key_after_the_prefix(preset: str) -> None:
    keymap, report = made(f'[keys]\npreset = "{preset}"')
    assert list(report) == []
    assert keymap.leaders["ctrl+b"] == default_keymap().leaders["ctrl+b"]


def test_a_presets_chord_is_the_one_that_is_shown() -> None:
    keymap, _ = made('[keys]\npreset = "plain"')
    assert (keymap.press("allow"), keymap.press("choose", "2"), keymap.listed("deny")) == (
        "Alt+a",
        "Alt+2",
        "Alt+x  ^B x",
    )


def test_a_chosen_chord_replaces_all_others_and_is_taken_from_who_had_it() -> None:
    keymap, report = made('[keys]\nprefix = "ctrl+a"\nactions.deny = ["prefix a", "ctrl+g g"]')
    assert list(report) == []
    assert (keymap.leaders["ctrl+a"]["a"].name, keymap.leaders["ctrl+g"]["g"].name) == ("deny", "deny")
    assert "x" not in keymap.leaders["ctrl+a"]
    assert keymap.press("allow") == ""


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("prefix = 'ctrl+bb'", "s.toml:2:10: error settings.bad_key: 'ctrl+bb' is no key"),
        (
            "actions.alow = ['prefix y']",
            "s.toml:2:16: error settings.unknown_action: 'alow' is nothing that keys can do",
        ),
        ("actions.choose = ['f1']", "s.toml:2:19: error settings.bad_key: 'f1' says no number"),
        (
            "actions.focus = ['alt+1']",
            "s.toml:2:17: error settings.unknown_action: 'focus' is nothing that keys can do",
        ),
        ("actions.allow = ['prefix yy']", "s.toml:2:18: error settings.bad_key: 'yy' is no key"),
        ("actions.allow = ['y']", "s.toml:2:18: error settings.bad_key: 'y' would be lost to every program"),
        ("actions.allow = ['alt+[']", "s.toml:2:18: error settings.bad_key: terminals send 'alt+[' as the beginning"),
        ("actions.allow = ['hyper+y']", "s.toml:2:18: error settings.bad_key: 'hyper+y' is no key"),
        ("actions = { allow = ['f2'], deny = ['f2'] }", "s.toml:2:37: error settings.same_key: 'f2' is given twice"),
    ],
)
def test_a_chord_that_cannot_be_is_placed_and_left_out(line: str, problem: str) -> None:
    keymap, report = made(f"[keys]\n{line}")
    assert report.render().startswith(problem), report.render()
    assert keymap.prefix == "ctrl+b"
    assert keymap.press("leave") == "^B d"


def test_the_keys_of_copy_mode_can_be_chosen() -> None:
    keymap, report = made('[keys.copy]\nleave = ["i", "ctrl+c"]\ncopy = []')
    assert list(report) == []
    assert (keymap.copying["i"], keymap.copying["ctrl+c"], keymap.copying["h"]) == ("leave", "leave", "left")
    assert "y" not in keymap.copying


def test_keys_of_copy_mode_that_cannot_be_are_left_out_and_placed() -> None:
    keymap, report = made('[keys.copy]\nleaf = ["i"]\nleave = ["i", "no key", "j"]\nup = ["j"]')
    assert [(problem.code, problem.where.line) for problem in report] == [
        ("settings.unknown_action", 2),
        ("settings.bad_key", 3),
        ("settings.same_key", 4),
    ]
    assert (keymap.copying["i"], keymap.copying["j"]) == ("leave", "leave")


def test_an_action_whose_chords_are_all_wrong_keeps_its_own() -> None:
    """One that has none by mistake could not be reached, and no hint could name its key."""
    keymap, report = made("[keys]\nactions = { spawn = ['prefix zz'], zoom = [] }\ncopy = { leave = ['no key'] }")
    assert [problem.code for problem in report] == ["settings.bad_key"] * 2
    assert (keymap.press("spawn"), keymap.press("zoom"), keymap.copying["q"]) == ("^B c", "", "leave")

"""Textual's names of keys become ours; the table after the prefix has every key once."""

from __future__ import annotations

import pytest

from hivemind.protocol.screen import Modes
from hivemind.terminal.keys import encode
from hivemind.testing.clock import ManualClock
from hivemind.tui.keymap import Keymap, default_keymap, key_name, shown
from hivemind.tui.look import Look
from hivemind.tui.signs import ASCII


@pytest.mark.parametrize(
    ("key", "character", "name", "sent"),
    [
        ("a", "a", "a", b"a"),
        ("A", "A", "A", b"A"),
        ("full_stop", ".", ".", b"."),
        ("plus", "+", "+", b"+"),
        ("space", " ", "space", b" "),
        ("é", "é", "é", "é".encode()),
        ("thumbs_up_sign", "👍", "👍", "👍".encode()),
        ("no_break_space", "\u00a0", "\u00a0", "\u00a0".encode()),
        ("ideographic_space", "\u3000", "\u3000", "\u3000".encode()),
        ("enter", "\r", "enter", b"\r"),
        ("tab", "\t", "tab", b"\t"),
        ("shift+tab", None, "shift+tab", b"\x1b[Z"),
        ("escape", "\x1b", "escape", b"\x1b"),
        ("backspace", "\x7f", "backspace", b"\x7f"),
        ("ctrl+c", "\x03", "ctrl+c", b"\x03"),
        ("ctrl+q", "\x11", "ctrl+q", b"\x11"),
        ("ctrl+@", "\x00", "ctrl+space", b"\x00"),
        ("ctrl+backslash", "\x1c", "ctrl+\\", b"\x1c"),
        ("ctrl+right_square_bracket", "\x1d", "ctrl+]", b"\x1d"),
        ("ctrl+underscore", "\x1f", "ctrl+_", b"\x1f"),
        ("ctrl+j", "\n", "ctrl+j", b"\n"),
        ("alt+b", None, "alt+b", b"\x1bb"),
        ("alt+full_stop", None, "alt+.", b"\x1b."),
        ("alt++", None, "alt++", b"\x1b+"),
        ("alt+enter", None, "alt+enter", b"\x1b\r"),
        ("alt+shift+b", "B", "alt+shift+b", b"\x1bB"),
        ("shift+\r", "\r", "shift+enter", b"\r"),
        ("up", None, "up", b"\x1b[A"),
        ("ctrl+right", None, "ctrl+right", b"\x1b[1;5C"),
        ("pageup", None, "pageup", b"\x1b[5~"),
        ("f1", None, "f1", b"\x1bOP"),
        ("f12", None, "f12", b"\x1b[24~"),
    ],
)
def test_a_key_reaches_a_program_as_its_own_bytes(key: str, character: str | None, name: str, sent: bytes) -> None:
    assert key_name(key, character) == name
    assert encode(name, Modes()) == sent


@pytest.mark.parametrize("key", ["super+v", "hyper+a", "f35", "caps_lock", "media_play", "<ignore>"])
def test_a_key_that_programs_cannot_get_is_not_typed_as_text(key: str) -> None:
    assert key_name(key, None) is None


def test_every_key_after_the_prefix_means_one_thing() -> None:
    keymap = default_keymap()
    keys = [key for action in keymap.actions.values() for key in action.keys]
    assert len(keys) == len(set(keys)) == len(keymap.leaders[keymap.prefix])
    assert len(keymap.actions) == sum(len(group.actions) for group in keymap.groups)


def test_every_action_has_a_key() -> None:
    """Those that need an argument are run by a click or by another action, which has one."""
    keymap = default_keymap()
    assert [name for name, action in keymap.named() if not action.needs and not keymap.press(name)] == []


def test_chosen_chords_stand_in_place_of_an_actions_own_keys() -> None:
    keymap = Keymap(default_keymap().groups, prefix="ctrl+a", chords={"allow": ["alt+y", "ctrl+p y"], "deny": []})
    assert (keymap.direct["alt+y"].name, keymap.leaders["ctrl+p"]["y"].name) == ("allow", "allow")
    assert keymap.leaders["ctrl+a"].get("a") is None
    assert [keymap.press(name) for name in ("allow", "deny", "zoom", "send_prefix")] == ["Alt+y", "", "^A z", "^A ^A"]
    assert (keymap.press("choose", "3"), keymap.listed("allow")) == ("^A 3", "Alt+y  ^P y")


def test_keys_are_written_for_people() -> None:
    assert [shown(key) for key in ("ctrl+b", "left", "shift+tab", "a")] == ["^B", "←", "Shift+Tab", "a"]


def test_an_action_without_a_key_is_got_to_by_its_name() -> None:
    """A sentence that names no key would say nothing."""
    keymap = Keymap(default_keymap().groups, chords={"spawn": []})
    assert (keymap.way("spawn"), keymap.way("zoom")) == ("^B : spawn", "^B z")
    keymap = Keymap(default_keymap().groups, chords={"spawn": [], "palette": []})
    assert keymap.way("spawn") == "'spawn' in a menu"


def test_a_line_of_help_is_shared_only_by_keys_that_nobody_changed() -> None:
    move = next(group for group in default_keymap().groups if group.title == "Move")
    assert ("← ↓ ↑ →", "tile there, also h j k l") in list(default_keymap().lines(move))
    changed = Keymap(default_keymap().groups, chords={"down": ["prefix J"]})
    lines = list(changed.lines(move))
    assert {("← h", "tile on the left"), ("J", "tile below"), ("↑ k", "tile above")} <= set(lines)
    assert "tile there, also h j k l" not in [told for _, told in lines]
    direct = Keymap(default_keymap().groups, chords={"zoom": ["alt+z", "prefix z"], "down": ["alt+j"]})
    assert not direct.is_plain
    assert {("Alt+z  ^B z", "zoom this tile, and back"), ("Alt+j", "tile below")} <= set(direct.lines(move))


def test_in_ascii_arrows_are_words() -> None:
    keymap = Look(ManualClock(), signs=ASCII).keys
    told = [keymap.press("left"), keymap.written("down"), keymap.behind("ctrl+b", "up"), keymap.said("← → change")]
    told += [keys for group in keymap.groups for keys, _ in keymap.lines(group)]
    assert [text for text in told if not text.isascii()] == []
    assert told[:2] == ["^B Left", "^B Down  ^B j"]
    assert default_keymap().press("left") == "^B ←"

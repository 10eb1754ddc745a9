"""Keys as kitty's protocol writes them. A column is a set of flags; names and modifiers are read in `keys`."""

import pytest

from hivemind.protocol.screen import Modes
from hivemind.terminal.keys import NAMES, encode
from hivemind.terminal.kitty_keys import is_asked

TABLE = {
    # name: 1 disambiguate, 8 all keys, 1 + 4 with alternates, 8 + 4 + 16 with alternates and text
    "a": ("a", "\x1b[97u", "a", "\x1b[97;;97u"),
    "A": ("A", "\x1b[97;2u", "A", "\x1b[97:65;2;65u"),
    "shift+a": ("A", "\x1b[97;2u", "A", "\x1b[97:65;2;65u"),
    "1": ("1", "\x1b[49u", "1", "\x1b[49;;49u"),
    "é": ("é", "\x1b[233u", "é", "\x1b[233;;233u"),
    "ß": ("ß", "\x1b[223u", "ß", "\x1b[223;;223u"),
    "yes": ("yes", "\x1b[121u\x1b[101u\x1b[115u", "yes", "\x1b[121;;121u\x1b[101;;101u\x1b[115;;115u"),
    "space": (" ", "\x1b[32u", " ", "\x1b[32;;32u"),
    "shift+space": (" ", "\x1b[32;2u", " ", "\x1b[32;2;32u"),
    "ctrl+space": ("\x1b[32;5u",) * 4,
    "ctrl+c": ("\x1b[99;5u",) * 4,
    "ctrl+C": ("\x1b[99;5u",) * 4,
    "ctrl+shift+c": ("\x1b[99;6u", "\x1b[99;6u", "\x1b[99:67;6u", "\x1b[99:67;6u"),
    "alt+x": ("\x1b[120;3u",) * 4,
    "alt+X": ("\x1b[120;4u", "\x1b[120;4u", "\x1b[120:88;4u", "\x1b[120:88;4u"),
    "ctrl+alt+x": ("\x1b[120;7u",) * 4,
    "escape": ("\x1b[27u",) * 4,
    "esc": ("\x1b[27u",) * 4,
    "alt+escape": ("\x1b[27;3u",) * 4,
    "enter": ("\r", "\x1b[13u", "\r", "\x1b[13u"),
    "return": ("\r", "\x1b[13u", "\r", "\x1b[13u"),
    "shift+enter": ("\x1b[13;2u",) * 4,
    "tab": ("\t", "\x1b[9u", "\t", "\x1b[9u"),
    "shift+tab": ("\x1b[9;2u",) * 4,
    "backspace": ("\x7f", "\x1b[127u", "\x7f", "\x1b[127u"),
    "ctrl+backspace": ("\x1b[127;5u",) * 4,
    "up": ("\x1b[A",) * 4,
    "ctrl+left": ("\x1b[1;5D",) * 4,
    "home": ("\x1b[H",) * 4,
    "end": ("\x1b[F",) * 4,
    "insert": ("\x1b[2~",) * 4,
    "delete": ("\x1b[3~",) * 4,
    "del": ("\x1b[3~",) * 4,
    "pageup": ("\x1b[5~",) * 4,
    "shift+pagedown": ("\x1b[6;2~",) * 4,
    "f1": ("\x1b[P",) * 4,
    "shift+f2": ("\x1b[1;2Q",) * 4,
    "f3": ("\x1b[13~",) * 4,
    "ctrl+f3": ("\x1b[13;5~",) * 4,
    "f4": ("\x1b[S",) * 4,
    "f5": ("\x1b[15~",) * 4,
    "f12": ("\x1b[24~",) * 4,
    "f13": ("\x1b[57376u",) * 4,
    "alt+f24": ("\x1b[57387;3u",) * 4,
    "menu": ("\x1b[57363u",) * 4,
    "kp_0": ("0", "\x1b[57399u", "0", "\x1b[57399;;48u"),
    "kp_add": ("+", "\x1b[57413u", "+", "\x1b[57413;;43u"),
    "kp_equal": ("=", "\x1b[57415u", "=", "\x1b[57415;;61u"),
    "kp_enter": ("\x1b[57414u",) * 4,
    "ctrl+kp_0": ("\x1b[57399;5u",) * 4,
}
FLAGS = (1, 8, 5, 28)


@pytest.mark.parametrize("name", TABLE)
def test_a_key_is_encoded_as_the_flags_ask(name: str) -> None:
    assert [encode(name, Modes(keyboard=flags)).decode() for flags in FLAGS] == list(TABLE[name])


@pytest.mark.parametrize("name", sorted(NAMES))
@pytest.mark.parametrize("prefix", ["", "shift+", "ctrl+alt+"])
def test_every_name_has_bytes_of_its_own_when_all_keys_are_asked_for(name: str, prefix: str) -> None:
    same = {"esc": "escape", "return": "enter", "del": "delete"}
    got = encode(prefix + name, Modes(keyboard=8))
    others = {encode(prefix + other, Modes(keyboard=8)) for other in NAMES if other not in {name, same.get(name, "")}}
    assert got.startswith(b"\x1b[")
    assert got not in others or name in same.values()


@pytest.mark.parametrize("name", ["ctrl+c", "escape", "enter", "up", "a", "shift+tab", "f1"])
@pytest.mark.parametrize("flags", [2, 4, 16, 22])
def test_flags_that_only_add_to_others_change_nothing(name: str, flags: int) -> None:
    assert not is_asked(flags)
    assert encode(name, Modes(keyboard=flags)) == encode(name, Modes())


def test_application_modes_do_not_matter_under_the_protocol() -> None:
    modes = Modes(keyboard=1, application_cursor=True, application_keypad=True)
    assert [encode(name, modes) for name in ("up", "kp_1")] == [b"\x1b[A", b"1"]


def test_control_characters_stay_out() -> None:
    assert encode("a\x1b[31mb\x07", Modes(keyboard=8)) == encode("a[31mb", Modes(keyboard=8))
    assert encode("alt+\x1b", Modes(keyboard=1)) == b""

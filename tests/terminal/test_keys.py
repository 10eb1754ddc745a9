import pytest
from hypothesis import given
from hypothesis import strategies as st

from hivemind.protocol.screen import Modes
from hivemind.terminal.keys import NAMES, encode, encode_paste

PLAIN = Modes()
APPLICATION = Modes(application_cursor=True)

NAMED = {
    "up": b"\x1b[A",
    "down": b"\x1b[B",
    "right": b"\x1b[C",
    "left": b"\x1b[D",
    "home": b"\x1b[H",
    "end": b"\x1b[F",
    "enter": b"\r",
    "return": b"\r",
    "esc": b"\x1b",
    "escape": b"\x1b",
    "tab": b"\t",
    "space": b" ",
    "backspace": b"\x7f",
    "del": b"\x1b[3~",
    "delete": b"\x1b[3~",
    "pageup": b"\x1b[5~",
    "pagedown": b"\x1b[6~",
    "insert": b"\x1b[2~",
    "f1": b"\x1bOP",
    "f2": b"\x1bOQ",
    "f3": b"\x1bOR",
    "f4": b"\x1bOS",
    "f5": b"\x1b[15~",
    "f6": b"\x1b[17~",
    "f7": b"\x1b[18~",
    "f8": b"\x1b[19~",
    "f9": b"\x1b[20~",
    "f10": b"\x1b[21~",
    "f11": b"\x1b[23~",
    "f12": b"\x1b[24~",
    "menu": b"\x1b[29~",
    **{f"f{number}": b"\x1b[1;2%c" % final for number, final in zip(range(13, 17), b"PQRS", strict=True)},
    **{
        f"f{number}": b"\x1b[%d;2~" % code
        for number, code in zip(range(17, 25), (15, 17, 18, 19, 20, 21, 23, 24), strict=True)
    },
    **{f"kp_{digit}": b"%d" % digit for digit in range(10)},
    "kp_decimal": b".",
    "kp_divide": b"/",
    "kp_multiply": b"*",
    "kp_subtract": b"-",
    "kp_add": b"+",
    "kp_equal": b"=",
    "kp_enter": b"\r",
}

MODIFIED = {
    "ctrl+c": b"\x03",
    "Ctrl+C": b"\x03",
    "control+z": b"\x1a",
    "ctrl+@": b"\x00",
    "ctrl+space": b"\x00",
    "ctrl+[": b"\x1b",
    "ctrl+\\": b"\x1c",
    "ctrl+]": b"\x1d",
    "ctrl+_": b"\x1f",
    "ctrl+/": b"\x1f",
    "ctrl+6": b"\x1e",
    "ctrl+9": b"9",
    "ctrl++": b"+",
    "alt+x": b"\x1bx",
    "alt+X": b"\x1bX",
    "meta+x": b"\x1bx",
    "alt+ä": "\x1bä".encode(),
    "shift+a": b"A",
    "ctrl+alt+c": b"\x1b\x03",
    "shift+tab": b"\x1b[Z",
    "SHIFT+TAB": b"\x1b[Z",
    "alt+tab": b"\x1b\t",
    "alt+enter": b"\x1b\r",
    "shift+enter": b"\r",
    "ctrl+backspace": b"\b",
    "alt+backspace": b"\x1b\x7f",
    "ctrl+left": b"\x1b[1;5D",
    "shift+up": b"\x1b[1;2A",
    "alt+right": b"\x1b[1;3C",
    "ctrl+shift+end": b"\x1b[1;6F",
    "ctrl+delete": b"\x1b[3;5~",
    "shift+pageup": b"\x1b[5;2~",
    "shift+f1": b"\x1b[1;2P",
    "ctrl+f5": b"\x1b[15;5~",
    "ctrl+f13": b"\x1b[1;6P",
    "shift+f24": b"\x1b[24;2~",
    "ctrl+menu": b"\x1b[29;5~",
    "alt+kp_1": b"\x1b1",
    "alt+\x1b": b"",
}

TEXT = {
    "1": b"1",
    "y": b"y",
    "yes": b"yes",
    "Ω": "Ω".encode(),
    "a+b": b"a+b",
    "+": b"+",
    "1+1=2": b"1+1=2",
    "ctrl+word": b"ctrl+word",
    "hyper+x": b"hyper+x",
    "line\nnext\x1b[A\x7f\x9b": b"linenext[A",
    "": b"",
}


@pytest.mark.parametrize(("name", "want"), [*NAMED.items(), *MODIFIED.items(), *TEXT.items()])
def test_a_key_becomes_the_bytes_that_xterm_sends(name: str, want: bytes) -> None:
    assert encode(name, PLAIN) == want


@pytest.mark.parametrize("name", NAMED)
def test_names_are_read_in_any_case(name: str) -> None:
    assert encode(name.upper(), PLAIN) == encode(name.title(), PLAIN) == NAMED[name]


def test_every_name_is_in_the_table() -> None:
    assert set(NAMED) == NAMES


@pytest.mark.parametrize("name", ["up", "down", "right", "left", "home", "end"])
def test_application_cursor_mode_sends_ss3(name: str) -> None:
    assert encode(name, APPLICATION) == NAMED[name].replace(b"[", b"O")
    assert encode(f"ctrl+{name}", APPLICATION) == encode(f"ctrl+{name}", PLAIN)


@pytest.mark.parametrize("name", ["enter", "delete", "pageup", "f5"])
def test_application_cursor_mode_leaves_other_keys_alone(name: str) -> None:
    assert encode(name, APPLICATION) == NAMED[name]


KEYPAD = {
    "kp_0": b"\x1bOp",
    "kp_9": b"\x1bOy",
    "kp_decimal": b"\x1bOn",
    "kp_divide": b"\x1bOo",
    "kp_multiply": b"\x1bOj",
    "kp_subtract": b"\x1bOm",
    "kp_add": b"\x1bOk",
    "kp_equal": b"\x1bOX",
    "kp_enter": b"\x1bOM",
    "ctrl+kp_9": b"9",
    "alt+kp_enter": b"\x1b\r",
    "enter": b"\r",
    "1": b"1",
}


@pytest.mark.parametrize(("name", "want"), KEYPAD.items())
def test_application_keypad_mode_sends_ss3(name: str, want: bytes) -> None:
    assert encode(name, Modes(application_keypad=True)) == want


# name: level 1, level 2 (and 3); none where the bytes are those without the mode
OTHER: dict[str, tuple[bytes | None, bytes | None]] = {
    "a": (None, None),
    "A": (None, None),
    "yes": (None, None),
    "enter": (None, None),
    "escape": (None, None),
    "up": (None, None),
    "ctrl+up": (None, None),
    "f1": (None, None),
    "shift+delete": (None, None),
    "shift+a": (None, None),
    "shift+tab": (None, None),
    "backspace": (None, None),
    "ctrl+backspace": (None, None),
    "shift+backspace": (None, b"\x1b[27;2;127~"),
    "shift+enter": (b"\x1b[27;2;13~",) * 2,
    "ctrl+enter": (b"\x1b[27;5;13~",) * 2,
    "alt+enter": (None, b"\x1b[27;3;13~"),
    "ctrl+tab": (b"\x1b[27;5;9~",) * 2,
    "ctrl+escape": (b"\x1b[27;5;27~",) * 2,
    "ctrl+c": (None, b"\x1b[27;5;99~"),
    "ctrl+C": (None, b"\x1b[27;5;99~"),
    "ctrl+[": (None, b"\x1b[27;5;91~"),
    "ctrl+/": (None, b"\x1b[27;5;47~"),
    "ctrl+space": (None, b"\x1b[27;5;32~"),
    "shift+space": (None, b"\x1b[27;2;32~"),
    "ctrl+1": (b"\x1b[27;5;49~",) * 2,
    "ctrl+.": (b"\x1b[27;5;46~",) * 2,
    "ctrl+shift+c": (b"\x1b[27;6;67~",) * 2,
    "ctrl+alt+c": (None, b"\x1b[27;7;99~"),
    "ctrl+alt+1": (b"\x1b[27;7;49~",) * 2,
    "alt+x": (None, b"\x1b[27;3;120~"),
    "alt+X": (None, b"\x1b[27;4;88~"),
}


@pytest.mark.parametrize("name", OTHER)
def test_modified_keys_are_told_apart_where_the_program_asks(name: str) -> None:
    usual = encode(name, PLAIN)
    low, high = (usual if want is None else want for want in OTHER[name])
    assert [encode(name, Modes(modify_other_keys=level)) for level in range(4)] == [usual, low, high, high]


def test_kittys_protocol_goes_before_modified_keys() -> None:
    assert encode("ctrl+c", Modes(keyboard=1, modify_other_keys=2)) == b"\x1b[99;5u"
    assert encode("ctrl+c", Modes(keyboard=2, modify_other_keys=2)) == b"\x1b[27;5;99~"


@given(st.text())
def test_typed_text_never_holds_a_control_character_unless_it_is_a_key(text: str) -> None:
    got = encode("'" + text, PLAIN).decode()
    assert not any(character < " " or "\x7f" <= character < "\xa0" for character in got)


@given(st.text())
def test_typed_text_is_the_same_under_kittys_protocol_unless_all_keys_are_asked_for(text: str) -> None:
    assert encode("'" + text, Modes(keyboard=1)) == encode("'" + text, PLAIN)


PASTED = {
    "one\ntwo": b"one\rtwo",
    "one\r\ntwo\rthree": b"one\rtwo\rthree",
    "a\tb": b"a\tb",
    "a\x1b[201~rm -rf /\n": b"arm -rf /\r",
    "a\x1b[20\x1b[201~1~b": b"a[201~b",
    "\x03\x00\x7f\x9bx": b"x",
}


@pytest.mark.parametrize(("text", "want"), PASTED.items())
def test_pasted_text_keeps_lines_and_tabs_only(text: str, want: bytes) -> None:
    assert encode_paste(text, PLAIN) == want


@pytest.mark.parametrize(("text", "want"), PASTED.items())
def test_pasted_text_is_bracketed_when_asked(text: str, want: bytes) -> None:
    assert encode_paste(text, Modes(bracketed_paste=True)) == b"\x1b[200~" + want + b"\x1b[201~"


@given(st.text())
def test_pasted_text_cannot_end_its_bracket(text: str) -> None:
    pasted = encode_paste(text, Modes(bracketed_paste=True))
    assert pasted.count(b"\x1b") == 2
    assert pasted.endswith(b"\x1b[201~")

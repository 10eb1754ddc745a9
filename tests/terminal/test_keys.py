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


@given(st.text())
def test_typed_text_never_holds_a_control_character_unless_it_is_a_key(text: str) -> None:
    got = encode("'" + text, PLAIN).decode()
    assert not any(character < " " or "\x7f" <= character < "\xa0" for character in got)


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

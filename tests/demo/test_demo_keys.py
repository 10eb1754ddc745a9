from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hivemind.demo.keys import Key, KeyDecoder


def keys(*chunks: bytes) -> list[Key]:
    decoder = KeyDecoder()
    return [key for chunk in chunks for key in decoder.feed(chunk)] + decoder.flush()


def named(data: bytes) -> list[str]:
    return [key.name for key in keys(data)]


@pytest.mark.parametrize(
    ("data", "names"),
    [
        (b"\r", ["enter"]),
        (b"\n", ["newline"]),
        (b"\x1b\r", ["newline"]),
        (b"\x1b[A\x1bOB", ["up", "down"]),
        (b"\x1b[1;5D", ["word left"]),
        (b"\x1b[3~\x1b[5~\x1b[6~", ["delete", "pageup", "pagedown"]),
        (b"\x1b[H\x1bOF\x1b[1~\x1b[4~", ["home", "end", "home", "end"]),
        (b"\x1b", ["escape"]),
        (b"\x1b\x1b", ["escape", "escape"]),
        (b"\x7f\x15\x17\x03\x04", ["backspace", "ctrl+u", "ctrl+w", "ctrl+c", "ctrl+d"]),
        (b"\x1b[Z", ["shift+tab"]),
        (b"\x1b[?62;22c\x1b[?2026;2$y\x1b]11;rgb:0/0/0\x07\x1bP>|xterm(390)\x1b\\", []),
        (b"\x1b[I\x1b[O\x1b[<0;5;5M", []),
        (b"\x00\x1c", []),
        (b"\x1b[2\r", ["enter"]),
    ],
)
def test_bytes_are_the_keys_that_a_terminal_means(data: bytes, names: list[str]) -> None:
    assert named(data) == names


def test_typed_characters_come_together() -> None:
    assert keys("grüße 蜂\r".encode()) == [Key("text", "grüße 蜂"), Key("enter")]


def test_a_paste_is_one_key_whatever_it_holds() -> None:
    assert keys(b"a\x1b[200~two\rlines\x1b[A\x1b[201~b") == [
        Key("text", "a"),
        Key("paste", "two\rlines\x1b[A"),
        Key("text", "b"),
    ]


def test_a_paste_without_an_end_is_taken_when_silence_comes() -> None:
    decoder = KeyDecoder()
    assert decoder.feed(b"\x1b[200~abc") == []
    assert decoder.flush() == [Key("paste", "abc")]
    assert decoder.feed(b"\x03") == [Key("ctrl+c")]


def test_an_escape_byte_is_held_back_until_it_is_known_what_it_is() -> None:
    decoder = KeyDecoder()
    assert decoder.pending is None
    assert decoder.feed(b"\x1b") == []
    assert decoder.pending is not None
    assert decoder.feed(b"[A") == [Key("up")]
    assert decoder.pending is None


@given(
    st.lists(st.sampled_from([b"\x1b[A", b"\x1b[200~x\ry\x1b[201~", "蜂".encode(), b"\r", b"q", b"\x1b[1;5C"])),
    st.data(),
)
def test_keys_do_not_depend_on_how_the_bytes_are_split(parts: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=6)))
    chunks = [whole[start:end] for start, end in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
    assert joined(keys(*chunks)) == joined(keys(whole))


@given(st.lists(st.binary(max_size=40)))
def test_no_bytes_upset_the_decoder(chunks: list[bytes]) -> None:
    decoder = KeyDecoder()
    for chunk in chunks:
        decoder.feed(chunk)
    decoder.flush()
    assert decoder.pending is None
    assert decoder.feed(b"\r")[-1:] == [Key("enter")]


def joined(found: list[Key]) -> list[Key]:
    """Neighbouring text keys as one: how typed text is split is no difference."""
    result: list[Key] = []
    for key in found:
        if key.name == "text" and result and result[-1].name == "text":
            result[-1] = Key("text", result[-1].text + key.text)
        else:
            result.append(key)
    return result

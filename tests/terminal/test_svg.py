from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings

from hivemind.protocol.screen import Size
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.svg import CELL_WIDTH, MARGIN, NAMED, picture
from tests.terminal.test_emulator_laws import SIZES, STREAMS

SVG = "{http://www.w3.org/2000/svg}"


def drawn(stream: str, name: str = "") -> ET.Element:
    """The picture of a screen of two rows."""
    emulator = Emulator(Size(2, 20))
    emulator.feed(b"\x1b[?25l" + stream.encode())
    return ET.fromstring(picture(emulator.snapshot(), name))


def words(root: ET.Element) -> list[tuple[str, float]]:
    """Each text below the title, and the column it stands in."""
    texts = list(root.iter(f"{SVG}text"))[1:]
    return [((text.text or ""), round((float(text.attrib["x"]) - MARGIN) / CELL_WIDTH, 3)) for text in texts]


@given(SIZES, STREAMS)
@settings(max_examples=150, deadline=None)
def test_whatever_a_program_wrote_it_is_a_picture(size: Size, stream: bytes) -> None:
    emulator = Emulator(size)
    emulator.feed(stream)
    snapshot = emulator.snapshot()
    ET.fromstring(picture(snapshot, snapshot.title))


def test_text_is_never_markup() -> None:
    root = drawn("<script>&amp;", "a <b> & \x1b")
    assert words(root) == [("<script>&amp;", 0)]
    assert next(root.iter(f"{SVG}text")).text == "a <b> & ?"


def test_each_piece_of_text_stands_in_its_cell() -> None:
    assert words(drawn("  a b   c\r\n漢字 e\u0301 \x1b[1mx")) == [
        ("a b", 2), ("c", 8), ("漢", 0), ("字", 2), ("é", 5), ("x", 7),
    ]  # fmt: skip


def test_what_is_concealed_is_not_there() -> None:
    assert words(drawn("a\x1b[8mpassword\x1b[28mb")) == [("a", 0), ("b", 9)]


@pytest.mark.parametrize(
    ("stream", "attributes"),
    [
        ("\x1b[1;31mx", {"fill": NAMED[1], "font-weight": "bold"}),
        ("\x1b[3;38;2;1;2;3mx", {"fill": "#010203", "font-style": "italic"}),
        ("\x1b[4;9mx", {"text-decoration": "underline line-through"}),
        ("\x1b[38;5;231;2mx", {"fill": "#8a8b8d"}),
    ],
)
def test_a_style_is_seen(stream: str, attributes: dict[str, str]) -> None:
    found = list(drawn(stream).iter(f"{SVG}text"))[1].attrib
    assert {name: found.get(name) for name in attributes} == attributes


def test_backgrounds_are_boxes_and_reverse_swaps_the_colours() -> None:
    root = drawn("\x1b[41mab\x1b[0;7mc")
    fills = [box.attrib["fill"] for box in root.iter(f"{SVG}rect")][1:]
    assert fills == [NAMED[1], "#d3d7de"]
    assert [text.attrib["fill"] for text in root.iter(f"{SVG}text")][1:] == ["#d3d7de", "#15171c"]


def test_boxes_and_blocks_are_drawn_and_runs_of_them_at_once() -> None:
    root = drawn("╭───╮\r\n█▀▀▀▌")
    assert words(root) == []
    assert len(list(root.iter(f"{SVG}path"))) == 3
    assert len(list(root.iter(f"{SVG}rect"))) == 1 + 3

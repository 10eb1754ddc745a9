from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from hivemind.base.errors import UsageError
from hivemind.hive.pictures import drawn
from hivemind.protocol.screen import Size, Snapshot
from hivemind.terminal.emulator import Emulator
from tests.terminal.test_redraw import picture


def shown(text: str) -> Snapshot:
    """A screen of three rows."""
    emulator = Emulator(Size(3, 20))
    emulator.feed(text.encode())
    return emulator.snapshot()


def saved(ending: str, text: str) -> str:
    """What such a file holds of that screen."""
    return drawn(shown(text), "kim", Path("a" + ending)).decode()


def test_text_is_the_rows() -> None:
    assert saved(".txt", "\x1b[1m漢 a\r\n b") == "漢 a\n b\n"


def test_ansi_shows_the_same_in_any_terminal() -> None:
    text = "\x1b[1;41mred \x1b[0mé\r\n\x1b[38;2;1;2;3mx"
    again = shown(saved(".ansi", text).removesuffix("\n").replace("\n", "\r\n"))
    assert picture(again)[:2] == picture(shown(text))[:2]


def test_json_has_rows_and_the_styles_that_are_used() -> None:
    found = msgspec.json.decode(saved(".json", "\x1b[1mab\x1b[mc\x1b]2;title\x07"))
    assert (found["name"], found["title"], found["size"]) == ("kim", "title", {"rows": 3, "columns": 20})
    assert found["rows"][0] == {"text": "abc", "styles": [[2, 0]]}
    assert [style["attributes"] for style in found["styles"]] == [1]
    assert found["cursor"] == {"row": 0, "column": 3, "visible": True}


def test_svg_is_a_picture_with_the_tiles_name() -> None:
    assert "kim</text>" in saved(".SVG", "x")


def test_another_ending_is_refused_and_the_known_ones_are_named() -> None:
    with pytest.raises(UsageError) as caught:
        saved(".png", "x")
    assert caught.value.hint == "end it in .txt, .ansi, .svg, .json"

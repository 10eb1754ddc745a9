"""Underlines of every kind, as the terminal gets them."""

from __future__ import annotations

import pytest
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style as RichStyle
from textual.filter import Monochrome
from textual.strip import Strip

from hivemind.protocol.screen import BOLD, TRUE_COLOUR, UNDERLINE_SHIFT, Style
from hivemind.tui.paint import rich_style
from hivemind.tui.palette import DARK
from hivemind.tui.underline import can_draw, drawn

PLAIN = RichStyle(color="#010203", underline=True)


def written(style: RichStyle) -> str:
    return Strip.render_style(style, "x", ColorSystem.TRUECOLOR)


@pytest.mark.parametrize(
    ("kind", "colour", "codes"),
    [
        (1, "", ""),
        (3, "", "m\x1b[4:3"),
        (5, "", "m\x1b[4:5"),
        (1, "#ff0010", "m\x1b[58:2::255:0:16"),
        (4, "#ff0010", "m\x1b[4:4m\x1b[58:2::255:0:16"),
    ],
)
def test_a_line_is_drawn_straight_and_then_as_it_is(kind: int, colour: str, codes: str) -> None:
    assert written(drawn(PLAIN, kind, colour)) == f"\x1b[4;38;2;1;2;3{codes}mx\x1b[0m"


def test_a_plain_line_of_the_same_look_stays_plain() -> None:
    curly = drawn(PLAIN, 3, "")
    assert curly != PLAIN
    assert written(PLAIN) == "\x1b[4;38;2;1;2;3mx\x1b[0m"
    assert written(PLAIN + RichStyle()) == written(PLAIN)


def test_what_is_mixed_with_another_style_is_a_plain_line() -> None:
    assert "4:3" not in written(drawn(PLAIN, 3, "") + RichStyle(reverse=True))
    strip = Strip([Segment("x", drawn(PLAIN, 3, ""))]).apply_filter(Monochrome(), None)  # type: ignore[arg-type]
    assert "4:3" not in "".join(written(segment.style) for segment in strip if segment.style)


@pytest.mark.parametrize(
    ("style", "codes"),
    [
        (Style(attributes=3 << UNDERLINE_SHIFT), "4:3"),
        (Style(attributes=2 << UNDERLINE_SHIFT, underline_colour=TRUE_COLOUR | 0xFF), "58:2::0:0:255"),
        (Style(attributes=1 << UNDERLINE_SHIFT, underline_colour=1), "58:2::"),
        (Style(link="https://a.example"), "4:4"),
    ],
)
def test_programs_underlines_are_drawn_where_the_terminal_can(style: Style, codes: str) -> None:
    assert codes in written(rich_style(style, DARK, fancy=True))
    assert ":" not in written(rich_style(style, DARK))


def test_a_link_is_underlined_everywhere_and_plain_text_nowhere() -> None:
    assert rich_style(Style(link="u:a"), DARK).underline
    assert not rich_style(Style(attributes=BOLD), DARK, fancy=True).underline


@pytest.mark.parametrize(
    ("env", "can"),
    [
        ({}, False),
        ({"COLORTERM": "truecolor"}, True),
        ({"COLORTERM": "24bit", "TERM_PROGRAM": "WezTerm"}, True),
        ({"COLORTERM": "truecolor", "TERM_PROGRAM": "Apple_Terminal"}, False),
        ({"COLORTERM": "truecolor", "NO_COLOR": "1"}, False),
    ],
)
def test_the_environment_says_what_the_terminal_can(env: dict[str, str], *, can: bool) -> None:
    assert can_draw(env) == can

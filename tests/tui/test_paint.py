"""Rows to strips: whatever a program wrote, exactly as wide as asked, and nothing in it that acts on the terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.color import Color

from hivemind.client.mirror import Mirror
from hivemind.protocol.screen import (
    BLINK,
    BOLD,
    CLUSTER_BASE,
    CONCEAL,
    DIM,
    REVERSE,
    STUB,
    STYLE_BASE,
    TRUE_COLOUR,
    UNDERLINE_SHIFT,
    Row,
    Size,
    Style,
)
from hivemind.tui.paint import STAND_IN, Painter, rich_style
from hivemind.tui.palette import DARK, LIGHT, Palette
from hivemind.tui.themes import contrast
from hivemind.tui.viewport import Viewport
from hivemind.tui.visible import prints

CELL = st.sampled_from(
    [
        *"ab ~",
        "é",
        "漢" + STUB,
        "🐝" + STUB,
        "\x1b",
        "\x07",
        "\x9b",
        "\u202e",
        "\u200d",
        "\u0301",
        chr(CLUSTER_BASE),
        chr(CLUSTER_BASE + 1) + STUB,
        chr(CLUSTER_BASE + 9),
        "\ufffd",
        "\xad",
        STUB,
    ]
)


def mirror(styles: tuple[Style, ...] = (Style(),), clusters: tuple[str, ...] = ()) -> Mirror:
    made = Mirror()
    made.styles, made.clusters, made.size = list(styles), list(clusters), Size(24, 80)
    return made


def view(columns: int, column: int = 0) -> Viewport:
    return Viewport(0, column, 24, columns)


@given(
    st.lists(CELL, max_size=12).map("".join),
    st.text(alphabet="ĀāĂ\uffff", max_size=14),
    st.integers(0, 8),
    st.integers(1, 16),
    st.integers(-1, 15),
)
def test_a_strip_is_as_wide_as_asked_and_holds_no_control_character(
    text: str, styles: str, column: int, columns: int, cursor: int
) -> None:
    strip = Painter(DARK).strip(
        mirror((Style(), Style(1)), ("e\u0301", "👩\u200d💻")), Row(text, styles), view(columns, column), cursor
    )
    shown = "".join(segment.text for segment in strip)
    assert strip.cell_length == columns
    assert sum(cell_len(segment.text) for segment in strip) == columns
    assert all(prints(c) or c == "\u200d" for c in shown)


@pytest.mark.parametrize(
    ("text", "column", "columns", "shown"),
    [
        ("abc", 0, 5, "abc  "),
        (f"漢{STUB}x", 0, 4, "漢x "),
        (f"漢{STUB}x", 1, 3, " x "),
        (f"a漢{STUB}", 0, 2, "a "),
        (chr(CLUSTER_BASE) + "b", 0, 2, "e\u0301b"),
        (chr(CLUSTER_BASE + 5) + "b", 0, 2, STAND_IN + "b"),
        ("a\x1bb", 0, 3, f"a{STAND_IN}b"),
        ("a\u202eb", 0, 3, f"a{STAND_IN}b"),
        ("❯\u00a0x", 0, 3, "❯\u00a0x"),
        (f"\u3000{STUB}\ue0a0", 0, 3, "\u3000\ue0a0"),
    ],
    ids=[
        "padded",
        "wide",
        "cut on its left",
        "cut on its right",
        "cluster",
        "unknown cluster",
        "escape",
        "direction mark",
        "a blank that is not U+0020",
        "a wide blank and a private character",
    ],
)
def test_cells_become_characters(text: str, column: int, columns: int, shown: str) -> None:
    strip = Painter(DARK).strip(mirror(clusters=("e\u0301",)), Row(text, ""), view(columns, column))
    assert "".join(segment.text for segment in strip) == shown


def test_runs_of_one_style_are_one_segment() -> None:
    row = Row("aabbb", chr(STYLE_BASE) * 2 + chr(STYLE_BASE + 1) * 3)
    strip = Painter(DARK).strip(mirror((Style(), Style(attributes=BOLD))), row, view(5))
    assert [(s.text, bool(s.style and s.style.bold)) for s in strip] == [("aa", False), ("bbb", True)]


def test_the_cursor_stands_on_its_cell_only() -> None:
    strip = Painter(DARK).strip(mirror(), Row(f"a漢{STUB}b", ""), view(5), 1)
    lit = [s.text for s in strip if s.style and s.style.bgcolor and s.style.bgcolor.name == DARK.text]
    assert lit == ["漢"]


def test_a_row_is_painted_once() -> None:
    painter, screen = Painter(DARK), mirror()
    assert painter.strip(screen, Row("a", ""), view(5)) is painter.strip(screen, Row("a", ""), view(5))


def test_a_new_style_table_forgets_the_strips_of_the_old_one() -> None:
    painter, screen = Painter(DARK), mirror((Style(),))
    row = Row("a", chr(STYLE_BASE))
    plain = painter.strip(screen, row, view(1))
    screen.styles = [Style(attributes=BOLD)]
    assert painter.strip(screen, row, view(1)) != plain


def test_style_ids_skip_the_surrogates() -> None:
    table = [Style()] * (0xD800 - STYLE_BASE) + [Style(attributes=BOLD)]
    strip = Painter(DARK).strip(mirror(tuple(table)), Row("a", chr(0xE000)), view(1))
    assert [bool(s.style and s.style.bold) for s in strip] == [True]


def colours(style: Style) -> tuple[str, str]:
    made = rich_style(style, DARK)
    assert made.color
    assert made.bgcolor
    return made.color.name, made.bgcolor.name


@pytest.mark.parametrize(
    ("style", "front", "back"),
    [
        (Style(), DARK.text, DARK.background),
        (Style(1, 4), DARK.ansi[1], DARK.ansi[4]),
        (Style(16, 231), "#000000", "#ffffff"),
        (Style(196, 232), "#ff0000", "#080808"),
        (Style(255, 255), "#eeeeee", "#eeeeee"),
        (Style(TRUE_COLOUR | 0x0A0B0C), "#0a0b0c", DARK.background),
        (Style(1, attributes=REVERSE), DARK.background, DARK.ansi[1]),
        (Style(TRUE_COLOUR | 0x204060, TRUE_COLOUR, attributes=DIM), "#152a40", "#000000"),
    ],
    ids=["default", "palette", "cube", "cube and grey", "grey", "exact", "reverse", "dim"],
)
def test_colours_are_exact(style: Style, front: str, back: str) -> None:
    assert colours(style) == (front, back)


def test_underlines_and_their_kinds() -> None:
    kinds = [rich_style(Style(attributes=n << UNDERLINE_SHIFT), DARK) for n in range(6)]
    assert [(bool(k.underline), bool(k.underline2)) for k in kinds] == [
        (False, False),
        (True, False),
        (False, True),
        (True, False),
        (True, False),
        (True, False),
    ]


def test_nothing_blinks_and_concealed_text_is_not_shown() -> None:
    assert not rich_style(Style(attributes=BLINK), DARK).blink
    strip = Painter(LIGHT).strip(mirror((Style(attributes=CONCEAL),)), Row("secret", chr(STYLE_BASE) * 6), view(6))
    assert "".join(s.text for s in strip) == " " * 6


@pytest.mark.parametrize("palette", [DARK, LIGHT], ids=["dark", "light"])
def test_faint_text_can_be_read(palette: Palette) -> None:
    looks = rich_style(Style(attributes=DIM), palette)
    assert looks.color is not None
    assert contrast(Color.parse(looks.color.name), Color.parse(palette.background)) >= 4.5

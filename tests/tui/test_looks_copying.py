"""How reading back and copying look: pictures at three sizes, over a log with colours, wide characters and links."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from textual import events
from textual.pilot import Pilot

from hivemind.protocol.screen import BOLD, DIM, STYLE_BASE, UNDERLINE_SHIFT, Cursor, Row, Style
from hivemind.testing.scene import SCREENS, Scene
from hivemind.tui.palette import LIGHT
from hivemind.verbs.rows import Rows, StyledRows
from hivemind.verbs.search import Places, Search
from tests.tui.looks import SIZES, Compare, rest
from tests.tui.room import SMALL

END = 900
SCREEN = END - 24

TABLE = (
    Style(),
    Style(attributes=DIM),
    Style(foreground=1, attributes=BOLD),
    Style(foreground=2),
    Style(attributes=1 << UNDERLINE_SHIFT),
    Style(link="https://ci.example/run/41"),
)


def line(number: int) -> Row:
    """A log: most lines pass, some fail, some name a page or are in Chinese."""
    clock = f"12:{number // 60 % 60:02}:{number % 60:02} "
    what, style = f"PASS tests/test_shop_{number}.py", 3
    if number % 9 == 0:
        what, style = f"FAIL tests/test_cart_{number}.py expected 3, got {number % 7}", 2
    elif number % 10 == 0:
        what, style = "report of this run", 5
    elif number % 7 == 0:
        what, style = "漢\0字\0 の\0 log", 0
    return Row(clock + what, chr(STYLE_BASE + 1) * len(clock) + chr(STYLE_BASE + style) * len(what))


def rows(verb: Rows) -> StyledRows:
    numbers = range(max(0, verb.start), min(END, verb.stop))
    made = [(n, line(n).text, line(n).styles) for n in numbers]
    return StyledRows(0, SCREEN, END, made, TABLE[verb.styles :], ())


def found(verb: Search) -> Places:
    places = []
    for number in range(END):
        at = line(number).text.lower().find(verb.text.lower())
        if at >= 0:
            places.append((number, at, number, at + len(verb.text)))
    return Places(len(places), places)


def scene(**facts: Any) -> Scene:
    made = Scene(asks=[], **facts)
    made.link.replies |= {Rows: rows, Search: found}
    lines = tuple((y, line(SCREEN + y).text, line(SCREEN + y).styles) for y in range(24))
    made.link.screens["t1"] = msgspec.structs.replace(
        SCREENS[0], revision=10, top=SCREEN, lines=lines, styles=TABLE, cursor=Cursor(20, 4)
    )
    return made


def done(*keys: str, drag: tuple[tuple[int, int], tuple[int, int]] | None = None) -> Callable[[Pilot[int]], Any]:
    """Presses keys, or drags the mouse without letting go."""

    async def press(pilot: Pilot[int]) -> None:
        await rest(pilot)
        for key in keys:
            await pilot.press(key)
        for kind, at in zip((events.MouseDown, events.MouseMove), drag or (), strict=False):
            await pilot._post_mouse_events([kind], offset=at, button=1)
        await rest(pilot)

    return press


@SIZES
def test_copy_mode_with_lines_selected(snap_compare: Compare, size: tuple[int, int]) -> None:
    """A cursor, three selected lines, and in the title how far back it is."""
    keys = ("ctrl+b", "[", "ctrl+u", "ctrl+u", "V", "j", "j")
    assert snap_compare(scene().app, terminal_size=size, run_before=done(*keys))


@SIZES
def test_every_match_is_marked_and_the_current_one_apart(snap_compare: Compare, size: tuple[int, int]) -> None:
    """Underlined everywhere, filled where one is; the title counts them."""
    keys = ("ctrl+b", "/", *"fail", "enter", "n")
    assert snap_compare(scene().app, terminal_size=size, run_before=done(*keys))


def test_a_search_while_it_is_typed(snap_compare: Compare) -> None:
    """The text stands in the title, and what it finds is marked already."""
    assert snap_compare(scene().app, terminal_size=SMALL, run_before=done("ctrl+b", "/", *"cart"))


def test_a_block_over_wide_characters(snap_compare: Compare) -> None:
    """No wide character is cut in half."""
    keys = ("ctrl+b", "[", "g", "7", "j", "0", "w", "w", "w", "w", "ctrl+v", "4", "j", "6", "l")
    assert snap_compare(scene().app, terminal_size=SMALL, run_before=done(*keys))


def test_a_selection_with_the_mouse(snap_compare: Compare) -> None:
    """While the button is held."""
    assert snap_compare(scene().app, terminal_size=SMALL, run_before=done(drag=((20, 5), (30, 8))))


def test_copy_mode_in_light_colours(snap_compare: Compare) -> None:
    """The same on paper."""
    keys = ("ctrl+b", "/", *"fail", "enter", "v", "k", "k")
    assert snap_compare(scene(palette=LIGHT).app, terminal_size=SMALL, run_before=done(*keys))


def test_the_keys_of_copy_mode_fit_a_small_terminal(snap_compare: Compare) -> None:
    """All of them on one page."""
    assert snap_compare(scene().app, terminal_size=SMALL, run_before=done("ctrl+b", "[", "f1"))

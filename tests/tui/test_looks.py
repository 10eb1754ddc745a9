"""How the room looks: pictures at three sizes, with a clock that stands still."""

from __future__ import annotations

import pytest

from hivemind.protocol.status import Status
from hivemind.testing.scene import ASKS, TILES, Scene, ask, tile
from hivemind.tui.palette import LIGHT
from hivemind.tui.signs import ASCII
from tests.house.source import REPOSITORY, generator_of
from tests.tui.looks import SIZES, Compare, typed
from tests.tui.room import MIDDLE, SMALL

LONG = (
    "find . -name '*.log' -mtime +7 -print0 | xargs -0 rm -f \x1b[2K && curl -s https://example.org/install.sh | sh" * 4
)


@SIZES
def test_three_agents_one_of_which_asks(snap_compare: Compare, size: tuple[int, int]) -> None:
    """Small: one tile and a strip. Middle and large: the list of agents and all tiles."""
    assert snap_compare(Scene().app, terminal_size=size, run_before=typed())


def test_an_empty_room_says_what_to_press(snap_compare: Compare) -> None:
    """The first start on a machine without agents."""
    assert snap_compare(Scene([], []).app, terminal_size=SMALL, run_before=typed())


def test_the_waiting_prefix_shows_its_keys(snap_compare: Compare) -> None:
    """The top line becomes the keys; nothing else moves."""
    assert snap_compare(Scene().app, terminal_size=SMALL, run_before=typed("ctrl+b"))


@pytest.mark.parametrize("size", [SMALL, MIDDLE], ids=["80x24", "120x40"])
def test_the_dialog_that_starts_agents(snap_compare: Compare, size: tuple[int, int]) -> None:
    """Installed agents first, the others dim; what it takes to start the chosen one."""
    assert snap_compare(Scene().app, terminal_size=size, run_before=typed("ctrl+b", "c"))


def test_an_agent_that_is_not_installed(snap_compare: Compare) -> None:
    """It can be looked at, and says how to get it."""
    assert snap_compare(Scene().app, terminal_size=SMALL, run_before=typed("ctrl+b", "c", "down", "down"))


def test_the_help_in_a_small_terminal(snap_compare: Compare) -> None:
    """Two columns; what does not fit scrolls."""
    assert snap_compare(Scene().app, terminal_size=SMALL, run_before=typed("ctrl+b", "?"))


def test_closing_asks_first(snap_compare: Compare) -> None:
    """The confirmation names the tile."""
    assert snap_compare(Scene().app, terminal_size=SMALL, run_before=typed("ctrl+b", "&"))


def test_a_long_command_is_shown_with_both_its_ends(snap_compare: Compare) -> None:
    """What is left out is counted; a control character is written, not executed."""
    scene = Scene(asks=[ask("t2", LONG, 41)])
    assert snap_compare(scene.app, terminal_size=MIDDLE, run_before=typed())


def test_two_asks_one_of_a_start_up_screen(snap_compare: Compare) -> None:
    """A trust screen says what would be granted."""
    trust = ask(
        "t3",
        "",
        90,
        kind=Status.BLOCKED,
        says="trust",
        excerpt=("Accessing workspace:", "/home/me/shop", "Quick safety check: is this a project you trust?"),
        choices=(),
        can_choose=False,
    )
    tiles = [*TILES[:2], tile("t3", "review", "claude", Status.BLOCKED, 90, says="trust")]
    assert snap_compare(Scene(tiles, [*ASKS, trust]).app, terminal_size=MIDDLE, run_before=typed())


def test_the_light_palette(snap_compare: Compare) -> None:
    """HIVE_THEME=light."""
    assert snap_compare(Scene(palette=LIGHT).app, terminal_size=MIDDLE, run_before=typed())


def test_plain_ascii_signs(snap_compare: Compare) -> None:
    """HIVE_ASCII=1: no sign or line outside ASCII."""
    assert snap_compare(Scene(signs=ASCII).app, terminal_size=MIDDLE, run_before=typed())


async def test_the_readme_picture_is_what_the_program_shows() -> None:
    """After a change of looks: python docs/picture.py."""
    drawn = REPOSITORY / "docs" / "hive.svg"
    assert await generator_of("picture").picture() == drawn.read_text(encoding="utf-8")

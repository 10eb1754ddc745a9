"""How the list of agents, the queue and the board look: every state, small to large."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hivemind.protocol.ask import Ask
from hivemind.protocol.frame import Frame
from hivemind.protocol.status import Status
from hivemind.protocol.tile import TileSummary
from hivemind.testing.scene import ASKS, SCREENS, TILES, Scene, ask, tile
from hivemind.tui.palette import LIGHT
from hivemind.tui.signs import ASCII
from tests.tui.looks import Compare, typed

TINY, SMALL, MIDDLE, LARGE = (60, 20), (80, 24), (120, 40), (200, 60)
SIZES = pytest.mark.parametrize("size", [TINY, SMALL, MIDDLE, LARGE], ids=["60x20", "80x24", "120x40", "200x60"])

MORE = [
    tile("t4", "docs", "claude", Status.IDLE, 190, last="The guide is up to date.", done=True),
    tile("t5", "migrate", "pi", Status.WORKING, 33, last="Reading the schema", children=2),
    tile("t6", "pick db", "gemini", Status.QUESTION, 480, last="I can go on once this is clear."),
    tile("t7", "deploy", "codex", Status.IDLE, 300, last="No space left on device.", done=True, detail="failed"),
    tile("t8", "bash", None, Status.RUNNING, 900, argv=("/bin/bash",)),
    tile(
        "t9",
        "claude #2",
        "claude",
        Status.WORKING,
        3700,
        shown="rename the module and all imports",
        last="Editing app.py",
    ),
]
FRAMES = [
    Frame("f1", "shop", "/home/me/shop", "main", ("t1", "t4", "t5", "t9")),
    Frame("f2", "shop-review", "/home/me/shop-review", "review", ("t2", "t3", "t6")),
    Frame("f3", "later", "/home/me/later", "", ("t7", "t8")),
    Frame("f4", "ideas", "/home/me/ideas", is_kept=True),
]
QUESTION = ask("t6", "", 480, kind=Status.QUESTION, question="Which database shall the shop use?")


def scene(
    tiles: list[TileSummary] | None = None,
    asks: list[Ask] | None = None,
    frames: list[Frame] | None = None,
    **more: Any,
) -> Scene:
    tiles = [*TILES, *MORE] if tiles is None else tiles
    made = Scene(tiles, [*ASKS, QUESTION] if asks is None else asks, FRAMES if frames is None else frames, **more)
    made.link.screens = {one.tile_id: replace(SCREENS[0], tile_id=one.tile_id) for one in tiles} | {
        screen.tile_id: screen for screen in SCREENS
    }
    return made


def many() -> Scene:
    """Forty agents in two frames, eight of which ask."""
    statuses = [Status.WORKING, Status.IDLE, Status.IDLE, Status.WORKING, Status.PERMISSION]
    tiles = [
        tile(f"m{n}", f"task {n}", "claude", statuses[n % 5], 30 * n + 5, last=f"Step {n}", done=n % 5 == 1)
        for n in range(40)
    ]
    asks = [ask(f"m{n}", f"make step-{n}", 30 * n + 5) for n in range(4, 40, 5)]
    ids = [one.tile_id for one in tiles]
    frames = [Frame("f1", "shop", "/a", "", tuple(ids[:20])), Frame("f2", "web", "/b", "", tuple(ids[20:]))]
    return scene(tiles, asks, frames)


QUEUE, BOARD = typed("ctrl+b", "w"), typed("ctrl+b", "B")


@SIZES
def test_agents_by_frame(snap_compare: Compare, size: tuple[int, int]) -> None:
    """Who needs a person first, then each frame; small: a strip, with counts where names have no room."""
    assert snap_compare(scene().app, terminal_size=size, run_before=typed())


@SIZES
def test_the_queue(snap_compare: Compare, size: tuple[int, int]) -> None:
    """The oldest ask is chosen, its live tile beside the list, or below it."""
    assert snap_compare(scene().app, terminal_size=size, run_before=QUEUE)


@SIZES
def test_the_board(snap_compare: Compare, size: tuple[int, int]) -> None:
    """Three columns of cards; one at a time on the narrowest screen."""
    assert snap_compare(scene().app, terminal_size=size, run_before=BOARD)


@pytest.mark.parametrize("keys", [(), ("ctrl+b", "w"), ("ctrl+b", "B")], ids=["agents", "queue", "board"])
def test_views_in_the_light_palette(snap_compare: Compare, keys: tuple[str, ...]) -> None:
    """HIVE_THEME=light."""
    assert snap_compare(scene(palette=LIGHT).app, terminal_size=MIDDLE, run_before=typed(*keys))


@pytest.mark.parametrize("keys", [(), ("ctrl+b", "w"), ("ctrl+b", "B")], ids=["agents", "queue", "board"])
def test_views_in_ascii(snap_compare: Compare, keys: tuple[str, ...]) -> None:
    """HIVE_ASCII=1."""
    assert snap_compare(scene(signs=ASCII).app, terminal_size=MIDDLE, run_before=typed(*keys))


@pytest.mark.parametrize("size", [SMALL, MIDDLE], ids=["80x24", "120x40"])
def test_an_agent_is_looked_for(snap_compare: Compare, size: tuple[int, int]) -> None:
    """What is typed stands where the list's name was; small: the queue is shown for it."""
    assert snap_compare(scene().app, terminal_size=size, run_before=typed("ctrl+b", "s", *"later", "down"))


def test_nothing_matches(snap_compare: Compare) -> None:
    """It says how to list all again."""
    assert snap_compare(scene().app, terminal_size=MIDDLE, run_before=typed("ctrl+b", "s", *"zebra"))


def test_a_folded_frame(snap_compare: Compare) -> None:
    """Its heading and how many agents it has."""
    assert snap_compare(scene().app, terminal_size=MIDDLE, run_before=typed("ctrl+b", "F"))


def test_a_queue_where_nothing_waits(snap_compare: Compare) -> None:
    """It says so, and lists the rest."""
    calm = [one for one in (*TILES, *MORE) if not one.status.is_waiting]
    assert snap_compare(scene(calm, []).app, terminal_size=MIDDLE, run_before=QUEUE)


def test_a_queue_without_agents(snap_compare: Compare) -> None:
    """What to press."""
    assert snap_compare(Scene([], []).app, terminal_size=SMALL, run_before=QUEUE)


@pytest.mark.parametrize(
    ("size", "keys"),
    [(SMALL, ()), (MIDDLE, ()), (SMALL, ("ctrl+b", "w", "end")), (MIDDLE, ("ctrl+b", "B"))],
    ids=["strip", "panel", "queue", "board"],
)
def test_forty_agents(snap_compare: Compare, size: tuple[int, int], keys: tuple[str, ...]) -> None:
    """What has no room is counted."""
    assert snap_compare(many().app, terminal_size=size, run_before=typed(*keys))


@pytest.mark.parametrize("keys", [("ctrl+b", "w"), ("ctrl+b", "B")], ids=["queue", "board"])
def test_views_on_the_largest_terminal(snap_compare: Compare, keys: tuple[str, ...]) -> None:
    """400x120: the list does not grow for ever."""
    assert snap_compare(scene().app, terminal_size=(400, 120), run_before=typed(*keys))

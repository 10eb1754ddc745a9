"""Every screen and state of the room at three sizes, on a dark and on a light terminal.

What is special about a state is told where its own pictures are (`test_looks_*`); here it is only seen everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
from textual.pilot import Pilot

from hivemind.protocol.agent import OptionInfo
from hivemind.protocol.status import Status
from hivemind.settings.file import SettingsFile
from hivemind.testing.scene import TILES, Scene, tile
from hivemind.tui.board import GRACE
from hivemind.tui.palette import DARK, LIGHT, Palette
from hivemind.verbs.options import OptionList, Options
from tests.tui import test_looks_answering as answering
from tests.tui import test_looks_copying as copying
from tests.tui import test_looks_frames as frames
from tests.tui import test_looks_past as past
from tests.tui.looks import Compare, rest

SIZES = {"80x24": (80, 24), "120x40": (120, 40), "200x60": (200, 60)}
PALETTES = {"dark": DARK, "light": LIGHT}


@dataclass(frozen=True)
class State:
    """One state: the scene it is in, and the keys that lead there."""

    scene: Callable[..., Scene]
    keys: tuple[str, ...] = ()
    then: Callable[[Scene], None] = lambda _: None


def prefixed(*keys: str) -> tuple[str, ...]:
    return ("ctrl+b", *keys)


def ended(**facts: Any) -> Scene:
    """Every way a turn or a program can end or be at."""
    tiles = [
        tile("t1", "fix nav", "claude", Status.WORKING, 134, last="I'll look at the header component first."),
        tile("t2", "add tests", "codex", Status.IDLE, 41, last="All 214 tests pass.", done=True),
        tile("t3", "review", "demo", Status.IDLE, 720, last="The model did not answer.", detail="failed", done=True),
        tile("t4", "deploy", "gemini", Status.BLOCKED, 90, says="sign-in", last="Sign in with your browser"),
        tile("t5", "pick db", "pi", Status.QUESTION, 64, last="Which database?"),
        tile("t6", "build", None, Status.RUNNING, 30, last="cc -O2 main.c", guess=True),
        tile("t7", "old", "aider", Status.EXITED, 3600, exit=1, last="bye"),
    ]
    waiting = msgspec.structs.replace(answering.QUESTION, tile_id="t5")
    return Scene(tiles, [waiting], **facts)


def settings(**facts: Any) -> Scene:
    """A file with two lines in it."""
    folder = Path("/home/me/.config/hivemind")
    made = Scene(settings=SettingsFile(folder / "settings.toml", folder / "good.toml"), **facts)
    made.link.replies[Options] = OptionList([OptionInfo("model", "Model", ["small", "large"], "small")])
    return made


def told(made: Scene) -> None:
    """Two errors wait to be read."""
    made.app.say("spawn: the program 'claude' is not on PATH (npm install -g it)", is_error=True)
    made.app.say("close: no tile 'x'", is_error=True)


def lost(made: Scene) -> None:
    """The daemon is gone."""
    made.app.wire.is_lost = True
    made.app.changed()


def recorded(**facts: Any) -> Scene:
    return past.scene(tiles=[msgspec.structs.replace(TILES[0], recording="/home/me/a.cast"), *TILES[1:]], **facts)


STATES: dict[str, State] = {
    "room": State(Scene),
    "empty": State(lambda **facts: Scene([], [], **facts)),
    "every-status": State(ended),
    "errors": State(Scene, then=told),
    "connection-lost": State(Scene, then=lost),
    "prefix": State(Scene, prefixed()),
    "start": State(Scene, prefixed("c")),
    "help": State(Scene, prefixed("?")),
    "palette": State(Scene, prefixed(":", "t", "i")),
    "settings": State(settings, prefixed("S", "down", "down")),
    "close": State(Scene, prefixed("&")),
    "rename": State(Scene, prefixed(",")),
    "diff": State(lambda **facts: answering.scene([answering.DIFF], **facts), prefixed("e")),
    "question": State(lambda **facts: answering.scene([answering.QUESTION], tiles=answering.ASKING, **facts)),
    "write": State(
        lambda **facts: answering.scene([answering.QUESTION], tiles=answering.ASKING, **facts), prefixed("t", *"the")
    ),
    "permit": State(answering.scene, prefixed("A")),
    "answers": State(lambda **facts: answering.scene(permits=(answering.STANDING,), **facts), prefixed("H")),
    "queue": State(ended, prefixed("w")),
    "board": State(ended, prefixed("B")),
    "filter": State(ended, prefixed("s", *"re")),
    "copy-mode": State(copying.scene, prefixed("[", "ctrl+u", "V", "j", "j")),
    "search": State(copying.scene, prefixed("/", *"FAIL")),
    "copy-keys": State(copying.scene, prefixed("[", "f1")),
    "frames": State(frames.scene),
    "split": State(
        lambda **facts: frames.scene(msgspec.structs.replace(frames.SHOP, layout=frames.OWN), frames.REVIEW, **facts)
    ),
    "new-frame": State(frames.scene, prefixed("N")),
    "frame-list": State(frames.scene, prefixed("f")),
    "move": State(frames.scene, prefixed("m")),
    "zoom": State(frames.scene, prefixed("z")),
    "rewind": State(past.scene, prefixed("r", "up", "up", "left")),
    "recorded": State(recorded),
}


def played(made: Scene, state: State) -> Callable[[Pilot[int]], Any]:
    async def play(pilot: Pilot[int]) -> None:
        await rest(pilot)
        made.clock.turn(GRACE + 0.01)
        state.then(made)
        for key in state.keys:
            await pilot.press(key)
            await pilot.pause()
        while any(worker.node is made.app.screen and not worker.is_finished for worker in made.app.workers):
            await pilot.pause()
        await rest(pilot)

    return play


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_a_state_everywhere(snap_compare: Compare, state: State, size: tuple[int, int], palette: Palette) -> None:
    """As it was looked at."""
    made = state.scene(palette=palette)
    assert snap_compare(made.app, terminal_size=size, run_before=played(made, state))

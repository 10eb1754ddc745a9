"""Dialogs in every state of theirs, and what a room says or has none of: at three sizes, dark and light."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hivemind.base.errors import HiveError
from hivemind.base.problems import Report
from hivemind.protocol.agent import OptionInfo
from hivemind.protocol.events import AskOpened, TileChanged
from hivemind.protocol.frame import Frame
from hivemind.protocol.status import Status
from hivemind.protocol.verb import AnyVerb
from hivemind.settings.file import Loaded, SettingsFile, parse
from hivemind.settings.settings import Keys, Settings
from hivemind.testing.scene import ASKS, TILES, Scene, tile
from hivemind.tui.action import groups
from hivemind.tui.bindings import keymap_of
from hivemind.tui.board import key_of
from hivemind.tui.palette import Palette
from hivemind.tui.signs import ASCII
from hivemind.tui.themes import COLOUR_BLIND, HIGH_CONTRAST
from hivemind.verbs.answers import Answers, Given
from hivemind.verbs.new_frame import NewFrame
from hivemind.verbs.options import OptionList, Options
from hivemind.verbs.permits import Permits, Standing
from hivemind.verbs.spawn import Spawn
from tests.tui import test_looks_answering as answering
from tests.tui import test_looks_copying as copying
from tests.tui import test_looks_frames as frames
from tests.tui import test_looks_past as past
from tests.tui.looks import Compare
from tests.tui.test_looks_everywhere import PALETTES, SIZES, State, ended, played, prefixed

SMALLEST = (60, 20)

GOOD = '[look]\ntheme = "dark"\n\n[keys.actions]\nzoom = ["prefix z", "alt+f"]\n'

BAD = '[look]\ntheme = 5\n[keys]\npreset = "emacs"\nnope = 1\n'


class FixedFile(SettingsFile):
    """A file with that text, wherever the test runs."""

    def __init__(self, text: str) -> None:
        folder = Path("/home/me/.config/hivemind")
        super().__init__(folder / "settings.toml", folder / "good.toml")
        self.text = text

    def current(self) -> Loaded:
        report = Report()
        found, node = parse(self.text, self.path, report)
        return Loaded(found or Settings(), report, node, is_good=found is not None)


def settings(text: str = GOOD, **facts: Any) -> Scene:
    made = Scene(settings=FixedFile(text), **facts)
    offers = [OptionInfo("model", "Model", ["small", "large"], "small"), OptionInfo("effort", "Effort", [], None)]
    made.link.replies[Options] = OptionList(offers)
    return made


def at(line: str, text: str = GOOD) -> Any:
    """Settings, opened at a line."""
    return lambda **facts: settings(text, opens=line, **facts)


def refusing(verb: Any, message: str, hint: str, made: Scene) -> Scene:
    made.link.replies[verb] = HiveError(message, hint=hint)
    return made


def first_tile(made: Scene) -> None:
    made.link.emit(TileChanged(TILES[0]))


def first_ask(made: Scene) -> None:
    made.link.emit(AskOpened(ASKS[0]))


def answering_now(made: Scene) -> None:
    made.app.board.answering.add(key_of(ASKS[0]))
    made.app.changed()


def done(made: Scene) -> None:
    made.app.say("add tests: allowed")


def keys_of(preset: Any) -> Any:
    return lambda **facts: Scene(keys=keymap_of(Keys(preset=preset), groups(), Report(), None), **facts)


DEMO = tile("t3", "Demo #1", "demo", Status.IDLE, 720)

NO_ANSWERS: dict[type[AnyVerb], Any] = {Permits: Standing(0, []), Answers: Given([])}


def no_answers(**facts: Any) -> Scene:
    made = Scene(**facts)
    made.link.replies |= NO_ANSWERS
    return made


STATES: dict[str, State] = {
    "settings-agent": State(at("codex"), ("enter",)),
    "settings-not-installed": State(at("claude")),
    "settings-number": State(at("scrollback.lines"), ("enter", *"00")),
    "settings-key": State(at("keys.actions.zoom"), ("enter",)),
    "settings-mistakes": State(at("look.theme", BAD)),
    "start-not-installed": State(Scene, prefixed("c", "down", "down")),
    "start-refused": State(
        lambda **facts: refusing(
            Spawn, "codex: no folder '/home/me/shop'", "name one that is there", Scene(asks=[], **facts)
        ),
        prefixed("c", *"x", "enter"),
    ),
    "palette-all": State(Scene, prefixed(":")),
    "palette-nothing": State(Scene, prefixed(":", *"qqq")),
    "tile-menu": State(Scene, prefixed("M")),
    "frame-menu": State(frames.scene, prefixed("T")),
    "rename-frame": State(frames.scene, prefixed("$")),
    "close-frame": State(frames.scene, prefixed("X")),
    "new-frame-refused": State(
        lambda **facts: refusing(
            NewFrame, "no folder '/home/me/shop'", "name one that is there", frames.scene(**facts)
        ),
        prefixed("N", "enter"),
    ),
    "answers-none": State(no_answers, prefixed("H")),
    "answer-kept": State(answering.scene, prefixed("H", "down", "down", "enter")),
    "help-zellij": State(keys_of("zellij"), prefixed("?")),
    "message": State(lambda **facts: answering.scene([], **facts), prefixed("t", *"also docs".replace(" ", ""))),
    "answering": State(Scene, then=answering_now),
    "said": State(Scene, then=done),
    "refusal": State(Scene, prefixed("y")),
    "first-run": State(lambda **facts: Scene([DEMO], [], **facts)),
    "first-tile": State(lambda **facts: Scene([], [], **facts), then=first_tile),
    "first-ask": State(lambda **facts: Scene(asks=[], **facts), then=first_ask),
    "empty-frame": State(lambda **facts: Scene([], [], [Frame("f1", "shop", "/home/me/shop", is_kept=True)], **facts)),
    "queue-quiet": State(lambda **facts: Scene([TILES[0], TILES[2]], [], **facts), prefixed("w")),
    "board-empty": State(lambda **facts: Scene([], [], **facts), prefixed("B")),
    "filter-nothing": State(ended, prefixed("s", *"zzz")),
    "search-nothing": State(copying.scene, prefixed("/", *"zzzz", "enter")),
    "copy-block": State(copying.scene, prefixed("[", "ctrl+v", "j", "j", "l", "l", "l")),
    "rewind-begin": State(past.scene, prefixed("r", "home")),
}


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_a_dialog_or_state(snap_compare: Compare, state: State, size: tuple[int, int], palette: Palette) -> None:
    """As it was looked at."""
    made = state.scene(palette=palette)
    assert snap_compare(made.app, terminal_size=size, run_before=played(made, state))


NARROW = {
    name: STATES[name]
    for name in ("settings-not-installed", "settings-mistakes", "start-not-installed", "palette-all", "first-run")
} | {"help": State(Scene, prefixed("?")), "board": State(ended, prefixed("B"))}


@pytest.mark.parametrize("state", NARROW.values(), ids=NARROW)
def test_below_80_columns(snap_compare: Compare, state: State) -> None:
    """Nothing is cut at the bottom, and what closes a dialog is in sight."""
    made = state.scene()
    assert snap_compare(made.app, terminal_size=SMALLEST, run_before=played(made, state))


@pytest.mark.parametrize("palette", [HIGH_CONTRAST, COLOUR_BLIND], ids=["high-contrast", "colour-blind"])
@pytest.mark.parametrize("keys", [(), prefixed("B"), prefixed("?")], ids=["room", "board", "help"])
def test_themes_for_eyes(snap_compare: Compare, palette: Palette, keys: tuple[str, ...]) -> None:
    """Every status, told apart by glyph and word before any colour."""
    made = ended(palette=palette)
    assert snap_compare(made.app, terminal_size=(120, 40), run_before=played(made, State(ended, keys)))


@pytest.mark.parametrize(
    "keys", [(), prefixed("w"), prefixed("B"), prefixed(":")], ids=["room", "queue", "board", "all"]
)
def test_without_colours(snap_compare: Compare, monkeypatch: pytest.MonkeyPatch, keys: tuple[str, ...]) -> None:
    """NO_COLOR: what is chosen and who needs somebody is seen all the same."""
    monkeypatch.setenv("NO_COLOR", "1")
    made = ended()
    assert made.app.no_color
    assert snap_compare(made.app, terminal_size=(120, 40), run_before=played(made, State(ended, keys)))


@pytest.mark.parametrize("keys", [prefixed("c"), prefixed("?"), prefixed("S")], ids=["start", "help", "settings"])
def test_dialogs_in_ascii(snap_compare: Compare, keys: tuple[str, ...]) -> None:
    """HIVE_ASCII=1: borders and arrows, too."""
    made = settings(signs=ASCII)
    assert snap_compare(made.app, terminal_size=(80, 24), run_before=played(made, State(settings, keys)))

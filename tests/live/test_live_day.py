"""A person's day in the UI, by keys alone in a real terminal: three agents, their questions, and a multiplexer's work."""

from __future__ import annotations

import time

import pytest

from hivemind.testing.sandbox import Sandbox
from hivemind.testing.tmux import Tmux
from hivemind.testing.waiting import until

pytestmark = [pytest.mark.live, pytest.mark.timeout(180)]

SECONDS = 30

READ_SECONDS = 0.6
"""A key for a question that has just come into the bar is refused."""

TASKS = ("make a file one.txt", "make a file two.txt", "ask me which one")


def spawn(ui: Tmux, task: str) -> None:
    """Start the demo agent by the dialog, which offers it first where no other is installed."""
    ui.press("C-b", "c")
    ui.until_shows("Start an agent", "› demo")
    ui.press("Tab")
    ui.type(task)
    ui.until_shows(task)
    ui.press("Enter")
    until("the dialog is gone", lambda: "Start an agent" not in ui.screen(), seconds=SECONDS, scene=ui.screen)


def asking(sandbox: Sandbox) -> list[str]:
    return [tile for tile, told in sandbox.tiles().items() if told["status"] in {"permission", "question"}]


class Stood:
    """Whether the bar has shown the same question for as long as a person needs to read it."""

    def __init__(self, ui: Tmux) -> None:
        self._ui = ui
        self._shown, self._since = "", 0.0

    def __call__(self) -> bool:
        shown = next((row[:60] for row in self._ui.screen().splitlines() if " asks " in row), "")
        if shown != self._shown:
            self._shown, self._since = shown, time.monotonic()
        return bool(shown) and time.monotonic() - self._since > READ_SECONDS


def settle(sandbox: Sandbox, ui: Tmux, *, left: int) -> None:
    """Answer what the bar shows, once it has stood, and wait until so many are left."""
    for tile in asking(sandbox):
        sandbox.until_stood(tile)
    until("the bar has stood", Stood(ui), seconds=SECONDS, scene=ui.screen)
    is_permission = any(" asks permission " in row for row in ui.screen().splitlines())
    ui.press("C-b", "a" if is_permission else "2")
    until(f"{left} questions are left", lambda: len(asking(sandbox)) == left, seconds=SECONDS, scene=ui.screen)


def test_three_agents_are_served_by_keys_alone(sandbox: Sandbox, tmux: str) -> None:
    """Answers go to tiles that are not looked at; then history, the clipboard, another frame, and leaving."""
    with sandbox.terminal() as ui:
        ui.until_shows("Hive demo agent", "idle")
        (first,) = sandbox.tiles()
        for task in TASKS:
            spawn(ui, task)
        until("three more tiles", lambda: len(sandbox.tiles()) == 1 + len(TASKS), seconds=SECONDS, scene=ui.screen)
        until("all three ask", lambda: len(asking(sandbox)) == len(TASKS), seconds=SECONDS, scene=ui.screen)
        ui.press("C-b", ":")
        ui.type("Demo #1")
        ui.press("Enter")
        (asks,) = (tile for tile, told in sandbox.tiles().items() if told["status"] == "question")
        until("the quiet tile is looked at", lambda: focused(ui, "Demo #1"), seconds=SECONDS, scene=ui.screen)
        before = sandbox.screen(first)

        for left in (2, 1, 0):
            settle(sandbox, ui, left=left)
        sandbox.until_shows(asks, "now. Look at the top")
        until("both files are there", lambda: made(sandbox) == {"one.txt", "two.txt"}, seconds=SECONDS)
        assert sandbox.screen(first) == before, "nothing was typed at the tile that was looked at"

        ui.press("C-b", "[")
        ui.press("?")
        ui.type("Hive demo agent")
        ui.press("Enter")
        ui.until_shows("1/1")
        ui.press("V", "y")
        until(
            "the line is in the terminal's clipboard",
            lambda: "Hive demo agent" in ui.buffer(),
            seconds=9,
            scene=ui.screen,
        )

        ui.press("C-b", "!")
        until("the tile has a frame of its own", lambda: frames(sandbox) == 2, seconds=SECONDS, scene=ui.screen)
        ui.press("C-b", "d")
        ui.until_ended()
    with sandbox.terminal("again") as ui:
        ui.until_shows("Demo")
        assert len(sandbox.tiles()) == len(TASKS) + 1
        assert frames(sandbox) == 2


def focused(ui: Tmux, name: str) -> bool:
    """As the list tells: a bar stands before the focused one."""
    return any(name in row for row in ui.screen().splitlines() if "▌" in row)


def made(sandbox: Sandbox) -> set[str]:
    return {path.name for path in sandbox.project.glob("*.txt")}


def frames(sandbox: Sandbox) -> int:
    return len(sandbox.ctl("frames")["frames"])

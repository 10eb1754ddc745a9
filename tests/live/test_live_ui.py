"""The UI as a person meets it first: a machine without any agent, and nothing but the keyboard."""

import pytest

from hivemind.testing.sandbox import Sandbox
from hivemind.testing.waiting import until

pytestmark = pytest.mark.live

FILE_SECONDS = 15


def test_a_first_start_leads_to_an_answered_question(sandbox: Sandbox, tmux: str) -> None:
    made = sandbox.project / "made-by-demo.txt"
    with sandbox.terminal() as ui:
        ui.until_shows("Hive demo agent", "idle")
        ui.type("make a file")
        ui.until_shows("❯ make a file")
        ui.press("Enter")
        ui.until_shows("Run this command?", "^B a")
        (tile,) = sandbox.tiles()
        sandbox.until_stood(tile)
        assert not made.exists()
        ui.press("C-b", "a")
        until("the file is there", made.exists, seconds=FILE_SECONDS, scene=ui.screen)
        ui.until_shows("allowed: ", "idle")


def test_leaving_the_ui_says_that_agents_go_on(sandbox: Sandbox, checkout: str, tmux: str) -> None:
    sandbox.spawn("--name", "left", "--", "cat")
    with sandbox.terminal(command=("sh", "-c", f"{checkout}; exec cat")) as terminal:
        terminal.until_shows("left")
        terminal.press("C-b", "d")
        terminal.until_shows("Agents go on.")
    assert [tile["name"] for tile in sandbox.tiles().values()] == ["left"]


def test_ctrl_b_twice_reaches_the_program(sandbox: Sandbox, tmux: str) -> None:
    tile = sandbox.spawn("--name", "viewer", "--", "cat", "-v")
    with sandbox.terminal() as ui:
        ui.until_shows("viewer")
        ui.press("C-b", "C-b", "Enter")
        sandbox.until_shows(tile, "^B")

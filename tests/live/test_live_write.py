"""Answering with a text, for a while, and looking back, with the demo agent."""

from __future__ import annotations

import pytest

from hivemind.testing.sandbox import Sandbox
from hivemind.testing.waiting import until

pytestmark = pytest.mark.live

FILE_SECONDS = 50


def test_in_the_ui_a_text_answers_a_question_of_a_tile_that_is_not_focused(sandbox: Sandbox, tmux: str) -> None:
    other = sandbox.spawn("--name", "other", "--", "cat")
    with sandbox.terminal() as ui:
        ui.until_shows("other")
        tile = sandbox.spawn("--agent", "demo", "--prompt", "/name")
        sandbox.wait(tile, "question")
        sandbox.ctl("focus", other)
        ui.until_shows("What shall I call you?", "^B t")
        sandbox.until_stood(tile)
        ui.press("C-b", "t")
        ui.until_shows("Enter sends")
        ui.type("Nemo 3")
        ui.until_shows("❯ Nemo 3")
        ui.press("Enter")
        sandbox.until_shows(tile, "Hello Nemo 3.")
        sandbox.wait(tile, "idle")
        ui.until_shows("answered: ")
    assert sandbox.screen(other).strip() == ""


def test_what_is_allowed_for_a_while_ends_with_the_daemon_and_the_answers_stay(sandbox: Sandbox) -> None:
    tile = sandbox.spawn("--agent", "demo", "--prompt", "/shell touch one.txt")
    sandbox.wait(tile, "permission", seconds=20)
    sandbox.until_stood(tile)
    sandbox.ctl("permit", tile, "--minutes", "5")
    sandbox.wait(tile, "idle")
    sandbox.ctl("send", tile, "/shell touch two.txt")
    two = sandbox.project / "two.txt"
    until("the file is there", two.exists, seconds=FILE_SECONDS, scene=sandbox.scene)
    sandbox.wait(tile, "idle")
    sandbox.ctl("send", tile, "/shell rm two.txt")
    sandbox.wait(tile, "permission")  # deleting is asked about, whatever is allowed
    assert two.exists()
    sandbox.ctl("answer", tile, "deny")
    before = sandbox.ctl("answers")["answers"]
    told = [(entry["who"], entry["outcome"], entry["command"]) for entry in before]
    assert told == [
        ("command", "denied", "rm two.txt"),
        ("standing", "allowed", "touch two.txt"),
        ("command", "allowed", "touch one.txt"),
    ]
    shown = sandbox.ctl("answers", "--screen", before[1]["id"])["answers"][0]["screen"]
    assert any("touch two.txt" in row for row in shown)
    sandbox.wait(tile, "idle")
    sandbox.kill_daemon()
    assert sandbox.ctl("permits")["permits"] == []
    assert sandbox.ctl("answers")["answers"] == before

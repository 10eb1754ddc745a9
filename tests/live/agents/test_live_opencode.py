"""opencode itself, with a scripted model behind it: the keys of its agent file, each seen by what it does."""

from __future__ import annotations

import pytest

from hivemind.testing.model_wire import Turn
from hivemind.testing.programs.opencode import PROGRAM
from hivemind.testing.waiting import until
from tests.live.agents.stage import SECONDS, START_SECONDS, WAIT_SECONDS, Stage

pytestmark = [pytest.mark.live, pytest.mark.timeout(300), pytest.mark.program(PROGRAM, is_trusted=True)]


def test_it_does_what_is_allowed_and_nothing_else(stage: Stage) -> None:
    stage.script.add(stage.wants("touch allowed.txt"), Turn(text="It is made."))
    tile = stage.start("make a file")
    stage.allow(tile, "allowed.txt", "It is made.")
    stage.deny(tile)
    assert '\\"Which colour?\\"=\\"Green\\"' in stage.choose(tile)
    stage.interrupt(tile)


def test_what_is_allowed_for_ever_is_asked_by_name(stage: Stage) -> None:
    sandbox = stage.sandbox
    stage.script.add(stage.wants("touch first.txt"), Turn(text="It is made."))
    tile = stage.start("make a file")
    stage.until_reads(tile, "permission", seconds=START_SECONDS)
    sandbox.until_stood(tile)
    sandbox.ctl("keys", tile, "Right,Enter")  # the person wants it allowed always
    until("it asks once more", lambda: sandbox.tiles()[tile]["says"] == "always", seconds=SECONDS, scene=sandbox.scene)
    assert sandbox.hive("ctl", "answer", tile, "allow").exit == 8
    sandbox.ctl("answer", tile, "deny", "--says", "always")
    until("it asks the first again", lambda: not sandbox.tiles()[tile]["says"], seconds=SECONDS, scene=sandbox.scene)
    assert sandbox.wait(tile, "permission", seconds=WAIT_SECONDS) == ""
    assert not stage.made("first.txt").exists()
    sandbox.ctl("keys", tile, "Right,Enter")
    until("it asks once more", lambda: sandbox.tiles()[tile]["says"] == "always", seconds=SECONDS, scene=sandbox.scene)
    sandbox.ctl("answer", tile, "allow", "--says", "always")
    stage.until_made("first.txt")
    sandbox.until_shows(tile, "It is made.", seconds=SECONDS)

    stage.script.add(stage.wants("touch second.txt"), Turn(text="That, too."))
    sandbox.ctl("send", tile, "make another file")
    sandbox.until_shows(tile, "That, too.", seconds=SECONDS)  # nothing was asked
    assert stage.made("second.txt").exists()

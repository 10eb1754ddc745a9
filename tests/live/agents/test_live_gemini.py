"""Gemini CLI itself, with a scripted model behind it: the keys of its agent file, each seen by what it does."""

from __future__ import annotations

import pytest

from hivemind.testing.model_wire import Turn
from hivemind.testing.programs.gemini import PROGRAM
from hivemind.testing.waiting import until
from tests.live.agents.stage import SECONDS, START_SECONDS, WAIT_SECONDS, Stage

pytestmark = [pytest.mark.live, pytest.mark.timeout(300), pytest.mark.program(PROGRAM, is_trusted=False)]

TRUSTED = ".gemini/trustedFolders.json"
"""What it remembers of folders."""


def test_it_trusts_a_folder_and_does_what_is_allowed_and_nothing_else(stage: Stage) -> None:
    tile = stage.begin()  # it starts once more in between
    assert stage.kept(TRUSTED) == {str(stage.sandbox.project): "TRUST_FOLDER"}
    stage.deny(tile)
    assert '{\\"0\\":\\"Green\\"}' in stage.choose(tile)
    stage.interrupt(tile)
    assert stage.script.left == ()


def test_a_folder_that_is_not_trusted_is_worked_in_and_a_file_outside_of_it_is_read_only_when_allowed(
    stage: Stage,
) -> None:
    sandbox = stage.sandbox
    outside = sandbox.home / "notes.txt"
    outside.write_text("the word is lighthouse\n")
    stage.script.add(Turn(text="Ready to go."))
    tile = stage.start("say something")
    stage.trust(tile, "deny")
    sandbox.until_shows(tile, "Ready to go.", seconds=START_SECONDS)
    assert stage.kept(TRUSTED) == {str(sandbox.project): "DO_NOT_TRUST"}

    for answer, is_read in (("deny", False), ("allow", True)):
        stage.until_idle(tile)
        stage.script.add(Turn(text=f"Answered after {answer}."))
        sandbox.ctl("send", tile, f"what is the word in @{outside} ?")
        assert sandbox.wait(tile, "permission", seconds=WAIT_SECONDS) == "read"
        sandbox.ctl("answer", tile, answer, "--says", "read")
        until("it is asked", lambda: not stage.script.left, seconds=SECONDS, scene=sandbox.scene)
        assert ("lighthouse" in stage.script.asked[-1].body) is is_read
    sandbox.until_shows(tile, "Answered after allow.", seconds=SECONDS)

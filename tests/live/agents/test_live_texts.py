"""Agent programs themselves, whose questions are answered with a text of one's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hivemind.testing.model_wire import Turn
from hivemind.testing.programs import CLAUDE, CODEX, copilot, kilo, opencode, qwen, vibe
from tests.live.agents.stage import SECONDS, START_SECONDS, Stage, staged

pytestmark = [pytest.mark.live, pytest.mark.timeout(400)]

TEXT = "a light teal, please"


PROGRAMS = [CLAUDE, CODEX, *(room.PROGRAM for room in (copilot, kilo, opencode, qwen, vibe))]


@pytest.fixture(params=PROGRAMS, ids=lambda program: program.agent)
def stage(request: pytest.FixtureRequest, checkout: str, agents_bin: Path) -> Iterator[Stage]:
    is_required = request.param is not kilo.PROGRAM  # which scripts/ci-agents does not install of itself
    with staged(request.param, checkout, agents_bin, is_required=is_required) as made:
        yield made


def test_a_question_of_a_real_program_is_answered_with_a_text(stage: Stage) -> None:
    """The model gets the words, and the field's number is never typed into it."""
    stage.settle(is_trusted=True)
    sandbox = stage.sandbox
    settings = sandbox.home / ".codex" / "config.toml"
    if settings.exists():  # outside plan mode Codex asks only where that is enabled
        enabled = settings.read_text().replace("[features]\n", "[features]\ndefault_mode_request_user_input = true\n")
        settings.write_text(enabled)
    ask = stage.program.question
    assert ask
    stage.script.add(Turn(calls=(ask("Which colour?", ["Red", "Green", "Blue"]),)), Turn(text="Thank you."))
    tile = stage.start("ask me")
    stage.until_reads(tile, "question", seconds=START_SECONDS)
    sandbox.until_stood(tile)
    refused = sandbox.hive("ctl", "choose", tile, "4")
    assert refused.exit in {2, 7}, refused
    sandbox.ctl("write", tile, TEXT)
    sandbox.until_shows(tile, "Thank you.", seconds=SECONDS)
    stage.until_idle(tile)
    last = [request.body for request in stage.script.asked if not request.is_helper][-1]
    assert TEXT in last
    assert f"4{TEXT}" not in last
    (entry,) = sandbox.ctl("answers")["answers"]
    assert (entry["outcome"], entry["answer"], entry["who"]) == ("written", TEXT, "command")
    after = sandbox.hive("ctl", "write", tile, "once more")
    assert after.exit == 8, after

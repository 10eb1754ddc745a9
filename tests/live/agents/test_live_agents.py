"""Claude Code and Codex themselves, with a scripted model behind them, driven through `hive ctl` and the real UI."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hivemind.testing.cases import texts
from hivemind.testing.model_wire import Turn
from hivemind.testing.programs import CLAUDE, CODEX
from hivemind.testing.waiting import until
from tests.live.agents.stage import Stage, staged

pytestmark = pytest.mark.live

FILE_SECONDS = 15

DIALOG_ROWS = 6
"""Rows at the bottom that belong to a permission question of either program; above it, signs blink."""


@pytest.fixture(params=[CLAUDE, CODEX], ids=lambda program: program.agent)
def stage(request: pytest.FixtureRequest, checkout: str, agents_bin: Path) -> Iterator[Stage]:
    with staged(request.param, checkout, agents_bin) as made:
        yield made


def start(stage: Stage, task: str, *turns: Turn) -> str:
    """A tile with a task that the model answers with these turns."""
    stage.script.add(*turns)
    return stage.start(task)


def test_trust_is_settled_only_when_it_is_named(stage: Stage) -> None:
    stage.settle(is_trusted=False)
    sandbox = stage.sandbox
    tile = start(stage, "say something", Turn(text="Something is said."))
    assert sandbox.wait(tile, "blocked") == "trust"
    before = sandbox.screen(tile)
    ran = sandbox.hive("ctl", "answer", tile, "allow")
    assert ran.exit == 8, ran
    assert sandbox.screen(tile) == before
    assert [t["says"] for t in sandbox.tiles().values()] == ["trust"]
    sandbox.ctl("answer", tile, "allow", "--says", "trust")
    sandbox.until_shows(tile, "Something is said.")  # the task was not lost behind the trust screen
    sandbox.wait(tile, "idle")


def test_one_key_in_the_ui_answers_an_agent_that_is_not_focused(stage: Stage, tmux: str) -> None:
    stage.settle(is_trusted=True)
    sandbox = stage.sandbox
    other = sandbox.spawn("--name", "other", "--", "cat")
    with sandbox.terminal() as ui:
        ui.until_shows("other")
        tile = start(stage, "make a file", stage.wants("touch allowed.txt"), Turn(text="It is made."))
        sandbox.wait(tile, "permission")
        sandbox.ctl("focus", other)
        ui.type("typed-before")
        sandbox.until_shows(other, "typed-before")
        assert not (sandbox.project / "allowed.txt").exists()
        ui.until_shows("touch allowed.txt", "^B a")
        sandbox.until_stood(tile)
        ui.press("C-b", "a")
        allowed = sandbox.project / "allowed.txt"
        until("the file is there", allowed.exists, seconds=FILE_SECONDS, scene=lambda: ui.screen() + sandbox.scene())
        sandbox.until_shows(tile, "It is made.")
        sandbox.wait(tile, "idle")

        stage.script.add(stage.wants("touch denied.txt"))
        sandbox.ctl("send", tile, "make another file")
        sandbox.wait(tile, "permission")
        ui.until_shows("touch denied.txt", "^B x")
        sandbox.until_stood(tile)
        ui.press("C-b", "x")
        sandbox.wait(tile, "idle")
        assert not (sandbox.project / "denied.txt").exists()
        ui.type("typed-after")
        sandbox.until_shows(other, "typed-beforetyped-after")
    assert stage.script.left == ()


def test_a_plain_command_that_is_an_agents_program_is_read_and_answered(stage: Stage, agents_bin: Path) -> None:
    stage.settle(is_trusted=True)
    sandbox = stage.sandbox
    program, *flags = stage.program.argv
    stage.script.add(stage.wants("touch allowed.txt"), Turn(text="It is made."))
    tile = sandbox.spawn("--", str(agents_bin / program), *flags, "make a file")
    assert sandbox.tiles()[tile]["agent"] == stage.program.agent
    sandbox.wait(tile, "permission")
    sandbox.ctl("answer", tile, "allow")
    sandbox.until_shows(tile, "It is made.")
    sandbox.wait(tile, "idle")
    assert (sandbox.project / "allowed.txt").exists()


def test_an_answer_given_at_once_is_not_lost(stage: Stage) -> None:
    """Programs draw a question some time before they take keys for it."""
    stage.settle(is_trusted=True)
    sandbox = stage.sandbox
    tile = start(stage, "make file 0", stage.wants("touch file-0"), Turn(text="It is made."))
    for n in range(3):
        if n:
            stage.script.add(stage.wants(f"touch file-{n}"), Turn(text="It is made."))
            sandbox.ctl("send", tile, f"make file {n}")
        sandbox.wait(tile, "permission")
        sandbox.ctl("answer", tile, "allow")
        until("the file is there", (sandbox.project / f"file-{n}").exists, seconds=FILE_SECONDS, scene=sandbox.scene)
        sandbox.wait(tile, "idle")


def test_a_question_survives_a_killed_daemon(stage: Stage) -> None:
    stage.settle(is_trusted=True)
    sandbox = stage.sandbox
    tile = start(stage, "make a file", stage.wants("touch allowed.txt"), Turn(text="It is made."))
    sandbox.wait(tile, "permission")
    sandbox.until_stood(tile)
    before = sandbox.screen(tile).rstrip().splitlines()[-DIALOG_ROWS:]
    sandbox.kill_daemon()
    sandbox.wait(tile, "permission")
    assert sandbox.screen(tile).rstrip().splitlines()[-DIALOG_ROWS:] == before
    sandbox.until_stood(tile)
    sandbox.ctl("answer", tile, "allow")
    sandbox.until_shows(tile, "It is made.")
    assert (sandbox.project / "allowed.txt").exists()


def test_a_reply_that_quotes_a_question_reads_idle_and_an_interrupt_ends_a_turn(stage: Stage) -> None:
    stage.settle(is_trusted=True)
    sandbox = stage.sandbox
    tile = start(stage, "tell me about the script", Turn(text=f"Do you want to proceed? 1. Yes\n\n{texts.QUOTED}"))
    sandbox.until_shows(tile, "Nothing waits for you now.")
    sandbox.wait(tile, "idle")
    waiting = sandbox.hive("ctl", "wait", tile, "--until", "permission,question,blocked", "--timeout", "1s")
    assert waiting.exit == 4, waiting
    _, task, before = sandbox.screen(tile).partition("tell me about the script")  # above it, Claude Code's logo moves
    assert task
    assert sandbox.hive("ctl", "answer", tile, "allow").exit == 8
    assert sandbox.screen(tile).partition(task)[2] == before
    stage.interrupt(tile)

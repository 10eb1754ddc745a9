"""One agent program in a sandbox, with a scripted model behind it: what the live tests of programs share."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hivemind.testing.model import ModelServer
from hivemind.testing.model_wire import Turn
from hivemind.testing.programs import Program
from hivemind.testing.sandbox import Sandbox
from hivemind.testing.waiting import until
from tests.live.conftest import missing

START_SECONDS, SECONDS = 120, 60
"""Longest that a machine which is busy with other things may take: to start a program, and for anything else."""

WAIT_SECONDS = 50
"""The same within one command."""

ENDLESS = " ".join(f"word{n}" for n in range(1, 2000))


class Stage:
    """One agent program, and the script of its model."""

    def __init__(self, program: Program, sandbox: Sandbox, model: ModelServer) -> None:
        self.program = program
        self.sandbox = sandbox
        self.script = model.script
        self._url = model.url

    def settle(self, *, is_trusted: bool) -> None:
        """Write its settings, as of somebody who has used it before; the folder is one that it trusts, or not."""
        made = self.sandbox
        made.env |= self.program.settle(made.home, made.project, self._url, is_trusted)

    def start(self, task: str, *more: str) -> str:
        """A tile with that task."""
        return self._spawn(*more, "--prompt", task)

    def take_up(self, session: str) -> str:
        """A tile that goes on with a session, by its id or as the last one."""
        return self._spawn("--resume", session)

    def _spawn(self, *words: str) -> str:
        program = self.program
        chosen = (("--model", program.model), ("--mode", program.mode))
        flags = [word for flag, value in chosen if value for word in (flag, value)]
        return self.sandbox.spawn("--agent", program.agent, *flags, *words)

    def made(self, name: str) -> Path:
        """A file of the project."""
        return self.sandbox.project / name

    def kept(self, name: str) -> Any:
        """What a JSON file of the home says."""
        return json.loads((self.sandbox.home / name).read_text())

    def wants(self, command: str) -> Turn:
        """The turn of a model that wants to run a command line."""
        return Turn(text="I will do that.", calls=(self.program.shell(command),))

    def until_reads(self, tile: str, status: str, *, seconds: float = SECONDS) -> None:
        """Wait longer than one command may."""
        sandbox = self.sandbox
        until(
            f"it is {status}", lambda: sandbox.tiles()[tile]["status"] == status, seconds=seconds, scene=sandbox.scene
        )

    def until_made(self, name: str) -> None:
        """Wait for a file of the project."""
        until(f"{name} is there", self.made(name).exists, seconds=SECONDS, scene=self.sandbox.scene)

    def until_idle(self, tile: str) -> None:
        """Wait for the end of the turn."""
        self.sandbox.wait(tile, "idle", seconds=WAIT_SECONDS)

    def until_trust(self, tile: str) -> None:
        """Wait for its trust screen, which is settled only by its name."""
        self.until_reads(tile, "blocked", seconds=START_SECONDS)
        assert self.sandbox.tiles()[tile]["says"] == "trust"
        assert self.sandbox.hive("ctl", "answer", tile, "allow").exit == 8

    def trust(self, tile: str, decision: str) -> None:
        """Answer the trust screen."""
        self.until_trust(tile)
        self.sandbox.ctl("answer", tile, decision, "--says", "trust")

    def begin(self) -> str:
        """Have it trust its folder and allow its first command; the task is not lost behind what it asks."""
        self.script.add(self.wants("touch allowed.txt"), Turn(text="It is made."))
        tile = self.start("make a file")
        self.trust(tile, "allow")
        self.allow(tile, "allowed.txt", "It is made.")
        return tile

    def allow(self, tile: str, name: str, reply: str) -> None:
        """Allow the first command, which makes that file, and wait for the end of the turn."""
        self.until_reads(tile, "permission", seconds=START_SECONDS)
        self.sandbox.until_stood(tile)
        assert not self.made(name).exists()
        self.sandbox.ctl("answer", tile, "allow")
        self.until_made(name)
        self.sandbox.until_shows(tile, reply, seconds=SECONDS)
        self.until_idle(tile)

    def deny(self, tile: str, *reply: str, second: str = "") -> None:
        """Deny a command; `reply` is what is said after it where a denial does not end the turn.

        `second` names a second step, in which the program asks what to do instead.
        """
        self.script.add(self.wants("touch denied.txt"), *(Turn(text=text) for text in reply))
        self.sandbox.ctl("send", tile, "make another file")
        self.sandbox.wait(tile, "permission", seconds=WAIT_SECONDS)
        self.sandbox.ctl("answer", tile, "deny")
        if second:
            is_there = lambda: self.sandbox.tiles()[tile]["says"] == second  # noqa: E731 (a condition)
            until(f"it asks {second}", is_there, seconds=SECONDS, scene=self.sandbox.scene)
            self.sandbox.ctl("answer", tile, "deny", "--says", second)
        for text in reply:
            self.sandbox.until_shows(tile, text, seconds=SECONDS)
        self.until_idle(tile)
        assert not self.made("denied.txt").exists()

    def choose(self, tile: str) -> str:
        """Choose Green where the model asks for a colour; what the model was told, as it came."""
        ask = self.program.question
        assert ask
        asked = len(self.script.asked)
        self.script.add(Turn(calls=(ask("Which colour?", ["Red", "Green", "Blue"]),)), Turn(text="Thank you."))
        self.sandbox.ctl("send", tile, "ask me")
        self.sandbox.wait(tile, "question", seconds=WAIT_SECONDS)
        self.sandbox.ctl("choose", tile, "2")
        self.sandbox.until_shows(tile, "Thank you.", seconds=SECONDS)
        self.until_idle(tile)
        return [request.body for request in self.script.asked[asked:] if not request.is_helper][-1]

    def interrupt(self, tile: str, *after: Turn) -> None:
        """Stop a turn that would go on for minutes; it reads working all the while."""
        self.script.add(Turn(text=ENDLESS, word_seconds=0.05), *after)
        self.sandbox.ctl("send", tile, "talk")
        self.sandbox.until_shows(tile, "word5", seconds=SECONDS)
        while "word40" not in self.sandbox.screen(tile):
            assert self.sandbox.tiles()[tile]["status"] == "working"
        self.sandbox.ctl("interrupt", tile)
        self.until_idle(tile)
        assert "word1999" not in self.sandbox.screen(tile)


@contextlib.contextmanager
def staged(program: Program, checkout: str, agents_bin: Path, *, is_required: bool = True) -> Iterator[Stage]:
    """A stage for a program in a sandbox of its own; skips, or fails where CI needs it, when it is not installed."""
    installed(agents_bin, program.argv[0], is_required=is_required)
    with ModelServer(has_tools=program.has_tools) as model, Sandbox([checkout], path=[agents_bin]) as sandbox:
        yield Stage(program, sandbox, model)


def installed(agents_bin: Path, name: str, *, is_required: bool = True) -> Path:
    """The program of that name; without it the test is skipped, or fails where CI needs it."""
    if not (agents_bin / name).exists():
        reason = f"{name} is not in {agents_bin}: run scripts/ci-agents {name}"
        if is_required:
            missing(reason)
        pytest.skip(reason)
    return agents_bin / name

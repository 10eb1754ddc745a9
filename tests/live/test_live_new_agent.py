"""The guide "add your own agent", followed to the letter with the program that stands in it."""

import re
import shlex

import pytest

from hivemind.testing.sandbox import Sandbox
from hivemind.testing.waiting import until
from tests.house.source import REPOSITORY

pytestmark = pytest.mark.live

GUIDE = (REPOSITORY / "docs" / "guide" / "add-an-agent.md").read_text()


def block(kind: str) -> str:
    found = re.search(rf"```{kind}\n(.*?)```", GUIDE, re.DOTALL)
    assert found, f"the guide has no block of {kind}"
    return found[1]


def commands(step: int) -> list[list[str]]:
    """The command lines of a step, in order."""
    text = GUIDE.split(f"\n## {step}. ")[1].split("\n## ")[0]
    blocks = [part for part in text.split("```")[1::2] if part.startswith("\n")]
    return [shlex.split(line)[1:] for found in blocks for line in found.strip().splitlines()]


def follow(sandbox: Sandbox, words: list[str]) -> str:
    ran = sandbox.hive(*words)
    assert ran.exit == 0, ran
    return ran.out


def test_the_guide_leads_a_stranger_to_an_agent_that_works(sandbox: Sandbox) -> None:
    program = sandbox.root / "bin" / "pizza"
    program.parent.mkdir()
    program.write_text(block("python"))
    program.chmod(0o755)
    sandbox.env["PATH"] = f"{program.parent}:{sandbox.env['PATH']}"

    for words in commands(1):
        follow(sandbox, words)
    folder = sandbox.project / "pizza"
    assert sandbox.hive("agents", "validate", "pizza").exit == 0, "the starter file is valid as it is"

    for words in commands(2):
        label = words[words.index("--label") + 1] if "--label" in words else ""
        sign = {"working": "Kneading", "permission": "Bake it?", "idle": "Pizza 1.0"}.get(label, "")
        until(
            f"the screen shows {sign!r}",
            lambda sign=sign: not sign or sign in sandbox.screen("try"),  # type: ignore[misc]
            seconds=15,
            scene=sandbox.scene,
        )
        follow(sandbox, words)
    assert (folder / "screens" / "permission.screen").read_text() == block("screen")

    (folder / "agent.yaml").write_text(block("yaml"))
    for words in commands(3):
        assert "permission" in follow(sandbox, words)
    for words in commands(4):
        follow(sandbox, words)

    tile = sandbox.spawn("--agent", "pizza", "--name", "lunch", "--prompt", "one margherita")
    sandbox.wait(tile, "permission")
    assert not (sandbox.project / "pizza.txt").exists()
    sandbox.ctl("answer", tile, "allow")
    until("the pizza is baked", (sandbox.project / "pizza.txt").exists, seconds=15, scene=sandbox.scene)
    sandbox.wait(tile, "idle")
    assert (sandbox.project / "pizza.txt").read_text() == "one margherita"

"""The guide "add your own agent", followed to the letter with the program that stands in it."""

import re

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


def test_the_guide_leads_a_stranger_to_an_agent_that_works(sandbox: Sandbox) -> None:
    program = sandbox.root / "bin" / "pizza"
    program.parent.mkdir()
    program.write_text(block("python"))
    program.chmod(0o755)
    sandbox.env["PATH"] = f"{program.parent}:{sandbox.env['PATH']}"

    made = sandbox.hive("agents", "new", "pizza")
    assert made.exit == 0, made
    folder = sandbox.project / "pizza"
    assert sandbox.hive("agents", "validate", "pizza").exit == 0, "the starter file is valid as it is"
    (folder / "agent.yaml").write_text(block("yaml"))
    asks = folder / "screens" / "asks.screen"
    asks.parent.mkdir()
    asks.write_text(block("screen"))
    explained = sandbox.hive("detect", "pizza", str(asks), "--explain")
    assert explained.exit == 0, explained
    assert "permission" in explained.out
    for words in (("validate", "pizza"), ("test", "pizza", str(asks.parent))):
        ran = sandbox.hive("agents", *words)
        assert ran.exit == 0, ran
    assert "right" in sandbox.hive("agents", "lint", "pizza", str(asks.parent)).out
    installed = sandbox.hive("agents", "install", "pizza", "--yes")
    assert installed.exit == 0, installed

    tile = sandbox.spawn("--agent", "pizza", "--name", "lunch", "--prompt", "one margherita")
    sandbox.wait(tile, "permission")
    assert not (sandbox.project / "pizza.txt").exists()
    sandbox.ctl("answer", tile, "allow")
    until("the pizza is baked", (sandbox.project / "pizza.txt").exists, seconds=15, scene=sandbox.scene)
    sandbox.wait(tile, "idle")
    assert (sandbox.project / "pizza.txt").read_text() == "one margherita"

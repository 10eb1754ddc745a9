"""A permission question of the demo agent, answered from the command line: from the checkout and from the wheel."""

from collections.abc import Iterator

import pytest

from hivemind.testing.sandbox import Sandbox
from hivemind.testing.waiting import until

pytestmark = pytest.mark.live

QUESTION = "Run this command?"
MADE = "made-by-demo.txt"
FILE_SECONDS = 10


@pytest.fixture(params=["checkout", "wheel"])
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    with Sandbox([request.getfixturevalue(request.param)]) as made:
        yield made


@pytest.fixture
def asking(sandbox: Sandbox) -> str:
    """A demo agent that asks whether it may make a file."""
    tile = sandbox.spawn("--agent", "demo", "--prompt", "make a file")
    sandbox.wait(tile, "permission", seconds=20)
    assert QUESTION in sandbox.screen(tile)
    assert not (sandbox.project / MADE).exists()
    return tile


def test_allow_returns_when_the_question_is_gone_and_the_file_is_made(sandbox: Sandbox, asking: str) -> None:
    answered = sandbox.ctl("answer", asking, "allow")
    assert QUESTION not in sandbox.screen(asking)
    assert answered["answered"] is True
    until("the file is there", (sandbox.project / MADE).exists, seconds=FILE_SECONDS, scene=sandbox.scene)


def test_deny_never_makes_the_file(sandbox: Sandbox, asking: str) -> None:
    sandbox.ctl("answer", asking, "deny")
    assert QUESTION not in sandbox.screen(asking)
    sandbox.wait(asking, "idle")
    sandbox.until_shows(asking, "Nothing was made.")
    assert not (sandbox.project / MADE).exists()


@pytest.mark.parametrize("decision", ["allow", "deny"])
def test_an_answer_to_an_idle_tile_types_nothing(sandbox: Sandbox, decision: str) -> None:
    tile = sandbox.spawn("--agent", "demo")
    sandbox.wait(tile, "idle")
    before = sandbox.screen(tile)
    ran = sandbox.hive("ctl", "answer", tile, decision)
    assert ran.exit == 8, ran
    assert sandbox.screen(tile) == before
    sandbox.ctl("keys", tile, "Z")
    sandbox.until_shows(tile, "❯ Z")  # what had been typed before would stand before it

"""A tile that floods its terminal with noise harms nobody."""

import pytest

from hivemind.testing.sandbox import Sandbox

pytestmark = pytest.mark.live

FLOOD = ("sh", "-c", "head -c 20000000 /dev/urandom")


@pytest.mark.timeout(240)
def test_other_tiles_and_commands_are_served_during_a_flood(sandbox: Sandbox) -> None:
    other = sandbox.spawn("--name", "other", "--", "cat")
    flood = sandbox.spawn("--name", "flood", "--", *FLOOD)
    served = 0
    while sandbox.tiles()[flood]["exit"] is None:
        served += 1
        sandbox.ctl("keys", other, f"{served % 10}")
        sandbox.until_shows(other, "".join(str(n % 10) for n in range(1, served + 1))[-40:], seconds=10)
    assert served >= 3
    assert sandbox.tiles()[flood]["exit"] == 0
    assert sandbox.tiles()[other]["exit"] is None
    assert sandbox.ctl("screen", flood)["size"] == sandbox.ctl("screen", other)["size"]
    sandbox.ctl("close", flood)
    assert list(sandbox.tiles()) == [other]

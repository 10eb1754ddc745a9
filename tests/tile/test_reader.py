"""A screen read by the rules of its agent, or guessed by common signs."""

from pathlib import Path

import pytest

from hivemind.base.errors import AskStaleError
from hivemind.base.places import shipped_agents
from hivemind.detect.ruleset import Ruleset
from hivemind.detect.text import ScreenText
from hivemind.detect.watch import STEADY_HOLD, WORKING_HOLD
from hivemind.protocol.status import Status
from hivemind.protocol.verb import Caller
from hivemind.testing.hive import HiveInMemory
from hivemind.testing.shipped import shipped_for
from hivemind.testing.toy import Toy, screen
from hivemind.tile.reader import Reader
from hivemind.tile.reply import Meant, answer
from hivemind.verbs.spawn import Spawn

SPINS = ScreenText(["", "⠋ Working on it…"])
SAYS_NOTHING = ScreenText(["one", "two"])


def rules_of(program: str) -> Ruleset:
    manifest = shipped_for(program)
    assert manifest
    assert manifest.detect
    return manifest.detect


def test_an_agents_own_rules_count_alone() -> None:
    reader = Reader(rules_of("claude"), rules_of("generic"))
    assert reader.is_own
    assert reader.read(SPINS).status is Status.IDLE
    assert reader.last_line(SAYS_NOTHING) == "two"


def test_common_signs_are_looked_for_where_there_are_no_rules() -> None:
    reader = Reader(None, rules_of("generic"))
    assert not reader.is_own
    assert reader.read(SPINS).status is Status.WORKING


def test_a_screen_without_a_common_sign_says_nothing() -> None:
    reader = Reader(None, rules_of("generic"))
    assert reader.read(SAYS_NOTHING).status is Status.RUNNING
    assert reader.last_line(SAYS_NOTHING) == ""


def test_without_any_rules_nothing_is_read() -> None:
    reader = Reader(None)
    assert reader.is_blind
    assert reader.read(SPINS).status is Status.RUNNING


DIALOG = b"\x1b[?25l" + screen(
    "Do you want to run this command?",
    "",
    "  rm -rf build",
    "",
    "❯ 1. Yes",
    "  2. No",
    "",
    "↑/↓ to navigate · enter to select · esc to cancel",
)


def guessing(folder: Path) -> Toy:
    """A tile whose program nobody described."""
    it = Toy(folder)
    it.tile.manifest = it.tile.asks = None
    it.tile.reader = Reader(None, rules_of("generic"))
    return it


async def test_a_guess_is_told_as_one(tmp_path: Path) -> None:
    it = guessing(tmp_path)
    await it.tile.look()
    assert (it.tile.status, it.tile.summary().guess) == (Status.RUNNING, False)
    it.pty.feed(screen("⠋ Working on it… (esc to interrupt)", cursor=(5, 0)))
    await it.tile.look()
    await it.clock.sleep(STEADY_HOLD * 1.1)
    await it.tile.look()
    told = it.tile.summary()
    assert (told.status, told.guess, told.seen) == (Status.WORKING, True, False)


async def test_nothing_is_typed_because_of_a_guess(tmp_path: Path) -> None:
    it = guessing(tmp_path)
    it.pty.feed(DIALOG)
    await it.tile.look()
    await it.clock.sleep(STEADY_HOLD * 1.1)
    await it.tile.look()
    assert (it.tile.status, it.tile.summary().guess) == (Status.PERMISSION, True)
    with pytest.raises(AskStaleError, match="is a guess"):
        await answer(it.tile, "allow", Meant())
    assert it.pty.typed == b""
    assert it.listener.asks == []


async def test_a_sign_that_leaves_for_a_moment_is_no_end(tmp_path: Path) -> None:
    it = guessing(tmp_path)
    it.pty.feed(screen("⠋ Working on it…"))
    await it.tile.look()
    it.pty.feed(screen("nothing to see"))
    await it.tile.look()
    await it.clock.sleep(WORKING_HOLD / 2)
    await it.tile.look()
    assert it.tile.summary().status is Status.WORKING
    await it.clock.sleep(WORKING_HOLD)
    await it.tile.look()
    assert it.tile.summary().status is Status.RUNNING


async def test_a_command_is_read_by_the_common_signs_and_their_file_is_no_agent(tmp_path: Path) -> None:
    memory = HiveInMemory(tmp_path)
    (tmp_path / "agents" / "generic").symlink_to(shipped_agents() / "generic")
    tile = await memory.hive.spawn(Spawn(command=["prog"]), Caller())
    memory.keeper.write(1, b"ann@host:~$ ")
    await tile.look()
    assert (tile.status, tile.summary().guess) == (Status.IDLE, True)
    assert [one.id for one in memory.hive.agents(Caller())] == ["toy"]
    again = HiveInMemory(tmp_path, keeper=memory.keeper)
    await again.hive.adopt_all()
    assert [one.reader.is_blind for one in again.hive.tiles.values()] == [False]
    await memory.close()
    await again.close()
    memory.keeper.close()

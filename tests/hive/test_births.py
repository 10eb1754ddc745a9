"""What a person's settings do to tiles that start."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from hivemind.protocol.verb import Caller
from hivemind.testing.hive import HiveInMemory
from hivemind.verbs.spawn import Spawn

PERSON = Caller(client=1, cwd="/")

OPTIONS = """
options:
  - id: model
    label: Model
    flag: --model
    values: { small: [--model, small], large: [--model, large] }
"""


@pytest.fixture
async def it(tmp_path: Path) -> AsyncIterator[HiveInMemory]:
    memory = HiveInMemory(tmp_path)
    path = tmp_path / "agents" / "toy" / "agent.yaml"
    path.write_text(path.read_text() + OPTIONS)
    memory.hive.places.settings.parent.mkdir(parents=True)
    yield memory
    await memory.close()


async def started(it: HiveInMemory, request: Spawn) -> list[str]:
    await it.hive.spawn(request, PERSON)
    argv: list[str] = it.keeper.started[-1]["argv"]
    return argv[1:]


async def test_an_agent_starts_with_the_options_that_were_set_for_it(it: HiveInMemory) -> None:
    it.hive.places.settings.write_text('[agents.toy.options]\nmodel = "large"\n')
    assert await started(it, Spawn(agent="toy")) == ["--model", "large"]


async def test_what_is_chosen_at_the_start_wins_over_what_was_set(it: HiveInMemory) -> None:
    it.hive.places.settings.write_text('[agents.toy.options]\nmodel = "large"\n')
    assert await started(it, Spawn(agent="toy", model="small")) == ["--model", "small"]


async def test_scrollback_is_as_long_as_was_set_when_the_tile_started(it: HiveInMemory) -> None:
    it.hive.places.settings.write_text("[scrollback]\nlines = 3\n")
    tile = await it.hive.spawn(Spawn(agent="toy"), PERSON)
    it.hive.places.settings.write_text("[scrollback]\nlines = 30\n")
    other = await it.hive.spawn(Spawn(agent="toy"), PERSON)
    assert (tile.record.scrollback, other.record.scrollback) == (3, 30)

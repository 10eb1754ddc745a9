"""Choosing among agents: what their programs offer, what was set, and what is not offered."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from hivemind.base.errors import BadRequestError
from hivemind.protocol.agent import OptionInfo
from hivemind.protocol.verb import Caller
from hivemind.testing.hive import HiveInMemory
from hivemind.verbs.options import Options
from hivemind.verbs.spawn import Spawn
from hivemind.verbs.switch import Switch

PERSON = Caller(client=1, cwd="/")

OPTIONS = """
options:
  - id: model
    label: Model
    flag: --model
    default: small
"""

PROGRAM = """#!/bin/sh
case "$1" in
  --version) echo "toy 1.2";;
  --help) printf '  --model <name>   which one [choices: "tiny", "huge"]\\n';;
esac
"""


@pytest.fixture
async def it(tmp_path: Path) -> AsyncIterator[HiveInMemory]:
    memory = HiveInMemory(tmp_path)
    path = tmp_path / "agents" / "toy" / "agent.yaml"
    path.write_text(path.read_text() + OPTIONS)
    (tmp_path / "bin" / "toy").write_text(PROGRAM)
    memory.hive.places.settings.parent.mkdir(parents=True)
    yield memory
    await memory.close()


async def test_the_programs_own_values_come_first(it: HiveInMemory) -> None:
    verb = Options(agent="toy")
    reply = await verb.serve(it.hive, PERSON)
    assert reply.options == [OptionInfo("model", "Model", ["tiny", "huge", "small"], "small")]
    assert verb.show(reply) == "model: tiny, huge, small  (now small)"


async def test_what_was_set_is_the_default(it: HiveInMemory) -> None:
    it.hive.places.settings.write_text('[agents.toy.options]\nmodel = "huge"\n')
    assert (await it.hive.shelf.options("toy", PERSON))[0].default == "huge"


async def test_an_agent_that_is_switched_off_is_not_started(it: HiveInMemory) -> None:
    verb = Switch(agent="toy", off=True)
    assert verb.show(await verb.serve(it.hive, PERSON)) == "switched off"
    assert verb.show(await verb.serve(it.hive, PERSON)) == "was off before"
    with pytest.raises(BadRequestError, match="switched off"):
        await it.hive.spawn(Spawn(agent="toy"), PERSON)
    assert await it.hive.shelf.switch("toy", on=True)
    await it.hive.spawn(Spawn(agent="toy"), PERSON)


async def test_only_what_is_known_can_be_switched(it: HiveInMemory) -> None:
    with pytest.raises(BadRequestError, match="no agent 'toi'"):
        await it.hive.shelf.switch("toi", on=True)

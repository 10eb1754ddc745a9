"""Answers of a whole hive: every one is kept, and standing permissions allow only what they cover."""

from __future__ import annotations

import asyncio
import os
import tty
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from hivemind.base.errors import (
    AskStaleError,
    AskUnconfirmedError,
    BadRequestError,
    UnauthorizedError,
    UnsupportedError,
)
from hivemind.protocol.events import AnswerGiven, AskClosed, AskOpened, Notice, PermitsChanged, TileChanged
from hivemind.protocol.settled import Settled
from hivemind.protocol.status import Status
from hivemind.protocol.verb import Caller
from hivemind.testing import toy
from hivemind.testing.hive import Client, HiveInMemory
from hivemind.testing.waiting import until_async
from hivemind.verbs.answer import Answer
from hivemind.verbs.answers import Answers
from hivemind.verbs.choose import Choose
from hivemind.verbs.permit import Permit
from hivemind.verbs.permits import Permits
from hivemind.verbs.revoke import Revoke
from hivemind.verbs.spawn import Spawn
from hivemind.verbs.wait import Wait
from hivemind.verbs.write import Write

PERSON = Caller(client=1, cwd="/")

TOLD_SECONDS = 10
"""Longest that a busy machine may take to tell what is due."""


class Asking:
    """A hive with one tile, whose program the test plays."""

    def __init__(self, memory: HiveInMemory, tile_id: str) -> None:
        self.memory, self.hive, self.tile_id = memory, memory.hive, tile_id
        self.client = Client(1)
        self.hive.join(self.client)
        self.hive.subscribe(PERSON)

    async def shows(self, screen: bytes, *statuses: str) -> None:
        self.memory.keeper.write(1, screen)
        if statuses:
            await Wait(tile=self.tile_id, until=",".join(statuses), timeout=200).serve(self.hive, PERSON)

    async def typed(self) -> bytes:
        return await asyncio.get_running_loop().run_in_executor(None, os.read, self.memory.keeper._sides[1][1], 100)

    async def plays(self, *screens: bytes) -> list[bytes]:
        """Answer each key that comes with the next screen; what was typed."""
        got = []
        for shown in screens:
            got.append(await self.typed())
            self.memory.keeper.write(1, shown)
        return got

    async def until_told(self, kind: type, count: int = 1) -> None:
        name, scene = f"{kind.__name__} is told {count} times", lambda: f"{self.client.events}"
        await until_async(name, lambda: len(self.told(kind)) >= count, seconds=TOLD_SECONDS, scene=scene)

    def told(self, kind: type) -> list[Any]:
        return [event for event in self.client.events if isinstance(event, kind)]

    async def history(self, **fields: Any) -> list[Settled]:
        return (await Answers(**fields).serve(self.hive, PERSON)).answers


@pytest.fixture
async def it(tmp_path: Path) -> AsyncIterator[Asking]:
    memory = HiveInMemory(tmp_path)
    (tmp_path / "work").mkdir()
    tile = await Spawn(agent="toy", name="kim", cwd=str(tmp_path / "work")).serve(memory.hive, PERSON)
    tty.setraw(memory.keeper._sides[1][1])
    yield Asking(memory, tile.tile_id)
    await memory.close()
    memory.keeper.close()


async def test_an_answer_is_kept_with_who_what_and_the_screen(it: Asking) -> None:
    await it.shows(toy.permission("npm test"), "permission")
    played = asyncio.create_task(it.plays(toy.working()))
    await Answer(tile="kim", decision="allow").serve(it.hive, PERSON)
    assert await played == [b"1"]
    (entry,) = await it.history()
    assert (entry.who, entry.name, entry.command, entry.outcome) == ("person", "kim", "npm test", "allowed")
    assert (entry.kind, entry.question, entry.agent) == (Status.PERMISSION, "Do you want to run it?", "toy")
    (whole,) = await it.history(screen=entry.id)
    assert "   $ npm test" in whole.screen
    assert it.told(AnswerGiven) == [AnswerGiven(entry)]


@pytest.mark.parametrize(
    ("caller", "who"),
    [(PERSON, "person"), (Caller(is_command=True), "command"), (Caller(tile_id="zz"), "agent")],
)
async def test_who_answered_is_kept(it: Asking, caller: Caller, who: str) -> None:
    await it.shows(toy.question(), "question")
    played = asyncio.create_task(it.plays(toy.working()))
    await Choose(tile="kim", number=2).serve(it.hive, caller)
    await played
    (entry,) = await it.history()
    assert (entry.who, entry.by, entry.outcome, entry.answer) == (who, caller.tile_id or "", "chosen", "Green")


async def test_a_text_is_kept_as_it_was_given(it: Asking) -> None:
    await it.shows(toy.open_question(), "question")
    selected = toy.open_question(is_selected=True)
    played = asyncio.create_task(it.plays(selected, toy.open_question("blue", is_selected=True), toy.working()))
    await Write(tile="kim", text="blue").serve(it.hive, PERSON)
    assert await played == [b"2", b"blue", b"\r"]
    (entry,) = await it.history()
    assert (entry.outcome, entry.answer) == ("written", "blue")


async def test_an_answer_that_did_not_take_is_kept_as_such(it: Asking) -> None:
    await it.shows(toy.permission(), "permission")
    with pytest.raises(AskUnconfirmedError):
        await Answer(tile="kim", decision="allow").serve(it.hive, PERSON)
    (entry,) = await it.history()
    assert not entry.is_confirmed


async def test_what_was_refused_is_not_in_the_history(it: Asking) -> None:
    await it.shows(toy.idle(), "idle")
    with pytest.raises(AskStaleError):
        await Answer(tile="kim", decision="allow").serve(it.hive, PERSON)
    assert await it.history() == []


async def test_an_answer_is_kept_though_whoever_gave_it_has_gone_meanwhile(it: Asking) -> None:
    await it.shows(toy.permission("npm test"), "permission")
    answering = asyncio.create_task(Answer(tile="kim", decision="allow").serve(it.hive, PERSON))
    assert await it.typed() == b"1"
    answering.cancel()
    it.memory.keeper.write(1, toy.working())
    await it.until_told(AnswerGiven)
    (entry,) = await it.history()
    assert (entry.who, entry.outcome) == ("person", "allowed")


async def test_a_question_that_was_answered_in_its_tile_is_kept_as_that(it: Asking) -> None:
    await it.shows(toy.permission(), "permission")
    await it.hive.press("kim", ["1"], PERSON)
    await it.shows(toy.working(), "working")
    await it.until_told(AnswerGiven)
    (entry,) = await it.history()
    assert (entry.who, entry.outcome) == ("tile", "typed")


async def test_the_history_can_be_searched_and_cut(it: Asking) -> None:
    for command in ("npm test", "npm run build"):
        await it.shows(toy.permission(command), "permission")
        played = asyncio.create_task(it.plays(toy.working()))
        await Answer(tile="kim", decision="allow").serve(it.hive, PERSON)
        await played
    assert [entry.command for entry in await it.history()] == ["npm run build", "npm test"]
    assert [entry.command for entry in await it.history(find="TEST")] == ["npm test"]
    assert [entry.command for entry in await it.history(limit=1)] == ["npm run build"]
    assert await it.history(limit=0) == []


async def allowed_for_a_while(it: Asking, command: str = "npm test") -> Any:
    await it.shows(toy.permission(command), "permission")
    played = asyncio.create_task(it.plays(toy.working()))
    permit = await Permit(tile="kim", minutes=5).serve(it.hive, PERSON)
    await played
    await it.hive.tile("kim").look()
    return permit


async def test_a_standing_permission_allows_the_same_kind_without_asking(it: Asking) -> None:
    permit = await allowed_for_a_while(it)
    asked, seen = len(it.told(AskOpened)), len(it.told(TileChanged))
    await it.shows(toy.permission("npm test --watch"))
    assert await it.plays(toy.working()) == [b"1"]
    await it.until_told(AnswerGiven, 2)
    assert len(it.told(AskOpened)) == asked
    assert it.hive.open_asks() == []
    assert [
        told for told in it.told(TileChanged)[seen:] if told.tile.status.is_waiting and not told.tile.answering
    ] == []
    assert not it.hive.tile("kim").summary().answering
    entry = (await it.history())[0]
    assert (entry.who, entry.by, entry.command) == ("standing", permit.id, "npm test --watch")
    assert [one.used for one in it.told(PermitsChanged)[-1].permits] == [1]


@pytest.mark.parametrize(
    "shown",
    [toy.permission("npm run deploy"), toy.permission("npm test; rm -rf /"), toy.trust(), toy.question()],
    ids=["another command", "more than one command", "a start-up screen", "a question"],
)
async def test_a_standing_permission_answers_nothing_else(it: Asking, shown: bytes) -> None:
    await allowed_for_a_while(it)
    asked = len(it.told(AskOpened))
    await it.shows(shown, "permission", "question", "blocked")
    await it.until_told(AskOpened, asked + 1)
    await it.hive.clock.sleep(10)
    assert len(await it.history()) == 1


async def test_a_dialog_that_grows_while_it_is_drawn_is_looked_at_again_before_it_is_allowed(it: Asking) -> None:
    """Its first rows, and with them the words that make it another thing, may come last."""
    await allowed_for_a_while(it)
    asked = len(it.told(AskOpened))
    await it.shows(toy.permission("npm test"), "permission")
    await it.shows(toy.permission("npm test").replace(b" Shell command", b" Shell command, outside the sandbox"))
    await it.until_told(AskOpened, asked + 1)
    assert len(await it.history()) == 1


async def test_one_that_is_taken_back_in_the_very_moment_allows_nothing(it: Asking) -> None:
    permit = await allowed_for_a_while(it)
    asked = len(it.told(AskOpened))
    await it.shows(toy.permission("npm test"), "permission")
    await Revoke(permit=permit.id).serve(it.hive, PERSON)
    await it.until_told(AskOpened, asked + 1)
    assert len(await it.history()) == 1


async def test_what_was_taken_back_is_asked_again(it: Asking) -> None:
    permit = await allowed_for_a_while(it)
    await Revoke(permit=permit.id).serve(it.hive, PERSON)
    assert (await Permits().serve(it.hive, PERSON)).permits == []
    asked = len(it.told(AskOpened))
    await it.shows(toy.permission("npm test"), "permission")
    await it.until_told(AskOpened, asked + 1)


async def test_a_standing_permission_ends_with_its_program(it: Asking) -> None:
    await allowed_for_a_while(it)
    it.hive.ended(1, 0)
    assert it.told(PermitsChanged)[-1].permits == ()


async def test_a_permission_that_is_taken_back_before_its_key_is_typed_types_nothing(it: Asking) -> None:
    """It may wait for some seconds, while something else is typed into the tile."""
    permit = await allowed_for_a_while(it)
    tile, asked = it.hive.tile("kim"), len(it.told(AskOpened))
    async with tile.typing:
        await it.shows(toy.permission("npm test -v"), "permission")
        await until_async("the answer waits for its turn", lambda: bool(tile.typing._waiters), seconds=TOLD_SECONDS)
        await Revoke(permit=permit.id).serve(it.hive, PERSON)
    await it.until_told(AskOpened, asked + 1)
    assert [ask.command for ask in it.hive.open_asks()] == ["npm test -v"]
    assert [entry.who for entry in await it.history()] == ["person"]


async def test_a_standing_permission_that_does_not_work_ends_and_the_person_is_asked(it: Asking) -> None:
    """claude-squad#151: automation that has gone blind says so."""
    await allowed_for_a_while(it)
    asked = len(it.told(AskOpened))
    await it.shows(toy.permission("npm test -v"))
    await it.until_told(AskOpened, asked + 1)
    assert it.told(PermitsChanged)[-1].permits == ()
    (notice,) = it.told(Notice)
    assert notice.is_error
    assert "did not work and has ended" in notice.text


async def test_an_ask_that_is_like_nothing_is_not_answered_and_gets_no_permission(it: Asking) -> None:
    await it.shows(toy.permission("rm -rf dist"), "permission")
    with pytest.raises(UnsupportedError):
        await Permit(tile="kim").serve(it.hive, PERSON)
    assert it.hive.answering.standing.permits() == []
    assert await it.history() == []
    assert not it.told(AskClosed)


async def test_the_ask_must_be_the_one_that_is_meant_and_the_time_one_that_can_be(it: Asking) -> None:
    await it.shows(toy.permission("npm test"), "permission")
    with pytest.raises(AskStaleError):
        await Permit(tile="kim", ask="other-1").serve(it.hive, PERSON)
    with pytest.raises(BadRequestError):
        await Permit(tile="kim", minutes=600).serve(it.hive, PERSON)
    assert it.hive.answering.standing.permits() == []


async def test_a_program_may_not_allow_itself_anything(it: Asking) -> None:
    with pytest.raises(UnauthorizedError):
        await Write(tile="kim", text="x").serve(it.hive, Caller(tile_id=it.tile_id))


async def test_what_would_be_allowed_can_be_asked_before(it: Asking) -> None:
    await it.shows(toy.permission("npm test"), "permission")
    would = await Permit(tile="kim", look=True).serve(it.hive, PERSON)
    assert (would.kind, would.what, would.name) == ("run", "npm test", "kim")
    assert it.hive.answering.standing.permits() == []
    assert await it.history() == []

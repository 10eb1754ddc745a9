"""What a person answers to asks: which keys settle what, and what is said of it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from hivemind.base.errors import AskSettledError, AskStaleError, AskUnconfirmedError, HiveError
from hivemind.protocol.events import (
    AskClosed,
)
from hivemind.protocol.status import Status
from hivemind.testing.scene import ASKS, ask
from hivemind.verbs.answer import Answer
from hivemind.verbs.choose import Choose
from tests.tui.room import room


async def test_allow_answers_the_ask_in_the_bar_from_another_tile() -> None:
    async with room() as r:
        r.past_grace()
        assert r.board.focus == "t1"
        await r.press("ctrl+b", "a")
        assert r.link.asked(Answer) == [Answer(tile="t2", decision="allow", says=None, ask="ask-t2")]
        assert r.said == "✓ allowed: add tests  rm -rf dist && npm run build"
        assert r.names == []


async def test_deny_denies() -> None:
    async with room() as r:
        r.past_grace()
        await r.press("ctrl+b", "x")
        assert r.link.asked(Answer) == [Answer(tile="t2", decision="deny", says=None, ask="ask-t2")]
        assert r.said.startswith("✓ denied: add tests")


async def test_a_number_chooses_that_option() -> None:
    async with room() as r:
        r.past_grace()
        await r.press("ctrl+b", "2")
        assert r.link.asked(Choose) == [Choose(tile="t2", number=2, ask="ask-t2")]
        assert r.said.startswith("✓ chose 2, Yes, and don't ask again: add tests")


@pytest.mark.parametrize(
    ("number", "fields", "words"),
    [("9", {}, "no option 9"), ("1", {"can_choose": False}, "cannot be picked from here")],
)
async def test_an_option_that_cannot_be_chosen_types_nothing(number: str, fields: dict[str, Any], words: str) -> None:
    async with room(asks=[ask("t2", "ls", 5, **fields)]) as r:
        r.past_grace()
        await r.press("ctrl+b", number)
        assert not r.link.asked(Choose)
        assert words in r.said


async def test_a_start_up_screen_is_settled_by_its_name() -> None:
    trust = ask("t3", "", 90, kind=Status.BLOCKED, says="trust")
    async with room(asks=[trust]) as r:
        r.past_grace()
        await r.press("ctrl+b", "a")
        assert r.link.asked(Answer) == [Answer(tile="t3", decision="allow", says="trust", ask="ask-t3")]


async def test_an_ask_without_known_keys_is_not_answered_blindly() -> None:
    async with room(asks=[ask("t2", "ls", 5, is_answerable=False)]) as r:
        r.past_grace()
        await r.press("ctrl+b", "a")
        assert not r.link.asked(Answer)
        assert "^B o opens it" in r.said


async def test_a_key_meant_for_the_ask_before_does_not_answer_the_one_that_replaced_it() -> None:
    """claude-code#65910: a second question came under the person's finger."""
    async with room(asks=[*ASKS, ask("t3", "git push --force", 5)]) as r:
        r.past_grace()
        await r.press("ctrl+b")
        await r.emit(AskClosed("ask-t2", "t2", "gone"))
        await r.press("a")
        assert not r.link.asked(Answer)
        assert "changed just now; nothing was typed" in r.said
        r.past_grace()
        await r.press("ctrl+b", "a")
        assert r.link.asked(Answer) == [Answer(tile="t3", decision="allow", says=None, ask="ask-t3")]


async def test_an_answer_that_is_on_its_way_is_not_given_twice() -> None:
    async with room() as r:
        r.past_grace()
        gate = r.link.gates[Answer] = asyncio.Event()
        await r.press("ctrl+b", "a", "ctrl+b", "a", "ctrl+b", "x")
        assert len(r.link.asked(Answer)) == 1
        assert "already on its way" in r.said
        assert "answering…" in r.bar
        gate.set()
        await r.emit(AskClosed("ask-t2", "t2", "allowed"))
        assert r.said.startswith("✓ allowed: add tests")


@pytest.mark.parametrize(
    ("error", "words", "stays"),
    [
        (AskStaleError("x"), "add tests: the question was gone or had changed, nothing typed", False),
        (AskSettledError("x"), "add tests: somebody else had answered, nothing typed", False),
        (AskUnconfirmedError("x"), "the question is still there", True),
        (HiveError("no such thing", hint="try this"), "add tests: no such thing (try this)", True),
    ],
)
async def test_what_became_of_an_answer_is_said_in_plain_words(error: HiveError, words: str, stays: bool) -> None:
    async with room() as r:
        r.past_grace()
        r.link.replies[Answer] = error
        await r.press("ctrl+b", "a")
        assert words in r.said
        r.scene.clock.turn(3600)
        r.app.changed()
        await r.pause()
        assert bool(r.said) is stays


async def test_an_answer_by_somebody_else_is_told() -> None:
    async with room() as r:
        await r.emit(AskClosed("ask-t2", "t2", "allowed"))
        assert r.said == "✓ add tests: the question is gone, allowed elsewhere"


async def test_nothing_waits_nothing_is_typed() -> None:
    async with room(asks=[]) as r:
        await r.press("ctrl+b", "a", "ctrl+b", "1")
        assert not r.link.asked(Answer)
        assert not r.link.asked(Choose)
        assert "nothing waits" in r.said


async def test_next_shows_the_next_ask_and_open_goes_to_its_tile() -> None:
    async with room(asks=[*ASKS, ask("t3", "git push", 5)]) as r:
        await r.press("ctrl+b", "n")
        assert "git push" in r.bar
        assert r.board.focus == "t1"
        await r.press("ctrl+b", "o")
        assert r.board.focus == "t3"
        await r.press("ctrl+b", "o")
        assert r.board.focus == "t2"


async def test_next_with_nothing_else_says_so() -> None:
    async with room() as r:
        await r.press("ctrl+b", "n")
        assert "no other question waits" in r.said

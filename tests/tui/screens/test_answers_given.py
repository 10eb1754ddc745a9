"""The history of answers: found by a few letters, each with its screen, and permissions that can be taken back."""

from __future__ import annotations

import asyncio
from typing import Any

from textual.widgets import Input

from hivemind.base.errors import HiveError
from hivemind.protocol.settled import Permit, Settled
from hivemind.protocol.status import Status
from hivemind.testing.scene import NOW_SECONDS
from hivemind.tui.drawn import Drawn
from hivemind.tui.screens.answers import GivenAnswers
from hivemind.tui.screens.finder import FoundList
from hivemind.tui.screens.kept import KeptScreen
from hivemind.verbs.answers import Answers, Given
from hivemind.verbs.permits import Permits, Standing
from hivemind.verbs.revoke import Revoke
from tests.tui.room import SMALL, Room, room

NOW = int(NOW_SECONDS) * 1000

STANDING = Permit("p1", "t2", "add tests", "run", "npm test", NOW, NOW + 300_000, used=2)


def given(entry: str, command: str, **fields: Any) -> Settled:
    rest: dict[str, Any] = {
        "who": "person",
        "by": "",
        "outcome": "allowed",
        "tile_id": "t2",
        "name": "add tests",
        **fields,
    }
    return Settled(
        id=entry, at=NOW - 5000, agent="codex", kind=Status.PERMISSION, says="", question="", command=command, **rest
    )


GIVEN = [
    given("c", "npm test", who="standing", by="p1"),
    given("b", "rm -rf dist", outcome="denied"),
    given("a", "Which?", outcome="chosen", answer="Red", who="agent", by="t9", name="review"),
]


def answered(r: Room, permits: list[Permit], answers: list[Settled]) -> None:
    def reply(verb: Answers) -> Given:
        if verb.screen is None:
            return Given(answers)
        screen = tuple(f"row {number} of {verb.screen}" for number in range(60))
        return Given([given(verb.screen, "rm -rf dist", screen=screen)])

    r.link.replies |= {Permits: Standing(NOW, permits), Answers: reply}


def listed(r: Room) -> list[str]:
    assert isinstance(r.app.screen, GivenAnswers)
    return [row.rstrip() for row in r.app.screen.query_one(FoundList).text().splitlines()]


async def test_permissions_stand_above_answers_newest_first() -> None:
    async with room() as r:
        answered(r, [STANDING], GIVEN)
        await r.press("ctrl+b", "H")
        rows = listed(r)
        assert rows[0].startswith("> ✓ allowed without asking: npm test … in add tests, 5m 00s left, used 2 times")
        assert "add tests" in rows[1]
        assert "allowed  npm test" in rows[1]
        assert rows[1].endswith("by standing permission")
        assert "denied  rm -rf dist" in rows[2]
        assert rows[2].endswith("by person")
        assert "review" in rows[3]
        assert "chose Red  Which?" in rows[3]
        assert rows[3].endswith("by agent t9")


async def test_a_few_letters_find_one_and_enter_opens_its_screen_at_the_bottom() -> None:
    async with room(size=SMALL) as r:
        answered(r, [STANDING], GIVEN)
        await r.press("ctrl+b", "H", "d", "i", "s", "t")
        assert len(listed(r)) == 1
        await r.press("enter")
        assert isinstance(r.app.screen, KeptScreen)
        assert r.link.asked(Answers)[-1] == Answers(screen="b")
        shown = [row.strip() for row in r.app.screen.query_one(".box Drawn", Drawn).text().splitlines()]
        assert shown[-1] == "row 59 of b"
        await r.press("home")
        shown = [row.strip() for row in r.app.screen.query_one(".box Drawn", Drawn).text().splitlines()]
        assert shown[0] == "row 0 of b"
        await r.press("escape")
        assert isinstance(r.app.screen, GivenAnswers)
        await r.press("escape")
        assert r.app.screen_stack == [r.app.room]


async def test_enter_takes_a_permission_back() -> None:
    async with room() as r:
        answered(r, [STANDING], GIVEN)
        await r.press("ctrl+b", "H")
        answered(r, [], GIVEN)
        await r.press("enter")
        assert r.link.asked(Revoke) == [Revoke(permit="p1")]
        assert "npm test" in listed(r)[0]
        assert "allowed without asking" not in listed(r)[0]


async def test_enter_that_overtakes_the_news_of_a_text_takes_no_permission_back() -> None:
    async with room() as r:
        answered(r, [STANDING], GIVEN)
        await r.press("ctrl+b", "H")
        history = r.app.screen
        assert isinstance(history, GivenAnswers)
        history.query_one(Input).value = "dist"
        history.action_confirm()
        await r.pause()
        assert r.link.asked(Revoke) == []
        assert isinstance(r.app.screen, KeptScreen)


async def test_a_click_opens_a_line() -> None:
    async with room() as r:
        answered(r, [], GIVEN)
        await r.press("ctrl+b", "H")
        await r.pilot.click(r.app.screen.query_one(FoundList), offset=(10, 1))
        await r.pause()
        assert r.link.asked(Answers)[-1] == Answers(screen="b")


async def test_nothing_yet_and_nothing_fits_are_said() -> None:
    async with room() as r:
        answered(r, [], [])
        await r.press("ctrl+b", "H")
        assert "no answers yet" in listed(r)[0]
        await r.press("escape")
        answered(r, [], GIVEN)
        await r.press("ctrl+b", "H", "z", "z")
        assert "nothing fits that" in listed(r)[0]


async def test_why_the_list_cannot_be_had_is_said_in_it() -> None:
    async with room() as r:
        r.link.replies[Permits] = HiveError("the daemon is gone")
        await r.press("ctrl+b", "H")
        assert "the daemon is gone" in listed(r)[0]


async def test_pressed_twice_enter_opens_one_screen() -> None:
    async with room() as r:
        answered(r, [], GIVEN)
        await r.press("ctrl+b", "H")
        r.link.gates[Answers] = asyncio.Event()
        await r.press("enter", "enter")
        r.link.gates[Answers].set()
        await r.pause()
        assert isinstance(r.app.screen, KeptScreen)
        await r.press("escape")
        assert isinstance(r.app.screen, GivenAnswers)


async def test_why_a_permission_was_not_taken_back_is_said_until_the_next_try() -> None:
    async with room() as r:
        answered(r, [STANDING], [])
        r.link.replies[Revoke] = HiveError("somebody else took it back")
        await r.press("ctrl+b", "H", "enter")
        assert "somebody else took it back" in listed(r)[0]
        del r.link.replies[Revoke]
        await r.press("enter")
        assert "somebody else took it back" not in listed(r)[0]

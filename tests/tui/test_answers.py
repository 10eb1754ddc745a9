"""What a person answers to asks: which keys settle what, and what is said of it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from hivemind.base.errors import AskSettledError, AskStaleError, AskUnconfirmedError, HiveError
from hivemind.protocol.ask import Choice
from hivemind.protocol.events import AnswerGiven, AskClosed, AskOpened, PermitsChanged
from hivemind.protocol.settled import Permit, Settled
from hivemind.protocol.status import Status
from hivemind.settings.file import SettingsFile
from hivemind.testing.scene import ASKS, NOW_SECONDS, ask
from hivemind.tui.screens.answers import GivenAnswers
from hivemind.verbs.answer import Answer
from hivemind.verbs.answers import Answers, Given
from hivemind.verbs.choose import Choose
from hivemind.verbs.permit import Permit as PermitVerb
from hivemind.verbs.permits import Permits, Standing
from hivemind.verbs.write import Write
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


async def test_allow_on_a_question_says_how_it_is_answered() -> None:
    question = ask(
        "t2", "", 5, kind=Status.QUESTION, is_answerable=False, choices=(Choice(1, "Red"), Choice(2, "Blue"))
    )
    async with room(asks=[question]) as r:
        r.past_grace()
        await r.press("ctrl+b", "a")
        assert not r.link.asked(Answer)
        assert "this is a question: ^B 1 picks the first option" in r.said


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
    ("error", "words"),
    [
        (AskStaleError("x"), "add tests: the question was gone or had changed, nothing typed"),
        (AskSettledError("x"), "add tests: somebody else had answered, nothing typed"),
        (AskUnconfirmedError("x"), "the question is still there"),
        (HiveError("no such thing", hint="try this"), "add tests: no such thing (try this)"),
    ],
)
async def test_why_an_answer_failed_is_said_in_plain_words_and_stays_until_it_is_read(
    error: HiveError, words: str
) -> None:
    async with room() as r:
        r.past_grace()
        r.link.replies[Answer] = error
        await r.press("ctrl+b", "a")
        assert words in r.said
        r.scene.clock.turn(3600)
        r.app.changed()
        await r.pause()
        assert words in r.said
        await r.press("ctrl+b", "escape")
        assert not r.said


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


async def test_the_bar_that_moves_on_after_an_answer_takes_no_key_at_once() -> None:
    """The next question comes under the finger that has just answered."""
    async with room(asks=[*ASKS, ask("t3", "git push --force", 5)]) as r:
        r.past_grace()
        await r.press("ctrl+b", "a")
        await r.emit(AskClosed("ask-t2", "t2", "allowed"))
        r.scene.clock.turn(0.39)
        await r.press("ctrl+b", "a")
        assert [answer.tile for answer in r.link.asked(Answer)] == ["t2"]
        assert "changed just now" in r.said
        r.scene.clock.turn(0.02)
        await r.press("ctrl+b", "a")
        assert [answer.tile for answer in r.link.asked(Answer)] == ["t2", "t3"]


async def test_a_question_whose_words_changed_under_the_finger_takes_no_key_at_once() -> None:
    async with room(asks=[ask("t2", "npm test", 5, question="Run it?")]) as r:
        r.past_grace()
        await r.emit(AskOpened(ask("t2", "npm test", 5, question="Run it  ?", excerpt=("x",))))
        await r.emit(AskOpened(ask("t2", "npm test", 5, question="Run it outside the sandbox?")))
        await r.press("ctrl+b", "a")
        assert not r.link.asked(Answer)
        assert "changed just now" in r.said
        r.past_grace()
        await r.press("ctrl+b", "a")
        assert len(r.link.asked(Answer)) == 1


async def test_a_click_on_an_option_chooses_it() -> None:
    async with room() as r:
        r.past_grace()
        at = r.bar.splitlines()[1].index("2 Yes, and")
        await r.pilot.click(r.app.room.bar, offset=(at, 1))
        await r.pause()
        assert r.link.asked(Choose) == [Choose(tile="t2", number=2, ask="ask-t2")]


async def test_e_shows_all_of_it_and_the_wheel_turns_it() -> None:
    command = " ⏎ ".join(f"line {number}" for number in range(60))
    async with room(asks=[ask("t2", command, 5)]) as r:
        assert "line 30" not in r.bar
        await r.press("ctrl+b", "e")
        assert "line 10" in r.bar
        assert "rows 1-" in r.bar
        r.app.act("scroll_matter", "2")
        await r.pause()
        assert "rows 3-" in r.bar
        await r.press("ctrl+b", "o")
        assert "rows 3-" in r.bar  # going to the tile leaves the bar as it is


LIKE = Permit("", "t2", "add tests", "run", "npm test", 0, 0)
STANDING = Permit("p1", "t2", "add tests", "run", "npm test", 0, int(NOW_SECONDS + 300) * 1000, used=2)


async def test_the_like_is_allowed_for_a_while_only_after_a_look_at_what_that_is() -> None:
    async with room() as r:
        r.past_grace()
        r.link.replies[PermitVerb] = LIKE
        await r.press("ctrl+b", "A")
        assert r.link.asked(PermitVerb) == [PermitVerb(tile="t2", ask="ask-t2", look=True)]
        await r.press("right", "enter")
        assert r.link.asked(PermitVerb)[1:] == [PermitVerb(tile="t2", minutes=30, ask="ask-t2")]
        assert r.said.startswith("✓ allowed, and the like for 30 min: add tests")


async def test_the_settings_say_how_long_it_stands_at_first(tmp_path: Path) -> None:
    settings = SettingsFile(tmp_path / "settings.toml", tmp_path / "good.toml")
    settings.path.write_text("[answers]\nbatch = 7\n")
    async with room(settings=settings) as r:
        r.past_grace()
        r.link.replies[PermitVerb] = LIKE
        await r.press("ctrl+b", "A", "enter")
        assert r.link.asked(PermitVerb)[1:] == [PermitVerb(tile="t2", minutes=7, ask="ask-t2")]


async def test_esc_allows_nothing() -> None:
    async with room() as r:
        r.past_grace()
        r.link.replies[PermitVerb] = LIKE
        await r.press("ctrl+b", "A", "escape")
        assert len(r.link.asked(PermitVerb)) == 1
        assert not r.link.asked(Answer)


async def test_why_something_cannot_be_allowed_for_a_while_is_said() -> None:
    async with room() as r:
        r.past_grace()
        r.link.replies[PermitVerb] = HiveError("'rm' is asked about each time", code="UNSUPPORTED")
        await r.press("ctrl+b", "A")
        assert "cannot be allowed for a while: 'rm' is asked about each time" in r.said


async def test_what_is_allowed_without_asking_is_always_in_sight() -> None:
    async with room(asks=[]) as r:
        await r.emit(PermitsChanged((STANDING,)))
        assert "allowed without asking: npm test … in add tests, 5m 00s left" in r.bar
        r.scene.clock.turn(301)
        r.app.changed()
        await r.pause()
        assert r.bar == ""


async def test_an_answer_that_nobody_pressed_is_told() -> None:
    given = Settled(
        "1", 0, "standing", "p1", "t2", "add tests", "codex", Status.PERMISSION, "", "", "npm test", "allowed"
    )
    async with room(asks=[]) as r:
        await r.emit(AnswerGiven(given))
        assert r.said.startswith("✓ allowed without asking: add tests  npm test  (^B H ends that)")


async def test_an_option_that_takes_a_text_opens_the_field() -> None:
    choices = (Choice(1, "Red"), Choice(2, "Type something", takes_text=True))
    async with room(asks=[ask("t2", "Which?", 5, kind=Status.QUESTION, choices=choices, takes_text=True)]) as r:
        r.past_grace()
        await r.press("ctrl+b", "2", "b", "enter")
        assert not r.link.asked(Choose)
        assert r.link.asked(Write) == [Write(tile="t2", text="b", ask="ask-t2")]


async def test_in_the_smallest_terminal_everything_is_still_there() -> None:
    """60x20: the whole of what is asked, every option, the field, and the answers that were given."""
    command = " ⏎ ".join(f"line {number}" for number in range(60))
    choices = tuple(Choice(number, f"option {number} with a long label", "and a detail") for number in range(1, 10))
    async with room(size=(60, 20), asks=[ask("t2", command, 5, choices=choices)]) as r:
        assert len(r.bar.splitlines()) <= 4
        await r.press("ctrl+b", "e")
        assert len(r.bar.splitlines()) <= 16
        assert "line 0" in r.bar
        assert all(f"^B {number} option {number}" in r.bar for number in range(1, 10))
        await r.press("ctrl+b", "t", *"hello")
        assert "❯ hello" in r.bar
        assert r.bar.splitlines()[-1].strip() == "Enter sends   Tab to another   Esc keeps it for later"
        r.link.replies |= {Permits: Standing(0, [STANDING]), Answers: Given([])}
        await r.press("escape", "ctrl+b", "H")
        assert isinstance(r.app.screen, GivenAnswers)


async def test_before_it_is_seen_what_would_be_allowed_no_key_allows_it_or_goes_to_a_program() -> None:
    async with room() as r:
        r.past_grace()
        r.link.replies[PermitVerb] = LIKE
        r.link.gates[PermitVerb] = asyncio.Event()
        await r.press("ctrl+b", "A", "enter")
        r.link.gates[PermitVerb].set()
        await r.pause()
        assert r.names == []
        assert len(r.link.asked(PermitVerb)) == 1
        await r.press("enter")
        assert r.link.asked(PermitVerb)[1:] == [PermitVerb(tile="t2", minutes=10, ask="ask-t2")]

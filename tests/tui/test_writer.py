"""Writing from any tile: who gets the text, and that no key of it ends up anywhere else."""

from __future__ import annotations

import asyncio

import pytest

from hivemind.base.errors import AskStaleError, HiveError
from hivemind.protocol.ask import Ask, Choice
from hivemind.protocol.events import AskClosed
from hivemind.protocol.status import Status
from hivemind.testing.scene import ASKS, ask
from hivemind.verbs.answer import Answer
from hivemind.verbs.choose import Choose
from hivemind.verbs.press import Press
from hivemind.verbs.send import Send
from hivemind.verbs.write import Write
from tests.tui.room import SMALL, room

CHOICES = (Choice(1, "Red"), Choice(2, "Type something", takes_text=True))


def question(tile: str = "t2", **fields: object) -> Ask:
    rest = {"kind": Status.QUESTION, "choices": CHOICES, "takes_text": True, "is_answerable": False, **fields}
    return ask(tile, "Which colour?", 41, **rest)


async def test_the_question_in_the_bar_is_answered_from_another_tile() -> None:
    async with room(asks=[question()]) as r:
        r.past_grace()
        assert r.board.focus == "t1"
        await r.press("ctrl+b", "t", *"light blue".replace(" ", "_").replace("_", " "))
        assert "❯ light blue" in r.bar
        await r.press("enter")
        assert r.link.asked(Write) == [Write(tile="t2", text="light blue", ask="ask-t2")]
        assert r.names == []
        assert r.said == "✓ answered: add tests  light blue"
        assert "light blue" not in r.bar


async def test_without_a_question_for_it_the_focused_agent_gets_a_message_also_while_it_works() -> None:
    async with room() as r:  # the ask in the bar takes no text
        assert r.board.focused is not None
        assert r.board.focused.status is Status.WORKING
        await r.press("ctrl+b", "t", "g", "o", "enter")
        assert r.link.asked(Send) == [Send(tile="t1", text="go")]
        assert r.said == "✓ sent to: fix nav  go"


async def test_tab_hands_the_text_to_another() -> None:
    async with room(asks=[question()]) as r:
        r.past_grace()
        await r.press("ctrl+b", "t", "h", "i", "tab")
        assert "write to fix nav" in r.bar
        await r.press("tab")
        assert "write to review" in r.bar
        await r.press("enter")
        assert r.link.asked(Send) == [Send(tile="t3", text="hi")]
        assert not r.link.asked(Write)


async def test_several_lines_by_paste_and_by_a_key() -> None:
    async with room() as r:
        await r.press("ctrl+b", "t")
        r.app.keyboard.paste("one\ntwo")
        await r.press("alt+enter", "x", "enter")
        assert r.link.asked(Send) == [Send(tile="t1", text="one\ntwo\nx")]


async def test_esc_closes_and_the_text_is_there_again() -> None:
    async with room() as r:
        await r.press("ctrl+b", "t", "h", "i", "escape")
        assert "write to" not in r.bar
        await r.press("x")
        assert r.names == ["x"]
        await r.press("ctrl+b", "t")
        assert "❯ hi" in r.bar
        assert not r.link.asked(Send)


async def test_a_question_that_leaves_under_the_text_gets_nothing_and_the_text_stays() -> None:
    async with room(asks=[question()]) as r:
        r.past_grace()
        await r.press("ctrl+b", "t", "b", "l", "u")
        await r.emit(AskClosed("ask-t2", "t2", "gone"))
        assert "the question is gone" in r.bar
        await r.press("e", "enter")
        assert not r.link.asked(Write)
        assert r.names == []
        assert "the question is gone, nothing typed" in r.said
        assert "❯ blue" in r.bar
        await r.press("tab", "enter")
        assert [send.text for send in r.link.asked(Send)] == ["blue"]


async def test_another_question_in_its_place_does_not_get_the_answer() -> None:
    async with room(asks=[question(), question("t3")]) as r:
        r.past_grace()
        await r.press("ctrl+b", "t", "b")
        await r.emit(AskClosed("ask-t2", "t2", "gone"))
        await r.press("enter")
        assert not r.link.asked(Write)


@pytest.mark.parametrize(
    "error", [AskStaleError("x does not ask this any more: nothing was typed"), HiveError("no daemon")]
)
async def test_after_a_failure_the_text_is_there_for_another_try(error: HiveError) -> None:
    async with room(asks=[question()]) as r:
        r.past_grace()
        r.link.replies[Write] = error
        await r.press("ctrl+b", "t", "b", "enter")
        assert error.message in r.said
        assert "the text is kept" in r.said
        assert "❯ b" in r.bar
        del r.link.replies[Write]
        await r.press("enter")
        assert len(r.link.asked(Write)) == 2
        assert "❯ b" not in r.bar


async def test_keys_while_it_is_sent_go_nowhere() -> None:
    async with room() as r:
        gate = r.link.gates[Send] = asyncio.Event()
        await r.press("ctrl+b", "t", "g", "o", "enter", "x", "enter")
        assert "sending…" in r.bar
        gate.set()
        await r.pause()
        assert len(r.link.asked(Send)) == 1
        assert r.names == []


async def test_an_empty_text_is_not_sent() -> None:
    async with room() as r:
        await r.press("ctrl+b", "t", "space", "enter")
        assert not r.link.asked(Send)
        assert "nothing is written yet" in r.said


async def test_a_question_that_changed_just_now_opens_no_field() -> None:
    async with room(asks=[question()]) as r:
        await r.press("ctrl+b", "t", "b")
        assert "changed just now" in r.said
        assert r.names == ["b"]


async def test_where_nothing_takes_a_text_it_is_said() -> None:
    async with room(asks=ASKS) as r:
        r.board.open("t2")
        await r.press("ctrl+b", "t")
        assert "this question takes no text: ^B o opens it" in r.said
    async with room(tiles=[], asks=[]) as r:
        await r.press("ctrl+b", "t")
        assert "no agent to write to is focused" in r.said


async def test_a_key_of_the_field_can_be_clicked() -> None:
    async with room(size=SMALL) as r:
        await r.press("ctrl+b", "t", "g", "o")
        at = r.bar.splitlines()[-1].index("Enter")
        await r.pilot.click(r.app.room.bar, offset=(at, len(r.bar.splitlines()) - 1))
        await r.pause()
        assert r.link.asked(Send) == [Send(tile="t1", text="go")]


async def test_the_prefix_still_works_while_one_writes() -> None:
    async with room() as r:
        await r.press("ctrl+b", "t", "g", "ctrl+b", "z")
        assert r.board.is_zoomed
        assert "❯ g" in r.bar
        assert r.link.asked(Press) == []


async def test_of_a_long_text_the_rows_around_the_cursor_are_shown() -> None:
    async with room(size=SMALL) as r:
        await r.press("ctrl+b", "t")
        r.app.keyboard.paste("\n".join(f"line {number}" for number in range(40)))
        await r.pause()
        assert "line 39" in r.bar
        assert len(r.bar.splitlines()) <= 8


async def test_a_question_behind_the_field_is_not_answered_unseen() -> None:
    async with room() as r:
        r.past_grace()
        await r.press("ctrl+b", "t", "g", "ctrl+b", "a")
        assert not r.link.asked(Answer)
        assert "you would not see what you answer" in r.said
        await r.press("escape", "ctrl+b", "a")
        assert len(r.link.asked(Answer)) == 1


async def test_the_question_that_is_written_to_can_still_be_answered_by_its_options() -> None:
    async with room(asks=[question(can_choose=True)]) as r:
        r.past_grace()
        await r.press("ctrl+b", "t", "g", "ctrl+b", "1")
        assert len(r.link.asked(Choose)) == 1


async def test_to_open_the_field_again_loses_nothing() -> None:
    async with room() as r:
        await r.press("ctrl+b", "t", "g", "o", "ctrl+b", "t")
        assert "❯ go" in r.bar


async def test_while_one_text_is_on_its_way_another_is_written_and_stays() -> None:
    async with room(asks=[]) as r:
        r.link.gates[Send] = asyncio.Event()
        await r.press("ctrl+b", "t", "g", "o", "enter", "escape")
        r.board.open("t3")
        await r.press("ctrl+b", "t", "h", "i", "tab", "tab")
        assert "write to fix nav" not in r.bar  # what goes there would be lost behind the first text
        assert "❯ hi" in r.bar
        r.link.gates[Send].set()
        await r.pause()
        assert "❯ hi" in r.bar
        await r.press("enter")
        assert [call.text for call in r.link.asked(Send)] == ["go", "hi"]
        assert r.names == []

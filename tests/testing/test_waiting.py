"""Waiting for another process: what it returns, and what it says when it gives up."""

import asyncio

import pytest

from hivemind.testing.waiting import until, until_async


def test_the_first_true_value_is_returned() -> None:
    values = iter([0, "", "seen", "later"])
    assert until("something", lambda: next(values), seconds=5) == "seen"


def test_giving_up_names_what_was_waited_for_and_shows_the_scene() -> None:
    with pytest.raises(AssertionError) as failure:
        until("the file is there", lambda: False, seconds=0, scene=lambda: "the screen")
    assert "not yet: the file is there\nlast seen: False\nthe screen" in str(failure.value)


async def test_other_tasks_run_while_a_coroutine_waits() -> None:
    done: list[str] = []

    async def other() -> None:
        done.append("by another task")

    async with asyncio.TaskGroup() as group:
        group.create_task(other())
        assert await until_async("the other has run", lambda: done, seconds=5) == ["by another task"]
    with pytest.raises(AssertionError, match="not yet: something else"):
        await until_async("something else", lambda: False, seconds=0)

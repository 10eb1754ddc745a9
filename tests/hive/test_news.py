"""What tiles have to tell, and in which words."""

from __future__ import annotations

from typing import Any

import pytest

from hivemind.hive.news import LISTED, News, news_of, notice_of, together
from hivemind.protocol.ask import Ask
from hivemind.protocol.status import Status
from hivemind.protocol.tile import TileSummary


def tile(status: Status = Status.IDLE, **more: Any) -> TileSummary:
    fields: dict[str, Any] = {"name": "ann", "says": "", "since": 7, "exit": None, "last": "all good", **more}
    return TileSummary(tile_id="t1", agent="toy", status=status, pid=1, cwd="/", **fields)


def ask(kind: Status = Status.PERMISSION, **more: Any) -> Ask:
    fields: dict[str, Any] = {"command": "rm x", "says": "", "question": "Run it?", **more}
    return Ask("f-1", "t1", kind, excerpt=(), choices=(), since=5, **fields)


@pytest.mark.parametrize(
    ("shown", "asked", "event", "text", "key"),
    [
        (tile(Status.PERMISSION), ask(), "permission", "Run it? rm x", "f-1"),
        (tile(Status.QUESTION), ask(Status.QUESTION, command=""), "question", "Run it?", "f-1"),
        (tile(Status.BLOCKED), ask(Status.BLOCKED, command="", question="", says="trust"), "blocked", "trust", "f-1"),
        (tile(Status.BLOCKED, says="plan_review"), None, "blocked", "plan_review", "blocked 7"),
        (tile(done=True), None, "done", "all good", "done 7"),
        (tile(done=True, detail="failed"), None, "failed", "all good", "failed 7"),
        (tile(Status.EXITED, exit=2), None, "failed", "its program has ended (exit 2)", "exited"),
        (tile(Status.EXITED, exit=-9), None, "failed", "its program has ended (signal 9)", "exited"),
    ],
)
def test_news(shown: TileSummary, asked: Ask | None, event: str, text: str, key: str) -> None:
    news = news_of(shown, asked)
    assert news is not None
    assert (news.event, news.text, news.key, news.name) == (event, text, key, "ann")


@pytest.mark.parametrize(
    "shown",
    [tile(), tile(Status.WORKING), tile(done=True, detail="interrupted"), tile(Status.EXITED, exit=0)],
    ids=["idle", "working", "interrupted by the person", "ended in order"],
)
def test_no_news(shown: TileSummary) -> None:
    assert news_of(shown, None) is None


def test_a_name_and_a_text_are_one_line_each_without_control_characters() -> None:
    news = notice_of(tile(shown="a\x1b[31m\nb" + "c" * 100), "x\x07", "y\r\nz\u200b")
    assert news.name.startswith("a[31m b")
    assert len(news.name) == 60
    assert news.text == "x: y z"


def of(event: Any, name: str) -> News:
    return News(f"t-{name}", name, event, "text", "key")


@pytest.mark.parametrize(
    ("events", "title", "most"),
    [
        (["done", "done"], "hive: 2 done", "done"),
        (["done", "permission"], "hive: 1 needs you, 1 done", "permission"),
        (["program", "failed", "question", "blocked"], "hive: 2 need you, 1 failed, 1 with a message", "question"),
    ],
)
def test_several_are_counted(events: list[str], title: str, most: str) -> None:
    told = together([of(event, str(n)) for n, event in enumerate(events)])
    assert (told.title, told.event, told.count) == (title, most, len(events))
    assert told.tile_id == f"t-{events.index(most)}"


def test_of_many_the_first_are_named() -> None:
    told = together([of("done", f"n{n}") for n in range(LISTED + 2)])
    assert told.text.split("; ")[0] == "n0 is done"
    assert told.text.endswith("; and 2 more")
    assert told.count == LISTED + 2

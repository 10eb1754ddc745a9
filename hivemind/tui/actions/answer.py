"""Answering what the bar shows, from any tile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivemind.tui.action import Action, Group

if TYPE_CHECKING:
    from hivemind.tui.app import HiveApp


def allow(app: HiveApp, _: str) -> None:
    """Allow what the bar shows."""
    app.answers.decide("allow")


def deny(app: HiveApp, _: str) -> None:
    """Deny what the bar shows."""
    app.answers.decide("deny")


def choose(app: HiveApp, number: str) -> None:
    """Pick an option of what the bar shows."""
    app.answers.choose(int(number))


def next_ask(app: HiveApp, _: str) -> None:
    """Bring the next waiting question into the bar."""
    if not app.board.next_ask():
        alone = f"no other question waits; {app.look.keys.press('open_ask')} opens this one"
        app.say(alone if app.board.ask else "nothing waits for an answer")


def open_ask(app: HiveApp, _: str) -> None:
    """Go to the tile that asks; from there, to the next one that does."""
    board = app.board
    if board.ask and board.ask.tile_id == board.focus:
        board.next_ask()
    if board.ask:
        board.open(board.ask.tile_id)
    elif waiting := next((t for t in board.by_need() if board.needs(t)), None):
        board.open(waiting.tile_id)
    else:
        app.say("nothing waits for an answer")


ANSWER = Group(
    "Answer",
    10,
    (
        Action("allow", ("a",), "allow what the bar shows", allow, "allow"),
        Action("deny", ("x",), "deny it", deny, "deny"),
        Action("choose", tuple("123456789"), "choose that option", choose, shown="1-9", needs="an option's number"),
        Action("next_ask", ("n",), "show the next question", next_ask, "next"),
        Action("open_ask", ("o",), "go to the tile that asks", open_ask, "open"),
    ),
)

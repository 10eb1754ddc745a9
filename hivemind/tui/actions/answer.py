"""Answering what the bar shows, from any tile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivemind.base.errors import HiveError
from hivemind.protocol.ask import Ask
from hivemind.settings.settings import Settings
from hivemind.tui.action import Action, Group
from hivemind.verbs.permit import Permit

if TYPE_CHECKING:
    from hivemind.protocol.settled import Permit as Standing
    from hivemind.tui.app import HiveApp


def allow(app: HiveApp, _: str) -> None:
    """Allow what the bar shows."""
    app.answers.decide("allow")


def deny(app: HiveApp, _: str) -> None:
    """Deny what the bar shows."""
    app.answers.decide("deny")


def choose(app: HiveApp, number: str) -> None:
    """Pick an option of what the bar shows; one that takes a text opens the field for it."""
    if app.answers.wants_text(int(number)):
        app.writer.open()
    else:
        app.answers.choose(int(number))


def write(app: HiveApp, _: str) -> None:
    """Write an answer to what the bar asks, or a message to the focused agent."""
    app.writer.open()


def write_key(app: HiveApp, key: str) -> None:
    """A key of the field that is written in, as a click."""
    app.writer.takes(key)


def show_matter(app: HiveApp, _: str) -> None:
    """Show all of what is asked; then the rows below, and behind the last ones close it."""
    if app.board.ask is None:
        app.say("nothing waits for an answer", is_refusal=True)
    else:
        app.room.matter.more()


def scroll_matter(app: HiveApp, rows: str) -> None:
    """Move through what is asked."""
    if app.board.ask is not None:
        app.room.matter.scroll(int(rows))


def permit(app: HiveApp, _: str) -> None:
    """Ask whether the like of what the bar shows is allowed for a while."""
    from hivemind.tui.screens.permit import AllowForAWhile

    ask = app.answers.ready()
    if ask is None:
        return

    def chosen(minutes: int | None) -> None:
        if minutes:
            app.answers.permit(ask, minutes)

    settings = app.settings.current().settings if app.settings else Settings()
    app.push_screen(AllowForAWhile(lambda: _would(app, ask), app.look, settings.answers.batch), chosen)


async def _would(app: HiveApp, ask: Ask) -> Standing | None:
    """What would be allowed for a while; if nothing can be, that is said."""
    try:
        return await app.wire.call(Permit(tile=ask.tile_id, ask=ask.fingerprint, look=True))
    except HiveError as error:
        app.say(f"this cannot be allowed for a while: {error.message}", is_error=True)
        return None


def history(app: HiveApp, _: str) -> None:
    """Show what is allowed without asking, and the answers that were given."""
    from hivemind.tui.screens.answers import GivenAnswers

    app.push_screen(GivenAnswers(app.wire.call, app.look))


def next_ask(app: HiveApp, _: str) -> None:
    """Bring the next waiting question into the bar."""
    if not app.board.next_ask():
        alone = f"no other question waits; {app.look.keys.way('open_ask')} opens this one"
        app.say(alone if app.board.ask else "nothing waits for an answer", is_refusal=True)


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
        app.say("nothing waits for an answer", is_refusal=True)


ANSWER = Group(
    "Answer",
    10,
    (
        Action("allow", ("a",), "allow what the bar shows", allow, "allow"),
        Action("deny", ("x",), "deny it", deny, "deny"),
        Action("choose", tuple("123456789"), "choose that option", choose, needs="an option's number"),
        Action("write", ("t",), "write an answer or a message", write, "write"),
        Action("show_matter", ("e",), "show all of what is asked", show_matter),
        Action("permit", ("A",), "allow the like for a while", permit),
        Action("next_ask", ("n",), "show the next question", next_ask, "next"),
        Action("open_ask", ("o",), "go to the tile that asks", open_ask, "open"),
        Action("history", ("H",), "answers that were given", history),
        Action("write_key", (), "a key of the field", write_key, needs="a key"),
        Action("scroll_matter", (), "move through it", scroll_matter, needs="rows"),
    ),
)

"""opencode 1.18.33. It knows no trust dialog."""

from __future__ import annotations

from collections.abc import Callable

from hivemind.protocol.screen import Size
from hivemind.testing.cases import texts
from hivemind.testing.cases.case import USUAL, Case, Ways
from hivemind.testing.cases.shared import finish, ready, turn
from hivemind.testing.model_wire import Turn
from hivemind.testing.programs.opencode import PROGRAM
from hivemind.testing.take import Take

WAYS = Ways(
    program=PROGRAM,
    name="opencode",
    ready=("Ask anything", "Scripted"),
    asks="Permission required",
    allow=("enter",),
    deny=("escape",),
    choose=("2",),
    interrupt=("escape", "escape"),
    busy="esc interrupt",
    newline="ctrl+j",
)


SUMMARY = (
    "## Goal\n\nThe project greets people.\n\n## Progress\n\nThe greeting was looked at, and nothing is left to do."
)


def compact(take: Take) -> None:
    """The person has the conversation summed up, and goes on."""
    ready(WAYS, take)
    turn(WAYS, take)
    take.script.add(
        Turn(text=SUMMARY, when="summar", is_for_helper=True, first_seconds=4, word_seconds=0.3),
        Turn(text="We looked at the greeting."),
    )
    take.say("/compact")
    take.wait(2)
    take.mark("compacting", "working", note="before the first word of the summary")
    take.until_shows("The project greets")
    take.mark("compacting_text", "working", note="the summary streams")
    take.until_gone(WAYS.busy)
    take.settle(1.5, 5)
    take.mark("compacted", "idle", note="the summary stands")
    take.say("what did we do?")
    finish(WAYS, take, "We looked at the greeting.")
    take.mark("gone_on", "idle")


def retry(take: Take) -> None:
    """The server fails: it waits longer each time, and then the turn goes on."""
    ready(WAYS, take)
    take.script.add(Turn(error=500))
    take.say("tell me about the script")
    take.until_asked_all()
    take.script.add(Turn(error=500, times=2), Turn(text=f"{texts.QUOTED}\n\nIt went on.", word_seconds=0.05))
    take.wait(1.2)
    take.mark("retry", "working", note="it counts down to its next try")
    take.wait(4)
    take.mark("retry_again", "working", note="it counts down to its next try")
    take.until_shows("Do you want to proceed?")
    take.mark("streaming_quoted", "working", note="hard negative: the reply quotes a dialog while it streams")
    finish(WAYS, take, "It went on.")
    take.mark("done", "idle")


def _opened(name: str, command: str, text: str) -> Callable[[Take], None]:
    def step(take: Take) -> None:
        take.say(command)
        take.until_shows(text)
        take.settle()
        take.mark(name, "idle", note="the person opened it", also=("question",))
        take.press("escape")
        take.settle()

    return step


DIALOGS = (
    _opened("models", "/models", "Select model"),
    _opened("agents", "/agents", "Select agent"),
    _opened("themes", "/themes", "Themes"),
    _opened("status", "/status", "Status"),
    _opened("sessions", "/sessions", "Sessions"),
    _opened("help", "/help", "Help"),
)


def dialogs(take: Take) -> None:
    """The dialogs of its settings, first over an empty conversation and then over one."""
    ready(WAYS, take)
    for step in DIALOGS[:3]:
        step(take)
    take.mark("closed", "idle")
    turn(WAYS, take)
    for step in DIALOGS[3:]:
        step(take)


OWN = {
    f"{name}{end}": Case(about, play, size)
    for name, about, play in (
        ("compact", "/compact, and a turn after it", compact),
        ("retry", "the server fails, then answers", retry),
        ("dialogs", "models, agents, themes, status, sessions, help", dialogs),
    )
    for end, size in (("", USUAL), ("_60x20", Size(20, 60)), ("_200x60", Size(60, 200)))
}
"""Cases of its own, at three sizes."""

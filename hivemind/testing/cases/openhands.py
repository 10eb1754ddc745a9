"""OpenHands CLI 1.16.0. Its dialogs take arrows and Enter alone, and after a refusal the turn goes on."""

from __future__ import annotations

from hivemind.protocol.screen import Size
from hivemind.testing.cases import texts
from hivemind.testing.cases.case import Case, Ways
from hivemind.testing.cases.shared import idle, ready
from hivemind.testing.model_wire import Turn
from hivemind.testing.programs.openhands import PROGRAM
from hivemind.testing.take import Take

WAYS = Ways(
    program=PROGRAM,
    name="openhands",
    ready=("Type your message",),
    asks="Confirm 1 action(s)?",
    allow=("enter",),
    deny=("down", "enter"),
    after_deny="working",
    busy="ESC: pause",
    streams=False,
    clear=("ctrl+a", "backspace"),
)


def setup(take: Take) -> None:
    """The settings that a first start opens."""
    take.until_shows("Agent Settings", seconds=150)
    take.settle(2, 8)
    take.mark("settings", "blocked", says="setup")


def small(take: Take) -> None:
    """Its name takes the screen, and it stays there: what is said stands below, out of sight."""
    ready(WAYS, take)
    idle(WAYS, take)
    take.script.add(Turn(text=texts.LONG, first_seconds=6))
    take.say("what is this project?")
    take.until_asked_all()
    take.wait(1.5)
    take.mark("waiting", "working", note="before the first word")
    take.until_gone(WAYS.busy)
    take.settle(2, 5)
    take.mark("done", "idle")
    take.script.add(Turn(text="I will do that.", calls=(PROGRAM.shell(texts.MAKE),)))
    take.say("make a file")
    take.until_asked_all()
    take.until_gone("Select all")
    take.settle(2, 5)
    take.mark("permission", "permission")
    take.script.add(Turn(text="The file is complete.", first_seconds=2.5))
    take.press(*WAYS.allow)
    take.wait(2)
    take.mark("runs", "working", note="the command runs")
    take.until_asked_all()
    take.until_gone(WAYS.busy)
    take.settle(2, 5)
    take.mark("made", "idle")


OWN = {
    "setup": Case("a first start: no model yet", setup, argv=("openhands",)),
    "small_60x20": Case("a turn and a command at 60x20", small, Size(20, 60)),
}

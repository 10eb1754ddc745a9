"""OpenHands CLI 1.16.0. Its dialogs take arrows and Enter alone, and after a refusal the turn goes on."""

from __future__ import annotations

from hivemind.testing.cases.case import Case, Ways
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


OWN = {"setup": Case("a first start: no model yet", setup, argv=("openhands",))}

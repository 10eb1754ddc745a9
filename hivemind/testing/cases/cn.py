"""Continue CLI 1.5.47."""

from __future__ import annotations

from hivemind.testing.cases.case import Case, Ways
from hivemind.testing.programs.cn import PROGRAM
from hivemind.testing.take import Take

WAYS = Ways(
    program=PROGRAM,
    name="cn",
    ready=("Ask anything",),
    asks="Would you like to continue?",
    allow=("enter",),
    deny=("escape",),
    choose=("down", "enter"),
    busy="esc to interrupt )",
    streams=False,
    clear=("backspace",) * 24,
)


def login(take: Take) -> None:
    """A first start without a key."""
    take.until_shows("Enter your Anthropic API key")
    take.settle(1.5)
    take.mark("key", "blocked", says="login")


OWN = {
    "login": Case(
        "a first start: it asks for a key",
        login,
        drops=(".continue/.onboarding_complete", ".continue/config.yaml"),
    )
}

"""Auggie 0.36.0: its log-in."""

from __future__ import annotations

from hivemind.protocol.screen import Size
from hivemind.testing.cases.case import Case, Ways
from hivemind.testing.programs.auggie import PROGRAM
from hivemind.testing.take import Take

WAYS = Ways(program=PROGRAM, name="auggie")


def login(take: Take) -> None:
    """Enter opens the log-in; without the maker's server it waits for what the browser would give."""
    take.until_shows("Login to continue")
    take.settle()
    take.mark("login", "blocked", says="login")
    take.press("enter")
    take.until_shows("Paste JSON here")
    take.settle(1.5)
    take.mark("login_code", "blocked", says="login", note="it waits for a text from the browser")


OWN = {
    "login": Case("no log-in yet: Enter", login),
    "login_60x20": Case("the same at 60x20", login, Size(20, 60)),
    "login_200x60": Case("the same at 200x60", login, Size(60, 200)),
}

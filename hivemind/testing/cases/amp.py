"""Amp 0.0.1790142911: its log-in."""

from __future__ import annotations

from hivemind.protocol.screen import Size
from hivemind.testing.cases.case import Case, Ways
from hivemind.testing.programs.amp import PROGRAM
from hivemind.testing.take import Take

WAYS = Ways(program=PROGRAM, name="amp")


def login(take: Take) -> None:
    """It asks before it opens a browser; `n` leaves it."""
    take.until_shows("log in to Amp?")
    take.settle()
    take.mark("login", "blocked", says="login", also=("question",))
    take.press("n", "enter")
    take.played.until_ended()
    take.mark("left", "idle", note="the program has ended")


OWN = {
    "login": Case("no key: it asks whether to log in; n", login),
    "login_60x20": Case("the same at 60x20", login, Size(20, 60)),
}

"""GitHub Copilot CLI 1.0.102. Its forms take arrows and Enter alone."""

from __future__ import annotations

from hivemind.testing.cases.case import Ways
from hivemind.testing.programs.copilot import PROGRAM

WAYS = Ways(
    program=PROGRAM,
    name="copilot",
    ready=("/ commands",),
    asks="No, and tell Copilot",
    allow=("1",),
    deny=("escape",),
    choose=("down", "enter"),
    interrupt=("escape", "escape"),
    busy="esc esc ",
    trust="Do you trust the files",
    trust_keys=("1",),
)

"""Claude Code 2.1.332."""

from __future__ import annotations

from hivemind.testing.cases.case import Ways
from hivemind.testing.programs.claude import PROGRAM

WAYS = Ways(
    program=PROGRAM,
    name="claude",
    ready=("❯",),
    asks="Do you want to",
    allow=("1",),
    deny=("escape",),
    choose=("2",),
    newline="ctrl+j",
    refused=400,  # it tries a 401 ten times
    trust="Yes, I trust",
    trust_keys=("down", "enter"),
)

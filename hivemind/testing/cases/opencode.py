"""opencode 1.18.33. It knows no trust dialog."""

from __future__ import annotations

from hivemind.testing.cases.case import Ways
from hivemind.testing.programs.opencode import PROGRAM

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

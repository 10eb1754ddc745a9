"""Kilo CLI 7.7.7. It knows no trust dialog."""

from __future__ import annotations

from hivemind.testing.cases.case import Ways
from hivemind.testing.programs.kilo import PROGRAM

WAYS = Ways(
    program=PROGRAM,
    name="kilo",
    ready=("Ask anything", "Scripted"),
    asks="Permission required",
    allow=("enter",),
    deny=("escape", "enter"),  # the second step takes a text, too: what to do instead
    choose=("2",),
    interrupt=("escape", "escape"),
    busy="esc interrupt",
    newline="ctrl+j",
)

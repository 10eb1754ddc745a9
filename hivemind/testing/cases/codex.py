"""Codex 0.171.0."""

from __future__ import annotations

from hivemind.testing.cases.case import Ways
from hivemind.testing.programs.codex import PROGRAM

WAYS = Ways(
    program=PROGRAM,
    name="codex",
    ready=("›",),
    asks="Would you like to",
    allow=("y",),
    deny=("escape",),
    choose=("2",),
    newline="ctrl+j",
    trust="Trust this folder",
)

"""Gemini CLI 0.61.0."""

from __future__ import annotations

from hivemind.testing.cases.case import Ways
from hivemind.testing.programs.gemini import PROGRAM

WAYS = Ways(
    program=PROGRAM,
    name="gemini",
    ready=("Type your message",),
    asks="Allow execution",
    asks_edit="Apply this change",
    allow=("1",),
    deny=("escape",),
    choose=("2",),
    newline="ctrl+j",
    trust="Do you trust",
    trust_keys=("1",),
)

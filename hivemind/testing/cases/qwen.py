"""Qwen Code 0.24.4."""

from __future__ import annotations

from hivemind.testing.cases.case import Ways
from hivemind.testing.programs.qwen import PROGRAM

WAYS = Ways(
    program=PROGRAM,
    name="qwen",
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

"""Mistral Vibe 3.0.2. After a refusal the turn goes on."""

from __future__ import annotations

from hivemind.testing.cases.case import Ways
from hivemind.testing.programs.vibe import PROGRAM

WAYS = Ways(
    program=PROGRAM,
    name="vibe",
    ready=("tokens (0%)",),
    asks="Esc reject",
    allow=("1",),
    deny=("escape",),
    after_deny="working",
    choose=("2",),
    busy="Esc/Ctrl+C to interrupt",
    newline="ctrl+j",
    trust="Trust folder",
    trust_keys=("1",),
)

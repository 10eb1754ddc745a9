"""Auggie 0.36.0: nothing comes after its log-in without its maker's server."""

from __future__ import annotations

from hivemind.testing.programs.amp import settle, shell
from hivemind.testing.programs.program import Program

PROGRAM = Program("auggie", "", "", settle, shell, argv=("auggie",))

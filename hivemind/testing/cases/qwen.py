"""Qwen Code 0.24.4: it began as Gemini CLI, and has its words and keys."""

from __future__ import annotations

from dataclasses import replace

from hivemind.testing.cases import gemini
from hivemind.testing.programs.qwen import PROGRAM

WAYS = replace(gemini.WAYS, program=PROGRAM, name="qwen")

"""pi 0.73.1. It never asks, and knows no trust dialog."""

from __future__ import annotations

from hivemind.testing.cases.case import Ways
from hivemind.testing.programs.pi import PROGRAM

WAYS = Ways(program=PROGRAM, name="pi", ready=("scripted-model",), newline="shift+enter")

"""What a module of this folder says of its program."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hivemind.testing.model_wire import Call

Settle = Callable[[Path, Path, str, bool], Mapping[str, str]]
"""From home, project folder, the model's URL, and whether the folder is trusted: writes the program's settings, and
returns the environment it needs."""


@dataclass(frozen=True, slots=True)
class Program:
    """One agent program."""

    agent: str
    """Id of its manifest."""
    model: str
    """A value of `--model` that it knows; empty where its settings say the model."""
    mode: str
    """The value of `--mode` in which it asks before it runs a command; empty where it has none."""
    settle: Settle
    shell: Callable[[str], Call]
    """The tool call of a model that wants to run a command line in a shell."""
    argv: tuple[str, ...] = ()
    """How a recording starts it, in the mode in which it asks."""
    edit: Callable[[Path, str, str], Sequence[Call]] | None = None
    """From file, old and new text: the tool calls, one a turn, of a model that edits; None where it never asks."""
    question: Callable[[str, Sequence[str]], Call] | None = None
    """The tool call of a model that lets the person choose; None where there is no such tool."""
    has_tools: bool = True
    """Whether its requests for the person offer tools; else every request is taken for one."""

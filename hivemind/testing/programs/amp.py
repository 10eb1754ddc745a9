"""Amp 0.0.1790142911: nothing comes after its log-in without its maker's server."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from hivemind.testing.model_wire import Call
from hivemind.testing.programs.program import Program


def settle(home: Path, project: Path, url: str, is_trusted: bool) -> Mapping[str, str]:  # noqa: ARG001, FBT001 - one shape for all
    """It takes no other model."""
    return {}


def shell(command: str) -> Call:
    """The tool `Bash`."""
    return Call("Bash", {"cmd": command})


PROGRAM = Program("amp", "", "", settle, shell, argv=("amp",))

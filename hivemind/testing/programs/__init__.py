"""Real agent programs as live tests and recordings start them: settings that send them to a scripted model.

One module a program, with its `PROGRAM`; the versions are those of `scripts/agents.versions`.
"""

from __future__ import annotations

import importlib
import pkgutil

from hivemind.testing.programs.claude import PROGRAM as CLAUDE
from hivemind.testing.programs.codex import PROGRAM as CODEX
from hivemind.testing.programs.program import Program

__all__ = ["CLAUDE", "CODEX", "Program", "programs"]


def programs() -> dict[str, Program]:
    """Every program that has a module here, by the id of its manifest."""
    modules = [importlib.import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)]
    found = [module.PROGRAM for module in modules if hasattr(module, "PROGRAM")]
    return {program.agent: program for program in found}

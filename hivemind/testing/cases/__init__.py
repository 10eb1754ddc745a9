"""What is recorded of each program: a module a program here, with its `WAYS` and the cases of its own, `OWN`."""

from __future__ import annotations

import importlib
import pkgutil

from hivemind.testing.cases.case import Case, Ways
from hivemind.testing.cases.shared import shared

__all__ = ["Case", "Ways", "cases_of", "recorded"]


def recorded() -> dict[str, Ways]:
    """Every program that has cases, by its command."""
    modules = [importlib.import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)]
    ways = [module.WAYS for module in modules if hasattr(module, "WAYS")]
    return {one.name: one for one in ways}


def cases_of(name: str) -> dict[str, Case]:
    """The cases of a program, by name: those that all share, where it takes prompts here, and its own."""
    module = importlib.import_module(f"{__name__}.{name}")
    own: dict[str, Case] = getattr(module, "OWN", {})
    return {**(shared(module.WAYS) if module.WAYS.ready else {}), **own}

"""Modules and functions stay small enough to be read at once."""

import ast

import pytest

from tests.house.source import Module, package_modules

MODULE_LINES = 400
WIRING_LINES = 200
FUNCTION_LINES = 40

WIRING = ("hivemind.tui.app", "hivemind.daemon.server", "hivemind.cli.main")
"""Files that list and connect, and decide nothing."""

LONGER: dict[str, str] = {
    "hivemind.terminal.parser.Parser._run": "the loop over every byte: a call per step would cost half the speed",
}
"""Functions that may be longer, and why."""

FORBIDDEN_NAMES = {"utils", "helpers", "common", "manager"}


def functions(node: ast.AST, prefix: str) -> list[tuple[str, int]]:
    """Full names and lengths of all functions, without their docstrings."""
    found = []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            name = f"{prefix}.{child.name}"
            found.append((name, length(child)))
            found += functions(child, name)
        elif isinstance(child, ast.ClassDef):
            found += functions(child, f"{prefix}.{child.name}")
        else:
            found += functions(child, prefix)
    return found


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    end = function.end_lineno or function.lineno
    lines = end - function.lineno + 1
    if ast.get_docstring(function) is not None:
        docstring = function.body[0]
        lines -= (docstring.end_lineno or docstring.lineno) - docstring.lineno + 1
    return lines


@pytest.mark.parametrize("module", package_modules(), ids=lambda module: module.name)
def test_a_module_and_its_functions_are_short(module: Module) -> None:
    limit = WIRING_LINES if module.name in WIRING else MODULE_LINES
    assert len(module.text.splitlines()) <= limit, module.place
    long = {name: size for name, size in functions(module.tree, module.name) if size > FUNCTION_LINES}
    assert {name: size for name, size in long.items() if name not in LONGER} == {}


def test_every_exception_still_matches(modules: list[Module]) -> None:
    sizes = dict(found for module in modules for found in functions(module.tree, module.name))
    assert {name for name in LONGER if sizes.get(name, 0) <= FUNCTION_LINES} == set()
    assert {name for name in WIRING if name not in {module.name for module in modules}} == set()


def test_no_module_is_a_drawer(modules: list[Module]) -> None:
    assert {m.name for m in modules if FORBIDDEN_NAMES & set(m.name.split("."))} == set()

"""Every module has its tests where one looks for them: `hivemind/detect/seq.py` in `tests/detect/test_seq.py`."""

from pathlib import Path

from tests.house.source import REPOSITORY, Module

ELSEWHERE: dict[str, str] = {
    "hivemind.daemon.__main__": "one line; every live test starts it",
    "hivemind.protocol.replies": "one empty reply; every verb's test meets it",
}
"""Modules without a test file of their own, and why."""


def files_of_tests() -> list[Path]:
    return sorted((REPOSITORY / "tests").rglob("test_*.py"))


def candidates(module: Module) -> set[str]:
    """Where the tests of a module may stand, from the tests folder: names are unique, so the room may be part of it."""
    words = module.name.split(".")[1:]
    room, name = words[0], words[-1].strip("_")
    inner = "_".join(words[1:])
    return {f"{room}/test_{stem}.py" for stem in (name, f"{room}_{name}", inner, f"{room}_{inner}", f"{room}_{name}s")}


def is_empty(module: Module) -> bool:
    return not module.text.strip()


def untested(modules: list[Module]) -> set[str]:
    have = {str(path.relative_to(REPOSITORY / "tests")) for path in files_of_tests()}
    return {module.name for module in modules if not is_empty(module) and not candidates(module) & have}


def test_every_module_has_its_test_file(modules: list[Module]) -> None:
    assert untested(modules) - set(ELSEWHERE) == set()


def test_every_exception_is_still_one(modules: list[Module]) -> None:
    assert set(ELSEWHERE) - untested(modules) == set()

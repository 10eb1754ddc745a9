"""Every module has its tests where one looks for them: `hivemind/detect/seq.py` in `tests/detect/test_seq.py`."""

from __future__ import annotations

from fnmatch import fnmatchcase

from tests.house.source import REPOSITORY, Module

ELSEWHERE: dict[str, tuple[str, str]] = {
    "hivemind.client.link": ("daemon/test_server.py", "both ends of the wire are tested together"),
    "hivemind.cli.opening": ("cli/test_main.py", "what `hive` without a command needs first; the rest is a live test"),
    "hivemind.daemon.__main__": ("live/test_live_survival.py", "one line; every live test starts it"),
    "hivemind.demo.*": ("demo/test_demo_program.py", "the program as a whole, played under a real terminal"),
    "hivemind.detect.asking": ("detect/test_asks_read.py", "one reading of a dialog, on dialogs labelled by eye"),
    "hivemind.detect.matter": ("detect/test_asks_read.py", "one reading of a dialog, on dialogs labelled by eye"),
    "hivemind.detect.prompts": ("detect/test_asks_read.py", "one reading of a dialog, on dialogs labelled by eye"),
    "hivemind.hive.offers": ("hive/test_hive.py", "what a catalog and a PATH give together"),
    "hivemind.hive.policy": ("hive/test_hive.py", "one rule, which every way of typing must pass"),
    "hivemind.tile.listener": ("tile/test_tile.py", "a shape without behaviour; a tile's tests listen with it"),
    "hivemind.keeper.*": ("keeper/test_keeper.py", "the process as a whole, with real programs"),
    "hivemind.manifest.part": ("manifest/test_parts.py", "what every section shares"),
    "hivemind.manifest.parts.*": ("manifest/test_parts.py", "sections are cases of one table"),
    "hivemind.protocol.*": ("protocol/test_codec.py", "types without behaviour: they survive the wire"),
    "hivemind.settings.settings": ("settings/test_file.py", "a shape without behaviour; files are read as it"),
    "hivemind.testing.*": ("testing/test_waiting.py", "what tests use shows its mistakes in them"),
    "hivemind.tui.*": ("tui/test_app.py", "widgets are tested in the app that holds them"),
    "hivemind.verbs.*": ("verbs/test_verbs.py", "verbs are cases of one table"),
}
"""Modules (or rooms, for those of them) without a test file of their own: which file tests them instead, and why."""


def candidates(module: Module) -> set[str]:
    """Where a module's own tests may stand, from the tests folder; names are unique, so that of the room may be in it."""
    room, *inner = module.name.split(".")[1:]
    if not inner:
        return {f"{room}/test_{room}.py"}
    name = inner[-1].strip("_")
    folder = "/".join([room, *inner[:-1]])
    return {f"{folder}/test_{stem}.py" for stem in (name, f"{room}_{name}", f"{inner[0]}_{name}")}


def untested(modules: list[Module]) -> set[str]:
    """Modules with something in them, without a test file of their own."""
    tests = REPOSITORY / "tests"
    have = {str(path.relative_to(tests)) for path in tests.rglob("test_*.py")}
    return {module.name for module in modules if module.text.strip() and not candidates(module) & have}


def exceptions(name: str) -> set[str]:
    return {pattern for pattern in ELSEWHERE if fnmatchcase(name, pattern)}


def test_every_module_has_its_test_file(modules: list[Module]) -> None:
    assert {name for name in untested(modules) if not exceptions(name)} == set()


def test_every_exception_is_still_one(modules: list[Module]) -> None:
    used: set[str] = set().union(*(exceptions(name) for name in untested(modules)))
    assert set(ELSEWHERE) - used == set()


def test_the_tests_that_stand_elsewhere_are_there() -> None:
    assert {path for path, _ in ELSEWHERE.values() if not (REPOSITORY / "tests" / path).is_file()} == set()

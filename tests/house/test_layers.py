"""The walls: import-linter's contracts in pyproject.toml hold, each can fail, and the two that it cannot say."""

import ast
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

# each names a contract of pyproject.toml, a file, and a line that the contract must stop
VIOLATIONS = [
    ("layers", "base/clock.py", "import hivemind.protocol.codec"),
    ("doors reach running tiles through the client", "cli/output.py", "import hivemind.daemon.peer"),
    ("textual and rich are the UI's alone", "client/link.py", "import rich.text"),
    ("pyte is the terminal's alone", "tile/tile.py", "import pyte"),
    ("ptyprocess is the keeper's alone", "terminal/pty.py", "import ptyprocess"),
    ("ruamel is yamldoc's alone", "base/schema.py", "from ruamel.yaml import YAML"),
    ("tomlkit is for changing settings", "settings/file.py", "import tomlkit"),
    ("detect rules are no regular expressions", "detect/text.py", "import re"),
    ("a verb knows only base and protocol; the hive is passed to it", "verbs/list.py", "import hivemind.hive.hive"),
    ("the product does not use what its tests use", "client/link.py", "import hivemind.testing.waiting"),
]


def lint(folder: Path) -> str:
    argv = (sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()", "--no-cache")
    done = subprocess.run(argv, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def verdicts(said: str) -> dict[str, str]:
    found = {}
    for line in said.splitlines():
        for word in ("KEPT", "BROKEN"):
            if f" {word}" in line:
                found[line.split(f" {word}")[0]] = word
    return found


@pytest.fixture(scope="module")
def said_of_violations(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    copy = tmp_path_factory.mktemp("walls")
    shutil.copytree(repository / "hivemind", copy / "hivemind", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(repository / "pyproject.toml", copy)
    for _, file, line in VIOLATIONS:
        with (copy / "hivemind" / file).open("a") as stream:
            stream.write(f"\n{line}\n")
    return lint(copy)


def test_every_contract_holds(repository: Path) -> None:
    said = lint(repository)
    names = [
        c["name"]
        for c in tomllib.loads((repository / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    ]
    assert verdicts(said) == dict.fromkeys(names, "KEPT"), said


@pytest.mark.parametrize("contract", [name for name, _, _ in VIOLATIONS])
def test_a_contract_stops_what_it_is_for(contract: str, said_of_violations: str) -> None:
    assert verdicts(said_of_violations).get(contract) == "BROKEN", said_of_violations


def test_a_room_without_a_layer_does_not_pass(repository: Path, tmp_path: Path) -> None:
    shutil.copytree(repository / "hivemind", tmp_path / "hivemind", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(repository / "pyproject.toml", tmp_path)
    room = tmp_path / "hivemind" / "attic"
    room.mkdir()
    (room / "__init__.py").touch()
    assert "hivemind.attic" in lint(tmp_path)


def imports(path: Path, *, top_level: bool = False) -> Iterator[str]:
    """Full names of what a file imports; `from a import b` counts as `a`."""
    tree = ast.parse(path.read_text())
    for node in tree.body if top_level else ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_the_keeper_knows_the_standard_library_ptyprocess_and_little_of_base(repository: Path) -> None:
    ours = {"hivemind", "hivemind.base", "hivemind.base.errors", "hivemind.base.places", "hivemind.base.clock"}
    strange = {
        f"{path.name}: {name}"
        for path in (repository / "hivemind" / "keeper").glob("*.py")
        for name in imports(path)
        if name.split(".")[0] not in sys.stdlib_module_names
        and name.split(".")[0] != "ptyprocess"
        and name not in ours
        and not name.startswith("hivemind.keeper")
    }
    assert strange == set()


def test_the_stub_imports_two_modules_of_the_standard_library(repository: Path) -> None:
    stub = repository / "hivemind" / "cli" / "stub.py"
    assert sorted(imports(stub, top_level=True)) == ["__future__", "os", "sys"]
    # `hive ctl` needs two more; the rest is loaded only when there is no daemon to ask, or for another command
    more = {"json", "socket", "typing", "hivemind.cli.main", "hivemind.cli.roster", "hivemind.tui.guard"}
    assert set(imports(stub)) == {"__future__", "os", "sys", *more}

"""Agent files are found beside the package in a checkout, and inside it in a wheel."""

import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

from hivemind.base.places import shipped_agents


@pytest.fixture(scope="module")
def wheel(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    options = ("--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", str(folder))
    argv = (sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", *options, str(repository))
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("*.whl")
    return zipfile.ZipFile(built)


def agent_files(repository: Path) -> set[str]:
    folder = repository / "agents"
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_the_wheel_holds_every_agent_file(wheel: zipfile.ZipFile, repository: Path) -> None:
    prefix = "hivemind/shipped/agents/"
    inside = {name.removeprefix(prefix) for name in wheel.namelist() if name.startswith(prefix)}
    assert inside == agent_files(repository)
    assert {"claude/agent.yaml", "codex/agent.yaml", "demo/agent.yaml"} <= inside


def test_the_wheel_holds_every_module_and_nothing_else(wheel: zipfile.ZipFile, repository: Path) -> None:
    package = {str(path.relative_to(repository)) for path in (repository / "hivemind").rglob("*.py")}
    ours = {name for name in wheel.namelist() if ".dist-info/" not in name and "/shipped/" not in name}
    assert {name for name in ours if name.endswith(".py")} == package
    assert {name for name in ours if not name.startswith("hivemind/")} == set()
    assert "hivemind/py.typed" in ours


def test_the_distribution_has_its_own_name_and_both_commands(wheel: zipfile.ZipFile) -> None:
    (about,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    assert Parser().parsestr(wheel.read(about).decode())["Name"] == "hivemind-term"
    commands = wheel.read(about.replace("METADATA", "entry_points.txt")).decode()
    assert "hive = hivemind.cli.stub:main" in commands
    assert "hive-demo-agent = hivemind.demo.main:main" in commands


def test_a_checkout_uses_the_files_at_its_root(repository: Path) -> None:
    assert shipped_agents() == repository / "agents"
    assert (shipped_agents() / "demo" / "agent.yaml").is_file()


def test_an_unpacked_wheel_uses_the_files_inside(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path)
    code = "from hivemind.base.places import shipped_agents; print(shipped_agents())"
    argv = (sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {code}")
    done = subprocess.run(argv, capture_output=True, text=True, check=True)
    assert Path(done.stdout.strip()).resolve() == (tmp_path / "hivemind" / "shipped" / "agents").resolve()

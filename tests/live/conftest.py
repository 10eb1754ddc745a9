"""What live tests share: the real `hive`, a sandbox for each test, and what to do when something is not installed.

They run real programs under a real daemon, so they wait for named conditions and never for a time. With
HIVE_LIVE_REQUIRED=1 a test that would be skipped fails: CI must not pass because nothing was there to test.
"""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from hivemind.testing.sandbox import Sandbox

REPOSITORY = Path(__file__).parents[2]
INSTALL_SECONDS = 110


def missing(reason: str) -> NoReturn:
    if os.environ.get("HIVE_LIVE_REQUIRED") == "1":
        pytest.fail(f"{reason}, and HIVE_LIVE_REQUIRED=1 does without nothing")
    pytest.skip(reason)


def contents(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Each file in it, with when it was written."""
    return {
        str(p.relative_to(folder)): (p.read_bytes(), p.stat().st_mtime_ns) for p in folder.rglob("*") if p.is_file()
    }


@pytest.fixture(scope="session")
def tmux() -> str:
    found = shutil.which("tmux")
    return found or missing("tmux is not on PATH")


@pytest.fixture(scope="session")
def checkout() -> str:
    """`hive` of the environment that runs the tests."""
    script = Path(sys.executable).parent / "hive"
    if not script.exists():
        missing(f"{script} does not exist: pip install -e .")
    return str(script)


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> str:
    """`hive` of an empty environment that only the built wheel was installed into; one for all test processes."""
    is_shared = "PYTEST_XDIST_WORKER" in os.environ
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if is_shared else base) / "wheel"
    folder.mkdir(exist_ok=True)
    hive = folder / "env" / "bin" / "hive"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not hive.exists():
            install_wheel(folder)
    return str(hive)


def install_wheel(folder: Path) -> None:
    build = ("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", "dist", str(REPOSITORY))
    run_pip(folder, sys.executable, "-m", "pip", *build)
    subprocess.run((sys.executable, "-m", "venv", "env"), cwd=folder, check=True, timeout=INSTALL_SECONDS)
    (built,) = (folder / "dist").glob("*.whl")
    run_pip(folder, "env/bin/python", "-m", "pip", "install", "--no-compile", str(built))


def run_pip(folder: Path, *argv: str) -> None:
    done = subprocess.run(
        (*argv, "--quiet"), cwd=folder, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False
    )
    if "Failed to establish a new connection" in done.stderr or "NameResolutionError" in done.stderr:
        missing("the package registry cannot be reached")
    assert done.returncode == 0, done.stderr


@pytest.fixture
def sandbox(checkout: str) -> Iterator[Sandbox]:
    with Sandbox([checkout]) as made:
        yield made

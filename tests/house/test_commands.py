"""`scripts/setup` and `.ci/run`, run beside programs that stand in for pip, make and the registry; and what `make` runs."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PYTHON = """#!/bin/sh
case "$*" in
    *version_info\\ \\<*) exit {too_old} ;;
    *ensurepip*) exit {no_venv} ;;
    *) echo python3.11-venv ;;
esac
"""

UNREACHABLE = "agent programs were not tested, or not all: registry unreachable"


def program(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def run(path: Path, *words: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    full = {"PATH": os.environ["PATH"], "HOME": str(path.parents[1]), **env}
    return subprocess.run((str(path), *words), env=full, capture_output=True, text=True, check=False)


@pytest.fixture
def checkout(repository: Path, tmp_path: Path) -> Path:
    for name in ("scripts/setup", ".ci/run"):
        (tmp_path / name).parent.mkdir()
        shutil.copy(repository / name, tmp_path / name)
    return tmp_path


@pytest.mark.parametrize(
    ("python", "said"),
    [
        (None, "is not a program"),
        ({"too_old": 1, "no_venv": 0}, "is not Python 3.11 or newer"),
        ({"too_old": 0, "no_venv": 1}, "sudo apt-get install python3.11-venv"),
    ],
    ids=["missing", "too old", "without venv"],
)
def test_setup_says_what_is_wrong_with_a_python(checkout: Path, python: dict[str, int] | None, said: str) -> None:
    path = checkout / "python"
    if python:
        program(path, PYTHON.format(**python))
    done = run(checkout / "scripts" / "setup", "run", env={"HIVE_PYTHON": str(path)})
    assert done.returncode == 1
    assert said in done.stderr
    assert not (checkout / ".venv").exists()


@pytest.mark.parametrize("words", [(), ("everything",)])
def test_setup_knows_two_words(checkout: Path, words: tuple[str, ...]) -> None:
    done = run(checkout / "scripts" / "setup", *words, env={})
    assert (done.returncode, done.stderr) == (2, "usage: scripts/setup run|test\n")


@pytest.mark.parametrize(
    ("agents", "test", "wanted", "lines"),
    [
        ("echo /cache/live/bin", 0, 0, ["test 1 /cache/live", "agents 1 /cache/live"]),
        ("exit 75", 0, 0, ["test 0 ", "agents 0 ", UNREACHABLE]),
        ("exit 1", 0, 1, []),
        ("echo /cache/live/bin", 2, 2, ["test 1 /cache/live", "agents 1 /cache/live"]),
        ("exit 75", 2, 2, ["test 0 ", "agents 0 ", UNREACHABLE]),
    ],
    ids=["agents", "unreachable", "broken", "tests fail", "unreachable and tests fail"],
)
def test_ci_runs_every_test_and_skips_live_ones_only_without_a_registry(
    checkout: Path, agents: str, test: int, wanted: int, lines: list[str]
) -> None:
    program(checkout / "scripts" / "ci-agents", f"#!/bin/sh\n{agents}\n")
    make = f'echo "$1 $HIVE_LIVE_REQUIRED $HIVE_LIVE_CACHE"\n[ "$1" = agents ] || exit {test}'
    for name, text in (("make", make), ("git", ""), ("tmux", ""), ("python3", "")):
        program(checkout / "bin" / name, f"#!/bin/sh\n{text}\n")
    done = run(checkout / ".ci" / "run", env={"PATH": f"{checkout / 'bin'}:{os.environ['PATH']}"})
    assert (done.returncode, done.stdout.splitlines()) == (wanted, lines), done.stderr


AGENTS = "tests/live/agents"
"""Where the tests stand that drive agent programs: `make test` does not need them, `make agents` runs them."""


def test_make_runs_each_test_in_one_of_two_ways(repository: Path) -> None:
    def lines(target: str) -> list[list[str]]:
        words = ("make", "--dry-run", "--no-print-directory", target)
        done = subprocess.run(words, cwd=repository, capture_output=True, text=True, check=True)
        return [line.split() for line in done.stdout.splitlines() if "pytest" in line]

    (test,), (agents,) = lines("test"), lines("agents")
    assert test[-2:] == ["--ignore", AGENTS]
    assert agents == [*test[:-2], AGENTS]
    words = (sys.executable, "-m", "pytest", "--collect-only", "-qq", "tests/live", *test[-2:])
    left = subprocess.run(words, cwd=repository, capture_output=True, text=True, check=True).stdout
    assert "tests/live/test_live_ui.py" in left
    assert AGENTS not in left


def test_no_other_test_reaches_for_agent_programs(repository: Path) -> None:
    """The fixture that finds them is that folder's own, and nobody finds them by another way."""
    mine = Path(__file__)
    words = ("agents_bin", "tests.live.agents", "live.agents", ".cache/live", "HIVE_LIVE_CACHE")
    others = [p for p in (repository / "tests").rglob("*.py") if repository / AGENTS not in p.parents and p != mine]
    assert [str(path) for path in others if any(word in path.read_text() for word in words)] == []


VERSIONS = """\
# a comment
node   npm   node     1.0  live
good   npm   good-it  2.0  live
bad    npm   bad-it   3.0  live
other  npm   other    4.0  record
snake  pypi  snake    5.0  live    2.0
"""

NPM = """#!/bin/sh
echo "$*" >> "{calls}"
for word in "$@"; do
    case $before in --prefix) prefix=$word ;; esac
    before=$word
done
case $word in bad-it*) echo "{failure}"; exit 1 ;; esac
mkdir -p "$prefix/node_modules/.bin"
for name in node good other; do
    printf '#!/bin/sh\\necho version %s\\n' "${{word##*@}}" > "$prefix/node_modules/.bin/$name"
    chmod +x "$prefix/node_modules/.bin/$name"
done
"""


def install(
    repository: Path, folder: Path, *words: str, failure: str = "no such package", versions: str = VERSIONS
) -> subprocess.CompletedProcess[str]:
    """Run `scripts/ci-agents` with an npm that cannot install one of the programs."""
    program(folder / "bin" / "npm", NPM.format(calls=folder / "calls", failure=failure))
    program(folder / "bin" / "tmux", "#!/bin/sh\n")
    (folder / "versions").write_text(versions)
    env = {
        "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
        "HIVE_LIVE_CACHE": str(folder / "cache"),
        "HIVE_LIVE_VERSIONS": str(folder / "versions"),
        "HIVE_LIVE_TRIES": "1",
    }
    return run(repository / "scripts" / "ci-agents", *words, env=env)


def test_one_program_that_cannot_be_installed_keeps_nobody_else_out(repository: Path, tmp_path: Path) -> None:
    done = install(repository, tmp_path)
    assert done.returncode == 1
    assert "could not install bad (bad-it 3.0)" in done.stderr
    assert "snake needs Python 2.0, which is not here" in done.stderr
    assert sorted(path.name for path in (tmp_path / "cache" / "bin").iterdir()) == ["good", "node"]


def test_a_registry_that_does_not_answer_is_told_by_the_exit_status(repository: Path, tmp_path: Path) -> None:
    assert install(repository, tmp_path, failure="npm error code ENOTFOUND").returncode == 75


def test_programs_are_installed_once_and_by_name(repository: Path, tmp_path: Path) -> None:
    for _ in range(2):
        done = install(repository, tmp_path, "good", "other")
        assert (done.returncode, done.stdout) == (0, f"{tmp_path / 'cache' / 'bin'}\n"), done.stderr
    calls = (tmp_path / "calls").read_text().splitlines()
    assert sorted(call.split()[-1] for call in calls) == ["good-it@2.0", "node@1.0", "other@4.0"]


def test_the_name_that_a_package_has_by_now_installs_nothing_anew(repository: Path, tmp_path: Path) -> None:
    install(repository, tmp_path, "good")
    named = VERSIONS.replace("good-it  2.0  live", "good-it  2.0  live  @other/good")
    assert named != VERSIONS
    assert install(repository, tmp_path, "good", versions=named).returncode == 0
    calls = (tmp_path / "calls").read_text().splitlines()
    assert sorted(call.split()[-1] for call in calls) == ["good-it@2.0", "node@1.0"]


def test_what_was_installed_and_does_not_run_is_not_among_the_programs(repository: Path, tmp_path: Path) -> None:
    """As a package whose own programs for this machine are not published yet."""
    wrong = VERSIONS.replace("good-it  2.0", "good-it  2.1").replace("good   npm", "bad2   npm")
    done = install(repository, tmp_path, "bad2", versions=wrong)
    assert done.returncode == 1
    assert [path.name for path in (tmp_path / "cache" / "bin").iterdir()] == ["node"]

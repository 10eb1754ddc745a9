"""The files speak of the product alone, to people who have no part in how it came to be."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.house.source import REPOSITORY

BINARY = {".png", ".ico", ".whl"}
RECORDED = ("fixtures/screens/", "tests/testing/cassettes/")
"""What other programs printed; only machine paths count there."""

# one letter of each stands in brackets, so that this file does not hold what it looks for
MACHINE = {
    "a path of one machine": r"/[w]ork/(?:main|shared)|/[r]oot/|/tmp/[b]ash_jobs|[.]library/env",
    "a registry's host": r"(?i)[r]egistry\.npmjs|[p]ypi\.org|[p]ythonhosted|deb\.[d]ebian|[a]rtifactory",
}
MAKING = {
    "who wrote it": r"(?i)[c]o-authored-by|generated (?:with|by) [cg](?:laude|odex|pt)|as an [a]i\b|[l]anguage model i am",
    "how it was asked for": r"(?i)[i]ssues show|[c]ontract\.md|\bthe [b]rief\b|my [i]nstructions",
    "a task without a number": r"\b(?:[T]ODO|[F]IXME|[X]XX)\b(?!.*#\d)",
}


def files() -> list[str]:
    """Every file of the repository, or every file beside it where there is no git."""
    done = subprocess.run(("git", "ls-files", "-z"), cwd=REPOSITORY, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return [name for name in done.stdout.split("\0") if name and (REPOSITORY / name).is_file()]
    found = (path.relative_to(REPOSITORY) for path in REPOSITORY.rglob("*") if path.is_file())
    return [
        str(path) for path in found if not any(part.startswith(".") or part == "__pycache__" for part in path.parts)
    ]


def matches(patterns: dict[str, str], names: list[str]) -> list[str]:
    """`file:line: kind: text` of each match."""
    wanted = {kind: re.compile(pattern) for kind, pattern in patterns.items()}
    found = []
    for name in names:
        if Path(name).suffix in BINARY:
            continue
        text = (REPOSITORY / name).read_text(errors="replace")
        for kind, pattern in wanted.items():
            found += [f"{name}:{text.count(chr(10), 0, m.start()) + 1}: {kind}: {m[0]}" for m in pattern.finditer(text)]
    return found


def test_there_are_files_to_read() -> None:
    assert {"pyproject.toml", "README.md", "hivemind/cli/stub.py"} <= set(files())


def test_no_file_names_a_machine_or_a_registry() -> None:
    assert matches(MACHINE, files()) == []


def test_no_file_speaks_of_its_making() -> None:
    assert matches(MAKING, [name for name in files() if not name.startswith(RECORDED)]) == []


@pytest.mark.parametrize(
    ("patterns", "text"),
    [
        (MACHINE, "see /wo~rk/main/x"),
        (MACHINE, "https://regis~try.npmjs.org/"),
        (MAKING, "Co-Auth~ored-By: someone"),
        (MAKING, "# TO~DO: later"),
    ],
    ids=["path", "registry", "author", "task"],
)
def test_what_is_looked_for_is_found(patterns: dict[str, str], text: str) -> None:
    assert any(re.search(pattern, text.replace("~", "")) for pattern in patterns.values())


def test_a_numbered_task_is_allowed() -> None:
    text = "TO~DO(#12): later".replace("~", "")
    assert not any(re.search(pattern, text) for pattern in MAKING.values())

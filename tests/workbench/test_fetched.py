from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from hivemind.base.errors import HiveError, NotInstalledError, UsageError
from hivemind.workbench.fetched import fetched, is_remote
from tests.workbench.conftest import TOY

ENV = {"PATH": os.environ["PATH"], "HOME": "/nowhere"}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with an agent at its top, one on the branch `next`, and a link that leads out."""
    folder = tmp_path / "origin"
    folder.mkdir()

    def git(*words: str) -> None:
        who = ("-c", "user.name=n", "-c", "user.email=n@example.org")
        subprocess.run(["git", *who, *words], cwd=folder, env=ENV, check=True, capture_output=True)

    git("init", "-q", "-b", "main")
    (folder / "agent.yaml").write_text(TOY)
    (folder / "link").symlink_to("/etc/passwd")
    git("add", ".")
    git("commit", "-q", "-m", "one")
    git("checkout", "-q", "-b", "next")
    (folder / "agent.yaml").write_text(TOY.replace("label: Toy", "label: Next"))
    git("commit", "-q", "-a", "-m", "two")
    git("checkout", "-q", "main")
    return folder


def test_a_repository_is_a_folder_until_it_is_left(repository: Path) -> None:
    with fetched(f"file://{repository}", "", ENV, protocols="file") as folder:
        assert (folder / "agent.yaml").read_text() == TOY
        assert not (folder / "link").is_symlink()
    assert not folder.exists()


def test_a_branch_can_be_named(repository: Path) -> None:
    with fetched(f"file://{repository}", "next", ENV, protocols="file") as folder:
        assert "label: Next" in (folder / "agent.yaml").read_text()


def test_other_protocols_are_refused(repository: Path) -> None:
    with pytest.raises(HiveError, match="cannot be fetched"), fetched(f"file://{repository}", "", ENV):
        pass


@pytest.mark.parametrize("ref", ["--upload-pack=x", "a b", "../x", ";id"])
def test_a_ref_is_a_name_and_no_flag(ref: str) -> None:
    with pytest.raises(UsageError), fetched("a/b", ref, ENV):
        pass


def test_without_git_it_says_so() -> None:
    with pytest.raises(NotInstalledError), fetched("a/b", "", {"PATH": "/nowhere"}):
        pass


def test_a_repository_without_an_agent_is_told(repository: Path) -> None:
    subprocess.run(["git", "-C", str(repository), "checkout", "-q", "--orphan", "bare"], env=ENV, check=True)
    subprocess.run(["git", "-C", str(repository), "rm", "-q", "-rf", "."], env=ENV, check=True)
    who = ("-c", "user.name=n", "-c", "user.email=n@example.org")
    subprocess.run(["git", *who, "commit", "-q", "--allow-empty", "-m", "x"], cwd=repository, env=ENV, check=True)
    with (
        pytest.raises(HiveError, match=r"no agent\.yaml") as raised,
        fetched(f"file://{repository}", "bare", ENV, protocols="file"),
    ):
        pass
    assert raised.value.exit_code == 5


@pytest.mark.parametrize(
    ("word", "remote"),
    [("owner/repo", True), ("owner/repo/dir", True), ("https://example.org/a.git", True), ("pizza", False),
     ("./owner/repo", False), ("/owner/repo", False), ("../a/b", False), ("a/-b", False), ("a/b c", False)],
)  # fmt: skip
def test_what_names_a_repository(word: str, *, remote: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert is_remote(word) is remote


def test_a_folder_that_is_here_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("owner/repo").mkdir(parents=True)
    assert not is_remote("owner/repo")

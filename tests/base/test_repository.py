"""Whose folder it is, held against what git itself says."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hivemind.base.repository import Place, place_of

AUTHOR = ("-c", "user.name=Ann", "-c", "user.email=ann@example.com")


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(
        ("git", *AUTHOR, *words), cwd=folder, check=True, capture_output=True, text=True, env={"PATH": "/usr/bin:/bin"}
    )
    return done.stdout.strip()


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A repository with one commit on `trunk`."""
    root = tmp_path / "shop"
    (root / "src" / "deep").mkdir(parents=True)
    git(root, "init", "-q", "-b", "trunk")
    git(root, "commit", "-q", "--allow-empty", "-m", "start")
    return root


def test_a_folder_within_a_repository_belongs_to_its_root(shop: Path) -> None:
    assert place_of(str(shop / "src" / "deep")) == Place(str(shop), "trunk", str(shop))


def test_a_worktree_is_a_root_of_its_own_and_knows_its_repository(shop: Path) -> None:
    tree = shop.parent / "shop-fix"
    git(shop, "worktree", "add", "-q", "-b", "fix/nav", str(tree))
    (tree / "sub").mkdir()
    assert place_of(str(tree / "sub")) == Place(str(tree), "fix/nav", str(shop))
    assert git(tree, "rev-parse", "--show-toplevel") == str(tree)


def test_a_commit_that_is_checked_out_without_a_branch_is_named_by_its_first_letters(shop: Path) -> None:
    git(shop, "checkout", "-q", "--detach")
    assert place_of(str(shop)).branch == git(shop, "rev-parse", "HEAD")[:8]


def test_a_submodule_is_a_root_of_its_own(shop: Path, tmp_path: Path) -> None:
    outer = tmp_path / "outer"
    outer.mkdir()
    git(outer, "init", "-q", "-b", "main")
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(shop), "part")
    assert place_of(str(outer / "part")).folder == str(outer / "part")
    assert place_of(str(outer / "part")).branch == "trunk"


def test_a_folder_of_no_repository_is_its_own_place(tmp_path: Path) -> None:
    assert place_of(str(tmp_path)) == Place(str(tmp_path))
    assert place_of("/no/such/folder") == Place("/no/such/folder")
    assert place_of("/a\0b") == Place("/a\0b")


def test_ways_to_a_folder_lead_to_one_place(shop: Path) -> None:
    (shop.parent / "link").symlink_to(shop / "src")
    for way in (shop.parent / "link", shop / "src" / ".." / "src", shop / "src" / "deep" / ".."):
        assert place_of(str(way)).folder == str(shop)
    assert place_of(str(shop / "..")).folder == str(shop.parent)


@pytest.mark.parametrize("text", ["", "gitdir: ", "gitdir: /no/such/folder", "nonsense", "\0"])
def test_a_damaged_link_makes_no_repository(tmp_path: Path, text: str) -> None:
    (tmp_path / ".git").write_text(text)
    assert place_of(str(tmp_path)) == Place(str(tmp_path))


@pytest.mark.skipif(sys.platform == "darwin", reason="its file systems take no such name")
def test_a_place_whose_path_is_no_text_is_called_as_the_link_that_led_there(tmp_path: Path) -> None:
    """Bytes that are no UTF-8 cannot travel to any client, and one such place must not keep others from being told."""
    odd = os.fsencode(tmp_path) + b"/caf\xe9"
    Path(os.fsdecode(odd)).mkdir()
    link = tmp_path / "link"
    link.symlink_to(os.fsdecode(odd))
    assert place_of(str(link)) == Place(str(link))
    assert place_of(os.fsdecode(odd)) == Place(f"{tmp_path}/caf?")

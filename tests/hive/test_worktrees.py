"""A worktree for a branch, with git itself."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from hivemind.base.errors import BadRequestError, HiveError, NotInstalledError
from hivemind.base.repository import place_of
from hivemind.hive.worktrees import worktree
from hivemind.protocol.verb import Caller
from hivemind.testing.hive import HiveInMemory
from hivemind.verbs.spawn import Spawn

AUTHOR = ("-c", "user.name=Ann", "-c", "user.email=ann@example.com")
ENV = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "GIT_CONFIG_NOSYSTEM": "1"}


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(("git", *AUTHOR, *words), cwd=folder, check=True, capture_output=True, text=True, env=ENV)
    return done.stdout.strip()


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    root = tmp_path / "shop"
    (root / "src").mkdir(parents=True)
    (root / "src" / "a.py").write_text("")
    git(root, "init", "-q", "-b", "main")
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "start")
    return root


async def test_a_new_branch_gets_a_folder_beside_the_repository(shop: Path) -> None:
    made = await worktree(str(shop / "src"), "fix/nav", ENV)
    assert made == str(shop.parent / "shop-fix-nav")
    assert (place_of(made).branch, place_of(made).repository) == ("fix/nav", str(shop))
    assert git(Path(made), "ls-files") == "src/a.py"
    assert git(shop, "status", "--porcelain") == ""


async def test_the_letters_of_any_language_stay_in_the_name_of_its_folder(shop: Path) -> None:
    assert await worktree(str(shop), "größe/ñ", ENV) == str(shop.parent / "shop-größe-ñ")


async def test_a_long_branch_gets_a_folder_with_a_shorter_name_and_one_that_is_too_long_is_refused(shop: Path) -> None:
    made = await worktree(str(shop), "fix/" + "x" * 180, ENV)
    assert Path(made).name == "shop-fix-" + "x" * 56
    with pytest.raises(BadRequestError):
        await worktree(str(shop), "y" * 5000, ENV)


async def test_variables_of_another_repository_lead_nowhere(shop: Path, tmp_path: Path) -> None:
    """Git sets them for its hooks, from which somebody may have started us."""
    git(tmp_path, "init", "-q", "other")
    other = tmp_path / "other" / ".git"
    made = await worktree(str(shop), "fix", {**ENV, "GIT_DIR": str(other), "GIT_INDEX_FILE": str(other / "index")})
    assert place_of(made).repository == str(shop)
    assert git(Path(made), "ls-files") == "src/a.py"


async def test_a_branch_that_is_there_is_checked_out(shop: Path) -> None:
    git(shop, "branch", "old")
    made = await worktree(str(shop), "old", ENV)
    assert git(Path(made), "branch", "--show-current") == "old"


async def test_a_branch_that_is_checked_out_somewhere_is_worked_on_there(shop: Path) -> None:
    first = await worktree(str(shop), "fix", ENV)
    assert await worktree(str(shop), "fix", ENV) == first
    assert await worktree(first, "main", ENV) == str(shop)


async def test_a_worktree_of_a_worktree_lies_beside_the_repository_too(shop: Path) -> None:
    first = await worktree(str(shop), "one", ENV)
    assert await worktree(first, "two", ENV) == str(shop.parent / "shop-two")


async def test_a_folder_that_is_in_the_way_stays_as_it_is(shop: Path) -> None:
    (shop.parent / "shop-fix").mkdir()
    assert await worktree(str(shop), "fix", ENV) == str(shop.parent / "shop-fix-2")
    assert list((shop.parent / "shop-fix").iterdir()) == []


async def test_a_folder_that_was_deleted_by_hand_is_made_anew(shop: Path) -> None:
    made = await worktree(str(shop), "fix", ENV)
    shutil.rmtree(made)
    assert await worktree(str(shop), "fix", ENV) == made
    assert place_of(made).branch == "fix"


@pytest.mark.parametrize("branch", ["-x", "a b", "..", "a..b", "x.lock", "~1", "", "@{-1}", "a\x07"])
async def test_what_is_no_name_of_a_branch_is_refused(shop: Path, branch: str) -> None:
    with pytest.raises(BadRequestError, match="cannot be the name of a branch"):
        await worktree(str(shop), branch, ENV)
    assert git(shop, "worktree", "list").count("\n") == 0


async def test_without_a_repository_or_git_it_says_so(shop: Path, tmp_path: Path) -> None:
    with pytest.raises(BadRequestError, match="is in no git repository"):
        await worktree(str(tmp_path), "fix", ENV)
    with pytest.raises(NotInstalledError):
        await worktree(str(shop), "fix", {"PATH": str(tmp_path)})


async def test_what_git_refuses_is_told_in_its_words(shop: Path) -> None:
    git(shop, "branch", "fix")
    with pytest.raises(BadRequestError, match=r"git worktree add: fatal: .*'refs/heads/fix' exists"):
        await worktree(str(shop), "fix/nav", ENV)


async def test_a_git_that_does_not_end_is_given_up(shop: Path, tmp_path: Path) -> None:
    (tmp_path / "git").write_text("#!/bin/sh\nexec sleep 60\n")
    (tmp_path / "git").chmod(0o755)
    with pytest.raises(HiveError, match="took longer") as caught:
        await worktree(str(shop), "fix", {"PATH": f"{tmp_path}:{ENV['PATH']}"}, seconds=0.2)
    assert caught.value.code == "TIMEOUT"


async def test_a_tile_starts_in_its_worktree_and_in_a_frame_of_that(shop: Path, tmp_path: Path) -> None:
    memory = HiveInMemory(tmp_path)
    try:
        env = {**ENV, "PATH": f"{memory.env['PATH']}:{ENV['PATH']}"}
        tile = await memory.hive.spawn(Spawn(agent="toy", worktree="fix/nav"), Caller(cwd=str(shop), env=env))
        assert tile.record.cwd == str(tmp_path / "shop-fix-nav")
        frame = memory.hive.frames.of(tile.id)
        assert frame
        assert (frame.name, frame.branch) == ("shop-fix-nav", "fix/nav")
    finally:
        await memory.close()
        memory.keeper.close()


async def test_two_that_start_at_once_in_a_new_branch_get_the_same_worktree(shop: Path, tmp_path: Path) -> None:
    memory = HiveInMemory(tmp_path)
    try:
        caller = Caller(cwd=str(shop), env={**ENV, "PATH": f"{memory.env['PATH']}:{ENV['PATH']}"})
        tiles = await asyncio.gather(
            *(memory.hive.spawn(Spawn(agent="toy", worktree="fix/nav"), caller) for _ in range(3))
        )
        assert {tile.record.cwd for tile in tiles} == {str(tmp_path / "shop-fix-nav")}
    finally:
        await memory.close()
        memory.keeper.close()


async def test_one_who_goes_while_git_works_is_in_nobodys_way(shop: Path, tmp_path: Path) -> None:
    memory = HiveInMemory(tmp_path)
    try:
        caller = Caller(cwd=str(shop), env={**ENV, "PATH": f"{memory.env['PATH']}:{ENV['PATH']}"})
        first = asyncio.create_task(memory.hive.spawn(Spawn(agent="toy", worktree="fix/nav"), caller))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        first.cancel()
        tile = await memory.hive.spawn(Spawn(agent="toy", worktree="fix/nav"), caller)
        assert tile.record.cwd == str(tmp_path / "shop-fix-nav")
    finally:
        await memory.close()
        memory.keeper.close()

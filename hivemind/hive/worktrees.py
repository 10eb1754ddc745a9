"""New git worktrees for tiles: a branch gets a folder beside its repository, or the one where it is checked out.

git runs by argv, never by a shell; what it says is passed on when it refuses.
"""

from __future__ import annotations

import asyncio
import logging
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

from hivemind.base.errors import BadRequestError, HiveError, NotInstalledError
from hivemind.base.oneline import one_line
from hivemind.base.repository import place_of
from hivemind.launch.discovery import run

logger = logging.getLogger(__name__)

GIT_SECONDS = 120.0
"""Longest that git may take for a checkout."""

OTHER_PLACE = frozenset(
    {"GIT_CONFIG", "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX"}
    | {"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_SHALLOW_FILE", "GIT_GRAFT_FILE"}
)
"""Variables by which git looks at another repository than that of its folder (git-rev-parse(1), --local-env-vars). They
are set for whoever was started by a git hook."""

NAME_LIMIT = 60
"""Characters of a branch in the name of its folder."""

SAID_LIMIT = 300
"""Characters of what git says that are passed on."""


async def worktree(folder: str, branch: str, env: Mapping[str, str], *, seconds: float = GIT_SECONDS) -> str:
    """The folder of the worktree of a branch, which is made where there is none; a new branch starts at HEAD.

    Raises:
        BadRequestError: the folder is in no repository, or git refuses, in git's words.
        NotInstalledError: there is no git.
        HiveError: git did not end in time.
    """
    return await asyncio.to_thread(_worktree, folder, branch, env, seconds)


def _worktree(folder: str, branch: str, env: Mapping[str, str], seconds: float) -> str:
    place = place_of(folder)
    if not place.repository:
        raise BadRequestError(
            f"{folder} is in no git repository", hint="start without a worktree, or in another folder"
        )
    git = _Git(place.folder, env, seconds)
    if git.fails("check-ref-format", "--branch", branch):
        raise BadRequestError(f"'{branch}' cannot be the name of a branch", hint="letters, digits, - and /, as fix/nav")
    there, is_gone = _checked_out(git.text("worktree", "list", "--porcelain"), branch)
    if there and not is_gone:
        return there
    path = there or str(_free(Path(place.repository), branch))
    is_known = not git.fails("show-ref", "--verify", "--quiet", f"refs/heads/{branch}")
    force = ["--force"] if is_gone else []
    branches = [path, branch] if is_known else ["-b", branch, path]
    git.text("worktree", "add", "--quiet", *force, *branches)
    logger.info("worktree made", extra={"reason": path})
    return path


class _Git:
    """Runs git in a folder."""

    def __init__(self, folder: str, env: Mapping[str, str], seconds: float) -> None:
        self._folder, self._seconds = folder, seconds
        kept = {name: value for name, value in env.items() if name not in OTHER_PLACE}
        self._env = {**kept, "GIT_TERMINAL_PROMPT": "0"}
        self._path = shutil.which("git", path=env.get("PATH", ""))
        if self._path is None:
            raise NotInstalledError("git is not on PATH", hint="install git, or start without a worktree")

    def fails(self, *args: str) -> bool:
        """Whether that fails."""
        return self._run(*args)[0] != 0

    def text(self, *args: str) -> str:
        """What that prints."""
        code, text = self._run(*args)
        if code == 0:
            return text
        said = next((line for line in text.splitlines() if line.startswith(("fatal:", "error:"))), text)
        raise BadRequestError(f"git {args[0]} {args[1]}: {one_line(said, SAID_LIMIT) or 'it says nothing'}")

    def _run(self, *args: str) -> tuple[int | None, str]:
        done = run(self._path or "git", args, self._env, seconds=self._seconds, cwd=self._folder)
        if done.is_late:
            raise HiveError(f"git {args[0]} took longer than {self._seconds:g} seconds", code="TIMEOUT")
        return done.code, done.text


def _checked_out(listing: str, branch: str) -> tuple[str, bool]:
    """Where a branch is checked out, of what `git worktree list --porcelain` prints; empty when it is nowhere.

    And whether that folder was deleted since.
    """
    for entry in listing.split("\n\n"):
        facts = dict(line.partition(" ")[::2] for line in entry.splitlines())
        if facts.get("branch") == f"refs/heads/{branch}":
            return facts.get("worktree", ""), "prunable" in facts
    return "", False


def _free(repository: Path, branch: str) -> Path:
    """A folder beside the repository that is not there yet: `shop-fix-nav` for the branch `fix/nav` of `shop`."""
    words = re.sub(r"[^\w.-]+", "-", branch)[:NAME_LIMIT].strip("-.")
    stem = f"{repository.name.removesuffix('.git')}-{words}"
    path, number = repository.parent / stem, 1
    while path.exists():
        number += 1
        path = repository.parent / f"{stem}-{number}"
    return path

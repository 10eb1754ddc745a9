"""Which git repository or worktree a folder belongs to, read from its files; git itself is not run.

Layout of these files: gitrepository-layout(5), git-worktree(1) "DETAILS".
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

LINK_LIMIT = 4096
"""Bytes of a `.git` file or a HEAD; both hold one line."""


@dataclass(frozen=True, slots=True)
class Place:
    """What a folder belongs to."""

    folder: str
    """The root of its repository or worktree; the folder itself outside of any."""
    branch: str = ""
    """What is checked out there; the first letters of a commit where that is no branch; empty outside a repository."""
    repository: str = ""
    """The root of the main worktree, which `folder` may be itself; empty outside a repository."""


def place_of(folder: str) -> Place:
    """What a folder belongs to, by its real path: links lead to one and the same place.

    A place whose path is no text (names of files may be any bytes) could be told to nobody: a folder there is its own.
    Reads a few small files, so a slow disk makes it slow; never raises.
    """
    place = _place_of(folder)
    if all(map(_is_text, (place.folder, place.branch, place.repository))):
        return place
    return Place(folder.encode("utf-8", "replace").decode())


def _place_of(folder: str) -> Place:
    try:
        start = Path(os.path.realpath(folder))
    except ValueError:  # no path at all
        return Place(folder)
    for root in (start, *start.parents):
        try:
            inside = _git_folder(root / ".git")
        except OSError:  # a folder that nobody may read
            continue
        if inside is not None:
            return Place(str(root), _branch(inside), str(_main(root, inside)))
    return Place(str(start))


def _is_text(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def _git_folder(dot_git: Path) -> Path | None:
    """Where git keeps what belongs to a worktree: `.git` itself, or what that file names."""
    if (dot_git / "HEAD").is_file():
        return dot_git
    if not dot_git.is_file():
        return None
    head, _, named = _line(dot_git).partition(": ")
    found = dot_git.parent / named
    return found if head == "gitdir" and named and (found / "HEAD").is_file() else None


def _branch(inside: Path) -> str:
    try:
        head = _line(inside / "HEAD")
    except OSError:
        return ""
    return head.removeprefix("ref: ").removeprefix("refs/heads/") if head.startswith("ref: ") else head[:8]


def _main(root: Path, inside: Path) -> Path:
    """The root of the worktree that a repository began with."""
    try:
        shared = (inside / _line(inside / "commondir")).resolve()
    except OSError:  # only worktrees that were added have that file
        return root
    return shared.parent if shared.name == ".git" else shared


def _line(path: Path) -> str:
    with path.open(encoding="utf-8", errors="replace") as file:
        return file.read(LINK_LIMIT).partition("\n")[0].strip()

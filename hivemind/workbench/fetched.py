"""An agent's folder from a public git repository, in a place of its own until it is installed or not.

Only `git` runs, without a shell, hooks, configuration, questions, redirects or other protocols than https. Links come
as plain files. What was fetched is read as any other folder: it is not trusted for having come.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from hivemind.base.errors import HiveError, NotInstalledError, TimedOutError, UsageError
from hivemind.manifest.manifest import FILE_NAME

HOST = "https://github.com"
"""Where `owner/repo` lies."""

FETCH_SECONDS = 60.0
"""Seconds that a fetch may take."""

SAFE = ("core.symlinks=false", "core.hooksPath=/dev/null", "core.fsmonitor=false", "http.followRedirects=false")
"""What git is told before anything else."""

_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-")


def is_remote(word: str) -> bool:
    """Whether that names a repository: an https address, or `owner/repo[/dir]` where no such folder is here."""
    if word.startswith("https://"):
        return True
    parts = word.split("/")
    return len(parts) >= 2 and all(map(_is_plain, parts)) and not Path(word).exists()


@contextmanager
def fetched(word: str, ref: str, env: Mapping[str, str], *, protocols: str = "https") -> Iterator[Path]:
    """The folder of the agent that lies there, for as long as it is needed.

    Raises:
        UsageError: the branch or tag cannot be one.
        NotInstalledError: there is no git.
        HiveError: NOT_FOUND, no such repository, or no agent file there; TIMED_OUT, it took too long.
    """
    url, inside = _address(word)
    if ref and not (all(map(_is_plain, ref.split("/"))) and not ref.startswith("-")):
        raise UsageError(f"--ref: '{ref}' is no branch and no tag")
    with tempfile.TemporaryDirectory(prefix="hive-fetch-") as made:
        target = Path(made, "repository")
        _clone(url, ref, target, {**_quiet(env), "GIT_ALLOW_PROTOCOL": protocols})
        folder = target / inside
        if not (folder / FILE_NAME).is_file():
            there = f"{word} has no {FILE_NAME}" + (f" in {inside}" if inside else "")
            raise HiveError(there, hint="name its folder: OWNER/REPO/DIR", code="NOT_FOUND")
        yield folder


def _address(word: str) -> tuple[str, str]:
    """What git clones, and the folder in it; an https address names a whole repository."""
    if "://" in word:
        return word, ""
    owner, name, *inside = word.split("/")
    return f"{HOST}/{owner}/{name}.git", "/".join(inside)


def _is_plain(part: str) -> bool:
    return bool(part) and set(part) <= _PLAIN and not part.startswith((".", "-"))


def _quiet(env: Mapping[str, str]) -> dict[str, str]:
    kept = {name: value for name, value in env.items() if not name.startswith("GIT_")}
    own = {"GIT_TERMINAL_PROMPT": "0", "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null"}
    return {**kept, **own, "GIT_ASKPASS": "/bin/false", "GIT_LFS_SKIP_SMUDGE": "1", "LC_ALL": "C"}


def _clone(url: str, ref: str, target: Path, env: Mapping[str, str]) -> None:
    settings = [word for one in SAFE for word in ("-c", one)]
    branch = ["--branch", ref] if ref else []
    only = ["--depth", "1", "--single-branch", "--no-tags", "--no-recurse-submodules", "--template="]
    argv = ["git", *settings, "clone", "--quiet", *only, *branch, "--", url, str(target)]
    try:
        done = subprocess.run(
            argv, env=env, stdin=subprocess.DEVNULL, capture_output=True, timeout=FETCH_SECONDS, check=False
        )
    except FileNotFoundError as error:
        raise NotInstalledError(
            "git is not on PATH", hint="fetch the folder yourself: hive agents install DIR"
        ) from error
    except subprocess.TimeoutExpired as error:
        raise TimedOutError(f"{url} was not fetched within {FETCH_SECONDS:g} s") from error
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise HiveError(f"{url} cannot be fetched: {said[-1] if said else 'git says nothing'}", code="NOT_FOUND")

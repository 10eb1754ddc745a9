"""Files that an agent's program gets in its private folder, rendered. Nothing is written here; `private` does."""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Collection, Mapping
from pathlib import Path

MAX_BYTES = 256 * 1024
"""A longer file counts as absent."""

REPOSITORY = ".hivemind"
"""The folder of a repository that holds its agents."""

_NAME = re.compile(r"\{([^{}\s]*)\}")
_ODD = re.compile(r"[^A-Za-z0-9._-]")


def read(path: Path, beside: Path) -> str | None:
    """The text of an asset; None when it is missing, no plain file, too long, or no text. Waits for no writer.

    In a repository a link that leaves the agent's folder `beside` is not followed: it would show the program, and who
    wrote the repository, a file of the person's.
    """
    if REPOSITORY in beside.parts and not path.resolve().is_relative_to(beside.resolve()):
        return None
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return None
            data = file.read(MAX_BYTES + 1)
        return data.decode() if len(data) <= MAX_BYTES else None
    except (OSError, UnicodeDecodeError):  # the format says: silently as absent
        return None


def is_per_tile(text: str, known: Collection[str]) -> bool:
    """Whether it holds a placeholder, so that each launch gets its own copy."""
    return any(name in known for name in _NAME.findall(text))


def rendered(text: str, name: str, values: Mapping[str, str]) -> str:
    """The text with its placeholders replaced, escaped for a string in a file that ends in `.json`."""

    def value(match: re.Match[str]) -> str:
        found = values.get(match[1])
        if not found:
            return match[0]
        return json.dumps(found, ensure_ascii=False)[1:-1] if name.endswith(".json") else found

    return _NAME.sub(value, text)


def name_for_tile(name: str, tile_id: str) -> str:
    """What the copy of one tile is called."""
    stem, dot, extension = name.rpartition(".")
    tile = _ODD.sub("-", tile_id)
    return f"{stem}-{tile}.{extension}" if dot and stem else f"{name}-{tile}"

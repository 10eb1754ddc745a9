"""The private settings folder of an agent: links to the person's own one, except for files of ours.

Nothing is ever written to the real folder. Best effort and idempotent.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from hivemind.manifest.parts.home import Home, OwnFile

logger = logging.getLogger(__name__)


def build(home: Home, private: Path, person: Path, documents: Mapping[str, str]) -> Path | None:
    """Build it in the agent's folder `private`; its root, or None when it cannot be built.

    `documents` are rendered files by their names; one wins over a file of the manifest of that name.
    """
    root = private / home.root
    real = Path(home.mirror.replace("{home}", str(person), 1))
    folder = root / home.dir
    own = {*documents, *(file.name for file in home.own)}
    if not real.is_absolute():
        logger.warning("private home not built", extra={"folder": str(root), "why": "no home folder is known"})
        return None
    try:
        for ours in (root, folder):
            if ours.is_symlink():
                ours.unlink()  # from a time when it was no folder of ours; what is written below must stay here
            ours.mkdir(parents=True, exist_ok=True, mode=0o700)
        _mirror(real, folder, own)
        for file in home.own:
            if file.name not in documents:
                write(folder / file.name, json.dumps(settings(file, _text(real / file.name)), indent=2))
        for name, text in documents.items():
            write(folder / name, text)
    except (OSError, ValueError) as error:
        logger.warning("private home not built", extra={"folder": str(root), "why": str(error)})
        return None
    return root


def settings(file: OwnFile, real: str) -> dict[str, Any]:
    """What stands in a file of ours: the person's own where it says `merge`, and its `set` on top."""
    base: Any = {}
    if file.merge:
        try:
            base = json.loads(real)
        except (ValueError, RecursionError):  # the person's file is none, or no JSON: ours stands alone
            base = {}
    return {**(base if isinstance(base, dict) else {}), **file.settings}


def _mirror(real: Path, folder: Path, own: Collection[str]) -> None:
    """Link every child of `real` that holds nothing of ours; go one level deeper where one does."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    deeper = {name.partition("/")[0] for name in own if "/" in name}
    for name in sorted(child.name for child in real.iterdir()) if real.is_dir() else ():
        if name not in own and name not in deeper:
            _link(folder / name, real / name)
    for name in sorted(deeper):
        if (folder / name).is_symlink():
            (folder / name).unlink()  # from a time when nothing in it was ours
        inside = [other.partition("/")[2] for other in own if other.startswith(f"{name}/")]
        _mirror(real / name, folder / name, inside)


def _link(link: Path, target: Path) -> None:
    """A right link is left, a stale one replaced, a real file left alone."""
    if link.is_symlink():
        if link.readlink() == target:
            return
        link.unlink()
    elif link.exists():
        return
    link.symlink_to(target)


def write(path: Path, text: str) -> None:
    """Replace the file itself, never what a link there points to; only its owner may read it.

    Raises:
        OSError: it cannot be written; what stood there still does.
        ValueError: nor can such a text or name be.
    """
    data = text.encode("utf-8", "surrogateescape")  # a folder's name may be no text
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    draft.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


def _text(path: Path) -> str:
    try:
        return path.read_text() if path.is_file() else ""  # nobody may ever write to a pipe
    except (OSError, UnicodeDecodeError):  # nothing to begin with
        return ""

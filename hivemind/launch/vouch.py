"""Saying of our own commands, and of no others, that they were reviewed, for a program that runs no others. Pure.

Codex (0.171.0) asks before it runs a hook that nobody has looked at. It remembers a review by the place of the command
and a hash of it, which may also be given with the arguments of a start, for hooks that stand there too. So ours run,
and those of the person and of a repository are reviewed as before: their places and hashes are others.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

PLACE = "/<session-flags>/config.toml"
"""What Codex calls the arguments of its start."""

TIMEOUT_SECONDS = 600
"""What it takes when an entry says none."""

_INSIDE = re.compile(r"(?<!^)(?=[A-Z])")


def reviewed(events: Mapping[str, Sequence[Mapping[str, Any]]]) -> dict[str, dict[str, str]]:
    """What it remembers of reviews, for all commands of these events, rendered in the usual shapes."""
    return {
        f"{PLACE}:{name}:{at}:{inside}": {"trusted_hash": _hash(name, group, entry)}
        for event, groups in events.items()
        for name in (_INSIDE.sub("_", event).lower(),)
        for at, group in enumerate(groups)
        for inside, entry in enumerate(group["hooks"])
    }


def _hash(event: str, group: Mapping[str, Any], entry: Mapping[str, Any]) -> str:
    command = {"async": False, "timeout": TIMEOUT_SECONDS, **entry}
    known = {"event_name": event, "hooks": [command]}
    if "matcher" in group:
        known["matcher"] = group["matcher"]
    text = json.dumps(known, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()

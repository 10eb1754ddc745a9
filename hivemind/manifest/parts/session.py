"""`session`: how a session of the program is bound to a tile, found again, resumed, listed and read."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from hivemind.base import schema
from hivemind.base.problems import Report
from hivemind.base.yamldoc import Node
from hivemind.manifest import transcript
from hivemind.manifest.part import RULES, Part
from hivemind.manifest.shapes import Condition, FieldPath, Flag, HomePath, ListToken, PlainName, SessionToken
from hivemind.manifest.transcript import Transcript

Tokens = Annotated[tuple[SessionToken, ...], Meta(min_length=1, max_length=4, description="1 to 4 arguments")]


class Bind(msgspec.Struct, frozen=True):
    """How a fresh session gets an id of ours."""

    args: Tokens
    """Put before the tile's own arguments; `{newId}` becomes a random UUID."""
    unless: Annotated[tuple[Flag, ...], Meta(max_length=12, description="at most 12 flags")] = ()
    """Any of these among the tile's arguments: do not bind."""


class Find(msgspec.Struct, frozen=True, rename="camel"):
    """Where the newest session of a folder is found on disk."""

    strategy: Literal["jsonl-header", "dir-meta"]
    root: str
    """The store, below `{home}/`."""
    cwd_path: str = ""
    """jsonl-header: where the first record of a file holds its folder."""
    id_path: str = ""
    """jsonl-header: where it holds the session's id."""
    ext: str = ".jsonl"
    """jsonl-header: how the files' names end."""
    require: dict[str, str] = {}
    """jsonl-header: values that the first record must have."""
    dir_key: Literal["cwd", "md5-cwd"] = "cwd"
    """dir-meta: how the folder of one workplace is named below the root."""
    meta: str = "meta.json"
    """dir-meta: the file in a session's folder that tells about it."""
    newest_by: tuple[str, ...] = ()
    """dir-meta: fields of that file that hold its time, the first number counts."""
    skip_when: dict[str, Any] = {}
    """dir-meta: a session whose file has any of these values is passed over."""


class From(msgspec.Struct, frozen=True):
    """Where an id comes from before the disk is searched."""

    tracked: bool = False
    """The id that the tracker hook recorded for the tile."""
    bound: str = ""
    """Else the value after that flag among the tile's stored arguments."""


class Resume(msgspec.Struct, frozen=True):
    """How a session is taken up again."""

    args: tuple[str, ...]
    """With `{id}`; the first is the marker by which a resuming command line is known."""
    find: Find | None = None
    from_: From = From()
    fallback: tuple[str, ...] = ()
    """Passed when no id is known."""
    exists: str = ""
    """The session's file below `{home}/`, with `{id}` and at most one segment `*`."""
    position: Literal["before", "beforeLaunch", "after"] = "after"
    """Where the arguments go."""


class Listing(msgspec.Struct, frozen=True, rename="camel"):
    """How sessions are listed: by a command (`args`), or from their files."""

    args: tuple[str, ...] = ()
    """The program prints a JSON array."""
    lines: int = 0
    """How many first lines of each file are read."""
    id_path: str = ""
    cwd_path: str = ""
    updated_path: str = ""
    title_path: tuple[str, ...] = ()
    """In order of preference."""
    prompt_path: tuple[str, ...] = ()
    """In order of preference."""


class Session(msgspec.Struct, frozen=True):
    """Everything about sessions; each part may be missing."""

    bind: Bind | None = None
    resume: Resume | None = None
    listing: Listing | None = None
    """The key `list`."""
    transcript: Transcript | None = None


def _read(node: Node, report: Report) -> Session | None:
    return Session()


SESSION = Part(_read)

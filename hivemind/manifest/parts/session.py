"""`session`: how a session of the program is bound to a tile, found again, resumed, listed and read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from hivemind.base import schema
from hivemind.base.problems import Report
from hivemind.base.schema import child, entries
from hivemind.base.yamldoc import Entry, Node
from hivemind.manifest import placeholders, transcript
from hivemind.manifest.part import RULES, Part, exactly_one, items, misplaced, refuse_nothing
from hivemind.manifest.shapes import (
    FieldPath,
    Flag,
    HomeFolder,
    HomePath,
    ListToken,
    PlainName,
    SessionFile,
    SessionToken,
    check_field_names,
    check_variable_name,
    plain,
)
from hivemind.manifest.transcript import Transcript

Tokens = Annotated[tuple[SessionToken, ...], Meta(min_length=1, max_length=4, description="1 to 4 arguments")]
Paths = Annotated[tuple[FieldPath, ...], Meta(min_length=1, max_length=4, description="1 to 4 field paths")]

Moved = Annotated[dict[str, HomeFolder], Meta(max_length=4, description="at most 4 variables with a folder")]


class Bind(msgspec.Struct, frozen=True):
    """How a fresh session gets an id of ours."""

    args: Tokens
    """Put before the tile's own arguments; `{newId}` becomes a random UUID."""
    unless: Annotated[tuple[Flag, ...], Meta(max_length=12, description="at most 12 flags")] = ()
    """Any of these among the tile's arguments: do not bind."""


class Find(msgspec.Struct, frozen=True):
    """Where the newest session of a folder is found on disk."""

    strategy: Literal["jsonl-header", "dir-meta"]
    root: str
    """The store, below `{home}/`."""
    cwd_path: str = ""
    """jsonl-header: where the first record of a file holds its folder."""
    cwd_as: Literal["path", "sha256"] = "path"
    """jsonl-header: how it is told there; `sha256` is the hexadecimal sum of the path. An addition."""
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

    tracked: Literal[True] | None = None
    """The id that the tracker hook recorded for the tile."""
    bound: Flag = ""
    """Else the value after that flag among the tile's stored arguments."""


class Resume(msgspec.Struct, frozen=True):
    """How a session is taken up again."""

    args: tuple[str, ...] = ()
    """With `{id}`; the first is the marker by which a resuming command line is known."""
    find: Find | None = None
    from_: From = From()
    """The key `from`."""
    fallback: tuple[str, ...] = ()
    """Passed when the last session is asked for, and only the program knows which that was."""
    exists: str = ""
    """The session's file below `{home}/`, with `{id}` and at most one segment `*`."""
    position: Literal["before", "beforeLaunch", "after"] = "after"
    """Where the arguments go: in front of all, or before or after those of `launch`."""


class Listing(msgspec.Struct, frozen=True):
    """How sessions are listed: by a command (`args`), or from their files (`lines`)."""

    args: tuple[str, ...] = ()
    """The program prints a JSON array; it is run in the folder that is asked about."""
    lines: int = 0
    """How many first lines of each file are read; a file `.json` is one record, however it is laid out."""
    id_path: str = ""
    cwd_path: str = ""
    updated_path: str = ""
    title_path: tuple[str, ...] = ()
    """In order of preference; the first line of a text. An addition: of a list of pieces, the first one's `text`."""
    prompt_path: tuple[str, ...] = ()
    """The same for what a person said first."""


class Session(msgspec.Struct, frozen=True):
    """Everything about sessions; each part may be missing."""

    bind: Bind | None = None
    resume: Resume | None = None
    listing: Listing | None = None
    """The key `list`."""
    transcript: Transcript | None = None
    moved: dict[str, str] = {}
    """An addition: variables that move a folder. Where one is set, its value stands for that folder in every path."""


class _SessionFields(msgspec.Struct, frozen=True):
    bind: Node | None = None
    resume: Node | None = None
    list: Node | None = None
    transcript: Node | None = None
    moved: Moved = {}


class _ResumeFields(msgspec.Struct, frozen=True):
    args: Tokens = ()
    find: Node | None = None
    from_: From = msgspec.field(name="from", default=From())
    fallback: Annotated[tuple[SessionToken, ...], Meta(max_length=4, description="at most 4 arguments")] = ()
    exists: SessionFile = ""
    position: Literal["before", "beforeLaunch", "after"] = "after"


class _FindFields(msgspec.Struct, frozen=True, rename="camel"):
    strategy: Literal["jsonl-header", "dir-meta"]
    root: HomePath
    cwd_path: FieldPath = ""
    cwd_as: Literal["path", "sha256"] = "path"
    id_path: FieldPath = ""
    ext: Annotated[
        str, Meta(pattern=r"\A\.[A-Za-z0-9_]{1,10}\Z", description="a dot and 1 to 10 letters, digits and '_'")
    ] = ".jsonl"
    require: dict[str, str] = {}
    dir_key: Literal["cwd", "md5-cwd"] = "cwd"
    meta: PlainName = "meta.json"
    newest_by: tuple[FieldPath, ...] = ()
    skip_when: dict[str, Node] = {}


class _ListingFields(msgspec.Struct, frozen=True, rename="camel"):
    args: Annotated[tuple[ListToken, ...], Meta(min_length=1, max_length=8, description="1 to 8 arguments")] = ()
    lines: Annotated[int, Meta(ge=1, le=200, description="1 to 200 lines")] = 0
    id_path: FieldPath = ""
    cwd_path: FieldPath = ""
    updated_path: FieldPath = ""
    title_path: FieldPath | Paths = ()
    prompt_path: FieldPath | Paths = ()


_OF_STRATEGY = {
    "jsonl-header": ("cwdPath", "cwdAs", "idPath", "ext", "require"),
    "dir-meta": ("dirKey", "meta", "newestBy", "skipWhen"),
}
"""Which keys of `find` each strategy reads."""


def _read(node: Node, report: Report) -> Session | None:
    before = len(report.errors)
    fields = schema.read(node, _SessionFields, report, RULES, name="session")
    bind, resume, listing = (child(node, key) for key in ("bind", "resume", "list"))
    said = child(node, "transcript")
    read = Session(
        bind=None if bind is None else _bind(bind, report),
        resume=None if resume is None else _resume(resume, report),
        listing=None if listing is None else _listing(listing, report),
        transcript=None if said is None else transcript.read(said, report),
        moved=fields.moved if fields is not None else {},
    )
    for name, entry in entries(child(node, "moved")).items():
        check_variable_name(name, entry.key, report)
        placeholders.check(entry.node, report, known=("home",))
    stored = entries(resume)
    if said is not None and not _has_file(stored) and not {"files", "args"} & set(entries(said)):
        message = "transcript needs resume.exists (or a find by jsonl-header), which says where the session's file is"
        report.add(entries(node)["transcript"].key, "manifest.missing_field", message)
    if "lines" in entries(listing) and not {"exists", "find"} & set(stored):
        message = "it needs resume.find or resume.exists, which say where the files are"
        misplaced(listing or node, report, keys=("lines",), why=message, warning=True)
    return read if fields is not None and len(report.errors) == before else None


def _has_file(resume: Mapping[str, Entry]) -> bool:
    """Whether a store is one file for each session."""
    find = entries(resume["find"].node) if "find" in resume else {}
    return "exists" in resume or ("strategy" in find and find["strategy"].node.value == "jsonl-header")


def _bind(node: Node, report: Report) -> Bind | None:
    bind = schema.read(node, Bind, report, RULES, name="bind")
    placeholders.check_tokens(child(node, "args"), report, name="newId")
    return bind


def _resume(node: Node, report: Report) -> Resume | None:
    fields = schema.read(node, _ResumeFields, report, RULES, name="resume")
    placeholders.check_tokens(child(node, "args"), report, name="id")
    refuse_nothing(child(node, "from") or node, report, "tracked")
    for token in items(child(node, "fallback")):
        placeholders.check(token, report, known=())
    find_node, exists = child(node, "find"), child(node, "exists")
    find = None if find_node is None else _find(find_node, report)
    if exists is not None:
        placeholders.check(exists, report, known=("home", "id"))
    if fields is None:
        return None
    return Resume(fields.args, find, fields.from_, fields.fallback, fields.exists, fields.position)


def _find(node: Node, report: Report) -> Find | None:
    fields = schema.read(node, _FindFields, report, RULES, name="find")
    for key in ("require", "skipWhen"):
        check_field_names(child(node, key), report)
    root, strategy = child(node, "root"), child(node, "strategy")
    if root is not None:
        placeholders.check(root, report, known=("home",))
    chosen = strategy.value if strategy is not None else None
    for name, keys in _OF_STRATEGY.items():
        if isinstance(chosen, str) and chosen in _OF_STRATEGY and name != chosen:
            misplaced(node, report, keys=keys, why=f"it belongs to the strategy '{name}'", warning=True)
    missing = [key for key in ("cwdPath", "idPath") if chosen == "jsonl-header" and key not in entries(node)]
    for key in missing:
        report.add(node.where, "manifest.missing_field", f"find: the key '{key}' is missing, which jsonl-header needs")
    if fields is None or missing:
        return None
    skip_when = {key: plain(value) for key, value in fields.skip_when.items()}
    return msgspec.convert(msgspec.structs.asdict(fields) | {"skip_when": skip_when}, Find)


def _listing(node: Node, report: Report) -> Listing | None:
    fields = schema.read(node, _ListingFields, report, RULES, name="list")
    exactly_one(node, report, keys=("args", "lines"), name="list")
    given = entries(node)
    if "args" in given and "idPath" not in given:
        report.add(node.where, "manifest.missing_field", "list: the key 'idPath' is missing, which 'args' needs")
    if "lines" in given:
        misplaced(node, report, keys=("idPath",), why="the id comes from the file's name or from find", warning=True)
    if fields is None:
        return None
    one_or_more = {
        key: (value,) if isinstance(value, str) else value
        for key in ("title_path", "prompt_path")
        for value in [getattr(fields, key)]
    }
    return Listing(**(msgspec.structs.asdict(fields) | one_or_more))


SESSION = Part(_read)

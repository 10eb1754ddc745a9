"""`session.list`: the sessions of a program with the words that tell them apart, asked of it or read from its files."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from hivemind.base.clock import Clock
from hivemind.base.errors import UnsupportedError
from hivemind.base.oneline import one_line
from hivemind.manifest.manifest import Manifest
from hivemind.manifest.parts.session import Listing, Resume, Session
from hivemind.protocol.session import SessionInfo
from hivemind.session import locate
from hivemind.session.locate import Found
from hivemind.session.store import MAX_READS, Search, is_session_id
from hivemind.session.transcript import at_path

TEXT_LIMIT = 200
"""Characters of a title and of first words."""

DEFAULT_LIMIT = 100
"""How many sessions are listed unless somebody says otherwise."""

LATEST_MS = 10**15
"""A number that is no time of this world is none."""

Ask = Callable[[tuple[str, ...]], str]
"""Runs the program with those arguments; what it prints. Raises HiveError when it does not print."""

Record = Mapping[str, Any]


def can_list(manifest: Manifest) -> bool:
    """Whether the file says where sessions are."""
    session = manifest.session or Session()
    return session.listing is not None or bool(session.resume and (session.resume.find or session.resume.exists))


def sessions(
    manifest: Manifest,
    env: Mapping[str, str],
    *,
    ask: Ask,
    cwd: str = "",
    limit: int = DEFAULT_LIMIT,
    clock: Clock | None = None,
) -> list[SessionInfo]:
    """The newest sessions, newest first; with `cwd` only those that are known to be of that folder.

    They are those of a program that runs with the environment `env`. Blocks while files are read, or the program is
    run. What is damaged on disk is passed over.

    Raises:
        UnsupportedError: nothing says where they are, or the program's own list cannot be read.
        HiveError: as `ask` does.
    """
    session = manifest.session or Session()
    if not can_list(manifest):
        raise UnsupportedError(f"the agent file of {manifest.id} does not say where its sessions are")
    listing = session.listing or Listing()
    if listing.args:
        found = _told(listing, ask(listing.args), manifest.label)
    else:
        found = _on_disk(session, listing, env, cwd, clock)
    if cwd:
        found = [one for one in found if locate.is_folder(one.cwd, cwd)]
    return sorted(found, key=lambda one: one.updated, reverse=True)[:limit]


def _told(listing: Listing, text: str, label: str) -> list[SessionInfo]:
    try:
        rows = json.loads(text) if text.strip() else []
    except (ValueError, RecursionError) as error:
        raise UnsupportedError(f"the list of sessions that {label} printed cannot be read") from error
    if not isinstance(rows, list):
        raise UnsupportedError(f"{label} printed no list of sessions")
    named = [(at_path(row, listing.id_path), row) for row in rows]
    return [_info(name, listing, [row]) for name, row in named if is_session_id(name)]


def _on_disk(
    session: Session, listing: Listing, env: Mapping[str, str], cwd: str, clock: Clock | None
) -> list[SessionInfo]:
    resume = session.resume or Resume()
    found = locate.sessions(resume, Search.of(session, env, clock=clock), cwd)
    if not listing.lines:
        return [SessionInfo(one.id, cwd=_folder(one.cwd), updated=one.updated) for one in found]
    search = Search.of(session, env, clock=clock)
    return [_read(one, listing, search) for one in found[:MAX_READS]]


def _read(one: Found, listing: Listing, search: Search) -> SessionInfo:
    """What a session's first lines say; a file `.json` is one record, however it is laid out."""
    is_whole = one.path.suffix == ".json"
    whole = search.whole(one.path) if is_whole else None
    records = search.records(one.path, listing.lines) if not is_whole else [whole] if whole else []
    return _info(one.id, listing, records, cwd=one.cwd, updated=one.updated)


def _info(name: str, listing: Listing, records: Sequence[Record], *, cwd: str = "", updated: int = 0) -> SessionInfo:
    folders = (at_path(record, listing.cwd_path) for record in records) if listing.cwd_path else ()
    times = (_time(at_path(record, listing.updated_path)) for record in records) if listing.updated_path else ()
    return SessionInfo(
        name,
        cwd=_folder(cwd) or next((folder for value in folders if (folder := _folder(value))), ""),
        title=_words(listing.title_path, records),
        prompt=_words(listing.prompt_path, records),
        updated=next((time for time in times if time), updated),
    )


def _folder(value: object) -> str:
    """A folder's name as JSON can carry it, or nothing."""
    is_text = isinstance(value, str) and not any("\ud800" <= c <= "\udfff" for c in value)
    return str(value) if is_text else ""


def _words(paths: Sequence[str], records: Sequence[Record]) -> str:
    """For the first path that gives any: the first line of its first text."""
    for path in paths:
        for record in records:
            if line := _first_line(at_path(record, path)):
                return line
    return ""


def _first_line(value: object) -> str:
    """The first line of a text; of a list of pieces, as messages hold them, that of the first one with text."""
    if isinstance(value, list):
        texts = (at_path(piece, "text") for piece in value)
        value = next((text for text in texts if isinstance(text, str)), "")
    return one_line(value.split("\n", 1)[0], TEXT_LIMIT) if isinstance(value, str) else ""


def _time(value: object) -> int:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return int(value) if 0 < value < LATEST_MS else 0
    if not isinstance(value, str):
        return 0
    try:
        moment = datetime.fromisoformat(value)
        return round((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)
    except (ValueError, OverflowError):  # no time
        return 0

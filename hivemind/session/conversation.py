"""What was said in a session, read from where its program keeps it: bounded, and nothing for what cannot be read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hivemind.base.clock import Clock
from hivemind.manifest.manifest import Manifest
from hivemind.manifest.parts.session import Resume, Session
from hivemind.manifest.transcript import Transcript
from hivemind.session import locate, transcript
from hivemind.session.listing import Ask
from hivemind.session.store import MAX_READS, Search, is_session_id, json_of, newest

LAST_ENTRIES, LAST_BYTES = 200, 1024 * 1024
"""How much of a conversation is read, from its end."""


def conversation(
    manifest: Manifest, session_id: str, env: Mapping[str, str], *, ask: Ask, clock: Clock | None = None
) -> list[transcript.Entry]:
    """The last entries, oldest first; none where the agent's file does not say how, or nothing is there.

    Blocks while files are read, or the program is run.

    Raises:
        HiveError: as `ask` does.
    """
    session = manifest.session or Session()
    if session.transcript is None or not is_session_id(session_id):
        return []
    search = Search.of(session, env, clock=clock)
    return _entries(session.transcript, session.resume or Resume(), search, session_id, ask)[-LAST_ENTRIES:]


def _entries(reading: Transcript, resume: Resume, search: Search, session_id: str, ask: Ask) -> list[transcript.Entry]:
    if reading.args:
        printed = ask(tuple(token.replace("{id}", session_id) for token in reading.args))
        return transcript.of_records(reading, _records(reading, json_of(printed)))
    if reading.files:
        folder = search.place(reading.files.replace("{id}", session_id))
        documents = [search.document(path) for path in _last_files(folder, search)]
        return transcript.of_records(reading, [one for found in documents for one in _records(reading, found)])
    found = locate.named(resume, search, session_id)
    if found is None:
        return []
    if found.path.suffix == ".json":
        return transcript.of_records(reading, _records(reading, search.document(found.path)))
    lines = search.tail(found.path, LAST_BYTES)
    return transcript.entries(reading, [line.decode(errors="replace") for line in lines])


def _records(reading: Transcript, document: Any) -> list[Any]:
    """The list in a document; a document that is neither a list nor has one is a record."""
    inner = transcript.at_path(document, reading.records) if reading.records else document
    return inner if isinstance(inner, list) else [] if reading.records else [inner]


def _last_files(folder: Path, search: Search) -> list[Path]:
    """The documents of a folder, oldest first: the newest ones that together are not too much."""
    inner = [
        file for one in search.inside(folder) if one.name.endswith(".json") and (file := search.file(Path(one.path)))
    ]
    found: list[Path] = []
    left = LAST_BYTES
    for file in newest(inner)[:MAX_READS]:
        left -= file.size
        if found and left < 0:
            break
        found.append(file.path)
    return found[::-1]

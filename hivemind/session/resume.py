"""Taking a session up again: which one is meant, whether it is still there, and the arguments that say so."""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping, Sequence

import msgspec

from hivemind.base.errors import BadRequestError, HiveError, UnsupportedError
from hivemind.manifest.manifest import Manifest
from hivemind.manifest.parts.session import Resume, Session
from hivemind.protocol.session import SessionInfo
from hivemind.session import locate
from hivemind.session.listing import Ask, can_list, sessions
from hivemind.session.store import Search, is_session_id

LAST = "last"
"""Stands for the session that the folder had last."""

NAMED = 3
"""Sessions that an error names."""


class Choice(msgspec.Struct, frozen=True):
    """A session to take up."""

    args: tuple[str, ...]
    """What says so on the command line."""
    id: str = ""
    """Empty when only the program knows which one it will be."""
    cwd: str = ""
    """The folder it worked in, where that is known."""


def can_resume(manifest: Manifest) -> bool:
    """Whether the file says how a session is taken up."""
    return bool(manifest.session and manifest.session.resume and manifest.session.resume.args)


def arguments(manifest: Manifest, session_id: str) -> tuple[str, ...]:
    """What makes the program take up that session."""
    resume = manifest.session.resume if manifest.session else None
    return tuple(token.replace("{id}", session_id) for token in resume.args) if resume else ()


def named(manifest: Manifest, argv: Sequence[str]) -> str:
    """The id of the session that a command line takes up, or gives to a fresh one; empty when it names none."""
    resume = manifest.session.resume if manifest.session else None
    if resume is None:
        return ""
    forms = [resume.args, *([(resume.from_.bound, "{id}")] if resume.from_.bound else [])]
    for form in forms:
        for at in range(len(argv) - len(form) + 1):
            if (session_id := _id_in(form, argv[at : at + len(form)])) is not None:
                return session_id
    return ""


def _id_in(form: Sequence[str], words: Sequence[str]) -> str | None:
    """What `{id}` stands for when the words have that form; None when they have not."""
    session_id = None
    for token, word in zip(form, words, strict=True):
        before, has_id, after = token.partition("{id}")
        if not has_id and word != token:
            return None
        if has_id:
            found = word[len(before) : len(word) - len(after)]
            if not is_session_id(found) or word != before + found + after:
                return None
            session_id = found
    return session_id


def choose(
    manifest: Manifest, wanted: str, env: Mapping[str, str], *, cwd: str, ask: Ask, taken: Collection[str] = ()
) -> Choice:
    """The session with that id, or with `last` the newest of the folder that is not among `taken`.

    Blocks as `listing.sessions` does.

    Raises:
        BadRequestError: `wanted` is no id.
        HiveError: NOT_FOUND, there is none; the message names some that are there.
        UnsupportedError: as `listing.sessions` says, for `last`.
    """
    if wanted == LAST:
        return _last(manifest, env, cwd=cwd, ask=ask, taken=taken)
    if not is_session_id(wanted):
        raise BadRequestError(
            f"'{wanted}' is no id of a session", hint=f"see them: hive sessions {manifest.id}, or say --resume {LAST}"
        )
    session = manifest.session or Session()
    listed = _listed(manifest, env, ask)
    known = next((one for one in listed or () if one.id == wanted), None)
    if session.listing and session.listing.args:
        is_absent = listed is not None and known is None
    else:
        is_absent = known is None and locate.is_gone(session.resume or Resume(), Search.of(session, env), wanted)
    if is_absent:
        near = sorted(listed or (), key=lambda one: one.cwd != cwd)
        raise HiveError(
            f"{manifest.label} has no session '{wanted}'; {_some(near)}",
            code="NOT_FOUND",
            hint=f"see all: hive sessions {manifest.id} --all",
        )
    return Choice(arguments(manifest, wanted), wanted, known.cwd if known else "")


def _last(manifest: Manifest, env: Mapping[str, str], *, cwd: str, ask: Ask, taken: Collection[str]) -> Choice:
    session = manifest.session or Session()
    resume = session.resume or Resume()
    if not can_list(manifest) or not _tells_folders(session):
        if resume.fallback:
            return Choice(resume.fallback)
        raise UnsupportedError(
            f"which session of {manifest.label} was the last is not known", hint="give its id: --resume ID"
        )
    if resume.find and not (session.listing and session.listing.args):
        newest = locate.newest(resume.find, Search.of(session, env), cwd, besides=taken)
        found = [(newest.id, newest.cwd)] if newest else []
    else:
        found = [(one.id, one.cwd) for one in sessions(manifest, env, ask=ask, cwd=cwd) if one.id not in taken]
    if not found:
        raise HiveError(
            f"{manifest.label} has no session of the folder {cwd} that could be taken up",
            code="NOT_FOUND",
            hint=f"see those of all folders: hive sessions {manifest.id} --all",
        )
    session_id, folder = found[0]
    return Choice(arguments(manifest, session_id), session_id, folder)


def _tells_folders(session: Session) -> bool:
    """Whether the folder of a session can be known, so that the last one of a folder can."""
    is_found = bool(session.resume and session.resume.find)
    return is_found if session.listing is None else bool(session.listing.cwd_path) or is_found


def _listed(manifest: Manifest, env: Mapping[str, str], ask: Ask) -> list[SessionInfo] | None:
    """All that can be listed; None where that fails, since a session may be there all the same."""
    try:
        return sessions(manifest, env, ask=ask, limit=sys.maxsize) if can_list(manifest) else None
    except HiveError:
        return None


def _some(listed: Sequence[SessionInfo]) -> str:
    if not listed:
        return "none can be found"
    named = [f"{one.id} ({one.title or one.prompt})" if one.title or one.prompt else one.id for one in listed[:NAMED]]
    more = len(listed) - len(named)
    return f"there are: {', '.join(named)}" + (f" and {more} more" if more else "")

"""Agent files as they were parsed, kept in the cache folder, so that a file that was read before needs no YAML parser.

An entry is named by the file's content and by the parser that read it, and carries a checksum. One that is damaged,
foreign or cannot be written costs time, never an error: the file is parsed again.
"""

from __future__ import annotations

import functools
import hashlib
import logging
import os
import secrets
from pathlib import Path
from typing import Any

import msgspec

from hivemind.base import yamldoc
from hivemind.base.problems import Problem, Report, Severity, Where
from hivemind.base.yamldoc import Entry, Node

logger = logging.getLogger(__name__)

FORMAT = b"hivemind nodes 1\n"
"""What an entry begins with; another shape of entries gets another number."""

MAX_ENTRIES = 256
"""Files in the folder; the ones written first go first."""

SUFFIX = ".nodes"
_SUM_BYTES = 16

_Place = tuple[int, int, int]
"""Line, column and length."""


class _Kept(msgspec.Struct, array_like=True):
    root: Any
    problems: list[tuple[_Place, str, str, str, str]]
    """Place, code, message, hint and severity."""


def read(path: Path, report: Report, folder: Path | None) -> Node | None:
    """As `yamldoc.read`, with what was parsed kept in `folder`; None keeps nothing."""
    text = yamldoc.read_text(path, report)
    if text is None or folder is None:
        return None if text is None else yamldoc.parse(text, str(path), report)
    entry = folder / (_sum(FORMAT + _parser() + text.encode()).hex() + SUFFIX)
    kept = _load(entry)
    if kept is not None:
        try:
            found = None if kept.root is None else _node(kept.root, str(path))
            problems = [_problem(row, str(path)) for row in kept.problems]
        except (TypeError, ValueError, AttributeError):  # not the shape that we write
            logger.info("cache entry not used", extra={"entry": str(entry)})
        else:
            report.source = text
            report.problems += problems
            return found
    known = len(report.problems)
    root = yamldoc.parse(text, str(path), report)
    _save(entry, _Kept(None if root is None else _row(root), [_problem_row(p) for p in report.problems[known:]]))
    return root


def _sum(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_SUM_BYTES).digest()


@functools.cache
def _parser() -> bytes:
    """The parser's own source: another version of it may read the same text otherwise."""
    return _sum(Path(yamldoc.__file__).read_bytes())


def _load(entry: Path) -> _Kept | None:
    try:
        raw = entry.read_bytes()
    except OSError:
        return None
    head = len(FORMAT) + _SUM_BYTES
    if raw[:head] != FORMAT + _sum(raw[head:]):
        return None
    try:
        return msgspec.msgpack.decode(raw[head:], type=_Kept)
    except (msgspec.MsgspecError, RecursionError):
        return None


def _save(entry: Path, kept: _Kept) -> None:
    spare = entry.with_name(f"{secrets.token_hex(8)}.tmp{SUFFIX}")
    try:
        body = msgspec.msgpack.encode(kept)
        entry.parent.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        entry.parent.mkdir(exist_ok=True, mode=0o700)
        with os.fdopen(os.open(spare, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(FORMAT + _sum(body) + body)
        spare.replace(entry)
        _prune(entry.parent)
    except (OSError, UnicodeEncodeError) as error:  # half a surrogate pair cannot be written
        logger.info("cache entry not written", extra={"entry": str(entry), "error": str(error)})


def _prune(folder: Path) -> None:
    ours = [(path.lstat().st_mtime_ns, path) for path in folder.iterdir() if path.name.endswith(SUFFIX)]
    for _, path in sorted(ours)[:-MAX_ENTRIES]:
        path.unlink(missing_ok=True)


def _place(where: Where) -> _Place:
    return (where.line, where.column, where.length)


def _row(node: Node) -> list[Any]:
    value: Any = node.value
    if isinstance(value, tuple):
        value = [_row(item) for item in value]
    elif isinstance(value, dict):
        value = {key: [*_place(entry.key), _row(entry.node)] for key, entry in value.items()}
    return [*_place(node.where), value]


def _node(row: Any, path: str) -> Node:
    line, column, length, value = row
    if isinstance(value, list):
        value = tuple(_node(item, path) for item in value)
    elif isinstance(value, dict):
        value = {key: Entry(Where(path, *at), _node(inner, path)) for key, (*at, inner) in value.items()}
    return Node(Where(path, line, column, length), value)


def _problem_row(problem: Problem) -> tuple[_Place, str, str, str, str]:
    return (_place(problem.where), problem.code, problem.message, problem.hint, problem.severity.value)


def _problem(row: tuple[_Place, str, str, str, str], path: str) -> Problem:
    place, code, message, hint, severity = row
    return Problem(Where(path, *place), code, message, hint, Severity(severity))

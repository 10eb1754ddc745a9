"""YAML text to nodes that remember line and column. The only place that knows ruamel.yaml, and it waits for a text.

ruamel costs 40 ms to load, and whoever has the nodes already (`manifest.cached`) does without. Only the events of its
parser are used: values are made here, by the core schema of YAML 1.2.2 (chapter 10.3), so no tag can build an object,
`on` and `no` are text, and a document of a few bytes cannot grow by its aliases.
"""

from __future__ import annotations

import bisect
import re
import stat
import string
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hivemind.base.problems import Report, Where

Scalar = str | int | float | bool | None

MAX_BYTES = 256 * 1024
"""Bytes. A file larger than this is no agent file; the parser takes about a second for one this large."""

MAX_DEPTH = 64
"""Collections inside each other. Deeper ones would exhaust the stack of whoever walks the nodes."""

MAX_NODES = 20_000
"""Values of one document, those that aliases repeat counted each time."""

MAX_DIGITS = 18
"""Digits of a whole number; more does not fit into 64 bits."""

_WORDS: dict[str, Scalar] = {
    "": None,
    "~": None,
    **dict.fromkeys(("null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INT = re.compile(r"[-+]?[0-9]+")
_HALF = re.compile("[\\ud800-\\udfff]")
_BASED = re.compile(r"0(?:o[0-7]+|x[0-9a-fA-F]+)")
_FLOAT = re.compile(
    r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)
_CORE_TAG = "tag:yaml.org,2002:"
_STRING_TAGS = ("!", f"{_CORE_TAG}str")
_STARTS = ("SequenceStart", "MappingStart")
_ENDS = ("SequenceEnd", "MappingEnd")
_PROPERTIES = re.compile(r"(?:[&!][^\s,\[\]{}]*(?:\s|(?<=\s)#[^\n]*)*)+")
"""Anchor and tag before a value, with what separates them from it."""


@dataclass(frozen=True, slots=True)
class Node:
    """One YAML value and where it stands.

    A sequence is a tuple, a mapping a dict in the order of the file. What an alias repeats is the same node, standing
    where it was written.
    """

    where: Where
    value: Scalar | tuple[Node, ...] | dict[str, Entry]


@dataclass(frozen=True, slots=True)
class Entry:
    """One key of a mapping with its value."""

    key: Where
    """Where the key stands, for problems about the key itself."""
    node: Node


def read(path: Path, report: Report) -> Node | None:
    """The root node of the file, or None with the problem in `report` (`file.missing`, `yaml.syntax` …)."""
    text = read_text(path, report)
    return None if text is None else parse(text, str(path), report)


def read_text(path: Path, report: Report) -> str | None:
    """The file's text, or None with the problem in `report` (`file.missing`, `file.not_utf8` …)."""
    where = Where(str(path))
    try:
        info = path.stat()
        if not stat.S_ISREG(info.st_mode):
            report.add(where, "file.not_a_file", "expected a file")
            return None
        if info.st_size > MAX_BYTES:
            message = f"{info.st_size} bytes, at most {MAX_BYTES} are read"
            report.add(Where(str(path), 1, 1), "file.too_large", message)
            return None
        raw = path.read_bytes()
    except FileNotFoundError:
        report.add(where, "file.missing", "no such file")
        return None
    except OSError as error:
        report.add(where, "file.unreadable", f"cannot be read: {error.strerror}")
        return None
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = len(raw[raw.rfind(b"\n", 0, error.start) + 1 : error.start].decode("utf-8", "replace")) + 1
        report.add(Where(str(path), line, column), "file.not_utf8", f"byte 0x{raw[error.start]:02x} is not UTF-8")
        return None


def parse(text: str, path: str, report: Report) -> Node | None:
    """The document's root node, or None with the problem in `report` (`yaml.syntax`, `yaml.tag` …).

    A key that occurs twice or is not text is reported, and the node is still returned, so that the rest can be checked.
    `path` is only a name; nothing is read. Never raises, whatever the text.
    """
    from ruamel.yaml import YAML  # noqa: PLC0415 (slow to load)
    from ruamel.yaml.error import MarkedYAMLError, YAMLError  # noqa: PLC0415
    from ruamel.yaml.reader import ReaderError  # noqa: PLC0415

    report.source = text
    builder = _Builder(_Lines(text, path), report)
    try:
        for event in YAML(typ="safe", pure=True).parse(text):
            builder.take(event)
    except _StopReading:
        return None
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        _syntax(builder, mark.index if mark else 0, str(error.problem or error.context))
        return None
    except ReaderError as error:
        _syntax(builder, error.position, f"character U+{error.character:04X} is not allowed")
        return None
    except (ValueError, OverflowError):
        _syntax(builder, _bad_escape(text), "this escape is beyond the last character, \\U0010FFFF")
        return None
    except YAMLError as error:
        _syntax(builder, 0, f"no YAML: {error}")
        return None
    if builder.root is None:
        report.add(Where(path, 1, 1), "yaml.empty", "the file holds no value")
    return builder.root


def _bad_escape(text: str) -> int:
    """Where the first escape beyond the last character stands; the beginning of the text without one."""
    at = text.find("\\U")
    while at >= 0:
        digits = text[at + 2 : at + 10]
        if len(digits) == 8 and all(digit in string.hexdigits for digit in digits) and int(digits, 16) > sys.maxunicode:
            return at
        at = text.find("\\U", at + 2)
    return 0


def _kind(event: Any) -> str:
    """What ruamel calls an event, such as `Scalar` or `MappingStart`, so that nobody needs its classes."""
    return type(event).__name__.removesuffix("Event")


class _StopReading(Exception):  # noqa: N818 - not an error: the problem is in the report
    """The document cannot be read further."""


class _Lines:
    """Offsets in a text as places; lines end at a newline only, as the excerpts of `problems` take them."""

    def __init__(self, text: str, path: str) -> None:
        self.text = text
        self.path = path
        self._starts = [0, *(m.end() for m in re.finditer("\n", text))]

    def where(self, start: int, end: int) -> Where:
        """The place of text[start:end], underlined to the end of its first line at most."""
        line = bisect.bisect_right(self._starts, start) - 1
        row_end = self.text.find("\n", start)
        end = min(end, len(self.text) if row_end < 0 else row_end)
        length = max(1, len(self.text[start:end].rstrip()))
        return Where(self.path, line + 1, start - self._starts[line] + 1, length)


def _syntax(builder: _Builder, index: int, message: str) -> None:
    text = builder.lines.text
    hint = "indent with spaces" if text[index : index + 1] == "\t" else ""
    where = builder.lines.where(min(index, len(text)), 0)
    builder.report.add(where, "yaml.syntax", " ".join(message.split()), hint=hint)


@dataclass(slots=True)
class _Open:
    """A collection whose end has not come yet."""

    where: Where
    anchor: str | None
    items: list[Node] | None
    """None for a mapping."""
    entries: dict[str, Entry]
    key: tuple[str, Where] | None = None
    size: int = 1


class _Builder:
    """Parser events in, one root node out; without recursion."""

    def __init__(self, lines: _Lines, report: Report) -> None:
        self.lines = lines
        self.report = report
        self.root: Node | None = None
        self._stack: list[_Open] = []
        self._anchors: dict[str, tuple[Node, int] | None] = {}
        """The node of each anchor and its size; None while it is still open."""
        self._count = 0
        self._has_document = False

    def take(self, event: Any) -> None:
        """One event, in the order of the document."""
        where = self._where(event)
        kind = _kind(event)
        if kind == "DocumentStart":
            if self._has_document:
                self._stop(where, "yaml.documents", "a second document; expected one")
            self._has_document = True
        elif kind == "Alias":
            self._alias(event.anchor, where)
        elif kind == "Scalar":
            self._check_tag(event)
            self._scalar(event, where)
        elif kind in _STARTS:
            self._check_tag(event)
            self._open(event, where)
        elif kind in _ENDS:
            self._close()

    def _where(self, event: Any) -> Where:
        kind = _kind(event)
        if kind == "Scalar" and event.start_mark.index == event.end_mark.index:
            return self._nothing(event.start_mark.index)
        start: int = event.start_mark.index
        if (kind == "Scalar" or kind in _STARTS) and (event.anchor or event.tag):
            properties = _PROPERTIES.match(self.lines.text, start)
            start = properties.end() if properties else start
        is_block = kind in _STARTS and not event.flow_style
        return self.lines.where(start, start + 1 if is_block else event.end_mark.index)

    def _nothing(self, index: int) -> Where:
        """The place of a value that is not written: its key, else what stands before it."""
        if self._stack and self._stack[-1].key is not None:
            return self._stack[-1].key[1]
        before = len(self.lines.text[:index].rstrip())
        return self.lines.where(max(0, before - 1), before)

    def _stop(self, where: Where, code: str, message: str, hint: str = "") -> None:
        self.report.add(where, code, message, hint=hint)
        raise _StopReading

    def _check_tag(self, event: Any) -> None:
        tag = event.tag
        if tag is None or (str(tag) in _STRING_TAGS and _kind(event) == "Scalar"):
            return
        start: int = event.start_mark.index
        where = self.lines.where(start, start + len(self.lines.text[start:].split(maxsplit=1)[0]))
        self._stop(where, "yaml.tag", f"the tag {str(tag).replace(_CORE_TAG, '!!')} is not allowed", "leave it out")

    def _alias(self, anchor: str, where: Where) -> None:
        if anchor not in self._anchors:
            self._stop(where, "yaml.alias", f"no anchor '{anchor}' stands before this alias")
        known = self._anchors[anchor]
        if known is None:
            self._stop(where, "yaml.alias", f"the alias '{anchor}' stands inside what it repeats")
        elif self._is_key_next():
            self._stop(where, "yaml.key", "an alias as a key; expected text")
        else:
            self._put(known[0], known[1], where)

    def _scalar(self, event: Any, where: Where) -> None:
        text = self._characters(event.value, where)
        is_plain = event.style is None and event.tag is None
        value = self._resolve(text, where) if is_plain else text
        if self._is_key_next():
            self._key(text, value, where)
            return
        node = Node(where, value)
        if event.anchor is not None:
            self._anchors[event.anchor] = (node, 1)
        self._put(node, 1, where)

    def _characters(self, text: str, where: Where) -> str:
        """The text, each half of a surrogate pair replaced: an escape of one makes it, and it could not be written."""
        whole = _HALF.sub("\ufffd", text)
        if whole != text:
            message = "half of a surrogate pair, which is no character"
            self.report.add(where, "yaml.syntax", message, hint="write the character itself")
        return whole

    def _resolve(self, text: str, where: Where) -> Scalar:
        if text in _WORDS:
            return _WORDS[text]
        is_decimal = _INT.fullmatch(text) is not None
        if is_decimal or _BASED.fullmatch(text):
            if len(text.lstrip("+-")) > MAX_DIGITS:
                self.report.add(
                    where, "yaml.number", "a whole number of more than 18 digits", hint="quote it for a text"
                )
                return 0
            return int(text) if is_decimal else int(text, 0)
        if _FLOAT.fullmatch(text):
            return float(text.replace(".", "", 1) if text.lower().endswith(("inf", "nan")) else text)
        return text

    def _is_key_next(self) -> bool:
        return bool(self._stack) and self._stack[-1].items is None and self._stack[-1].key is None

    def _key(self, text: str, value: Scalar, where: Where) -> None:
        top = self._stack[-1]
        if not isinstance(value, str):
            hint = f'write "{text}" for a text' if text else "a key is missing before ':'"
            self.report.add(where, "yaml.key", f"found the key {text or '(nothing)'}, expected text", hint=hint)
        if text in top.entries:
            first = top.entries[text].key
            hint = f"the first one stands at {first.line}:{first.column}"
            self.report.add(where, "yaml.duplicate_key", f"the key '{text}' occurs twice", hint=hint)
        top.key = (text, where)

    def _open(self, event: Any, where: Where) -> None:
        if self._is_key_next():
            self._stop(where, "yaml.key", "a list or mapping as a key; expected text")
        if len(self._stack) == MAX_DEPTH:
            self._stop(where, "yaml.too_deep", f"more than {MAX_DEPTH} lists and mappings inside each other")
        if event.anchor is not None:
            self._anchors[event.anchor] = None
        items: list[Node] | None = [] if _kind(event) == "SequenceStart" else None
        self._stack.append(_Open(where, event.anchor, items, {}))

    def _close(self) -> None:
        done = self._stack.pop()
        node = Node(done.where, done.entries if done.items is None else tuple(done.items))
        if done.anchor is not None:
            self._anchors[done.anchor] = (node, done.size)
        self._count -= done.size - 1  # its children are counted again with it
        self._put(node, done.size, done.where)

    def _put(self, node: Node, size: int, where: Where) -> None:
        self._count += size
        if self._count > MAX_NODES:
            self._stop(where, "yaml.too_large", f"more than {MAX_NODES} values")
        if not self._stack:
            self.root = node
            return
        top = self._stack[-1]
        top.size += size
        if top.key is not None:
            name, key = top.key
            top.entries.setdefault(name, Entry(key, node))
            top.key = None
        elif top.items is not None:
            top.items.append(node)

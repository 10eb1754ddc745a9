"""TOML text to the nodes of `yamldoc`, which remember line and column. The values are those of `tomllib`.

tomllib (TOML 1.0.0) keeps no places, so a second walk over the text, which is known to be valid by then, notes where
each key and value stands. Whatever that walk does not find has the place of what holds it.
"""

from __future__ import annotations

import bisect
import re
import tomllib
from collections.abc import Mapping
from typing import Any, Final

from hivemind.base.problems import Report, Where
from hivemind.base.yamldoc import Entry, Node, Scalar

Path = tuple[str | int, ...]
"""From the root: names of keys, and numbers of items of arrays."""

_AT = re.compile(r"\(at line (\d+), column (\d+)\)|\(at end of document\)")
_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?:\\.|"{0,2}[^"\\])*"{3,5}|' + r"'''(?:'{0,2}[^'])*'{3,5}|" + r'"(?:\\.|[^"\\\n])*"|' + r"'[^'\n]*'",
    re.DOTALL,
)
_PLAIN = re.compile(r"[^,\]}#\r\n]*")


def parse(text: str, path: str, report: Report) -> Node | None:
    """The root table, or None with the problem in `report` (`toml.syntax`). `path` is only a name.

    Dates and times are given as the text they were written as. Never raises, whatever the text.
    """
    report.source = text
    lines = _Lines(text, path)
    try:
        value = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        report.add(lines.of_error(str(error)), "toml.syntax", _message(str(error)))
        return None
    except RecursionError:
        report.add(Where(path, 1, 1), "toml.syntax", "arrays or tables too deep inside each other")
        return None
    places = _Walk(text).places
    return _node(value, (), places, lines, Where(path, 1, 1))


def _message(error: str) -> str:
    """Tomllib's words without their place, as our messages are written."""
    words = _AT.sub("", error).strip()
    return words[:1].lower() + words[1:]


class _Lines:
    """Offsets of a text as places."""

    def __init__(self, text: str, path: str) -> None:
        self._text = text
        self._path = path
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def where(self, start: int, end: int) -> Where:
        """The place of text[start:end], to the end of its first line at most."""
        line = bisect.bisect_right(self._starts, start) - 1
        rows = self._text[start:end].splitlines()
        return Where(self._path, line + 1, start - self._starts[line] + 1, max(1, len(rows[0]) if rows else 1))

    def of_error(self, error: str) -> Where:
        """The place that an error of tomllib names; the end of the text where it names that."""
        match = _AT.search(error)
        if match and match[1]:
            return Where(self._path, int(match[1]), int(match[2]))
        end = len(self._text.rstrip())
        return self.where(max(0, end - 1), end)


Span = tuple[int, int]


class _Walk:
    """Where each key and value of a valid document stands."""

    def __init__(self, text: str) -> None:
        self.places: dict[Path, tuple[Span, Span]] = {}
        """Of a key and of its value, by path; for an item of an array both are its own."""
        self._text = text
        self._at = 0
        self._arrays: dict[Path, int] = {}
        """How many tables of each array of tables there have been."""
        table: Path = ()
        while self._skip() < len(text):
            if text.startswith("[", self._at):
                table = self._header()
            else:
                self._pair(table)

    def _skip(self, what: re.Pattern[str] = _BLANK) -> int:
        """Pass over blanks, comments and line ends; where we are then."""
        match = what.match(self._text, self._at)
        self._at = match.end() if match else self._at
        return self._at

    def _header(self) -> Path:
        """`[a.b]` or `[[a.b]]`: the path of the table that begins there."""
        start = self._at
        is_item = self._text.startswith("[[", start)
        self._at += 2 if is_item else 1
        names = self._key()
        self._at += 2 if is_item else 1
        path = self._resolved(tuple(names), is_item=is_item)
        self.places[path] = (start, self._at), (start, self._at)
        return path

    def _resolved(self, names: tuple[str, ...], *, is_item: bool) -> Path:
        """The path of a header: names of arrays of tables mean their last table."""
        path: Path = ()
        for number, name in enumerate(names):
            path = (*path, name)
            if is_item and number == len(names) - 1:
                self._arrays[path] = self._arrays.get(path, -1) + 1
            if path in self._arrays:
                path = (*path, self._arrays[path])
        return path

    def _key(self) -> list[str]:
        """The names of a dotted key; we stand behind it, blanks passed, then."""
        names: list[str] = []
        while True:
            self._skip(_SPACE)
            match = _BARE.match(self._text, self._at) or _STRING.match(self._text, self._at)
            if match is None:
                return names
            self._at = match.end()
            written = match[0]
            names.append(written if written[0] not in "\"'" else str(tomllib.loads(f"k = {written}")["k"]))
            if self._skip(_SPACE) >= len(self._text) or self._text[self._at] != ".":
                return names
            self._at += 1

    def _pair(self, table: Path) -> None:
        """`key = value`; places of tables that a dotted key makes on its way are those of the key."""
        start = self._at
        path = (*table, *self._key())
        key = (start, len(self._text[: self._at].rstrip(" \t")))
        self._at += 1  # the equals sign; the text is valid
        value = self._value(path)
        for length in range(len(table) + 1, len(path)):
            self.places.setdefault(path[:length], (key, key))
        self.places[path] = key, value

    def _value(self, path: Path) -> Span:
        """One value, and what is in it."""
        start = self._skip(_SPACE)
        character = self._text[start : start + 1]
        if character == "[":
            self._array(path)
        elif character == "{":
            self._inline(path)
        else:
            match = _STRING.match(self._text, start) or _PLAIN.match(self._text, start)
            written = match[0] if match else ""
            self._at = start + len(written if written[:1] in "\"'" else written.rstrip())
        return start, self._at

    def _array(self, path: Path) -> None:
        self._at += 1
        number = 0
        while self._skip() < len(self._text) and self._text[self._at] != "]":
            item = (*path, number)
            span = self._value(item)
            self.places[item] = span, span
            number += 1
            if self._text[self._skip() : self._at + 1] == ",":
                self._at += 1
        self._at += 1

    def _inline(self, path: Path) -> None:
        self._at += 1
        while self._skip(_SPACE) < len(self._text) and self._text[self._at] != "}":
            self._pair(path)
            if self._text[self._skip(_SPACE) : self._at + 1] == ",":
                self._at += 1
        self._at += 1


def _node(value: Any, path: Path, places: Mapping[Path, tuple[Span, Span]], lines: _Lines, above: Where) -> Node:
    """Tomllib's value as a node, at its place or at that of what holds it."""
    where = lines.where(*places[path][1]) if path in places else above
    if isinstance(value, dict):
        entries: dict[str, Entry] = {}
        for name, inner in value.items():
            spans = places.get((*path, name))
            key = lines.where(*spans[0]) if spans else where
            entries[name] = Entry(key, _node(inner, (*path, name), places, lines, key))
        return Node(where, entries)
    if isinstance(value, list):
        return Node(
            where, tuple(_node(item, (*path, number), places, lines, where) for number, item in enumerate(value))
        )
    scalar: Scalar = value if isinstance(value, str | int | float | bool) else str(value)
    return Node(where, scalar)

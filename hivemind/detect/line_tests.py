"""The tests on one line: the vocabulary inside `line` and `title`. A new test is one entry in `LINE_TESTS`.

A line test looks at a left-trimmed line, given as it is and in lower case. Its time is proportional to the line.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Annotated, Literal

from msgspec import Meta

from hivemind.base.problems import Report
from hivemind.base.yamldoc import Node
from hivemind.detect.vocabulary import Nodes, Text, Use, Word, compile_word

LineTest = Callable[[str, str], bool]
"""The left-trimmed line, and the same in lower case, to whether the test holds."""

Prefix = Annotated[tuple[str, ...], Meta(min_length=1)]

BRAILLE = "braille"
"""In a list of characters: any of U+2800–28FF, which spinners are made of."""


def is_braille(character: str) -> bool:
    """Whether it is one of the 256 braille patterns."""
    return "\u2800" <= character <= "\u28ff"


def compile_line_test(node: Node, report: Report) -> LineTest | None:
    """One line test, or None with every problem of it in the report."""
    return compile_word(node, report, LINE_TESTS, "line test")


def _tests(use: Use) -> list[LineTest] | None:
    nodes: tuple[Node, ...] | None = use.read(Nodes)
    if nodes is None:
        return None
    tests = [compile_line_test(node, use.report) for node in nodes]
    good = [test for test in tests if test is not None]
    return good if len(good) == len(tests) else None


def compile_all_of(use: Use) -> LineTest | None:
    """A list of line tests that must all hold on the same line."""
    tests = _tests(use)
    if tests is None:
        return None
    if len(tests) == 1:
        return tests[0]
    return lambda line, low: all(test(line, low) for test in tests)


def _any_of(use: Use) -> LineTest | None:
    tests = _tests(use)
    return None if tests is None else lambda line, low: any(test(line, low) for test in tests)


def _contains(use: Use) -> LineTest | None:
    text: str | None = use.read(Text)
    if text is None:
        return None
    wanted = text.lower()
    return lambda _line, low: wanted in low


def _contains_cs(use: Use) -> LineTest | None:
    text: str | None = use.read(Text)
    return None if text is None else lambda line, _low: text in line


def _starts_with(use: Use) -> LineTest | None:
    text: str | None = use.read(Text)
    if text is None:
        return None
    wanted = text.lower()
    return lambda _line, low: low.startswith(wanted)


def _characters(use: Use) -> tuple[frozenset[str], bool] | None:
    """The listed characters, and whether `braille` is among them."""
    entries: tuple[str, ...] | None = use.read(Prefix)
    if entries is None:
        return None
    long = [entry for entry in entries if len(entry) != 1 and entry != BRAILLE]
    for entry in long:
        use.refuse(f"'{entry}' is not one character", hint=f"each entry is one character, or the word '{BRAILLE}'")
    if long:
        return None
    return frozenset(entry for entry in entries if entry != BRAILLE), BRAILLE in entries


def _starts_with_any(use: Use) -> LineTest | None:
    listed = _characters(use)
    if listed is None:
        return None
    characters, braille = listed
    return lambda line, _low: line[:1] in characters or (braille and is_braille(line[:1]))


def _after_prefix(use: Use, holds: Callable[[str], bool]) -> LineTest | None:
    """A test of what comes after a listed character; a run of braille characters goes as a whole."""
    listed = _characters(use)
    if listed is None:
        return None
    characters, braille = listed

    def test(line: str, _low: str) -> bool:
        first = line[:1]
        if braille and is_braille(first):
            end = 1
            while is_braille(line[end : end + 1]):
                end += 1
            return holds(line[end:])
        return first in characters and holds(line[1:])

    return test


def _has_gerund(rest: str) -> bool:
    words = rest.split(None, 1)
    if not words:
        return False
    word = words[0]
    end = len(word)
    while end and not (word[end - 1].isascii() and word[end - 1].isalpha()):
        end -= 1
    return word[:end].lower().endswith("ing")


def _has_letter(rest: str) -> bool:
    first = rest.lstrip()[:1]
    return first.lower() != first.upper()


_OPERATORS: dict[str, Callable[[float, float], bool]] = {
    "gt": operator.gt,
    "gte": operator.ge,
    "lt": operator.lt,
    "lte": operator.le,
    "eq": operator.eq,
}


def _number_before_word(use: Use) -> LineTest | None:
    text: str | None = use.read(Text)
    name: str | None = use.modifier("op", Literal["gt", "gte", "lt", "lte", "eq"])
    value: float | None = use.modifier("value", float)
    for missing in ("op", "value"):
        if missing not in use.fields:
            use.report.add(use.whole.where, "manifest.missing_field", f"{use.word}: the key '{missing}' is missing")
    if text is None or name is None or value is None:
        return None
    if not text.strip():
        use.refuse("found blanks, expected a word")
        return None
    word, compare = text.lower(), _OPERATORS[name]

    def test(_line: str, low: str) -> bool:
        at = low.find(word)
        while at >= 0:
            number = _number_before(low, at)
            if number is not None:
                return compare(number, value)
            at = low.find(word, at + 1)
        return False

    return test


def _number_before(line: str, at: int) -> float | None:
    """The number that stands before column `at`, blanks between; None if there is none."""
    end = at
    while end and line[end - 1].isspace():
        end -= 1
    if end == at:
        return None
    start = end
    while start and "0" <= line[start - 1] <= "9":
        start -= 1
    return float(line[start:end]) if start < end else None


LINE_TESTS: dict[str, Word[LineTest]] = {
    "contains": Word(_contains),
    "containsCS": Word(_contains_cs),
    "startsWith": Word(_starts_with),
    "startsWithAny": Word(_starts_with_any),
    "gerundAfterPrefix": Word(lambda use: _after_prefix(use, _has_gerund)),
    "letterAfterPrefix": Word(lambda use: _after_prefix(use, _has_letter)),
    "numBeforeWord": Word(_number_before_word, modifiers=("op", "value")),
    "anyOf": Word(_any_of),
}
"""Every line test."""

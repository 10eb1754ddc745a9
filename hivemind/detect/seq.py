"""`seq`: terms matched one after the other on one line, without backtracking.

Each term takes what it takes and the attempt goes on or fails; only the starting column is tried again. What a term
would find at each column (where a run ends, where a text occurs next) is looked up in a table made once per line, so
that trying every column stays proportional to the line. A run without a maximum that would eat what the next term needs
is refused when the file is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta

from hivemind.base.problems import Report
from hivemind.base.yamldoc import Node
from hivemind.detect.vocabulary import Text, Use, Word, compile_word

MAX_TERMS = 12
MAX_ALTERNATIVES = 8

CLASSES: dict[str, frozenset[str]] = {
    "space": frozenset(" \t\r\u00a0\f\v"),
    "digit": frozenset("0123456789"),
    "word": frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"),
}
"""The named sets of characters."""

FAIL = -1

SeqTest = Callable[[str], bool]
"""A line, indentation kept, to whether the terms match on it."""


@dataclass(frozen=True, slots=True)
class CharacterSet:
    """Some characters, or all but some."""

    characters: frozenset[str]
    is_negated: bool = False

    @property
    def own_text(self) -> tuple[str, ...]:
        """The characters that the file lists; none for a named class."""
        return () if self.characters in CLASSES.values() else tuple(sorted(self.characters))

    def __contains__(self, character: str) -> bool:
        return (character in self.characters) != self.is_negated

    def meets(self, other: CharacterSet) -> bool:
        """Whether some character is in both."""
        listed = self.characters | other.characters
        return (self.is_negated and other.is_negated) or any(c in self and c in other for c in listed)


class Line:
    """One line under test, with the tables that its terms ask for."""

    def __init__(self, text: str, *, is_tried_once: bool) -> None:
        self.text = text
        self._is_tried_once = is_tried_once
        """Whether only one column is tried, so that a table would cost more than it saves."""
        self._tables: dict[object, list[int]] = {}

    def run_end(self, characters: CharacterSet, at: int, most: int | None) -> int:
        """Where the run of such characters that begins in column `at` ends, after `most` of them at the latest."""
        stop = len(self.text) if most is None else min(len(self.text), at + most)
        if self._is_tried_once:
            while at < stop and self.text[at] in characters:
                at += 1
            return at
        table = self._tables.get(characters)
        if table is None:
            table = self._tables[characters] = self._run_ends(characters)
        return min(table[at], stop)

    def next_end(self, wanted: str, at: int) -> int:
        """Where the next occurrence of that text from column `at` on ends; FAIL if there is none."""
        if self._is_tried_once:
            found = self.text.find(wanted, at)
            return FAIL if found < 0 else found + len(wanted)
        table = self._tables.get(wanted)
        if table is None:
            table = self._tables[wanted] = self._next_ends(wanted)
        return table[at]

    def _run_ends(self, characters: CharacterSet) -> list[int]:
        table = list(range(len(self.text) + 1))
        for at in range(len(self.text) - 1, -1, -1):
            if self.text[at] in characters:
                table[at] = table[at + 1]
        return table

    def _next_ends(self, wanted: str) -> list[int]:
        table = [FAIL] * (len(self.text) + 1)
        done = 0
        at = self.text.find(wanted)
        while at >= 0:
            table[done : at + 1] = [at + len(wanted)] * (at + 1 - done)
            done = at + 1
            at = self.text.find(wanted, done)
        return table


@dataclass(frozen=True, slots=True)
class Term:
    """One step of a sequence."""

    take: Callable[[Line, int], int]
    """Column to the column after what it takes, or FAIL."""
    own_text: tuple[str, ...]
    """Every text of the file in it, for the check of `ci`."""
    first: CharacterSet | None = None
    """What it must begin with; None when it can take nothing."""
    endless: CharacterSet | None = None
    """The set of a run without a maximum."""
    is_up_to: bool = False
    literal: str = ""
    """Text that occurs on every line that matches."""


def _set(use: Use) -> CharacterSet | None:
    text: str | None = use.read(Text)
    if text is None:
        return None
    is_negated = text.startswith("!")
    listed = text.removeprefix("!") if is_negated else text
    if not listed:
        use.refuse("'!' negates nothing", hint=f"list characters after it, or one of {', '.join(CLASSES)}")
        return None
    return CharacterSet(CLASSES.get(listed, frozenset(listed)), is_negated)


def _literal(use: Use) -> Term | None:
    text: str | None = use.read(Text)
    if text is None:
        return None
    return Term(
        lambda line, at: at + len(text) if line.text.startswith(text, at) else FAIL,
        (text,),
        first=CharacterSet(frozenset(text[0])),
        literal=text,
    )


def _any(use: Use) -> Term | None:
    texts: tuple[str, ...] | None = use.read(
        Annotated[tuple[str, ...], Meta(min_length=1, max_length=MAX_ALTERNATIVES)]
    )
    if texts is None:
        return None

    def take(line: Line, at: int) -> int:
        return next((at + len(text) for text in texts if line.text.startswith(text, at)), FAIL)

    first = None if "" in texts else CharacterSet(frozenset(text[0] for text in texts))
    return Term(take, texts, first=first)


def _run(use: Use) -> Term | None:
    characters = _set(use)
    count = Annotated[int, Meta(ge=0)]
    least: int | None = use.modifier("min", count)
    most: int | None = use.modifier("max", count)
    if characters is None:
        return None
    low = 1 if least is None else least
    if most is not None and low > most:
        use.refuse(f"min {low} is more than max {most}")
        return None

    def take(line: Line, at: int) -> int:
        end = line.run_end(characters, at, most)
        return end if end - at >= low else FAIL

    return Term(
        take,
        characters.own_text,
        first=characters if low else None,
        endless=characters if most is None else None,
    )


def _up_to(use: Use) -> Term | None:
    text: str | None = use.read(Text)
    if text is None:
        return None
    return Term(lambda line, at: line.next_end(text, at), (text,), is_up_to=True, literal=text)


def _not_next(use: Use) -> Term | None:
    characters = _set(use)
    if characters is None:
        return None

    def take(line: Line, at: int) -> int:
        return at if at == len(line.text) or line.text[at] not in characters else FAIL

    return Term(take, characters.own_text)


def _end(use: Use) -> Term | None:
    if use.read(Literal[True]) is None:
        return None
    return Term(lambda line, at: at if at == len(line.text) else FAIL, ())


TERMS: dict[str, Word[Term]] = {
    "lit": Word(_literal),
    "any": Word(_any),
    "run": Word(_run, modifiers=("min", "max")),
    "upTo": Word(_up_to),
    "notNext": Word(_not_next),
    "end": Word(_end),
}
"""Every term of a sequence."""


@dataclass(frozen=True, slots=True)
class Seq:
    """A sequence, compiled."""

    matches: SeqTest
    in_lower_case: bool
    """Whether it is to be given lines in lower case."""


def compile_seq(use: Use) -> Seq | None:
    """The test of one line, or None with every problem in the report."""
    nodes: tuple[Node, ...] | None = use.read(Annotated[tuple[Node, ...], Meta(min_length=1, max_length=MAX_TERMS)])
    at_start = use.modifier("at", Literal["start"]) is not None
    in_lower_case = bool(use.modifier("ci", bool))
    if nodes is None:
        return None
    terms = [compile_word(node, use.report, TERMS, "sequence term") for node in nodes]
    good = [term for term in terms if term is not None]
    if len(good) < len(terms):
        return None
    sound = _check_runs(good, nodes, use.report)
    if in_lower_case:
        sound = _check_case(good, nodes, use.report) and sound
    return Seq(_matcher(tuple(good), at_start=at_start), in_lower_case) if sound else None


def _check_runs(terms: list[Term], nodes: tuple[Node, ...], report: Report) -> bool:
    """Report each endless run that would eat the beginning of what must follow it."""
    sound = True
    for index, term in enumerate(terms):
        if term.endless is not None and _starves(term.endless, terms[index + 1 :]):
            message = "a run without 'max' takes what the next term needs, so the sequence could never match"
            report.add(nodes[index].where, "manifest.starving_run", message, hint="give it 'max', or change its set")
            sound = False
    return sound


def _starves(taken: CharacterSet, following: list[Term]) -> bool:
    for term in following:
        if term.is_up_to:
            return True
        if term.first is not None:
            return taken.meets(term.first)
    return False


def _check_case(terms: list[Term], nodes: tuple[Node, ...], report: Report) -> bool:
    """Report each text that could not match, as the line is lower-cased and the text is not."""
    sound = True
    for term, node in zip(terms, nodes, strict=True):
        upper = next((text for text in term.own_text if text != text.lower()), None)
        if upper is not None:
            message = f"'{upper}' is not lower case, but 'ci' compares with a line in lower case"
            report.add(node.where, "manifest.bad_test", message, hint=f"write '{upper.lower()}'")
            sound = False
    return sound


def _matcher(terms: tuple[Term, ...], *, at_start: bool) -> SeqTest:
    literals = tuple(term.literal for term in terms if term.literal)
    opening = terms[0].first if at_start else None
    first = terms[0].literal if not terms[0].is_up_to else ""

    def matches(text: str) -> bool:
        if opening is not None and (not text or text[0] not in opening):
            return False
        for literal in literals:
            if literal not in text:
                return False
        line = Line(text, is_tried_once=at_start)
        if at_start:
            return _attempt(terms, line, 0)
        return any(_attempt(terms, line, start) for start in _starts(text, first))

    return matches


def _starts(text: str, first: str) -> Iterator[int]:
    """The columns worth trying: all of them, or where the text occurs that must come first."""
    if not first:
        yield from range(len(text) + 1)
        return
    at = text.find(first)
    while at >= 0:
        yield at
        at = text.find(first, at + 1)


def _attempt(terms: tuple[Term, ...], line: Line, start: int) -> bool:
    at = start
    for term in terms:
        at = term.take(line, at)
        if at < 0:
            return False
    return True

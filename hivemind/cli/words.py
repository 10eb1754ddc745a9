"""The words of a command line, taken apart: flags, flags with a value, and the rest. Errors say what was found."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hivemind.base.errors import UsageError


@dataclass(frozen=True, slots=True)
class Form:
    """What one command takes."""

    usage: str
    """One line, such as `hive agents show ID`."""
    about: str
    """What it does, for `--help`."""
    least: int = 0
    """Words it needs."""
    most: int = 0
    """Words it takes."""
    flags: tuple[str, ...] = ()
    """Flags without a value; `--json` and `--help` always are."""
    valued: tuple[str, ...] = ()
    """Flags with a value."""

    @property
    def help(self) -> str:
        """Usage and explanation."""
        return f"usage: {self.usage}\n\n{self.about}"


@dataclass(frozen=True, slots=True)
class Words:
    """One command line that fits its form."""

    given: tuple[str, ...]
    """In order, without flags."""
    flags: frozenset[str]
    values: Mapping[str, str]

    @property
    def as_json(self) -> bool:
        """Whether data is wanted."""
        return "--json" in self.flags

    def word(self, index: int) -> str:
        """The word at that place, or nothing."""
        return self.given[index] if index < len(self.given) else ""

    def number(self, name: str, default: int) -> int:
        """The value of that flag, a whole number from 1 to 10,000.

        Raises:
            UsageError: it is something else.
        """
        text = self.values.get(name, str(default))
        if not text.isdecimal() or not 0 < int(text) <= 10_000:
            raise UsageError(f"{name}: found '{text}', expected a whole number from 1 to 10000")
        return int(text)


def parse(argv: Sequence[str], form: Form) -> Words:
    """The words by that form.

    Raises:
        UsageError: they do not fit; says what was found, and the usage.
    """
    given: list[str] = []
    flags: set[str] = set()
    values: dict[str, str] = {}
    plain_flags = {"--json", "--help", *form.flags}
    left = list(argv)
    while left:
        word = left.pop(0)
        if word == "--":
            given += left
            break
        name, equals, value = word.partition("=")
        if word == "-h":
            flags.add("--help")
        elif not word.startswith("-") or word == "-":
            given.append(word)
        elif word in plain_flags:
            flags.add(word)
        elif name in form.valued:
            if not equals and not left:
                raise UsageError(f"{name} needs a value", hint=f"usage: {form.usage}")
            values[name] = value if equals else left.pop(0)
        else:
            raise UsageError(f"no flag '{word}' here", hint=_near(name, [*plain_flags, *form.valued], form))
    if "--help" not in flags:
        _check_count(given, form)
    return Words(tuple(given), frozenset(flags), values)


def _check_count(given: Sequence[str], form: Form) -> None:
    if len(given) < form.least:
        raise UsageError(
            f"a word is missing after '{' '.join(given)}'" if given else "a word is missing",
            hint=f"usage: {form.usage}",
        )
    if len(given) > form.most:
        raise UsageError(f"'{given[form.most]}' is a word too many", hint=f"usage: {form.usage}")


def _near(name: str, known: Sequence[str], form: Form) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    return f"did you mean {near[0]}? usage: {form.usage}" if near else f"usage: {form.usage}"

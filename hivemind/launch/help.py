"""What a program's own words say can be chosen: the output of a `list` command, and the text of `--help`. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

MAX_VALUES = 1_000
"""Values of one option."""

_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\^_])")
_LISTED = re.compile(r"[A-Za-z0-9_.:/@+-]+")
_COLUMN = re.compile(r"\{([0-9]{1,3})\}")
_WORDS = re.compile(r"[\s,=]+")
_PLACEHOLDER = re.compile(r"<[^<>]*>")
_CHOICES = re.compile(r'choices:\s*((?:"[^"]*"[\s,]*)+)')
_QUOTED = re.compile(r'"([^"]*)"')
_POSSIBLE = re.compile(r"possible values:([^\]]*)\]", re.IGNORECASE)
_POSSIBLE_LINES = re.compile(r"possible values:", re.IGNORECASE)
_ITEM = re.compile(r"- ([^\s:]+):")
_BRACKETS = re.compile(r"\(([^()]*)\)")
_BARS = re.compile(r"[A-Za-z0-9_.:/@+-]+(?:\|[A-Za-z0-9_.:/@+-]+)+")


def listed(output: str, *, skip: int = 0, layout: str = "{1}") -> tuple[str, ...]:
    """The values in the output of a `list` command; `layout` is made of columns, counted from 1."""
    lines = [line.strip() for line in _ANSI.sub("", output).splitlines()]
    rows = [line.split() for line in lines if line][skip:]
    return _kept(_filled(layout, row) for row in rows)


def offered(help_text: str, flag: str) -> tuple[str, ...]:
    """The values that `--help` names for that flag; none when it names none, or has no such flag."""
    block = _block(_ANSI.sub("", help_text).splitlines(), flag)
    text = _PLACEHOLDER.sub("", " ".join(line.strip() for line in block))
    if found := _CHOICES.search(text):
        return _kept(_QUOTED.findall(found[1]))
    if found := _POSSIBLE.search(text):
        return _kept(word.strip() for word in found[1].split(","))
    if _POSSIBLE_LINES.search(text):
        return _kept(found[1] for line in block if (found := _ITEM.match(line.strip())))
    for found in _BRACKETS.finditer(text):
        words = [word.strip() for word in found[1].split(",")]
        if len(words) > 1 and words[0].split()[:1] not in (["e.g."], ["i.e."]) and all(map(_LISTED.fullmatch, words)):
            return _kept(words)
    bars = _BARS.search(text)
    return _kept(bars[0].split("|")) if bars else ()


def has_flag(help_text: str, flag: str) -> bool:
    """Whether `--help` has an option line for that flag."""
    return bool(_block(_ANSI.sub("", help_text).splitlines(), flag))


def _block(lines: list[str], flag: str) -> list[str]:
    """The option's own line and those that belong to it."""
    for index, line in enumerate(lines):
        if _is_option(line) and flag in _WORDS.split(line.strip()):
            end = index + 1
            while end < len(lines) and not _is_option(lines[end]) and lines[end][:1] in ("", " ", "\t"):
                end += 1
            return lines[index:end]
    return []


def _is_option(line: str) -> bool:
    """Whether it begins an option; `- name: what it means` is an item of one."""
    text = line.lstrip()
    return text.startswith("-") and not text.startswith("- ")


def _filled(layout: str, row: list[str]) -> str:
    def column(match: re.Match[str]) -> str:
        number = int(match[1])
        return row[number - 1] if 0 < number <= len(row) else ""

    return _COLUMN.sub(column, layout)


def _kept(words: Iterable[str]) -> tuple[str, ...]:
    fit = dict.fromkeys(word for word in words if _LISTED.fullmatch(word))
    return tuple(fit)[:MAX_VALUES]

"""What a tile is called: by a person, by what its program says it is doing, or by what it was started to do.

Pure, and linear in titles, templates and prompts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from hivemind.base.oneline import one_line
from hivemind.manifest.manifest import Manifest

TITLE_LIMIT = 80
"""Characters of a title, as of a name."""

TASK_LIMIT, TASK_LEAST = 40, 20
"""Characters of what a tile was started to do, and of that when it is cut at a word."""

_STATUS_SIGNS = re.compile(
    "[\\s\u2800-\u28ff\u25cb-\u25d7\u2605\u2606\u2726-\u274b\u00b7\u2022\u2219\u2023\u2043*\u25c6\u25c7\u25e6\u25cc]+"
)
_LINKS = re.compile(r"\(?\bhttps?://[^\s)]*\)?")
_MARKS = str.maketrans("", "", "`*_#>[]")
_CLAUSE_ENDS = re.compile(r"[.!?;:](?=\s)|\s[-\u2013\u2014]\s")
_NAMES = re.compile(r"(\{task\}|\{any\})")
_LEAST = {"{task}": 1, "{any}": 0}


def called(name: str, *, is_given: bool, title: str, task: str) -> str:
    """The name that a person gave, else what its title says, else what it was started to do, else its label."""
    return name if is_given else title or task or name


def task_of(prompt: str) -> str:
    """What a tile was started to do: the first clause of its prompt, in a few words; empty without words."""
    for line in prompt.splitlines():
        words = one_line(_LINKS.sub("", line).translate(_MARKS), len(line))
        end = _CLAUSE_ENDS.search(words)
        clause = (words[: end.start()] if end else words).strip().rstrip(".!?;:,").rstrip()
        if any(c.isalnum() for c in clause):
            return _cut(clause)
    return ""


def _cut(clause: str) -> str:
    if len(clause) <= TASK_LIMIT:
        return clause
    kept = clause[: TASK_LIMIT - 1]
    at = kept.rfind(" ")
    return (kept[:at] if at >= TASK_LEAST else kept).rstrip() + "\u2026"


def title_of(manifest: Manifest | None, raw: str) -> str:
    """What the title of that agent's window says; empty when it says nothing, or nobody knows the program."""
    return "" if manifest is None else said(manifest.spawn.titles, raw)


def said(templates: Iterable[str], raw: str) -> str:
    """What the first template that fits the whole title takes from it; the cleaned title when none fits."""
    title = one_line(raw, TITLE_LIMIT)
    signs = _STATUS_SIGNS.match(title)
    title = title[signs.end() :] if signs else title
    for template in templates:
        task = _taken(template, title)
        if task is not None:
            return task
    return title


def _taken(template: str, title: str) -> str | None:
    """What the first `{task}` stands for, empty without one; None when the template does not fit."""
    parts = [part for part in _NAMES.split(template) if part]
    places = _places(parts, title)
    if 0 not in places[0]:
        return None
    at = 0
    for part, after in zip(parts, places[1:], strict=True):
        least = _LEAST.get(part)
        if least is None:
            at += len(part)
            continue
        end = min(place for place in after if place >= at + least)
        if part == "{task}":
            return title[at:end].strip()
        at = end
    return ""


def _places(parts: list[str], title: str) -> list[frozenset[int]]:
    """For each part, and the end: where in the title it may begin so that it and all after it fit the rest."""
    places = [frozenset({len(title)})]
    for part in reversed(parts):
        after, least = places[-1], _LEAST.get(part)
        if least is None:
            begins = (place - len(part) for place in after)
            places.append(frozenset(at for at in begins if at >= 0 and title.startswith(part, at)))
        else:
            places.append(frozenset(range(max(after, default=-1) - least + 1)))
    return places[::-1]

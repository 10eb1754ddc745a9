"""What a program says it is doing, out of the window title that it sets. Pure, and linear in title and templates."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hivemind.base.oneline import one_line
from hivemind.manifest.manifest import Manifest

TITLE_LIMIT = 80
"""Characters of a title, as of a name."""

_STATUS_SIGNS = re.compile(
    "[\\s\u2800-\u28ff\u25cb-\u25d7\u2605\u2606\u2726-\u274b\u00b7\u2022\u2219\u2023\u2043*\u25c6\u25c7\u25e6\u25cc]+"
)
_NAMES = re.compile(r"(\{task\}|\{any\})")
_LEAST = {"{task}": 1, "{any}": 0}


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

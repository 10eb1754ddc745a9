"""Labelled screens against a manifest: which read as they are labelled, and which do not."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hivemind.detect.ruleset import Ruleset
from hivemind.manifest.manifest import Manifest
from hivemind.workbench.cases import Screen
from hivemind.workbench.reads import line_of


class Verdict(msgspec.Struct, frozen=True):
    """One screen."""

    name: str
    expected: str
    says: str
    """What it should say; empty where anything is right."""
    also: tuple[str, ...]
    """Other statuses that are right, too."""
    status: str
    """What it reads."""
    said: str
    seen: bool
    line: int | None
    """The rule that decided; None for the default."""
    right: bool
    why: str
    """Why it is right though it reads otherwise, or what is wrong; empty for a plain match."""


class Tally(msgspec.Struct, frozen=True):
    """Every screen, and the sums."""

    verdicts: tuple[Verdict, ...]
    right: int
    total: int

    @property
    def is_right(self) -> bool:
        """Whether no screen reads wrong."""
        return self.right == self.total


def judge(manifest: Manifest, rules: Ruleset, cases: Sequence[Screen]) -> Tally:
    """Each case, read and judged."""
    verdicts = tuple(_verdict(manifest, rules, case) for case in cases)
    return Tally(verdicts, sum(verdict.right for verdict in verdicts), len(verdicts))


def is_right(manifest: Manifest, case: Screen, status: str, says: str) -> tuple[bool, str]:
    """Whether that reading is right, and why, where it is not the label itself.

    A screen labelled `blocked` may be read as the permission or question that it is when a key settles it: a screen
    that says nothing special is answered by the same keys either way.
    """
    if case.is_right(status, says):
        return True, "" if status == case.reads else f"also {status}"
    if status == case.reads:
        return False, f"says {says or 'nothing'}, not {case.says}"
    settles = {"permission": bool(manifest.answer.get(says or "permission")), "question": bool(manifest.choose)}
    if case.reads == "blocked" and settles.get(status) and (not case.says or says == case.says):
        return True, f"{status}: a key settles it"
    return False, f"reads {status}, not {case.reads}"


def _verdict(manifest: Manifest, rules: Ruleset, case: Screen) -> Verdict:
    reading = rules.read(case.text)
    right, why = is_right(manifest, case, reading.status.value, reading.says)
    return Verdict(
        name=case.name,
        expected=case.reads,
        says=case.says,
        also=case.also,
        status=reading.status.value,
        said=reading.says,
        seen=reading.rule is not None,
        line=line_of(reading),
        right=right,
        why=why,
    )

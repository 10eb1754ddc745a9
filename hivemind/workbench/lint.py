"""How well rules hold where no fixture was made: which states flip, and which rules are for nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import msgspec

from hivemind.detect.ruleset import Ruleset
from hivemind.manifest.manifest import Manifest
from hivemind.workbench import mutate
from hivemind.workbench.cases import Screen
from hivemind.workbench.mutate import Mutant
from hivemind.workbench.verdicts import is_right

MAX_EXAMPLES = 3
"""Flips that are named for each kind of mutation."""

MAX_QUOTED = 40
"""Screens that are quoted above each input box; of more, evenly chosen ones."""

MAX_GROUNDS = 3
"""Input boxes above which screens are quoted."""


class Flip(msgspec.Struct, frozen=True):
    """A mutation that reads wrong, of a screen that reads right."""

    name: str
    expected: str
    status: str
    line: int | None
    """The rule that decided; None for the default."""


class Kind(msgspec.Struct, frozen=True):
    """All mutations of one kind."""

    kind: str
    right: int
    total: int
    flips: tuple[Flip, ...]
    """The first few that read wrong."""


class RuleFinding(msgspec.Struct, frozen=True):
    """A rule that decides nothing."""

    rule: int
    line: int
    then: str
    shadowed_by: tuple[int, ...] = ()
    """Lines of the rules that decide wherever this one matches; empty for one that never matches."""


class Share(msgspec.Struct, frozen=True):
    """How many read right."""

    right: int
    total: int


class Lint(msgspec.Struct, frozen=True):
    """Everything found."""

    cases: int
    """Screens that were mutated: those that read right as they are."""
    wrong: tuple[str, ...]
    """Screens that read wrong as they are, which `hive agents test` explains."""
    never: tuple[RuleFinding, ...]
    shadowed: tuple[RuleFinding, ...]
    kinds: tuple[Kind, ...]
    bare: Share
    """The screens as they are, without titles and records."""

    @property
    def is_clean(self) -> bool:
        """Whether nothing was found."""
        flips = any(kind.right < kind.total for kind in self.kinds)
        return not (self.wrong or self.never or self.shadowed or flips)


@dataclass(slots=True)
class _Rules:
    """Which rules match and which decide, over everything that was read."""

    rules: Ruleset
    matched: Counter[int] = field(default_factory=Counter)
    decided: Counter[int] = field(default_factory=Counter)
    before: dict[int, Counter[int]] = field(default_factory=dict)

    def note(self, screen: Screen) -> None:
        """Take one screen into account."""
        text = screen.text
        matching = [index for index, rule in enumerate(self.rules.rules) if rule.holds(text)]
        self.matched.update(matching)
        self.decided.update(matching[:1])
        for index in matching[1:]:
            self.before.setdefault(index, Counter()).update(matching[:1])

    def findings(self) -> Iterator[RuleFinding]:
        """Rules that decided nothing."""
        for index, rule in enumerate(self.rules.rules):
            if self.decided[index] or rule.reading.rule is None:
                continue
            others = [
                self.rules.rules[other].reading.rule for other, _ in self.before.get(index, Counter()).most_common()
            ]
            lines = tuple(where.line for where in others if where is not None)
            yield RuleFinding(index, rule.reading.rule.line, rule.reading.status.value, lines)


def lint(manifest: Manifest, rules: Ruleset, cases: Sequence[Screen]) -> Lint:
    """The rules against every mutation of every case."""
    noted = _Rules(rules)
    good: list[Screen] = []
    wrong: list[str] = []
    for case in cases:
        noted.note(case)
        reads_right = _is_right(manifest, rules, case)
        (good if reads_right else wrong).append(case if reads_right else case.name)  # type: ignore[arg-type]
    kinds: dict[str, list[Flip | None]] = {}
    for mutant in _all_mutants(good):
        noted.note(mutant.screen)
        kinds.setdefault(mutant.kind, []).append(_flip(manifest, rules, mutant.screen))
    findings = list(noted.findings())
    return Lint(
        cases=len(good),
        wrong=tuple(wrong),
        never=tuple(item for item in findings if not item.shadowed_by),
        shadowed=tuple(item for item in findings if item.shadowed_by),
        kinds=tuple(_kind(name, flips) for name, flips in kinds.items()),
        bare=Share(sum(_is_right(manifest, rules, mutate.bare(case)) for case in cases), len(cases)),
    )


def _all_mutants(cases: Sequence[Screen]) -> Iterator[Mutant]:
    for case in cases:
        yield from mutate.mutants(case)
    loud = [case for case in cases if case.reads != "idle"]
    chosen = loud[:: max(1, -(-len(loud) // MAX_QUOTED))]
    for ground in mutate.composers(cases)[:MAX_GROUNDS]:
        for case in chosen:
            yield from mutate.quotations(case, ground)


def _is_right(manifest: Manifest, rules: Ruleset, case: Screen) -> bool:
    reading = rules.read(case.text)
    return is_right(manifest, case, reading.status.value, reading.says)[0]


def _flip(manifest: Manifest, rules: Ruleset, screen: Screen) -> Flip | None:
    reading = rules.read(screen.text)
    if is_right(manifest, screen, reading.status.value, reading.says)[0]:
        return None
    return Flip(screen.name, screen.reads, reading.status.value, reading.rule.line if reading.rule else None)


def _kind(name: str, flips: Sequence[Flip | None]) -> Kind:
    wrong = [flip for flip in flips if flip is not None]
    return Kind(name, len(flips) - len(wrong), len(flips), tuple(wrong[:MAX_EXAMPLES]))

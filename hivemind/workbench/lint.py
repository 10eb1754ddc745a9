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
from hivemind.workbench.explained import Explanation, explanations
from hivemind.workbench.mutate import Mutant
from hivemind.workbench.reads import line_of
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
    was: int | None = None
    """The rule that decides for the screen as it is; None for the default."""
    explained: str = ""
    """Why that is so, as the file says; empty where it says nothing."""


class Kind(msgspec.Struct, frozen=True):
    """All mutations of one kind."""

    kind: str
    right: int
    total: int
    explained: int
    """Those that read wrong, and the file says why."""
    flips: tuple[Flip, ...]
    """The first few that read wrong; those that nobody explains come first."""


class RuleFinding(msgspec.Struct, frozen=True):
    """A rule that decides nothing."""

    rule: int
    line: int
    then: str
    says: str = ""
    shadowed_by: tuple[int, ...] = ()
    """Lines of the rules that decide wherever this one matches; empty for one that matches nothing."""
    explained: str = ""
    """Why that is so, as the file says; empty where it says nothing."""


class Share(msgspec.Struct, frozen=True):
    """How many read right."""

    right: int
    total: int
    wrong: tuple[str, ...] = ()
    """Those that do not."""
    by_status: dict[str, tuple[int, int]] = {}
    """Right and all, for each label."""


class Lint(msgspec.Struct, frozen=True):
    """Everything found."""

    cases: int
    """Screens that were mutated: those that read right as they are."""
    wrong: tuple[str, ...]
    """Screens that read wrong as they are, which `hive agents test` explains."""
    never: tuple[RuleFinding, ...]
    """Rules that match nothing, though a screen with their label reads wrong."""
    no_screen: tuple[RuleFinding, ...]
    """Rules that match nothing, and no screen is there that only they could read."""
    shadowed: tuple[RuleFinding, ...]
    kinds: tuple[Kind, ...]
    bare: Share
    """The screens as they are, without titles and records."""
    idle_comments: tuple[Explanation, ...] = ()
    """Explanations that explain nothing here."""

    @property
    def is_clean(self) -> bool:
        """Whether nothing was found that the file does not explain."""
        rules = [*self.never, *self.no_screen, *self.shadowed]
        flips = any(kind.right + kind.explained < kind.total for kind in self.kinds)
        return not (self.wrong or flips or any(not one.explained for one in rules))


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
            reading = rule.reading
            yield RuleFinding(index, rule.reading.rule.line, reading.status.value, reading.says, lines)


@dataclass(slots=True)
class _Comments:
    """What the file says of findings, and what of that was needed."""

    all: tuple[Explanation, ...]
    used: set[int] = field(default_factory=set)

    def why(self, kind: str, *lines: int | None) -> str:
        """Why there is a finding of that kind about the rules on those lines; empty when nothing says so."""
        fit = next((one for one in self.all if one.covers(kind, lines)), None)
        if fit is None:
            return ""
        self.used.add(fit.line)
        return fit.why


def lint(manifest: Manifest, rules: Ruleset, cases: Sequence[Screen], source: str = "") -> Lint:
    """The rules against every mutation of every case; `source` is the file's text, which may explain findings."""
    comments = _Comments(
        explanations(source, [rule.reading.rule.line for rule in rules.rules if rule.reading.rule is not None])
    )
    noted = _Rules(rules)
    verdicts = [(case, _is_right(manifest, rules, case)) for case in cases]
    good, wrong = ([case for case, right in verdicts if right is wanted] for wanted in (True, False))
    for case in cases:
        noted.note(case)
    kinds: dict[str, list[Flip | None]] = {}
    for mutant, ground in _all_mutants(good):
        noted.note(mutant.screen)
        kinds.setdefault(mutant.kind, []).append(_flip(manifest, rules, mutant, ground, comments))
    told: dict[str, list[RuleFinding]] = {"never": [], "no screen": [], "shadowed": []}
    for one in noted.findings():
        missed = any((case.reads, case.says) == (one.then, one.says) for case in wrong)
        kind = "shadowed" if one.shadowed_by else "never" if missed else "no screen"
        told[kind].append(msgspec.structs.replace(one, explained=comments.why(kind, one.line)))
    return Lint(
        cases=len(good),
        wrong=tuple(case.name for case in wrong),
        never=tuple(told["never"]),
        no_screen=tuple(told["no screen"]),
        shadowed=tuple(told["shadowed"]),
        kinds=tuple(_kind(name, flips) for name, flips in kinds.items()),
        bare=_bare(manifest, rules, cases),
        idle_comments=tuple(one for one in comments.all if one.line not in comments.used),
    )


def _bare(manifest: Manifest, rules: Ruleset, cases: Sequence[Screen]) -> Share:
    verdicts = [(case, _is_right(manifest, rules, mutate.bare(case))) for case in cases]
    by_status: dict[str, tuple[int, int]] = {}
    for case, right in verdicts:
        before = by_status.get(case.reads, (0, 0))
        by_status[case.reads] = before[0] + right, before[1] + 1
    wrong = tuple(case.name for case, right in verdicts if not right)
    return Share(len(verdicts) - len(wrong), len(verdicts), wrong, by_status)


def _all_mutants(cases: Sequence[Screen]) -> Iterator[tuple[Mutant, Screen]]:
    """Each with the screen that it was made of."""
    for case in cases:
        for mutant in mutate.mutants(case):
            yield mutant, case
    loud = [case for case in cases if case.reads != "idle"]
    chosen = loud[:: max(1, -(-len(loud) // MAX_QUOTED))]
    for ground in mutate.composers(cases)[:MAX_GROUNDS]:
        for case in chosen:
            for mutant in mutate.quotations(case, ground):
                yield mutant, ground


def _is_right(manifest: Manifest, rules: Ruleset, case: Screen) -> bool:
    reading = rules.read(case.text)
    return is_right(manifest, case, reading.status.value, reading.says)[0]


def _flip(manifest: Manifest, rules: Ruleset, mutant: Mutant, of: Screen, comments: _Comments) -> Flip | None:
    screen = mutant.screen
    reading = rules.read(screen.text)
    if is_right(manifest, screen, reading.status.value, reading.says)[0]:
        return None
    line, was = line_of(reading), line_of(rules.read(of.text))
    why = comments.why(mutant.kind, line, was)
    return Flip(screen.name, screen.reads, reading.status.value, line, was, why)


def _kind(name: str, flips: Sequence[Flip | None]) -> Kind:
    wrong = sorted((flip for flip in flips if flip is not None), key=lambda flip: bool(flip.explained))
    explained = sum(bool(flip.explained) for flip in wrong)
    return Kind(name, len(flips) - len(wrong), len(flips), explained, tuple(wrong[:MAX_EXAMPLES]))

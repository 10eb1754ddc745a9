"""What is different between two recordings of one case: their screens, and what the shipped rules say of them."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from hivemind.detect.ruleset import Ruleset
from hivemind.workbench.cases import Screen

SPINNERS = frozenset("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏⠟⠯⠷⠾⠽⠻✻✽✶✳✢·•◐◑◒◓■⬝▣◇◆○●∙")
"""Signs that turn or blink; each counts as any other."""

STARS = frozenset("✻✽✶✳✢·*")
"""Those with a word beside them that is another in every run, in Claude Code."""


@dataclass(frozen=True, slots=True)
class Change:
    """One mark that is different now."""

    case: str
    mark: str
    reads: str
    """How it reads now; empty where that is right."""
    label: str
    rows: tuple[str, ...]
    """The rows that went (`-`) and came (`+`); empty when only the reading is wrong."""


def changes(before: Sequence[Screen] | None, now: Sequence[Screen], rules: Ruleset | None) -> list[Change]:
    """Marks whose screen is another than before, which are new, or which the rules read wrong.

    Without a recording from before, only the last counts.
    """
    old = {screen.name: screen for screen in before or ()}
    found: list[Change] = []
    for screen in now:
        kept = old.pop(screen.name, None)
        rows = difference(kept, screen) if kept else ("+ a new mark",) if before else ()
        reads = _misread(screen, rules)
        if rows or reads:
            case, _, mark = screen.name.partition("-")
            found.append(Change(case, mark, reads, screen.reads, rows))
    for name in old:
        case, _, mark = name.partition("-")
        found.append(Change(case, mark, "", "", ("- the mark is gone",)))
    return found


def difference(before: Screen, now: Screen) -> tuple[str, ...]:
    """Rows that went and came, without those in which only clocks, counts and turning signs differ."""
    old, new = _rows(before), _rows(now)
    picked = difflib.ndiff([plain(row) for row in old], [plain(row) for row in new])
    return tuple(row for row in picked if row[:2] in {"- ", "+ "})


def plain(row: str) -> str:
    """A row with what differs from run to run made the same: digits, turning signs, the word beside such a sign."""
    words = "".join("0" if unicodedata.category(sign) == "Nd" else sign for sign in row.rstrip()).split()
    shown: list[str] = []
    for number, word in enumerate(words):
        is_spun = number == 1 and words[0] in STARS
        mended = "0".join(part for part in word.split("0") if part) + ("0" if "0" in word else "")
        shown.append("…" if is_spun else "*" if _turns(word) else mended)
    return " ".join(shown)


def _turns(word: str) -> bool:
    """Whether it is a turning sign, or a row of them."""
    return all(sign in SPINNERS or unicodedata.name(sign, "").startswith("BRAILLE") for sign in word)


def _rows(screen: Screen) -> list[str]:
    return [screen.title, *(row for row in screen.rows if row.strip())]


def _misread(screen: Screen, rules: Ruleset | None) -> str:
    if rules is None:
        return ""
    reading = rules.read(screen.text)
    says = f" ({reading.says})" if reading.says else ""
    return "" if screen.is_right(reading.status.value, reading.says) else f"{reading.status.value}{says}"

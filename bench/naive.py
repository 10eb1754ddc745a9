"""A `detect` block interpreted as its description reads: one screen at a time, nothing compiled, nothing kept.

The engine is tested against it and measured beside it. It shares with the engine the rows of the regions that programs
draw (`belowRule`, `box`, ...), and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hivemind.base.yamldoc import Node
from hivemind.detect.regions import KINDS, Scope

CLASSES = {
    "space": " \t\r\u00a0\f\v",
    "digit": "0123456789",
    "word": "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_",
}


@dataclass(frozen=True, slots=True)
class Screen:
    """What is looked at."""

    rows: tuple[str, ...]
    title: str = ""
    cursor: tuple[int, int] | None = None
    record: dict[str, str] | None = None
    """`state`, `kind` and `app` of the program's root record."""
    progress: str | None = None


def plain(node: Node) -> Any:
    """A parsed document as dicts, lists and scalars."""
    value = node.value
    if isinstance(value, dict):
        return {key: plain(entry.node) for key, entry in value.items()}
    return [plain(item) for item in value] if isinstance(value, tuple) else value


def read(block: dict[str, Any], screen: Screen) -> tuple[str, str, int]:
    """Status, says and the number of the rule that decided; -1 for the default."""
    rows = [row.rstrip() for row in screen.rows]
    for index, rule in enumerate(block["rules"]):
        scope = rule.get("scope") or block.get("scope") or {"kind": "screen"}
        if holds(rule["when"], rows, scope, screen):
            return rule["then"], rule.get("says", ""), index
    return block["default"], "", -1


def scoped(rows: list[str], scope: dict[str, Any], cursor: tuple[int, int] | None) -> list[str]:
    """The rows of a scope."""
    kind, n = scope["kind"], scope.get("n", 0)
    if kind == "screen":
        return rows
    if kind == "tail":
        while rows and not rows[-1].strip():
            rows = rows[:-1]
        return rows[-n:]
    if kind == "tailNonEmpty":
        return [row for row in rows if row.strip()][-n:][::-1]
    return list(KINDS[kind].rows(tuple(rows), Scope(kind, n, scope.get("mark", "")), cursor[0] if cursor else None))


def holds(when: dict[str, Any], rows: list[str], scope: dict[str, Any], screen: Screen) -> bool:
    """Whether an expression holds."""
    scope = when.get("scope") or scope
    if "all" in when:
        return all(holds(member, rows, scope, screen) for member in when["all"])
    if "any" in when:
        return any(holds(member, rows, scope, screen) for member in when["any"])
    if "not" in when:
        return not holds(when["not"], rows, scope, screen)
    if "title" in when:
        title = screen.title.strip()
        return bool(title) and all(line_test(test, title) for test in when["title"])
    if "record" in when:
        said = screen.record
        wanted = when["record"]
        return said is not None and all(
            said[key] == wanted[key] if key == "app" else said[key] in wanted[key] for key in wanted
        )
    if "progress" in when:
        return screen.progress in when["progress"]["state"]
    return _on_rows(when, scoped(rows, scope, screen.cursor))


def _on_rows(when: dict[str, Any], rows: list[str]) -> bool:
    text = "\n".join(rows)
    if "contains" in when:
        return when["contains"].lower() in text.lower()
    if "containsCS" in when:
        return when["containsCS"] in text
    if "line" in when:
        return any(all(line_test(test, row.lstrip()) for test in when["line"]) for row in rows)
    if "helper" in when:
        return _helper(when["helper"], text.lower(), rows)
    ci = when.get("ci", False)
    return any(seq(when["seq"], row.lower() if ci else row, at_start="at" in when) for row in rows)


def _helper(name: str, low: str, rows: list[str]) -> bool:
    if name == "hasConfirmationPrompt":
        phrase = "do you want" if "do you want" in low else "would you like"
        return phrase in low and any(word in low[low.index(phrase) :] for word in ("yes", "❯"))
    if name == "hasInterruptPattern":
        return "esc to interrupt" in low or "ctrl+c to interrupt" in low or ("esc" in low and "interrupt" in low)
    return any(_braille(row.strip()[:1]) for row in rows)


def _braille(character: str) -> bool:
    return len(character) == 1 and 0x2800 <= ord(character) <= 0x28FF


def _rest(listed: list[str], line: str) -> str | None:
    """The line without its prefix, or None without one."""
    if "braille" in listed and _braille(line[:1]):
        while _braille(line[:1]):
            line = line[1:]
        return line
    return line[1:] if line and line[0] in listed else None


def line_test(test: dict[str, Any], line: str) -> bool:
    """One test on one left-trimmed line."""
    low = line.lower()
    ((word, value),) = ((key, test[key]) for key in test if key not in {"op", "value"})
    if word == "contains":
        return value.lower() in low
    if word == "containsCS":
        return value in line
    if word == "startsWith":
        return low.startswith(value.lower())
    if word == "anyOf":
        return any(line_test(member, line) for member in value)
    if word == "numBeforeWord":
        return _number(low, value.lower(), test["op"], test["value"])
    if word == "startsWithAny":
        return _rest(value, line) is not None
    rest = _rest(value, line)
    if rest is None or not rest.strip():
        return False
    if word == "letterAfterPrefix":
        first = rest.strip()[0]
        return first.lower() != first.upper()
    name = rest.split()[0]
    while name and not ("a" <= name[-1] <= "z" or "A" <= name[-1] <= "Z"):
        name = name[:-1]
    return name.lower().endswith("ing")


def _number(low: str, word: str, op: str, value: float) -> bool:
    for at in range(len(low)):
        if not low.startswith(word, at):
            continue
        before = low[:at].rstrip()
        digits = before[len(before.rstrip("0123456789")) :]
        if len(before) < at and digits:
            found = int(digits)
            compared = {"gt": found > value, "gte": found >= value, "lt": found < value, "lte": found <= value}
            return compared.get(op, found == value)
    return False


def _in_set(name: str, character: str) -> bool:
    if name.startswith("!"):
        return character not in CLASSES.get(name[1:], name[1:])
    return character in CLASSES.get(name, name)


def seq(terms: list[dict[str, Any]], line: str, *, at_start: bool) -> bool:
    """Terms one after the other, from some column."""
    return any(_attempt(terms, line, start) for start in range(1 if at_start else len(line) + 1))


def _attempt(terms: list[dict[str, Any]], line: str, start: int) -> bool:
    at = start
    for term in terms:
        end = _take(term, line, at)
        if end is None:
            return False
        at = end
    return True


def _take(term: dict[str, Any], line: str, at: int) -> int | None:
    """The column after the term, or None."""
    if "lit" in term:
        return at + len(term["lit"]) if line.startswith(term["lit"], at) else None
    if "any" in term:
        return next((at + len(text) for text in term["any"] if line.startswith(text, at)), None)
    if "upTo" in term:
        found = line.find(term["upTo"], at)
        return None if found < 0 else found + len(term["upTo"])
    if "notNext" in term:
        return None if at < len(line) and _in_set(term["notNext"], line[at]) else at
    if "end" in term:
        return at if at == len(line) else None
    taken = 0
    while at + taken < len(line) and taken != term.get("max") and _in_set(term["run"], line[at + taken]):
        taken += 1
    return at + taken if taken >= term.get("min", 1) else None

"""A `detect` block interpreted as its description reads.

One screen at a time: nothing is compiled, and nothing kept but which rows a region has while one screen is read. The
engine is tested against it and measured beside it; they share nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hivemind.base.yamldoc import Node

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
    rows = Rows([row.rstrip() for row in screen.rows], screen.cursor)
    for index, rule in enumerate(block["rules"]):
        scope = rule.get("scope") or block.get("scope") or {"kind": "screen"}
        if holds(rule["when"], rows, scope, screen):
            return rule["then"], rule.get("says", ""), index
    return block["default"], "", -1


class Rows:
    """The rows of one screen, by scope."""

    def __init__(self, rows: list[str], cursor: tuple[int, int] | None) -> None:
        self._rows, self._cursor = rows, cursor
        self._found: dict[tuple[str, int, str], list[str]] = {}

    def of(self, scope: dict[str, Any]) -> list[str]:
        """The rows of a scope."""
        key = scope["kind"], scope.get("n", 0), scope.get("mark", "")
        if key not in self._found:
            self._found[key] = _scoped(self._rows, *key, self._cursor)
        return self._found[key]


def _scoped(rows: list[str], kind: str, n: int, mark: str, cursor: tuple[int, int] | None) -> list[str]:
    if kind == "screen":
        return rows
    if kind == "tail":
        while rows and not rows[-1].strip():
            rows = rows[:-1]
        return rows[-n:]
    if kind == "tailNonEmpty":
        return [row for row in rows if row.strip()][-n:][::-1]
    if kind == "cursor":
        return rows[max(0, cursor[0] - n) : cursor[0] + n + 1] if cursor else []
    if kind == "belowRule":
        last = max((at for at, row in enumerate(rows) if is_rule(row)), default=len(rows))
        return rows[last + 1 :]
    return _boxed(rows, kind, n, mark)


def _boxed(rows: list[str], kind: str, n: int, mark: str) -> list[str]:
    """Rows inside, above or below the last input box."""
    found = _box(rows, mark)
    if found is None:
        return []
    above, inside, below = found
    if kind == "box":
        return [_unframed(row) for row in inside][: n or None]
    if kind == "belowBox":
        return below
    return [row for row in above if row.strip()][-n:] if n else above


def is_rule(row: str) -> bool:
    """Whether it is a line across the screen."""
    line = row.strip()
    ends = "─━═▔╭╮╰╯┌┐└┘├┤"
    if len(line) < 20 or line[0] not in ends or line[-1] not in ends:
        return False
    return 2 * len([character for character in line if character in "─━═▔"]) > len(line)


def _box(rows: list[str], mark: str) -> tuple[list[str], list[str], list[str]] | None:
    """Rows above, inside and below."""
    if mark:
        tops = [at for at, row in enumerate(rows) if row.startswith(mark)]
        if not tops:
            return None
        end = tops[-1]
        while end < len(rows) and rows[end].strip():
            end += 1
        return rows[: tops[-1]], rows[tops[-1] : end], rows[end:]
    rules = [at for at, row in enumerate(rows) if is_rule(row)]
    for top in reversed(rules[:-1]):
        upper, lower = rows[top], rows[rules[-1]]
        indents = len(upper) - len(upper.lstrip()), len(lower) - len(lower.lstrip())
        if indents[0] == indents[1] and 4 * abs(len(upper) - len(lower)) <= len(lower):
            inside = rows[top + 1 : rules[-1]]
            return (rows[:top], inside, rows[rules[-1] + 1 :]) if inside else None
    return None


def _unframed(row: str) -> str:
    line = row.strip()
    if line and line[0] in "│┃║" and line[-1] in "│┃║":
        inside = line[1:-1].rstrip()
        return inside.removeprefix(" ")
    return row


def holds(when: dict[str, Any], rows: Rows, scope: dict[str, Any], screen: Screen) -> bool:
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
    return _on_rows(when, rows.of(scope))


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

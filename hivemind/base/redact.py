"""Hiding what is nobody else's business: secrets, and who and where somebody is. What is hidden keeps its length.

No list of patterns finds everything. What leaves the machine is to be looked at by the person first.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

MASK = "•"

SHORTEST_NAME = 3
"""Characters of a user's or a machine's name; a shorter one is in too many words."""

COMMON = frozenset(
    {"root", "user", "admin", "ubuntu", "debian", "localhost", "home", "agent", "runner", "docker", "dev"}
)
"""Names of users and machines that say nothing of anybody."""

NAMES = r"(?:API|ACCESS|PRIVATE)?_?(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|PWD|CREDENTIALS?|AUTH|COOKIE)"
WORDS = (
    r"(?:api|access|private|client|secret)?[-_ ]?(?:key|token|secret|password|passwd|passphrase|credential|cookie)s?"
)

PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("e-mail addresses", re.compile(r"([A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+)")),
    (
        "authorization",
        re.compile(r"(?i)\b(?:proxy-)?authorization[\"']?\s*[:=]\s*[\"']?((?:[a-z]{3,10}\s+)?[^\s\"'\0]+)"),
    ),
    ("authorization", re.compile(r"(?i)\b(?:bearer|basic)\s+([A-Za-z0-9._~+/=-]{8,})")),
    ("passwords in addresses", re.compile(r"://[^/\s:@]+:([^/\s@]+)@")),
    (
        "tokens",
        re.compile(
            r"\b((?:sk|pk|rk|ghp|gho|ghu|ghs|ghr|glpat|xox[abprs]|hf|npm|pypi|github_pat|dop_v1|shpat|SG)[-_.]"
            r"[-_.A-Za-z0-9]{8,}|(?:AKIA|ASIA|AIza)[-_A-Za-z0-9]{12,}|eyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]+){0,2})"
        ),
    ),
    (
        "values of variables",
        re.compile(rf"\b(?:[A-Z0-9]+_)*{NAMES}(?:_[A-Z0-9]+)*\s*[=:]\s*(\"[^\"]+\"|'[^']+'|[^\s\"'\0]+)"),
    ),
    ("values of variables", re.compile(rf"(?i)\b{WORDS}\b[\"']?\s*[=:]\s*(\"[^\"]+\"|'[^']+'|[^\s\"'\0]{{4,}})")),
    ("ids", re.compile(r"\b([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})\b")),
    ("long random strings", re.compile(r"\b([0-9a-fA-F]{24,})\b")),
    (
        "long random strings",
        re.compile(r"(?<![A-Za-z0-9+])((?=[A-Za-z+]*[0-9][A-Za-z+]*[0-9])(?=[0-9+]*[A-Za-z])[A-Za-z0-9+]{20,}={0,2})"),
    ),
)
"""What is hidden: what it is called, and where it stands (the pattern's group)."""

BEGIN, END = re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----"), re.compile(r"-----END [A-Z ]*PRIVATE KEY-----")


class Span(NamedTuple):
    """A part of a text that is hidden."""

    start: int
    end: int
    what: str


class Redactor:
    """Hides things, and keeps count of what it hid; the same thing twice counts once."""

    def __init__(self, *, home: str = "", user: str = "", host: str = "") -> None:
        self._literal: list[tuple[str, re.Pattern[str]]] = []
        if len(home.rstrip("/")) > 1:
            self._literal.append(("home folder", re.compile(f"({re.escape(home.rstrip('/'))})(?![A-Za-z0-9_.-])")))
        for what, name in (("user name", user), ("machine name", host)):
            if len(name) >= SHORTEST_NAME and name.lower() not in COMMON:
                whole = rf"(?i)(?<![A-Za-z0-9])({re.escape(name)})(?![A-Za-z0-9])"
                self._literal.append((what, re.compile(whole)))
        self._hidden: defaultdict[str, set[str]] = defaultdict(set)

    @property
    def counts(self) -> Mapping[str, int]:
        """How many different things of each kind were hidden."""
        return {what: len(found) for what, found in sorted(self._hidden.items())}

    def line(self, text: str) -> str:
        """One line, of the same length. The mask is one character for each, whatever it was."""
        spans = list(self._spans(text))
        if not spans:
            return text
        masked = list(text)
        for start, end, what in spans:
            self._hidden[what].add(text[start:end])
            masked[start:end] = MASK * (end - start)
        return "".join(masked)

    def text(self, text: str) -> str:
        """Every line of a text, and what stands between the first and the last line of a private key."""
        return "\n".join(self.lines(text.split("\n")))

    def lines(self, lines: Sequence[str]) -> list[str]:
        """The same of lines."""
        hidden, is_in_key = [], False
        for line in lines:
            is_in_key = (is_in_key or bool(BEGIN.search(line))) and not END.search(line)
            if is_in_key and not BEGIN.search(line) and line.strip():
                self._hidden["private keys"].add(line)
                hidden.append("".join(" " if c == " " else MASK for c in line))
            else:
                hidden.append(self.line(line))
        return hidden

    def _spans(self, text: str) -> Iterator[Span]:
        for what, pattern in (*self._literal, *PATTERNS):
            for match in pattern.finditer(text):
                yield Span(*match.span(1), what)

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

WORDS = (
    r"(?:(?:api|access|private|client|secret|account|auth)[-_ ]?)?"
    r"(?:key|token|secret|password|passwd|passphrase|pass|pwd|credential|cookie)s?"
)
"""What values that are nobody else's business are called, in any case of letters."""

CAMEL = r"[A-Za-z]{0,40}[a-z](?:Key|Token|Secret|Password|Passwd|Passphrase|Credential|Cookie)s?"

CAPITALS = r"[A-Z0-9_]{0,60}(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|PASS|PWD|CREDENTIALS?|AUTH|COOKIE)"

AFFIXES = r"(?:[-_.][a-z0-9]{1,30}){0,3}"
"""More of a name behind such a word. Bounded, as all of this is: a screen can hold a million characters."""

COUNT = r"(?!tokens?[\"']?\s*[:=]\s*[0-9.,]{1,12}[km]?(?![a-z0-9]))"
"""Not how many tokens something took, which agents tell all the time."""

IS = r"\s*(?::=|=>|[=:])\s*"

VALUE = r"(\"[^\"]+\"|'[^']+'|[^\s\"'\0]{%s})"

PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("e-mail addresses", re.compile(r"([A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+)")),
    (
        "authorization",
        re.compile(r"(?i)\b(?:proxy-)?authorization[\"']?\s*[:=]\s*[\"']?((?:[a-z]{3,10}\s+)?[^\s\"'\0]+)"),
    ),
    ("authorization", re.compile(r"(?i)\b(?:bearer|basic)\s+([A-Za-z0-9._~+/=-]{8,})")),
    ("passwords in addresses", re.compile(r"://[^/\s:@]{0,200}:([^/\s]{1,400})@")),
    ("passwords in addresses", re.compile(r"://([^/\s:@]{1,400})@")),
    (
        "tokens",
        re.compile(
            r"\b((?:sk|pk|rk|ghp|gho|ghu|ghs|ghr|glpat|xox[abeprs]|hf|npm|pypi|github_pat|dop_v1|shpat|SG|gsk|xai|pplx"
            r"|nvapi|tskey|dckr_pat|lin_api|ya29|AGE-SECRET-KEY)[-_.]"
            r"[-_.A-Za-z0-9]{8,}|(?:AKIA|ASIA|AIza)[-_A-Za-z0-9]{12,}|eyJ[A-Za-z0-9_-]{7,}(?:\.[A-Za-z0-9_-]+){0,2})"
        ),
    ),
    ("values of variables", re.compile(rf"\b{CAPITALS}(?:_[A-Z0-9]{{1,30}}){{0,3}}{IS}{VALUE % '1,'}")),
    (
        "values of variables",
        re.compile(
            rf"(?i)(?<![a-z0-9])(?:[a-z0-9]{{1,30}}[-_.]){{0,4}}{COUNT}{WORDS}{AFFIXES}\b[\"']?{IS}{VALUE % '4,'}"
        ),
    ),
    ("values of variables", re.compile(rf"\b{CAMEL}\b[\"']?{IS}{VALUE % '4,'}")),
    ("values of options", re.compile(rf"(?i)(?<!\S)--(?:[a-z0-9]{{1,30}}-){{0,3}}{WORDS}\s+(?!-){VALUE % '1,'}")),
    ("values of options", re.compile(r"(?:^|\s)(?:-u|--user)[ =][^\s:]{1,100}:([^\s\0]+)")),
    ("values of options", re.compile(r"\b(?:mysql|mariadb|sshpass)\w{0,9}\s(?:[^|;&]{0,200}\s)?-p\s?([^\s-][^\s\0]*)")),
    (
        "passwords",  # only where what follows is hardly a word
        re.compile(
            r"(?i)\b(?:password|passwd|passphrase|token)(?:\s+is)?\s+"
            r"((?=[^\s\0]{0,40}[0-9])(?=[^\s\0]{0,40}[a-z])[^\s\0]{6,})"
        ),
    ),
    ("ids", re.compile(r"\b([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})\b")),
    ("long random strings", re.compile(r"\b([0-9a-fA-F]{24,})\b")),
    (
        "long random strings",
        re.compile(
            r"(?<![\w-])((?=[\w-]{0,99}[0-9][\w-]{0,99}[0-9])(?=[\w-]{0,99}[A-Z])(?=[\w-]{0,99}[a-z])[A-Za-z0-9_-]{32,})"
            r"(?![\w-])"
        ),
    ),
    (
        "long random strings",  # such as a line of a key whose beginning is no longer on the screen
        re.compile(
            r"(?<![^\s│┃|])((?=[^\s]{0,200}[0-9])(?=[^\s]{0,200}[A-Z])(?=[^\s]{0,200}[a-z])[A-Za-z0-9+/]{48,}={0,2})"
            r"(?![^\s│┃|])"
        ),
    ),
    (
        "long random strings",
        re.compile(r"(?<![A-Za-z0-9+])((?=[A-Za-z+]*[0-9][A-Za-z+]*[0-9])(?=[0-9+]*[A-Za-z])[A-Za-z0-9+]{20,}={0,2})"),
    ),
)
"""What is hidden: what it is called, and where it stands (the pattern's group)."""

BEGIN, END = re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----"), re.compile(r"-----END [A-Z ]*PRIVATE KEY-----")

OF_KEY = re.compile(r"[\s│┃|]*[A-Za-z0-9+/]{4,}={0,2}[\s│┃|]*")
"""A line that may be of a key, with the box around it."""

KEPT = frozenset(" \0│┃|")
"""What stays of a line of a key: the room between, the second halves of wide cells, and boxes."""


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
        keys = in_keys(lines)
        return [self.key_line(line) if is_key else self.line(line) for line, is_key in zip(lines, keys, strict=True)]

    def key_line(self, line: str) -> str:
        """One line of a private key, of the same length."""
        self._hidden["private keys"].add(line)
        return "".join(c if c in KEPT else MASK for c in line)

    def _spans(self, text: str) -> Iterator[Span]:
        for what, pattern in (*self._literal, *PATTERNS):
            for match in pattern.finditer(text):
                yield Span(*match.span(1), what)


def in_keys(lines: Sequence[str]) -> list[bool]:
    """Which lines of a text are of a private key: all behind its first line, up to its last one.

    Where the first line is no longer there, those right above the last one that look like it.
    """
    found: list[bool] = []
    is_in_key = False
    for at, line in enumerate(lines):
        begins, ends = bool(BEGIN.search(line)), bool(END.search(line))
        if ends and not is_in_key and not begins:
            above = at - 1
            while above >= 0 and OF_KEY.fullmatch(lines[above]):
                found[above] = True
                above -= 1
        is_in_key = (is_in_key or begins) and not ends
        found.append(is_in_key and not begins and bool(line.strip()))
    return found

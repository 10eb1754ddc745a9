"""What the person's terminal answers: to our question whether it keeps program status (OSC 7501), and to others'.

Textual would type an answer as keys. We ask little, but whoever had the terminal before us may have asked, and an
answer that comes late, over ssh say, would be typed into an agent. So every form of answer that no key has is taken out
of the stream before anything looks into it (xterm ctlseqs: OSC, DCS, DA, DSR; kitty's graphics and keyboard protocols).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from textual.message import Message

QUERY: Final = "\x1b]7501;?\x1b\\"
"""Asks whether the terminal keeps program status; one that does answers with the same bytes."""

STATUS: Final = "7501;?"

LIMIT: Final = 4096
"""Characters of an answer; a longer one is none, and gone."""

_STRINGS: Final = (r"\]\d{1,5};", r"P[01][+$]r", r"P>\|", r"P!\|", r"_G")
"""How answers begin that are strings, behind the escape byte: colours, settings, names, pictures."""

_END: Final = r"(?:\x07|\x1b\\|(?=\x1b[^\\]))"
"""The end of a string; another sequence cuts one off."""

ANSWER: Final = re.compile(
    rf"\x1b(?:(?:{'|'.join(_STRINGS)})[^\x07\x1b]*{_END}|\[[?>=][\d;:]*[a-zA-Z]|\[[\d;]*n|\[(?!48;)[\d;]*t)"
)
"""`CSI 48 … t` is the size, which Textual reads; so are answers about modes (`CSI ? … $ y`)."""

_BEGUN: Final = rf"(?:{'|'.join(_STRINGS)})[^\x07\x1b]*\x1b?|\[[?>=][\d;:]*"

BEGINNING: Final = re.compile(rf"\x1b(?:{_BEGUN}|\]\d*|P[01]?[+$]?|P>|P!|_)$")
"""The end of what came, where an answer may have begun: Alt and a bracket is a key as well."""

SURELY: Final = re.compile(rf"\x1b(?:{_BEGUN}|\]\d+|P[01][+$]|P>|P!)$")
"""The same where one has: nobody types so fast."""


class KeepsStatus(Message):
    """The terminal keeps program status."""


class ReplySplitter:
    """Takes answers out of a stream of characters, however it is cut into pieces."""

    def __init__(self) -> None:
        self._held = ""

    @property
    def is_open(self) -> bool:
        """Whether an answer has begun, or may have."""
        return bool(self._held)

    def feed(self, text: str) -> Iterator[str | KeepsStatus]:
        """What was typed, and the answer to our question, in order."""
        text, self._held = self._held + text, ""
        at = 0
        for answer in ANSWER.finditer(text):
            if answer.start() > at:
                yield text[at : answer.start()]
            if answer[0].startswith(f"\x1b]{STATUS}"):
                yield KeepsStatus()
            at = answer.end()
        rest = text[at:]
        if begun := BEGINNING.search(rest):
            rest, held = rest[: begun.start()], begun[0]
            self._held = held if len(held) <= LIMIT else ""
        if rest:
            yield rest

    def flush(self, *, is_over: bool) -> str:
        """What was held back in case an answer began there; one that surely began goes on, unless it `is_over`."""
        held = self._held
        is_answer = SURELY.search(held) is not None
        if is_over or not is_answer:
            self._held = ""
        return "" if is_answer else held

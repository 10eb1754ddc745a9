# ruff: noqa: FURB136 - min() and max() are calls, and in the loop a call is the most expensive thing
"""Bytes to operations on a grid: one compiled scanner, one loop.

Any cutting of the bytes gives the same screen: what a chunk leaves unfinished (a character, a sequence, a control
string) is kept and goes on with the next one. Unfinished sequences and strings are bounded.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

from hivemind.protocol.screen import STUB
from hivemind.terminal import sequences as do
from hivemind.terminal import width_classes as classes
from hivemind.terminal.grid import Grid
from hivemind.terminal.osc import LINK, link_of
from hivemind.terminal.strings import STRING_LENGTH, take_string
from hivemind.terminal.strips import erase, overwrite
from hivemind.terminal.styles import PLAIN
from hivemind.terminal.width import cell_width

SEQUENCE_LENGTH = 1024
"""Characters of an escape sequence; a longer one is dropped whole."""

UNKNOWN_LENGTH = 4
"""Characters of an escape with intermediate characters that are kept: with two of those it is unknown anyway."""

_WHOLE = (
    r"[ -\U0010ffff]+|\r\n|\x1b\[[0-9;:]*+m"  # most there is, so that it is looked for first
    rf"|(?:{re.escape(do.ERASE_LINE_AND_UP)}){{1,64}}"
    r"|\x1b\[[^@-~\x18\x1a\x1b]*[@-~]"
    r"|[\x00-\x1a\x1c-\x1f]"
    r"|\x1b\][^\x07\x18\x1a\x1b]*(?:\x07|\x1b\\)"
    r"|\x1b[PX^_k][^\x18\x1a\x1b]*\x1b\\"
    r"|\x1b[ -/]*[0-OQ-WYZ\\`-jl-~]|\x1b[ -/]+[0-~]"
)
_ABORTED = (
    r"\x1b\[[^@-~\x18\x1a\x1b]*(?=[\x18\x1a\x1b])"
    r"|\x1b\][^\x07\x18\x1a\x1b]*(?=[\x18\x1a]|\x1b[^\\])"
    r"|\x1b[PX^_k][^\x18\x1a\x1b]*(?=[\x18\x1a]|\x1b[^\\])"
    r"|\x1b[^0-~\x18\x1a\x1b]*(?=[\x18\x1a\x1b])"
)
"""A new escape, CAN or SUB ends what was begun; a BEL only an OSC."""

_INTERRUPTED = (
    r"\x1b[^0-~\x18\x1a\x1b]+(?:"
    r"\[[^@-~\x18\x1a\x1b]*[@-~]"
    r"|\][^\x07\x18\x1a\x1b]*(?:\x07|\x1b\\)"
    r"|[PX^_k][^\x18\x1a\x1b]*\x1b\\"
    r"|[0-OQ-WYZ\\`-jl-~])"
)
"""Something between ESC and what belongs to it: control characters, which act first, and others, which are ignored."""

_scan = re.compile(rf"{_WHOLE}|{_ABORTED}|{_INTERRUPTED}|\x1b(?s:.*)").findall
_is_finished = re.compile(rf"{_WHOLE}|{_INTERRUPTED}").fullmatch
_is_rendition = re.compile(rf"\x1b\[[0-9;:]{{0,{SEQUENCE_LENGTH - 2}}}m").fullmatch
_is_log = re.compile(r"[ -~]*(?:\r\n[ -~]*){4,}").fullmatch
_strays = re.compile(r"\A\x1b[^0-~\x18\x1a\x1b]*").findall
_has_c1 = re.compile(rb"\xc2[\x80-\x9f]").search
_c1 = re.compile(r"[\x80-\x9f]").sub

_STRING_KINDS = frozenset("]PX^_k")
_TOO_LONG = "["
"""Kind of an open string that is a control sequence too long to keep."""

_END = re.compile(r"[\x18\x1a\x1b]").search
_ENDS = {"]": re.compile(r"[\x07\x18\x1a\x1b]").search, _TOO_LONG: re.compile(r"[@-~\x18\x1a\x1b]").search}
"""What ends an open string, by its kind."""


def _seven_bits(match: re.Match[str]) -> str:
    return "\x1b" + chr(ord(match[0]) - 0x40)


class Parser:
    """Feeds one grid."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._decode = self._decoder.decode
        self._held = ""
        """The start of a sequence."""
        self._kind = ""
        """The character after ESC of the control string that is open; empty when none is."""
        self._parts: list[str] = []
        self._length = 0
        self._last = ""
        """Text that ends with the last character written, for REP."""

    def feed(self, data: bytes) -> None:
        """Act on bytes as they come, cut anywhere."""
        text = self._decode(data)
        if _has_c1(data) or "\x80" <= text[:1] < "\xa0":
            text = _c1(_seven_bits, text)
        if "\x7f" in text:
            text = text.replace("\x7f", "")
        if not text:
            return
        if not self._held and not self._kind and _is_log(text):
            text = self._scroll_in(text)
        text, self._held = self._held + text, ""
        while text:
            text = self._go_on_with_string(text) if self._kind else self._run(text)

    @property
    def unfinished(self) -> bytes:
        """What of the bytes so far belongs to something that has not ended: whoever reads on must know it."""
        opened = f"\x1b{self._kind}{''.join(self._parts)}" if self._kind else ""
        return (opened + self._held).encode("utf-8", "surrogatepass") + self._decoder.getstate()[0]

    def copy(self, grid: Grid) -> Parser:
        """A parser that goes on where this one is, on another grid."""
        copy = Parser(grid)
        copy._decoder.setstate(self._decoder.getstate())
        copy._held, copy._kind, copy._last = self._held, self._kind, self._last
        copy._parts, copy._length = list(self._parts), self._length
        return copy

    def _run(self, text: str) -> str:  # noqa: C901, PLR0912, PLR0915
        """The loop. Returns what is to be read next: the rest of an unfinished part, or nothing."""
        grid, last = self._grid, self._last
        table, known = grid.styles, do.operations.get
        tokens, unfinished = self._tokens(text)
        if not text.isascii():
            is_narrow_run, conditional = classes.is_narrow_run, classes.CONDITIONAL
        while True:
            cursor, texts, marks, columns = grid.cursor, grid.texts, grid.marks, grid.columns
            x, y, pen = cursor.x, cursor.y, cursor.pen
            first, bottom = grid.region
            lowest = grid.lines - 1
            origin, furthest = (first, bottom) if grid.is_origin else (0, lowest)
            scrollback, scrolled = grid.scrollback, 0
            keep_text, keep_marks = scrollback.texts.append, scrollback.marks.append
            is_plain, newline = grid.is_plain, grid.is_newline
            blank, steps = table.blank(pen), table.steps(pen)
            for part in tokens:
                if part >= " ":
                    end = x + len(part)
                    if (
                        is_plain
                        and end <= columns
                        and (
                            part.isascii()
                            or (
                                is_narrow_run(part)
                                # no character joins a plain one, which most often stands before it
                                and (x == 0 or part[0] not in conditional or " " <= texts[y][x - 1 : x] < "\x7f")
                            )
                        )
                    ):
                        line = texts[y]
                        length = len(line)
                        if x == length:
                            texts[y] = line + part
                        elif x > length:
                            texts[y] = line.ljust(x) + part
                        elif line[x] == STUB or (end < length and line[end] == STUB):
                            texts[y] = overwrite(line, x, part)
                        else:
                            texts[y] = line[:x] + part + line[end:]
                        line = marks[y]
                        length = len(line)
                        if x < length:
                            marks[y] = line[:x] + pen * (end - x) + line[end:]
                        elif pen != PLAIN:
                            marks[y] = line.ljust(x, PLAIN) + pen * (end - x)
                        x = end
                        last = part
                        continue
                    cursor.x, cursor.y, cursor.pen = x, y, pen
                    grid.draw(part)
                    x, y = cursor.x, cursor.y
                    last = part if cell_width(part[-1]) else next((c for c in reversed(part) if cell_width(c)), last)
                    continue
                step = steps.get(part)
                if step is not None:
                    pen, blank, steps = step
                    continue
                operation = known(part)
                if operation is None:
                    if _is_rendition(part):
                        pen, blank, steps = table.step(pen, part, steps)
                        continue
                    if part.startswith(LINK):
                        pen = link_of(table, pen, part)
                        steps = table.steps(pen)
                        continue
                    operation = self._learn(part)
                code, p, q = operation
                if code == do.LINE_FEED:
                    if p or newline:
                        x = 0
                    elif x == columns:
                        x -= 1
                    if y == bottom:
                        if first == 0:
                            keep_text(texts[0])
                            keep_marks(marks[0])
                            scrolled += 1
                        del texts[first], marks[first]
                        texts.insert(bottom, "")
                        marks.insert(bottom, "" if blank == PLAIN else blank * columns)
                    elif y < lowest:
                        y += 1
                elif code == do.POSITION:
                    y = p + origin if p + origin < furthest else furthest
                    x = q if q < columns else columns - 1
                elif code == do.ERASE_LINE:
                    if x == columns:
                        x -= 1
                    if p:
                        texts[y] = ""
                        marks[y] = "" if blank == PLAIN else blank * columns
                    elif blank == PLAIN:
                        line = texts[y]
                        if x < len(line):
                            texts[y] = line[:x] if line[x] != STUB else erase(line, x, columns, columns)
                        if x < len(marks[y]):
                            marks[y] = marks[y][:x]
                    else:
                        grid.erase_line(y, x, blank, 0)
                elif code == do.RETURN:
                    x = 0
                elif code == do.RIGHT:
                    x = x + p if x + p < columns else columns - 1
                elif code == do.UP:
                    stop = first if y >= first else 0
                    y = y - p if y - p > stop else stop
                    if q:
                        x = 0
                    elif x == columns:
                        x -= 1
                elif code == do.DOWN:
                    stop = bottom if y <= bottom else lowest
                    y = y + p if y + p < stop else stop
                    if q:
                        x = 0
                    elif x == columns:
                        x -= 1
                elif code == do.COLUMN:
                    x = p if p < columns else columns - 1
                elif code == do.EDIT:
                    if x == columns:
                        x -= 1
                    p(grid, y, x, blank, q)
                elif code == do.SHIFT_LINES:
                    if first <= y <= bottom:
                        p(grid, y, x, blank, q)
                        x = 0
                elif code == do.QUIET:
                    p(grid, *q)
                elif code == do.ERASE_UPWARDS:
                    if x == columns:
                        x -= 1
                    fill = "" if blank == PLAIN else blank * columns
                    stop = first if y >= first else 0
                    for _ in range(p):
                        texts[y], marks[y] = "", fill
                        y = y - 1 if y > stop else stop
                elif code in {do.LEFT, do.BACKSPACE}:
                    x = max(0, min(x, columns - 1) - p)
                elif code == do.TAB:
                    x = grid.stop_after(x)
                elif code == do.REPEAT:
                    cursor.x, cursor.y, cursor.pen = x, y, pen
                    grid.repeat(last[-1:], p)
                    x, y = cursor.x, cursor.y
                elif code != do.NOTHING:
                    break
            else:
                code, p, q = do.NOTHING_AT_ALL
            cursor.x, cursor.y, cursor.pen = x, y, pen
            scrollback.end += scrolled
            self._last = last
            if code == do.CALL:
                p(grid, *q)
            elif code == do.AGAIN:
                self._run(p)
                last = self._last
            else:
                return self._keep(unfinished) if unfinished else ""

    def _scroll_in(self, text: str) -> str:
        """Take plain lines at the bottom of the screen at once, as logs come; returns what is to be read after all."""
        grid = self._grid
        lines = text.split("\r\n")
        count = len(lines) - 1
        is_at_bottom = grid.cursor.y == grid.lines - 1 and grid.margins is None
        fits = text.count("\r") == text.count("\n") == count and len(max(lines, key=len)) <= grid.columns
        if not (is_at_bottom and fits and grid.is_plain and grid.cursor.pen == PLAIN):
            return text
        if lines[0]:
            self._run(lines[0])
        grid.texts += lines[1:]
        grid.marks += [""] * count
        grid.scrollback.extend(grid.texts[:count], grid.marks[:count])
        del grid.texts[:count], grid.marks[:count]
        grid.cursor.x = len(lines[-1])
        self._last = next((line for line in reversed(lines) if line), self._last)
        return ""

    def _tokens(self, text: str) -> tuple[Iterator[str], str]:
        """What can be acted on, and the unfinished rest."""
        tokens = _scan(text)
        rest = tokens.pop() if tokens and tokens[-1][0] == "\x1b" and not _is_finished(tokens[-1]) else ""
        return iter(tokens), rest

    def _learn(self, token: str) -> do.Operation:
        """The operation of a token that is not known yet."""
        kind = token[1:2]
        if token[0] != "\x1b" or kind == "":
            return do.operation(token, is_finished=True)
        if kind in _STRING_KINDS:
            terminator = "\x1b\\" if token.endswith("\x1b\\") else "\x07"
            is_whole = (kind == "]" and token.endswith(terminator)) or terminator != "\x07"
            body = token[2 : -len(terminator)]
            return (do.QUIET, take_string, (kind, body, terminator)) if is_whole else do.NOTHING_AT_ALL
        if kind != "[":
            return self._learn_escape(token)
        is_finished = len(token) > 2 and "@" <= token[-1] <= "~"
        if len(token) - is_finished > SEQUENCE_LENGTH:
            return do.NOTHING_AT_ALL
        return do.operation(token, is_finished=is_finished)

    def _learn_escape(self, token: str) -> do.Operation:
        """The operation of an escape; when strays stand before what it is, they act first and it is read again."""
        (strays,) = _strays(token)
        cleared, rest = do.uninterrupted(strays), token[len(strays) :]
        if cleared == strays:
            return do.operation(token, is_finished=True)
        return do.AGAIN, cleared + rest if rest else cleared[: cleared.index("\x1b")], None

    def _keep(self, rest: str) -> str:
        """Keep the unfinished end of a chunk; returns what of it can be read after all."""
        kind = rest[1:2]
        if kind and kind in _STRING_KINDS:
            self._kind = kind
            self._add(rest[2:])
        elif kind == "[":
            if len(rest) > SEQUENCE_LENGTH:
                self._kind = _TOO_LONG
            else:
                self._held = rest
        else:
            (strays,) = _strays(rest)
            cleared = do.uninterrupted(strays)
            if cleared != rest:
                return cleared + rest[len(strays) :]
            self._held = rest[:UNKNOWN_LENGTH]
        return ""

    def _go_on_with_string(self, text: str) -> str:
        """Add to the open string up to its end; returns what follows it."""
        match = _ENDS.get(self._kind, _END)(text)
        if match is None:
            self._add(text)
            return ""
        start, end = match.span()
        is_escape = match[0] == "\x1b"
        self._add(text[:start])
        if is_escape and self._kind != _TOO_LONG:
            if end == len(text):
                self._held = "\x1b"
                return ""
            if text[end] == "\\":
                self._close("\x1b\\")
                return text[end + 1 :]
        if match[0] == "\x07":
            self._close("\x07")
            return text[end:]
        self._forget()
        return text[start:] if is_escape else text[end:]

    def _add(self, text: str) -> None:
        if text.endswith("\x1b"):
            self._held, text = "\x1b", text[:-1]
        self._length += len(text)
        if self._length > STRING_LENGTH:
            self._parts.clear()
        elif self._kind != _TOO_LONG:
            self._parts.append(text)

    def _close(self, terminator: str) -> None:
        if self._length <= STRING_LENGTH:
            take_string(self._grid, self._kind, "".join(self._parts), terminator)
        self._forget()

    def _forget(self) -> None:
        self._kind, self._length = "", 0
        self._parts.clear()

"""What a waiting screen asks: the command or question, the rows of the dialog, its options.

Generic, for any program: a dialog stands at the bottom, its options last, its text between them and the last line
across the screen (or, without lines, the last row that begins in the first column). Timers and spinners above it, and
where the selection stands, change nothing of the result.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hivemind.detect.asking import LOWER_CORNERS, NO_HINTS, Hints, bare, begins, frame_top, unnested, without_panel
from hivemind.detect.choices import Options, find_options, indent_of, printable, without_marker
from hivemind.detect.line_tests import is_braille
from hivemind.detect.matter import LINE_BREAK, is_dashed, last_paragraph, matter_of, rest_of
from hivemind.detect.prompts import Prompt, find_prompt, is_prompt
from hivemind.detect.regions import is_rule
from hivemind.detect.text import ScreenText
from hivemind.detect.wrapping import unwrap
from hivemind.protocol.ask import Choice

MAX_EXCERPT_ROWS = 60
"""Rows. Of a taller dialog the last ones are kept, where its question stands."""


class Dialog(msgspec.Struct, frozen=True):
    """What a waiting screen asks. Control characters never occur."""

    command: str
    """What is to be run, edited or answered, on one line; may be empty."""
    excerpt: tuple[str, ...]
    """The rows of the dialog for a person, without its row of keys and without the marker of the selection."""
    choices: tuple[Choice, ...]
    """What it offers, in its order."""
    question: str = ""
    """What is asked, on one line; may be empty."""
    is_whole: bool = False
    """Whether its first row is surely on the screen, and none says that something was left out."""

    @property
    def selected(self) -> int | None:
        """Which of the choices Enter would take, from 0; None when that cannot be seen."""
        return next((index for index, choice in enumerate(self.choices) if choice.selected), None)


def dialog_of(text: ScreenText, hints: Hints = NO_HINTS) -> Dialog:
    """What that screen asks, as far as it can be seen; only sensible for a screen that reads as waiting."""
    end = len(text.rows)
    while end and not text.rows[end - 1].strip():
        end -= 1
    raw = [without_panel(row.replace("\u00a0", " "), text.columns, hints.beside) for row in text.rows[:end]]
    if hints.letters:
        prompt = find_prompt(raw, text.columns)
        if prompt is not None:
            return _prompted(raw, prompt, text.columns, hints)
    rows = bare(raw, hints)
    found = find_options(rows, text.columns, hints)
    options = found or _below_body(raw)
    frame = frame_top(raw, options.start - (found is None), hints)
    columns = text.columns if frame is None else _room(raw, frame, text.columns)
    if columns != text.columns:
        options = find_options(rows, columns, hints) or options
    top = frame if frame is not None else _head(rows, options, hints)
    has_edge = bool(top)
    if top is None:
        top = _top(raw, options.start)
        has_edge = any(row.strip() and indent_of(row) == 0 for row in raw[:top])
    body = rows[top : options.start]
    if frame is not None:
        body = unnested(body)
    if not any(row.strip() for row in body):
        # an input box, and above it the reason why nothing can be typed; or a screen without any known shape
        above = [row for row in rows[: max(0, top - 1)] if row.strip() and indent_of(row) * 2 < text.columns]
        shown = above[-3:] or last_paragraph(rows)
        command = printable(shown[-1].strip(" ⎿└│") if shown else "")
        return Dialog(command, _excerpt(shown, hints), options.choices)
    if frame == 0:
        matter = rest_of(body, columns, hints)
    else:
        matter = matter_of(body, columns, hints, is_framed=frame is not None and bool(options.choices))
    excerpt = _excerpt([*body, *rows[options.start : options.end]], hints)
    is_whole = has_edge and len(excerpt) < MAX_EXCERPT_ROWS and not _leaves_out(body)
    return Dialog(printable(matter.command), excerpt, options.choices, printable(matter.question), is_whole)


def _prompted(rows: Sequence[str], prompt: Prompt, columns: int, hints: Hints) -> Dialog:
    """What a prompt with letters asks about stands right above it: up to a row that the agent file knows, if any."""
    before = range(prompt.row - 1, -1, -1)
    top = next((i + 1 for i in before if begins(rows[i], hints.heads) or is_prompt(rows[i])), None)
    if top is not None:
        above = rows[top : prompt.row]
    else:
        above = last_paragraph(["" if is_rule(row) else row for row in rows[: prompt.row]])
    command = LINE_BREAK.join(unwrap(above, columns))
    return Dialog(
        printable(command or prompt.question),
        _excerpt([*above, prompt.shown], NO_HINTS),
        prompt.choices,
        printable(prompt.question),
    )


def _below_body(rows: Sequence[str]) -> Options:
    """Where a dialog without options ends: at the lower edge of a box that ends the screen, or below all."""
    end = len(rows) - (bool(rows) and is_rule(rows[-1]) and rows[-1].strip()[0] in LOWER_CORNERS)
    return Options(end, end)


def _room(rows: Sequence[str], top: int, columns: int) -> int:
    """Cells for the text in a box that begins above that row; programs leave one free at each side."""
    return len(rows[top - 1].strip()) - 2 if top and is_rule(rows[top - 1]) else columns


def _head(rows: Sequence[str], options: Options, hints: Hints) -> int | None:
    """The lowest row that begins a dialog as the agent file says, and stands further left than its options."""
    indent = min((indent_of(row) for row in rows[options.start : options.end] if row.strip()), default=0)
    for index in range(options.start - 1, -1, -1):
        if indent_of(rows[index]) < indent and begins(rows[index], (*hints.heads, *hints.forms, *hints.prompts)):
            return index
    return None


def _leaves_out(body: Sequence[str]) -> bool:
    """Whether a row says that there is more than is shown, or the upper one of two dashed lines has scrolled away."""
    shortened = any("…" in row or row.strip(" │").startswith("...") for row in body)
    return shortened or sum(map(is_dashed, body)) == 1


def _excerpt(rows: Sequence[str], hints: Hints) -> tuple[str, ...]:
    kept = [printable(without_marker(row, hints.markers)) for row in rows if not is_braille(row.strip()[:1])]
    while kept and not kept[0].strip():
        kept.pop(0)
    while kept and not kept[-1].strip():
        kept.pop()
    return tuple(kept[-MAX_EXCERPT_ROWS:])


def _top(rows: Sequence[str], start: int) -> int:
    """The first row of the dialog whose options begin at `start`."""
    for index in range(start - 1, -1, -1):
        if is_rule(rows[index]) and indent_of(rows[index]) == 0:
            return index + 1
    first = 0
    for index in range(start - 1, -1, -1):
        row = rows[index]
        if row.strip() and indent_of(row) == 0 and not is_dashed(row):
            first = index + 1
            break
    # rows right below one in the first column continue it
    while 0 < first < start and rows[first].strip():
        first += 1
    return _first_block(rows, first, start)


def _first_block(rows: Sequence[str], first: int, start: int) -> int:
    """Of the blocks that two blank rows divide, the first that begins with a question; else the last."""
    blocks = [
        index
        for index in range(first, start)
        if rows[index].strip()
        and (index == first or not any(row.strip() for row in rows[max(first, index - 2) : index]))
    ]
    asking = [index for index in blocks if rows[index].rstrip().endswith("?")]
    return asking[0] if asking else blocks[-1] if blocks else first

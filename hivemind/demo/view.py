"""The agent's state as a frame: what stands where. The same state and size give the same picture.

The one thing `draw` changes is `agent.scroll`: how far back there is something to see is known here only.
"""

from __future__ import annotations

import shlex
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from hivemind.demo import phrases
from hivemind.demo.agent import Agent
from hivemind.demo.paint import Frame
from hivemind.demo.steps import Dialog, Entry
from hivemind.demo.text import Line, Span, clean, fit, marked, width, wrap

TITLE_IDLE, TITLE_WAITING = "✳ Demo", "◆ Demo"
TITLES_WORKING = ("◐ Demo", "◑ Demo")
TITLE_SECONDS = 1.0
"""Seconds. How long each working title stands."""

SPINNER = ("⬡", "⬢")
SPINNER_SECONDS = 0.25
"""Seconds. How long each spinner glyph stands."""

WIDE_TEXT = 96
"""Cells. Replies are not set wider than this."""

_INTRO = marked(phrases.INTRO, plain="dim")

_ROOM = 3
"""Rows that a dialog's body keeps at least."""


def draw(agent: Agent, *, columns: int, rows: int, now: float) -> Frame:
    """The whole screen, exactly `rows` lines of at most `columns` cells."""
    dialog = agent.dialog
    cursor: tuple[int, int] | None = None
    if dialog is not None and agent.turn is not None:
        if dialog.has_field and agent.turn.written:
            dialog = replace(dialog, options=(*dialog.options[:-1], agent.turn.written))
        bottom = _dialog_lines(dialog, agent.turn.selected, columns, rows)
    else:
        bottom, cursor = _box_lines(agent, columns, rows, now)
    room = max(0, rows - len(bottom))
    top = _conversation(agent, columns, room)
    cut = max(0, len(bottom) - rows)
    lines = [fit(line, columns) for line in [*top, *bottom[cut:]]]
    if cursor is not None:
        cursor = (min(rows - 1, max(0, cursor[0] + len(top) - cut)), min(cursor[1], columns - 1))
    return Frame(lines, cursor, title(agent, now), columns, agent.world.accent)


def title(agent: Agent, now: float) -> str:
    """The window title: it tells idle, waiting and working apart."""
    if agent.dialog is not None:
        return TITLE_WAITING
    if agent.turn is None:
        return TITLE_IDLE
    return TITLES_WORKING[int((now - agent.turn.started) / TITLE_SECONDS) % 2]


def _conversation(agent: Agent, columns: int, room: int) -> list[Line]:
    """The part of header and conversation that fits above the box; blank rows fill it up."""
    if not room:
        return []
    lines: list[Line] = []
    needed = room + agent.scroll
    if agent.turn is not None and agent.turn.spoken:
        lines = [*entry_lines(Entry("agent", clean(agent.turn.spoken.rstrip(), newlines=True)), columns), ()]
    elif agent.turn is not None and agent.turn.command is not None:
        running = Entry("action", clean(f"$ {shlex.join(agent.turn.command.argv)}"), ("running…",))
        lines = [*entry_lines(running, columns), ()]
    for entry in reversed(agent.entries):
        if len(lines) >= needed:
            break
        lines = [*entry_lines(entry, columns), (), *lines]
    if len(lines) < needed:
        hint = () if agent.entries or agent.turn is not None else (*_hanging(("dim", "· "), [_INTRO], columns), ())
        lines = [*_header(agent, columns), (), *hint, *lines]
    agent.scroll = min(agent.scroll, max(0, len(lines) - room))
    end = len(lines) - agent.scroll
    shown = lines[max(0, end - room) : end]
    return [*shown, *[()] * (room - len(shown))]


def _header(agent: Agent, columns: int) -> list[Line]:
    world = agent.world
    home = str(Path.home())
    cwd = str(world.cwd)
    folder = clean("~" + cwd[len(home) :] if cwd == home or cwd.startswith(f"{home}/") else cwd)
    comb = ("  ⬡ ⬢ ", " ⬢ ⬡ ⬢", "  ⬡ ⬢ ")
    texts: tuple[Line, ...] = (
        (("bold", "Hive demo agent"), ("dim", f"  {phrases.VERSION} 🐝")),
        (("dim", f"{clean(world.model)} · a script, no model and no network"),),
        (("dim", folder),),
    )
    if columns < 40:
        return [(), *texts]
    return [(), *((("accent", f"{row}   "), *text) for row, text in zip(comb, texts, strict=True))]


@lru_cache(maxsize=512)
def entry_lines(entry: Entry, columns: int) -> tuple[Line, ...]:
    """An entry as lines, without a blank one after it."""
    if entry.kind == "person":
        return _hanging(("title", "❯ "), [(("person", text),) for text in entry.text.split("\n")], columns)
    if entry.kind == "agent":
        return _hanging(("accent", "⬢ "), [marked(text) for text in entry.text.split("\n")], columns)
    if entry.kind in ("action", "edit"):
        return _action(entry, columns)
    if entry.kind == "end":
        return ((("dim", f"✻ {entry.text}"),),)
    if entry.text == "help":
        return tuple(_help(columns))
    return _hanging(("dim", "· "), [(("dim", entry.text),)], columns)


def _hanging(mark: Span, paragraphs: list[Line], columns: int) -> tuple[Line, ...]:
    """Paragraphs wrapped behind a mark; the rows after the first are indented as far as it reaches."""
    indent = width(mark[1])
    lines: list[Line] = []
    for paragraph in paragraphs:
        for line in wrap(paragraph, min(columns - indent, WIDE_TEXT)) if paragraph else [()]:
            lines.append((("", " " * indent) if lines else mark, *line) if line else ())
    return tuple(lines)


def _action(entry: Entry, columns: int) -> tuple[Line, ...]:
    head = _hanging(("accent", "⬢ "), [(("code", text),) for text in entry.text.split("\n")], columns)
    rows = [
        fit((("dim", "  └ " if index == 0 else "    "), diff_span(row) if entry.kind == "edit" else ("", row)), columns)
        for index, row in enumerate(entry.detail)
    ]
    return (*head, *rows)


def diff_span(row: str) -> Span:
    """A row of a diff in its colour."""
    role = {"+": "good", "-": "bad", "@": "dim"}.get(row[:1], "")
    return role, row


def _help(columns: int) -> list[Line]:
    lines: list[Line] = [(("title", "⬢ "), ("bold", "What you can type"))]
    table = [(text, what) for text, what in phrases.HELP_WORDS]
    table += [(f"{name} {arguments}".rstrip(), what) for name, arguments, what in phrases.COMMANDS]
    left = min(max(width(text) for text, _ in table), max(10, columns // 2))
    for index, (text, what) in enumerate(table):
        if index == len(phrases.HELP_WORDS):
            lines.append(())
        lines.extend(_hanging(("code", f"  {text:{left}}  "), [marked(what, plain="dim")], columns))
    return [*lines, (), *_hanging(("", "  "), [(("dim", phrases.HELP_KEYS),)], columns)]


def _rule(columns: int) -> Line:
    return (("rule", "─" * columns),)


def _box_lines(agent: Agent, columns: int, rows: int, now: float) -> tuple[list[Line], tuple[int, int]]:
    """Status row, queue, input box and footer; and the cursor's place in them."""
    lines: list[Line] = []
    is_tiny = rows < 8
    if agent.turn is not None and rows > 5:
        lines.append(_status(agent, columns, now))
        lines += [] if is_tiny else [()]
    if not is_tiny:
        for text in agent.queue[-3:]:
            lines.append(fit((("dim", "  next: "), ("dim", clean(text))), columns))
    lines.append(_rule(columns))
    texts, (row, column) = agent.composer.rows(columns - 3)
    shown = max(1, min(len(texts), rows // 3))
    first = min(max(0, row - shown + 1), len(texts) - shown)
    cursor = (len(lines) + row - first, column + 2)
    for index, text in enumerate(texts[first : first + shown]):
        mark = ("title", "❯ ") if index + first == 0 else ("", "  ")
        lines.append((mark, ("", text)) if agent.composer.text else (mark,))
    lines.append(_rule(columns))
    return [*lines, *_footer(agent, columns)], cursor


def _status(agent: Agent, columns: int, now: float) -> Line:
    turn = agent.turn
    if turn is None:
        return ()
    age = now - turn.started
    glyph = SPINNER[int(age / SPINNER_SECONDS) % 2]
    word = phrases.GERUNDS[agent.turns % len(phrases.GERUNDS)]
    return fit((("accent", f"{glyph} {word}…"), ("dim", f" ({int(age)}s)")), columns)


def _footer(agent: Agent, columns: int) -> list[Line]:
    box = agent.composer.text
    if box.startswith("/") and not any(char.isspace() for char in box):
        fitting = [row for row in phrases.COMMANDS if row[0].startswith(box)][:5]
        if fitting:
            return [
                fit((("code", f"  {name:8}"), ("dim", f"{args:18} {what}")), columns) for name, args, what in fitting
            ]
    parts = [f"{agent.world.mode} mode"]
    if agent.notice:
        parts = [agent.notice]
    elif agent.turn is not None:
        parts.append("esc to interrupt")
    else:
        parts.append("/help")
    if agent.scroll:
        parts.append(f"↓ {agent.scroll} rows below (PgDn)")
    return [(("dim", "  " + " · ".join(parts)),)]


def _dialog_lines(dialog: Dialog, selected: int, columns: int, rows: int) -> list[Line]:
    """A dialog below its rule; when the screen is low, the body and then the blank rows give way."""
    inner = columns - 2
    head: list[Line] = [_rule(columns), (("title", f" {dialog.title}"),)]
    if dialog.subject and not dialog.body:
        head += [(("", "   "), *line) for line in wrap((("code", clean(dialog.subject)),), inner - 2)]
    if dialog.text:
        head += [(("", " "), *line) for line in wrap((("dim", dialog.text),), min(inner, WIDE_TEXT))]
    tail: list[Line] = [(("bold", f" {dialog.question}"),)] if dialog.question else []
    for number, option in enumerate(dialog.options, 1):
        is_on = number == selected
        mark = f" ❯ {number}. " if is_on else f"   {number}. "
        role = "selected" if is_on else ""
        tail.extend(
            _hanging((role, mark), [((role, clean(option)),)], columns)
            if rows > 12
            else [((role, mark + clean(option)),)]
        )
    last: Line = (("dim", f" {_hint(dialog)}"),)
    if dialog.body:
        head.append((("code", f" {clean(dialog.subject)}"),))
        body = [fit((("", " "), diff_span(clean(row))), columns) for row in dialog.body]
        room = max(_ROOM, rows - len(head) - len(tail) - 4)
        hidden = len(body) - room
        if hidden > 0:
            body = [*body[: room - 1], (("dim", f" … {hidden + 1} more rows"),)]
        dots: Line = (("dim", "╌" * columns),)
        head += [dots, *body, dots]
    full = [*head, (), *tail, (), last]
    return full if len(full) <= rows else [*head, *tail, last]


def _hint(dialog: Dialog) -> str:
    if dialog.kind == "trust":
        return "Enter to confirm · Esc to leave"
    escape = "Esc to refuse" if dialog.kind == "permission" else "Esc to skip"
    return f"Enter to choose · 1-{len(dialog.options)} at once · {escape}"

"""Settings as lines one can change: what each is called, what it is now, and what it can become. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from hivemind.protocol.agent import AgentInfo, OptionInfo
from hivemind.settings.change import Value
from hivemind.settings.settings import Settings
from hivemind.tui.keymap import Keymap, shown
from hivemind.tui.themes import names

Kind = Literal["heading", "choice", "text", "number", "chords", "agent", "note"]

ON, OFF = "on", "off"
AGENTS_OWN = "the agent's own"
"""Shown where nothing is set for an option and its file says nothing either."""

EVENTS = {
    "permission": "an agent asks permission",
    "question": "an agent asks something",
    "blocked": "an agent waits for you",
    "done": "a turn is done",
    "failed": "a turn failed",
    "program": "a program notifies",
}
"""What can be told of, and how that is called."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line."""

    label: str
    kind: Kind = "heading"
    keys: tuple[str, ...] = ()
    """Where it stands in the file; for an agent its id alone."""
    value: str = ""
    values: tuple[str, ...] = ()
    """What it can become, where that is a choice."""
    help: str = ""
    is_set: bool = False
    """Whether the file says something about it; else it is as shipped."""
    restarts: bool = False
    """Whether the room is drawn anew when it changes."""
    about: str = ""
    """What is to be known of it where it is chosen."""


def rows(
    settings: Settings,
    keymap: Keymap,
    agents: Sequence[AgentInfo],
    options: Mapping[str, Sequence[OptionInfo]],
) -> list[Row]:
    """Every line, from the top. `options` holds those of agents that are opened."""
    return [
        *_look(settings),
        *_notify(settings),
        *_other(settings),
        Row("Agents"),
        *(row for agent in agents for row in _agent(settings, agent, options.get(agent.id))),
        *_keys(settings, keymap),
    ]


def _look(settings: Settings) -> Iterable[Row]:
    look, plain = settings.look, Settings().look
    yield Row("Look")
    theme = Row("theme", "choice", ("look", "theme"), look.theme, tuple(names()), "colours of the room", restarts=True)
    yield _marked(theme, look.theme != plain.theme)
    yield _switch("plain ASCII signs", ("look", "ascii"), on=look.ascii, plain=plain.ascii, restarts=True)
    yield _switch("list of agents at the start", ("look", "panel"), on=look.panel, plain=plain.panel, restarts=True)


def _notify(settings: Settings) -> Iterable[Row]:
    notify, plain = settings.notify, Settings().notify
    yield Row("Tell me when")
    for event, called in EVENTS.items():
        yield Row(
            called,
            "choice",
            ("notify", "events", event),
            ON if event in notify.events else OFF,
            (ON, OFF),
            is_set=(event in notify.events) != (event in plain.events),
        )
    yield Row("Tell me by")
    yield _switch("bell", ("notify", "bell"), on=notify.bell, plain=plain.bell)
    yield _switch("the desktop", ("notify", "desktop"), on=notify.desktop, plain=plain.desktop)
    kinds = ("off", "osc9", "osc777")
    terminal = Row(
        "the terminal", "choice", ("notify", "terminal"), notify.terminal, kinds, "if it knows that sequence"
    )
    yield _marked(terminal, notify.terminal != plain.terminal)
    command = " ".join(notify.command)
    yield Row("a program of yours", "note", value=command or "none", help="notify.command in the file")
    merge = Row("all at once within", "number", ("notify", "merge"), f"{notify.merge:g}", help="seconds")
    yield _marked(merge, notify.merge != plain.merge)


def _other(settings: Settings) -> Iterable[Row]:
    plain = Settings()
    lines, batch = settings.scrollback.lines, settings.answers.batch
    yield Row("Tiles and answers")
    scrollback = Row("scrollback", "number", ("scrollback", "lines"), str(lines), help="lines, of tiles started next")
    yield _marked(scrollback, lines != plain.scrollback.lines)
    standing = Row("a standing permission", "number", ("answers", "batch"), str(batch), help="minutes")
    yield _marked(standing, batch != plain.answers.batch)


def _agent(settings: Settings, agent: AgentInfo, options: Sequence[OptionInfo] | None) -> Iterable[Row]:
    """An agent, what is to be known of it, and its options when it is opened."""
    state = "installed" if agent.found else "not installed"
    get = "" if agent.found else agent.install
    about = "\n".join(text for text in (get, agent.note) if text)
    value = ON if agent.enabled else OFF
    yield Row(agent.id, "agent", (agent.id,), value, (ON, OFF), f"{state}   {agent.label}", about=about)
    if options is None:
        return
    if not options:
        yield Row("  no options", "note")
    chosen = settings.agents.get(agent.id)
    mine = chosen.options if chosen else {}
    for option in options:
        now = mine.get(option.id) or option.default or AGENTS_OWN
        own = (mine[option.id],) if option.id in mine else ()
        values = tuple(dict.fromkeys((*option.values, *own))) if option.values else ()
        keys = ("agents", agent.id, "options", option.id)
        kind: Kind = "choice" if option.values else "text"
        yield Row(f"  {option.label}", kind, keys, now, values, is_set=option.id in mine)


def _keys(settings: Settings, keymap: Keymap) -> Iterable[Row]:
    keys = settings.keys
    yield Row("Keys")
    preset = Row("preset", "choice", ("keys", "preset"), keys.preset, ("tmux", "zellij", "plain"), restarts=True)
    yield _marked(preset, keys.preset != "tmux")
    prefix = Row("prefix", "chords", ("keys", "prefix"), shown(keymap.prefix), restarts=True)
    yield _marked(prefix, keys.prefix is not None)
    others = ", ".join(keys.copy) or "vi's"
    yield Row("copy mode", "note", value=others, help="keys.copy in the file")
    for name, action in keymap.named():
        if not action.needs or action.keys:
            pressed = keymap.written(name) or "no key"
            row = Row(name, "chords", ("keys", "actions", name), pressed, help=action.line, restarts=True)
            yield _marked(row, name in keys.actions)


def _switch(label: str, keys: tuple[str, ...], *, on: bool, plain: bool, restarts: bool = False) -> Row:
    return Row(label, "choice", keys, ON if on else OFF, (ON, OFF), is_set=on != plain, restarts=restarts)


def _marked(row: Row, is_set: bool) -> Row:  # noqa: FBT001 (the one thing that is said of it)
    return replace(row, is_set=is_set)


def changed(settings: Settings, row: Row, value: str) -> tuple[tuple[str, ...], Value]:
    """Where in the file, and what, makes a row that value.

    Raises:
        ValueError: it is no number where one is meant.
    """
    if row.keys[:2] == ("notify", "events"):
        told = [event for event in EVENTS if (value == ON if event == row.keys[2] else event in settings.notify.events)]
        return row.keys[:2], list(told)
    if row.values == (ON, OFF):
        return row.keys, value == ON
    if row.kind == "number":
        number = float(value)
        return row.keys, int(number) if number.is_integer() else number
    if row.kind == "chords" and row.keys != ("keys", "prefix"):
        return row.keys, [value] if value else []
    return row.keys, value

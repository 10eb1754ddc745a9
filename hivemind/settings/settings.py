"""Everything a person can set, with its default: the shape of `settings.toml`.

What a field accepts stands in its type; the docstrings become the reference page. Names of actions, themes and agents
are checked where those are known (the UI), since this layer knows none of them.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Text = Annotated[str, msgspec.Meta(min_length=1, description="text that is not empty")]


class Look(msgspec.Struct, frozen=True):
    """How the room looks."""

    theme: Text = "dark"
    """`dark`, `light`, `high-contrast`, `colour-blind`, or the name of one of Textual's themes."""
    ascii: bool = False
    """Signs and borders of plain ASCII."""
    panel: bool = True
    """Whether the list of agents is shown at the start, where there is room for it."""


class Keys(msgspec.Struct, frozen=True):
    """What keys do."""

    preset: Literal["tmux", "zellij", "plain"] = "tmux"
    """The keys to begin with."""
    prefix: Text | None = None
    """The key before the others, such as `ctrl+a`; without it, the preset's own."""
    actions: dict[str, tuple[Text, ...]] = {}
    """By action: its chords in place of the preset's, each `prefix KEY` or a `KEY` that is taken without the prefix."""
    copy: dict[str, tuple[Text, ...]] = {}
    """By what a key does in copy mode: its keys there, in place of its own."""


Event = Literal["permission", "question", "blocked", "done", "failed", "program"]
"""What a person can be told of: an agent asks or waits, its turn is done or failed, its program notifies."""


class Notify(msgspec.Struct, frozen=True):
    """When and how a person is told that an agent needs them."""

    events: tuple[Event, ...] = ("permission", "question", "blocked", "done", "failed", "program")
    """What is told of, never of the tile one is looking at: an agent asks or waits, its turn is done, it failed, or its
    program sends a notification of its own."""
    bell: bool = False
    """Ring the terminal's bell, where `hive` was used last."""
    terminal: Literal["off", "osc9", "osc777"] = "off"
    """Ask that terminal to show it: by OSC 9 or by OSC 777. Within tmux, `set -g allow-passthrough on` is needed."""
    desktop: bool = True
    """Show it on the desktop, with `notify-send` or `osascript`, where there is one."""
    command: tuple[Text, ...] = ()
    """A program and its arguments; `{title}`, `{text}`, `{tile}`, `{event}` and `{count}` are filled in."""
    merge: Annotated[float, msgspec.Meta(ge=0, le=60, description="seconds from 0 to 60")] = 2.0
    """Seconds. What happens within this long is told together."""


class Scrollback(msgspec.Struct, frozen=True):
    """What is kept of the lines that left a screen."""

    lines: Annotated[int, msgspec.Meta(ge=0, le=1_000_000, description="a whole number from 0 to 1000000")] = 10_000
    """Lines of each tile that starts from now on."""


class Answers(msgspec.Struct, frozen=True):
    """How asks are answered."""

    batch: Annotated[int, msgspec.Meta(ge=1, le=60, description="minutes from 1 to 60")] = 10
    """Minutes that a standing permission holds."""


class Agent(msgspec.Struct, frozen=True):
    """What is chosen for an agent before it is started."""

    options: dict[str, str] = {}
    """By option: the value that the start dialog, and `hive ctl spawn`, begin with."""


class Settings(msgspec.Struct, frozen=True):
    """The whole file."""

    look: Look = Look()
    keys: Keys = Keys()
    notify: Notify = Notify()
    scrollback: Scrollback = Scrollback()
    answers: Answers = Answers()
    agents: dict[str, Agent] = {}
    """By an agent's id."""

"""Signs: what stands for a status, how an age is written. Glyphs are one cell wide, and never colour alone.

Source: the table of signs in the UI's design; the ASCII set is for terminals and people who want it (`HIVE_ASCII=1`).
"""

from __future__ import annotations

from dataclasses import dataclass

from hivemind.base.endings import ending
from hivemind.protocol.status import Status
from hivemind.protocol.tile import TileSummary
from hivemind.tui.palette import Palette

AGED = frozenset({Status.WORKING, Status.PERMISSION, Status.QUESTION, Status.BLOCKED, Status.IDLE})
"""Statuses whose age tells something."""


@dataclass(frozen=True, slots=True)
class Signs:
    """One set of glyphs and lines."""

    glyphs: dict[Status, str]
    corners: str
    """Top left, top right, bottom left, bottom right."""
    across: str
    down: str
    dot: str
    """Between two facts on one line."""
    ellipsis: str
    ok: str
    fault: str
    up: str
    """Before the lines that a tile is scrolled back by."""
    here: str
    """Before the frame that is looked at, and before one that is folded."""
    done: str
    """For a result that nobody has looked at."""
    open: str
    """Before a frame whose tiles are listed."""
    bar: str
    """At the left of the chosen card."""


GLYPHS = Signs(
    glyphs={
        Status.PERMISSION: "◆",
        Status.QUESTION: "?",
        Status.BLOCKED: "■",
        Status.WORKING: "●",
        Status.IDLE: "○",
        Status.RUNNING: "▸",
        Status.EXITED: "·",
    },
    corners="┌┐└┘",
    across="─",
    down="│",
    dot="·",
    ellipsis="…",
    ok="✓",
    fault="!",
    up="↑",
    here="▸",
    done="✔",
    open="▾",
    bar="▌",
)

ASCII = Signs(
    glyphs={
        Status.PERMISSION: "*",
        Status.QUESTION: "?",
        Status.BLOCKED: "#",
        Status.WORKING: "@",
        Status.IDLE: "-",
        Status.RUNNING: ">",
        Status.EXITED: ".",
    },
    corners="++++",
    across="-",
    down="|",
    dot="-",
    ellipsis="~",
    ok="+",
    fault="!",
    up="^",
    here=">",
    done="+",
    open="v",
    bar="|",
)


def colour_of(status: Status, palette: Palette) -> str:
    """The colour that supports a status's glyph and word."""
    if status.is_waiting:
        return palette.attention
    return palette.working if status is Status.WORKING else palette.dim


ENDINGS = {"failed": "failed", "limited": "limit", "interrupted": "stopped"}
"""Turns that did not end well, by `TileSummary.detail`: the word for it."""


def glyph(tile: TileSummary, signs: Signs) -> str:
    """What stands for a tile: its status, or at rest how its turn ended."""
    if tile.status is Status.IDLE and tile.detail in ENDINGS:
        return signs.fault
    return signs.done if tile.status is Status.IDLE and tile.done else signs.glyphs[tile.status]


def shade(tile: TileSummary, palette: Palette) -> str:
    """The colour that supports a tile's glyph and word."""
    if tile.status is Status.IDLE and tile.detail in ENDINGS:
        return palette.warning
    return palette.good if tile.status is Status.IDLE and tile.done else colour_of(tile.status, palette)


IN_SECONDS = 600_000
"""Milliseconds; a shorter time span is told in seconds too."""


def age(milliseconds: int) -> str:
    """A time span as people say it, in two units at most: `41s`, `2m 14s`, `12m`, `3h 5m`, `2d 4h`."""
    seconds = max(0, milliseconds) // 1000
    minutes, hours, days = seconds // 60, seconds // 3600, seconds // 86400
    if days:
        return f"{days}d {hours % 24}h"
    if hours:
        return f"{hours}h {minutes % 60}m"
    if minutes >= 10:
        return f"{minutes}m"
    if minutes:
        return f"{minutes}m {seconds % 60:02d}s"
    return f"{seconds}s"


def word(tile: TileSummary) -> str:
    """The status in words: `blocked (trust)`, `working +2` with sub-agents, `exited (0)`, `working?` as a guess."""
    if tile.status is Status.EXITED:
        return "exited" if tile.exit is None else ending(tile.exit)
    if tile.status is Status.IDLE and (tile.detail in ENDINGS or tile.done):
        return ENDINGS.get(tile.detail, "done")
    if tile.status is Status.WORKING and tile.children:
        return f"working +{tile.children}"
    guessed = f"{tile.status.value}?" if tile.guess else tile.status.value
    return f"{guessed} ({tile.says})" if tile.says else guessed


def tile_age(tile: TileSummary, now_ms: int) -> str:
    """How long the tile has been at what it is; empty where that tells nothing. Nobody counts the seconds of rest."""
    span = now_ms - tile.since
    if tile.status is Status.IDLE and span < IN_SECONDS:
        return f"{span // 60_000}m" if span >= 60_000 else ""
    return age(span) if tile.status in AGED else ""


def called(tile: TileSummary) -> str:
    """What people read as the tile's name: what it is doing, unless a person named it."""
    return tile.shown or tile.name


def program(tile: TileSummary) -> str:
    """The agent, else the name of the program."""
    if tile.agent:
        return tile.agent
    return tile.argv[0].rpartition("/")[2] if tile.argv else "program"

"""Every event: what the daemon tells its clients, as JSON-RPC notifications. The tag is the method name."""

from __future__ import annotations

import msgspec

from hivemind.protocol.ask import Ask
from hivemind.protocol.frame import Frame
from hivemind.protocol.screen import Cursor, Modes, Size, Style
from hivemind.protocol.settled import Permit, Settled
from hivemind.protocol.tile import TileSummary


class TileChanged(msgspec.Struct, frozen=True, rename="camel", tag="tile/changed"):
    """A tile is new or something in its summary changed."""

    tile: TileSummary


class TileClosed(msgspec.Struct, frozen=True, rename="camel", tag="tile/closed"):
    """A tile is gone."""

    tile_id: str


class FramesChanged(msgspec.Struct, frozen=True, rename="camel", tag="frames/changed"):
    """Something about frames changed: which there are, their order, their tiles, how these lie."""

    frames: tuple[Frame, ...]
    """All of them, in the order of their tabs."""


class FocusRequested(msgspec.Struct, frozen=True, rename="camel", tag="tile/focus"):
    """Somebody asked to bring this tile to view (`hive ctl focus`)."""

    tile_id: str


class AskOpened(msgspec.Struct, frozen=True, rename="camel", tag="ask/opened"):
    """Something waits for a decision. Sent again, with the same fingerprint, when its excerpt changed."""

    ask: Ask


class AskClosed(msgspec.Struct, frozen=True, rename="camel", tag="ask/closed"):
    """An ask was settled or is gone."""

    fingerprint: str
    tile_id: str
    outcome: str
    """`allowed`, `denied`, `chosen`, `written`, or `gone` (it left the screen without an answer of ours)."""


class AnswerGiven(msgspec.Struct, frozen=True, rename="camel", tag="ask/answered"):
    """Something was answered, by whomever; it is in the history of answers now."""

    answer: Settled
    """Without the screen."""


class PermitsChanged(msgspec.Struct, frozen=True, rename="camel", tag="permits/changed"):
    """A standing permission was given, used or taken back. That its time is over, everybody sees by themselves."""

    permits: tuple[Permit, ...]
    """All that stand."""


class ScreenChanged(msgspec.Struct, frozen=True, rename="camel", tag="screen/changed"):
    """What changed on a watched tile's screen since `base`."""

    tile_id: str
    base: int
    """Revision this builds on; 0 is the whole screen. A client that has another asks for the whole screen again."""
    revision: int
    size: Size
    top: int
    cursor: Cursor
    title: str
    modes: Modes
    lines: tuple[tuple[int, str, str], ...]
    """`[row, text, styles]` of each changed row; `row` counts from the top of the screen, 0-based."""
    styles: tuple[Style, ...]
    """Styles that the client has not had yet, in order; they continue its table for this tile."""
    clusters: tuple[str, ...]
    """The same for clusters."""


class Copied(msgspec.Struct, frozen=True, rename="camel", tag="clipboard"):
    """A program that somebody watches put a text into the clipboard (OSC 52); a client with one may pass it on."""

    tile_id: str
    text: str
    """Never empty."""


class Summons(msgspec.Struct, frozen=True, rename="camel", tag="summons"):
    """A person who looks elsewhere is to be told something; for the UI that was used last, which has their terminal."""

    title: str
    """One line."""
    text: str
    """One line, as agents and programs worded it; may be empty."""
    tile_id: str
    """The tile that is meant, or the first of several."""
    event: str
    """`permission`, `question`, `blocked`, `failed`, `done` or `program`: of several the most pressing."""
    count: int
    """How many tiles it is about."""


class Notice(msgspec.Struct, frozen=True, rename="camel", tag="notice"):
    """One line for a person, shown once."""

    text: str
    is_error: bool = False


Event = (
    TileChanged
    | TileClosed
    | FramesChanged
    | FocusRequested
    | AskOpened
    | AskClosed
    | AnswerGiven
    | PermitsChanged
    | ScreenChanged
    | Copied
    | Summons
    | Notice
)

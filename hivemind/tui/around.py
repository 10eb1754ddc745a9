"""The multiplexer that the UI runs in, if any: what its terminal is to get is wrapped for it.

tmux tells its programs of itself in `TMUX`, GNU screen in `STY`; each leaves the other's word where it found it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

Multiplexer = Literal["", "tmux", "screen"]

SCREEN_PIECE: Final = 250
"""Characters of one string that every GNU screen takes (`MAXSTR` of version 4; the shortest was 256)."""


def multiplexer(env: Mapping[str, str]) -> Multiplexer:
    """The innermost one. GNU screen calls its terminals `screen.` and the one it runs in; tmux never does."""
    if env.get("STY") and (not env.get("TMUX") or env.get("TERM", "").startswith("screen.")):
        return "screen"
    return "tmux" if env.get("TMUX") else ""


def passed_on(sequence: str, env: Mapping[str, str]) -> str:
    """A sequence for the terminal behind the multiplexer; as it is where there is none. It must not end in ST.

    tmux hands it on where `allow-passthrough` is on (tmux(1)), GNU screen always (screen(1), "Device Control String").
    """
    around = multiplexer(env)
    if around == "tmux":
        return "\x1bPtmux;" + sequence.replace("\x1b", "\x1b\x1b") + "\x1b\\"
    if around == "screen":
        pieces = [sequence[at : at + SCREEN_PIECE] for at in range(0, len(sequence), SCREEN_PIECE)]
        return "".join(f"\x1bP{piece}\x1b\\" for piece in pieces)
    return sequence


def seen(env: Mapping[str, str]) -> dict[str, str]:
    """The environment as far as it is true of the terminal that we write to.

    `COLORTERM` is what a terminal says of itself, and goes through GNU screen, which knows 256 colours and takes exact
    ones for attributes: dim, on black.
    """
    if multiplexer(env) == "screen":
        return {name: value for name, value in env.items() if name != "COLORTERM"}
    return dict(env)

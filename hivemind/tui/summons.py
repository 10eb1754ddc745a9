"""A summons as bytes for the person's terminal: its bell, or a notification by OSC 9 or OSC 777.

tmux rings the bell in its own way and passes no notification on, so that it gets those wrapped: it hands them to its
own terminal where `allow-passthrough` is on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hivemind.base.oneline import one_line
from hivemind.protocol.events import Summons
from hivemind.settings.settings import Notify

BELL: Final = "\x07"

LENGTH: Final = 300
"""Characters of a notification."""


def sequences(summons: Summons, settings: Notify, env: Mapping[str, str]) -> str:
    """What to write; nothing when settings want nothing of the terminal."""
    title, text = one_line(summons.title, LENGTH), one_line(summons.text, LENGTH)
    wanted = ""
    if settings.terminal == "osc9":  # begins with a word: a number would be another command of OSC 9
        wanted = f"\x1b]9;hive: {title.removeprefix('hive: ')}{f': {text}' if text else ''}\x07"
    elif settings.terminal == "osc777":
        wanted = f"\x1b]777;notify;{title.replace(';', ',')};{text}\x07"
    if wanted and env.get("TMUX"):
        wanted = passed_through_tmux(wanted)
    return wanted + (BELL if settings.bell else "")


def passed_through_tmux(sequence: str) -> str:
    """A sequence for the terminal that tmux runs in (tmux(1), `allow-passthrough`)."""
    return "\x1bPtmux;" + sequence.replace("\x1b", "\x1b\x1b") + "\x1b\\"

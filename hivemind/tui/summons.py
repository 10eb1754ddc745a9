"""A summons as bytes for the person's terminal: its bell, or a notification by OSC 9 or OSC 777.

tmux and GNU screen ring the bell in their own way and pass no notification on, so that they get those wrapped.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hivemind.base.oneline import one_line
from hivemind.protocol.events import Summons
from hivemind.settings.settings import Notify
from hivemind.tui.around import passed_on

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
    return passed_on(wanted, env) + (BELL if settings.bell else "")

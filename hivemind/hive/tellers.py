"""Programs that tell a person something: the desktop's, and one of the person's own. By argv, never by a shell."""

from __future__ import annotations

import asyncio
import html
import logging
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from typing import Final

from hivemind.hive.news import Told
from hivemind.settings.settings import Notify

logger = logging.getLogger(__name__)

SECONDS: Final = 10.0
"""Longest that such a program may run."""

DESKTOP: Final = ("DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS")
"""Variables of which a desktop sets one."""

SCRIPT: Final = (
    "on run argv",
    "display notification (item 2 of argv) with title (item 1 of argv)",
    "end run",
)
"""AppleScript; the texts are its arguments, not part of it."""

_FIELD = re.compile(r"\{(title|text|tile|event|count)\}")


def programs(settings: Notify, told: Told, env: Mapping[str, str], platform: str = sys.platform) -> list[list[str]]:
    """What is started to tell it, as settings and environment say."""
    desktop = _desktop(told, env, platform) if settings.desktop else None
    own = filled(settings.command, told) if settings.command else None
    return [argv for argv in (desktop, own) if argv]


def filled(command: Sequence[str], told: Told) -> list[str]:
    """A person's command with its fields filled in; what is filled in is not looked through for fields.

    Names and texts are those of programs: a blank keeps a word that begins with one from being read as an option.
    """
    values = {
        "title": told.title,
        "text": told.text,
        "tile": told.tile_id,
        "event": told.event,
        "count": str(told.count),
    }
    words = [_FIELD.sub(lambda field: values[field[1]], word) for word in command]
    return [
        f" {word}" if word.startswith("-") and given.startswith("{") else word
        for word, given in zip(words, command, strict=True)
    ]


def _desktop(told: Told, env: Mapping[str, str], platform: str) -> list[str] | None:
    path = env.get("PATH", "")
    if platform == "darwin" and shutil.which("osascript", path=path):
        return ["osascript", *(word for line in SCRIPT for word in ("-e", line)), "--", told.title, told.text]
    if any(env.get(name) for name in DESKTOP) and shutil.which("notify-send", path=path):
        # a desktop may read the text as markup
        return ["notify-send", "--app-name=hive", "--", told.title, html.escape(told.text, quote=False)]
    return None


class Tellers:
    """Starts them; one that fails is logged once, and started again the next time."""

    def __init__(self) -> None:
        self._complained: set[str] = set()

    async def start(self, argv: Sequence[str], env: Mapping[str, str]) -> None:
        """Start one and wait for its end; never raises for what it does; cancelled, it ends it."""
        quiet = asyncio.subprocess.DEVNULL
        try:
            program = shutil.which(argv[0], path=env.get("PATH", "")) or argv[0]
            process = await asyncio.create_subprocess_exec(
                program, *argv[1:], env=dict(env), stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True
            )
        except (OSError, ValueError) as error:
            self._complain(argv[0], str(error))
            return
        try:
            code = await asyncio.wait_for(process.wait(), SECONDS)
        except TimeoutError:
            self._complain(argv[0], f"it did not end within {SECONDS:g} s")
        else:
            if code:
                self._complain(argv[0], f"exit {code}")
        finally:
            if process.returncode is None:  # it takes too long, or the hive ends
                process.kill()
                await process.wait()

    def _complain(self, program: str, reason: str) -> None:
        if program not in self._complained:
            self._complained.add(program)
            logger.warning("person not told", extra={"program": program, "reason": reason})

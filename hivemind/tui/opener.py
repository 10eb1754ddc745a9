"""Opening links: web and mail addresses, files after a question; what else a program wrote is never opened.

The address is shown first, unless it could be read where it was clicked.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from sys import platform
from urllib.parse import urlsplit

from hivemind.tui.clipboard import Clipboard
from hivemind.tui.copying.links import Link
from hivemind.tui.outside import Outside
from hivemind.tui.says import Say
from hivemind.tui.visible import visible

OPENED = frozenset({"http", "https", "mailto"})
ASKED = frozenset({"file"})
"""Schemes that are opened, and those only after a question."""

Ask = Callable[[str, str, str, Callable[[], None]], None]
"""Asks a question with a detail and what Enter does in words, then does it or not."""


class Opener:
    """Hands links to the desktop."""

    def __init__(
        self,
        outside: Outside,
        clipboard: Clipboard,
        *,
        ask: Ask,
        say: Say,
        start: Callable[[Awaitable[None]], None],
    ) -> None:
        self._outside = outside
        self._clipboard = clipboard
        self._ask = ask
        self._say = say
        self._start = start

    def open(self, link: Link) -> None:
        """Open a link; without a desktop it is copied instead."""
        scheme = scheme_of(link.address)
        shown = visible(link.address)
        if scheme not in OPENED | ASKED:
            self._say(f"only web, mail and file links are opened, not {shown}", is_error=True)
        elif (program := self._program()) is None:
            self._clipboard.put(link.address)
            self._say(f"nothing here opens links; copied: {shown}")
        elif scheme in ASKED:
            self._ask(
                f"Open {shown}?", "A file of this machine, named by a program.", "opens it", self._go(program, link)
            )
        elif not link.is_plain:
            self._ask(
                f"Open {shown}?",
                "The text of this link does not show where it leads.",
                "opens it",
                self._go(program, link),
            )
        else:
            self._go(program, link)()

    def _go(self, program: str, link: Link) -> Callable[[], None]:
        return lambda: self._start(self._opened(program, link.address))

    async def _opened(self, program: str, address: str) -> None:
        self._say(f"opening {visible(address)}")
        if not await self._outside.start((program, address)):
            self._say(f"{program} could not open {visible(address)}", is_error=True)

    def _program(self) -> str | None:
        """What opens links here: none without a desktop, where a text browser would take this very terminal."""
        outside = self._outside
        if outside.env.get("SSH_CONNECTION") and not outside.env.get("DISPLAY"):
            return None
        if platform == "darwin":
            return "open" if outside.has("open") else None
        has_desktop = outside.env.get("DISPLAY") or outside.env.get("WAYLAND_DISPLAY")
        return "xdg-open" if has_desktop and outside.has("xdg-open") else None


def scheme_of(address: str) -> str:
    """The scheme of an address, in small letters; empty when it is none."""
    try:
        return urlsplit(address).scheme.lower()
    except ValueError:
        return ""

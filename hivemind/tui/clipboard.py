"""Copied text: kept here, and handed to the person's clipboard by every way there is.

The terminal is told with OSC 52 (xterm ctlseqs, "Manipulate Selection Data"), which also works over ssh. tmux refuses
that from programs in its panes unless `set-clipboard` is `on`, but takes `load-buffer -w` and passes it on to its own
terminal. GNU screen hands on what is wrapped for it. Terminals without OSC 52 are helped out by the desktop's own
program, where there is one.
"""

from __future__ import annotations

import base64
from collections.abc import Awaitable, Callable
from sys import platform

from hivemind.tui.around import multiplexer, passed_on
from hivemind.tui.outside import Outside
from hivemind.tui.says import Say

LARGE = 74_994
"""Bytes that xterm and others take at most; what is longer may not arrive."""

DESKTOP = (
    ("WAYLAND_DISPLAY", ("wl-copy",)),
    ("DISPLAY", ("xclip", "-selection", "clipboard", "-in")),
    ("DISPLAY", ("xsel", "--clipboard", "--input")),
)
"""A desktop's programs, and the variable that says it runs."""


class Clipboard:
    """The last text that was copied, and the ways out."""

    def __init__(
        self, outside: Outside, *, write: Callable[[str], None], say: Say, start: Callable[[Awaitable[None]], None]
    ) -> None:
        """`write` sends bytes to the person's terminal."""
        self.text = ""
        self._outside = outside
        self._write = write
        self._say = say
        self._start = start
        self._next: str | None = None
        self._is_handing = False

    def copy(self, text: str) -> None:
        """Keep a text, hand it on, and say how much it was."""
        self.put(text)
        count = text.count("\n") + 1
        much = f"{count} lines" if count > 1 else f"{len(text)} character{'s' if len(text) != 1 else ''}"
        doubt = " (a long text: not every terminal takes it)" if len(text.encode("utf-8", "replace")) > LARGE else ""
        self._say(f"copied {much}{doubt}")

    def put(self, text: str) -> None:
        """Keep a text and hand it on."""
        self.text = text
        self.pass_on(text)

    def pass_on(self, text: str) -> None:
        """Hand on what a program copied: it is not what the person pastes here with a key.

        One text after the other, since the last one must win; one that was followed by another is passed over.
        """
        self._next = text
        if not self._is_handing:
            self._is_handing = True
            self._start(self._hand_on())

    async def _hand_on(self) -> None:
        try:
            while (text := self._next) is not None:
                self._next = None
                await self._hand(text)
        finally:
            self._is_handing = False

    async def _hand(self, text: str) -> None:
        outside = self._outside
        is_in_tmux = multiplexer(outside.env) == "tmux"
        if not (is_in_tmux and await outside.give(("tmux", "load-buffer", "-w", "-"), text)):
            plain = sequence(text)  # for tmux as it is too, which it takes with `set-clipboard on`
            self._write((plain if is_in_tmux else "") + passed_on(plain, outside.env))
        if program := self._desktop():
            await outside.give(program, text)

    def _desktop(self) -> tuple[str, ...] | None:
        """The program of this machine's desktop; none when the person sits at another one."""
        outside = self._outside
        if outside.env.get("SSH_CONNECTION"):
            return None
        if platform == "darwin" and outside.has("pbcopy"):
            return ("pbcopy",)
        return next((argv for name, argv in DESKTOP if outside.env.get(name) and outside.has(argv[0])), None)


def sequence(text: str) -> str:
    """OSC 52: the clipboard becomes this text."""
    return f"\x1b]52;c;{base64.b64encode(text.encode('utf-8', 'replace')).decode()}\x07"

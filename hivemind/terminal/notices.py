"""What programs write to be shown outside the grid: notifications, progress, clipboard, folder, links. Only read."""

from __future__ import annotations

import base64
import re
from urllib.parse import unquote, urlsplit

from hivemind.protocol.program import Progress, ProgressState
from hivemind.terminal.events import ClipboardWritten, FolderChanged, Notified

TEXT_LENGTH = 1024
"""Characters of a title or a notification; the rest is cut."""

PATH_LENGTH = 4096
"""Characters of a folder; a longer one is none."""

LINK_LENGTH = 2083
"""Characters of a hyperlink's address, as terminals agree (Hyperlinks in Terminal Emulators, VTE and iTerm2); a longer
one is none."""

UNFINISHED = 8
"""Notifications in several parts (OSC 99) that can be open at once; the oldest goes."""

_SUBCOMMAND = re.compile(r"(?:[1-9]|1[0-2])(?:;|\Z)").match
"""ConEmu's numbered commands share OSC 9 with iTerm2's notifications."""

_PROGRESS = re.compile(r"4(?:;([0-4])(?:;([0-9]{1,3})?)?)?;?").fullmatch
_PROGRESS_STATES = {
    "1": ProgressState.NORMAL,
    "2": ProgressState.ERROR,
    "3": ProgressState.UNKNOWN,
    "4": ProgressState.PAUSED,
}
_SELECTION = re.compile(r"[cpqs0-7]*").fullmatch


def clean(text: str, length: int = TEXT_LENGTH) -> str:
    """`text` without control characters, and no longer than that."""
    return "".join(c for c in text[:length] if c >= " " and not "\x7f" <= c < "\xa0")


def folder(text: str) -> FolderChanged | None:
    """OSC 7: a `file` URL."""
    if len(text) > PATH_LENGTH:
        return None
    try:
        url = urlsplit(text)
        path = unquote(url.path, errors="strict")
    except ValueError:
        return None
    if url.scheme != "file" or not path.startswith("/") or clean(path, PATH_LENGTH) != path:
        return None
    return FolderChanged("" if url.netloc == "localhost" else clean(url.netloc), path)


def link(text: str) -> str | None:
    """OSC 8: parameters, a semicolon and an address, which is empty at the end of a link. None when it is no command.

    The parameters are passed over: `id` only says which cells belong together, which their address says as well.
    """
    _, is_whole, uri = text.partition(";")
    if not is_whole:
        return None
    return uri if len(uri) <= LINK_LENGTH and clean(uri, LINK_LENGTH) == uri else ""


def progress(text: str) -> tuple[Progress | None] | None:
    """OSC 9;4 as ConEmu defines it: what the progress is now, alone in a tuple; None when `text` is something else."""
    match = _PROGRESS(text)
    if match is None:
        return None
    state = _PROGRESS_STATES.get(match[1])
    if state is None:
        return (None,)
    percent = min(int(match[2]), 100) if match[2] and state is not ProgressState.UNKNOWN else None
    return (Progress(state, 0 if state is ProgressState.NORMAL and percent is None else percent),)


def notification(text: str) -> Notified | None:
    """OSC 9 as iTerm2 defines it: the text."""
    body = "" if _SUBCOMMAND(text) else clean(text)
    return Notified("", body) if body else None


def extension(text: str) -> Notified | None:
    """OSC 777 as rxvt-unicode's extension defines it: `notify;TITLE;BODY`."""
    name, _, rest = text.partition(";")
    title, _, body = rest.partition(";")
    return Notified(clean(title), clean(body)) if name == "notify" and (title or body) else None


def clipboard(text: str) -> ClipboardWritten | None:
    """OSC 52: a write; what is empty, a query or not base64 of UTF-8 is none."""
    selection, _, encoded = text.partition(";")
    if not _SELECTION(selection):
        return None
    written = _decoded(encoded)
    return ClipboardWritten(selection or "c", written) if written else None


def _decoded(text: str) -> str | None:
    """What base64 of UTF-8 stands for, its padding added where it was left out; None when it is something else."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True).decode()
    except ValueError:
        return None


class Desktop:
    """Notifications of kitty's protocol (OSC 99): parts of a title and a body, joined by their id."""

    def __init__(self) -> None:
        self._open: dict[str, dict[str, str]] = {}

    def take(self, text: str) -> Notified | None:
        """One part; the notification once its last part (`d=1`, which is also the default) is there."""
        metadata, _, payload = text.partition(";")
        facts = dict(pair.split("=", 1) for pair in metadata.split(":") if "=" in pair)
        part = facts.get("p", "title")
        if part not in {"title", "body"}:
            return None
        shown = _decoded(payload) if facts.get("e") == "1" else payload
        if shown is None:
            return None
        name = facts.get("i", "")[:TEXT_LENGTH]
        parts = self._open.pop(name, {"title": "", "body": ""})
        parts[part] = (parts[part] + clean(shown))[:TEXT_LENGTH]
        if facts.get("d") == "0":
            self._open[name] = parts
            if len(self._open) > UNFINISHED:
                del self._open[next(iter(self._open))]
            return None
        return Notified(parts["title"], parts["body"]) if parts["title"] or parts["body"] else None

"""`settings.toml`: read with located problems, and read again when it changed; never written here.

A file that cannot be used changes nothing: the last one that could is kept in the state folder and stands in for it.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hivemind.base import schema, tomldoc, whole
from hivemind.base.problems import Report
from hivemind.base.yamldoc import Node, read_text
from hivemind.settings.settings import Settings

RULES: Final = schema.Rules("settings", is_strict=True)
"""An unknown key is an error: it was meant to do something, and would not."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Loaded:
    """What the file says, and what is wrong with it."""

    settings: Settings
    """Those of the file; where it has an error, those of the last good one."""
    report: Report
    node: Node | None = None
    """The file's root, to place further problems in it; None where there is no file, or no TOML in it."""
    is_good: bool = True
    """Whether the settings are those of the file itself."""


def read(path: Path, good: Path) -> Loaded:
    """The settings of a file; the defaults without one. `good` is where the last good one is kept."""
    report = Report()
    if _is_absent(path):
        return Loaded(Settings(), report)
    text = read_text(path, report)
    found, node = (None, None) if text is None else parse(text, path, report)
    if found is not None:
        return Loaded(found, report, node)
    return Loaded(_last_good(good), report, node, is_good=False)


def parse(text: str, path: Path, report: Report) -> tuple[Settings | None, Node | None]:
    """The settings of a text, None where it has an error, and its root; `path` is only a name."""
    node = tomldoc.parse(text, str(path), report)
    settings = None if node is None else schema.read(node, Settings, report, RULES, name="settings")
    return (settings if report.is_usable else None), node


def keep(path: Path, good: Path) -> None:
    """Keep the file as the last good one. It is only a spare: where that cannot be written, the log says so."""
    try:
        text = path.read_bytes()
        if _is_absent(good) or good.read_bytes() != text:
            whole.write(good, text)
    except OSError as error:
        log.warning("good settings not kept", extra={"path": str(good), "error": str(error)})


def _last_good(good: Path) -> Settings:
    report = Report()
    if _is_absent(good):
        return Settings()
    text = read_text(good, report)
    settings = None if text is None else parse(text, good, report)[0]
    if settings is None:
        log.warning("the last good settings are damaged", extra={"path": str(good), "problems": report.render()})
    return settings or Settings()


def _is_absent(path: Path) -> bool:
    """Whether there is surely no such file; one that cannot be looked at is told by whoever reads it."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
    return False


class SettingsFile:
    """The settings as they are now: the file is read again when it is another one than before."""

    def __init__(self, path: Path, good: Path) -> None:
        self.path = path
        self._good = good
        self._stamp: tuple[int, int, int] | None = None
        self._loaded: Loaded | None = None

    def current(self) -> Loaded:
        """What the file says now. One look at its date; it is read only when that changed."""
        stamp = self._look()
        if self._loaded is None or stamp != self._stamp:
            self._stamp, self._loaded = stamp, read(self.path, self._good)
            if self._loaded.is_good and self._loaded.node is not None:
                keep(self.path, self._good)
        return self._loaded

    def _look(self) -> tuple[int, int, int] | None:
        try:
            info = self.path.stat()
        except OSError:
            return None
        return info.st_mtime_ns, info.st_size, info.st_ino

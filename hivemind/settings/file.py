"""`settings.toml`: read with located problems, and read again when it changed; never written here.

A file that cannot be used changes nothing: the last one that could is kept in the state folder and stands in for it.
"""

from __future__ import annotations

import logging
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hivemind.base import schema, tomldoc
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
    if not path.exists():
        return Loaded(Settings(), report)
    text = read_text(path, report)
    node = None if text is None else tomldoc.parse(text, str(path), report)
    settings = None if node is None else schema.read(node, Settings, report, RULES, name="settings")
    if settings is not None and report.is_usable:
        return Loaded(settings, report, node)
    return Loaded(_last_good(good), report, node, is_good=False)


def keep(path: Path, good: Path) -> None:
    """Keep the file as the last good one. It is only a spare: where that cannot be written, the log says so."""
    spare = good.with_name(f".{good.name}.{secrets.token_hex(8)}")
    try:
        text = path.read_bytes()
        if good.exists() and good.read_bytes() == text:
            return
        good.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with os.fdopen(os.open(spare, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(text)
        spare.replace(good)
    except OSError as error:
        spare.unlink(missing_ok=True)
        log.warning("good settings not kept", extra={"path": str(good), "error": str(error)})


def _last_good(good: Path) -> Settings:
    report = Report()
    if not good.exists():
        return Settings()
    text = read_text(good, report)
    node = None if text is None else tomldoc.parse(text, str(good), report)
    settings = None if node is None else schema.read(node, Settings, report, RULES)
    if settings is None:
        log.warning("the last good settings are damaged", extra={"path": str(good), "problems": report.render()})
    return settings or Settings()


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

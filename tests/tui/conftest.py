"""The pilot of every app here waits for the event loop, not for a quiet processor; and times of day are those of UTC."""

from __future__ import annotations

import time

import pytest
import textual.app
import textual.pilot

from tests.tui.idle import wait_for_idle


@pytest.fixture(autouse=True)
def idle(monkeypatch: pytest.MonkeyPatch) -> None:
    """What both look up by its name when they have given an app a key."""
    for module in (textual.app, textual.pilot):
        monkeypatch.setattr(module, "wait_for_idle", wait_for_idle)


@pytest.fixture(autouse=True)
def utc(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else they are the machine's own."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()

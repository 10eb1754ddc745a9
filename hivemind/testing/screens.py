"""Labelled screens for tests: what the author's workbench reads, under the names that tests use."""

from __future__ import annotations

from hivemind.workbench.cases import Screen, load_recording, load_screen

__all__ = ["Screen", "load_recording", "load_screen"]

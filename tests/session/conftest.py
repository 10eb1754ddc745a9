"""Stores as programs leave them (`fixtures/sessions`), and made-up agents with made-up stores."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hivemind.manifest import manifest
from hivemind.manifest.manifest import Manifest
from hivemind.manifest.parts.session import Listing, Resume, Session

REPOSITORY = Path(__file__).parents[2]
STORES = REPOSITORY / "fixtures" / "sessions"


class Store:
    """One agent's store, in a home of its own."""

    def __init__(self, name: str, home: Path) -> None:
        loaded = manifest.load(REPOSITORY / "agents" / name / "agent.yaml")
        assert loaded.manifest, loaded.report.render()
        self.manifest, self.home = loaded.manifest, str(home)
        self.env = {"HOME": str(home)}
        self.expected: dict[str, Any] = json.loads((STORES / name / "expected.json").read_text())
        shutil.copytree(STORES / name / "home", home)
        for path, milliseconds in self.expected["written"].items():
            touch(home / path, milliseconds)

    @property
    def resume(self) -> Resume:
        assert self.manifest.session
        assert self.manifest.session.resume
        return self.manifest.session.resume


def touch(path: Path, milliseconds: int) -> None:
    os.utime(path, ns=(milliseconds * 1_000_000,) * 2)


@pytest.fixture(params=sorted(path.parent.name for path in STORES.glob("*/expected.json")))
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return Store(request.param, tmp_path / "home")


@pytest.fixture
def agent(tmp_path: Path) -> Callable[..., Manifest]:
    """A made-up agent with that session block."""
    loaded = manifest.load(REPOSITORY / "agents" / "demo" / "agent.yaml")
    assert loaded.manifest

    def make(resume: Resume | None = None, listing: Listing | None = None) -> Manifest:
        assert loaded.manifest
        return msgspec.structs.replace(loaded.manifest, session=Session(resume=resume, listing=listing))

    return make


def unasked(args: tuple[str, ...]) -> str:
    """For listings that run nothing."""
    raise AssertionError(args)

"""A hive in memory."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from hivemind.testing.hive import HiveInMemory


@pytest.fixture
async def it(tmp_path: Path) -> AsyncIterator[HiveInMemory]:
    memory = HiveInMemory(tmp_path)
    yield memory
    await memory.close()
    memory.keeper.close()

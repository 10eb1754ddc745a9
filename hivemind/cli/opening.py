"""`hive` without a command: the way through to the other door."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from hivemind.base.errors import UsageError
from hivemind.base.places import Places
from hivemind.cli import output
from hivemind.client.link import Link
from hivemind.client.start import ensure_daemon
from hivemind.verbs.agents import Agents
from hivemind.verbs.list import List
from hivemind.verbs.spawn import Spawn

if TYPE_CHECKING:
    from hivemind.tui.guard import Due


def open_ui(places: Places, env: dict[str, str], due: Due | None = None) -> int:
    """Open the UI; a machine without any agent gets the demo agent to look at."""
    if not all(os.isatty(stream) for stream in (0, 1, 2)):  # Textual draws on the third
        raise UsageError("the UI needs a terminal", hint="for scripts: hive ctl --help")
    if env.get("HIVEMIND_TILE"):
        raise UsageError("this terminal is a tile of Hivemind already", hint="a hive inside a hive would show itself")
    gc.disable()  # until the room is shown: there is little to collect, and much to look through
    from hivemind.tui.main import run as run_ui  # noqa: PLC0415 (Textual is slow to load)

    path = ensure_daemon(places, env)
    if places.note:
        output.tell(f"note: {places.note}")
    asyncio.run(_first_tile(path, env))
    return run_ui(places, env, due)


async def _first_tile(path: Path, env: Mapping[str, str]) -> None:
    link = await Link.open(path, env)
    try:
        if (await link.call(List())).tiles:
            return
        found = [agent.id for agent in (await link.call(Agents())).agents if agent.found and agent.enabled]
        if found == ["demo"]:
            await link.call(Spawn(agent="demo"))
    finally:
        await link.close()

"""The way in: `hive` opens the room and says, when it is left, that agents go on."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping

from hivemind.base.places import Places, current_folder
from hivemind.client.link import Link
from hivemind.client.start import answers, ensure_daemon, socket_of
from hivemind.tui.app import HiveApp
from hivemind.tui.driver import KeyDriver
from hivemind.tui.palette import DARK, PALETTES
from hivemind.tui.signs import ASCII, GLYPHS
from hivemind.tui.way_back import WayBack

FAREWELL = "Agents go on. `hive` brings you back, `hive daemon stop` ends them.\n"


def run(places: Places, env: Mapping[str, str]) -> int:
    """Open the UI and return its exit code.

    Raises:
        UnavailableError: no daemon could be reached or started.
    """
    return asyncio.run(_run(places, env))


async def _run(places: Places, env: Mapping[str, str]) -> int:
    async def connect() -> Link:
        path = await asyncio.to_thread(ensure_daemon, places, env)
        return await Link.open(path, env, token=env.get("HCP_TOKEN", ""))

    way_back = WayBack(
        connect,
        has_daemon=lambda: answers(socket_of(places, env)),
        has_keeper=lambda: answers(places.keeper_socket),
    )
    app = HiveApp(
        await connect(),
        cwd=current_folder(),
        home=env.get("HOME", ""),
        shell=env.get("SHELL", "/bin/sh"),
        palette=PALETTES.get(env.get("HIVE_THEME", ""), DARK),
        signs=ASCII if env.get("HIVE_ASCII") else GLYPHS,
        reconnect=way_back,
        driver=KeyDriver,
    )
    await app.run_async()
    await app.wire.close()
    if app.board.tiles and not app.wire.is_lost and app.return_code == 0:
        sys.stderr.write(FAREWELL)
    return app.return_code or 0

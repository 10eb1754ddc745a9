"""The way in: `hive` opens the room and says, when it is left, that agents go on."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Mapping

from hivemind.base.places import Places, current_folder
from hivemind.client.link import Link
from hivemind.client.start import answers, ensure_daemon, socket_of
from hivemind.settings.file import SettingsFile
from hivemind.tui.actions.find import AGAIN
from hivemind.tui.app import HiveApp
from hivemind.tui.chosen import chosen
from hivemind.tui.driver import KeyDriver
from hivemind.tui.outside import Outside
from hivemind.tui.way_back import WayBack

FAREWELL = "Agents go on. `hive` brings you back, `hive daemon stop` ends them.\n"


def run(places: Places, env: Mapping[str, str]) -> int:
    """Open the UI and return its exit code.

    Raises:
        UnavailableError: no daemon could be reached or started.
    """
    return asyncio.run(_run(places, env))


def settle_memory() -> None:
    """What the start made stays: the collector, which stood still for it, need never look through it."""
    gc.freeze()
    gc.enable()


async def _run(places: Places, env: Mapping[str, str]) -> int:
    async def connect() -> Link:
        path = await asyncio.to_thread(ensure_daemon, places, env)
        return await Link.open(path, env, token=env.get("HCP_TOKEN", ""))

    way_back = WayBack(
        connect,
        has_daemon=lambda: answers(socket_of(places, env)),
        has_keeper=lambda: answers(places.keeper_socket),
    )
    settings = SettingsFile(places.settings, places.good_settings)
    opens, focus = "", None
    while True:
        has = chosen(settings.current(), env)
        app = HiveApp(
            await connect(),
            cwd=current_folder(),
            home=env.get("HOME", ""),
            shell=env.get("SHELL", "/bin/sh"),
            palette=has.palette,
            signs=has.signs,
            keys=has.keys,
            problems=() if opens else has.problems,
            settings=settings,
            opens=opens,
            reconnect=way_back,
            driver=KeyDriver,
            outside=Outside(env),
        )
        app.board.has_panel = has.settings.look.panel
        app.board.focus = focus
        app.room.on_shown = settle_memory
        await app.run_async()
        await app.wire.close()
        if app.return_value != AGAIN:
            break
        opens, focus = app.opens, app.board.focus
    if app.board.tiles and not app.wire.is_lost and app.return_code == 0:
        sys.stderr.write(FAREWELL)
    return app.return_code or 0

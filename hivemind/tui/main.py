"""The way in: `hive` opens the room and says, when it is left, that agents go on."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
from collections.abc import Mapping
from functools import partial
from typing import Final

from hivemind.base.errors import HiveError
from hivemind.base.places import Places, current_folder
from hivemind.client.link import Link
from hivemind.client.start import answers, ensure_daemon, socket_of
from hivemind.settings.file import SettingsFile
from hivemind.tui.actions.find import AGAIN
from hivemind.tui.app import HiveApp
from hivemind.tui.around import seen
from hivemind.tui.broken import TraceFile
from hivemind.tui.chosen import Chosen, chosen
from hivemind.tui.driver import driver_with
from hivemind.tui.guard import GOES_ON, LEAVING, Due, nothing_due
from hivemind.tui.outside import Outside
from hivemind.tui.way_back import WayBack
from hivemind.tui.wire import Reconnect

COLLECTED = 5_000, 20, 50
"""When the collector looks at what is new, and how much rarer at what is older: a look at all of it is a pause."""

FAREWELL = "Agents go on. `hive` brings you back, `hive daemon stop` ends them.\n"

BROKEN: Final = 1
"""The exit code of a UI that ended by a mistake of ours."""


def run(places: Places, env: Mapping[str, str], due: Due | None = None) -> int:
    """Open the UI and return its exit code. `due` is what it shares with the parent that cleans up behind it.

    Raises:
        UnavailableError: no daemon could be reached or started.
    """
    env = seen(env)
    if "COLORTERM" not in env:
        os.environ.pop("COLORTERM", None)  # where Rich looks
    traces = TraceFile(places.ui_log)
    traces.take_logging()
    try:
        return asyncio.run(_run(places, env, nothing_due() if due is None else due, traces))
    except HiveError:
        raise
    except Exception as error:  # noqa: BLE001 (whatever it is: a person gets a sentence, and a file has the rest)
        return _broke(error, traces)


def _broke(error: BaseException, traces: TraceFile) -> int:
    sys.stderr.write(f"{traces.keep(error)} {GOES_ON}")
    return BROKEN


def settle_memory() -> None:
    """What the start made stays: the collector, which stood still for it, need never look through it.

    Of a room that is drawn anew, the one before goes first: what is frozen is never freed.
    """
    if gc.get_freeze_count():
        gc.unfreeze()
        gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)
    gc.enable()


class Departure:
    """Leaves the UI in order when a signal says so."""

    def __init__(self) -> None:
        self.app: HiveApp | None = None
        self.code = 0
        """What a shell shows for the signal; 0 while none came."""
        for number in LEAVING:
            asyncio.get_running_loop().add_signal_handler(number, self._leave, number)

    def _leave(self, number: int) -> None:
        self.code = 128 + number
        if self.app:
            self.app.exit(return_code=self.code)


def _complain(app: HiveApp, text: str) -> None:
    if app.is_running:
        app.say(text, is_error=True)


def take_along(app: HiveApp, before: HiveApp) -> None:
    """What somebody had in hand goes with them into a room that is drawn anew."""
    before.writer.close()
    app.board.focus = before.board.focus
    app.writer.kept = before.writer.kept
    app.copying.clipboard.text = before.copying.clipboard.text
    app.room.listing.folded = before.room.listing.folded


def _way_back(connect: Reconnect, places: Places, env: Mapping[str, str]) -> WayBack:
    return WayBack(
        connect,
        has_daemon=lambda: answers(socket_of(places, env)),
        has_keeper=lambda: answers(places.keeper_socket),
    )


def _room(
    link: Link,
    has: Chosen,
    env: Mapping[str, str],
    *,
    settings: SettingsFile,
    due: Due,
    opens: str,
    reconnect: Reconnect,
) -> HiveApp:
    app = HiveApp(
        link,
        cwd=current_folder(),
        home=env.get("HOME", ""),
        shell=env.get("SHELL", "/bin/sh"),
        palette=has.palette,
        signs=has.signs,
        keys=has.keys,
        problems=() if opens else has.problems,
        settings=settings,
        opens=opens,
        reconnect=reconnect,
        driver=driver_with(due, frozenset(has.keys.leaders)),
        outside=Outside(env),
    )
    app.board.has_panel = has.settings.look.panel
    app.room.on_shown = settle_memory
    return app


async def _run(places: Places, env: Mapping[str, str], due: Due, traces: TraceFile) -> int:
    async def connect() -> Link:
        path = await asyncio.to_thread(ensure_daemon, places, env)
        return await Link.open(path, env, token=env.get("HCP_TOKEN", ""))

    way_back = _way_back(connect, places, env)
    settings = SettingsFile(places.settings, places.good_settings)
    before: HiveApp | None = None
    departure = Departure()
    while True:
        if departure.code:
            return departure.code
        has = chosen(settings.current(), env)
        opens = before.opens if before else ""
        app = _room(await connect(), has, env, settings=settings, due=due, opens=opens, reconnect=way_back)
        if before:
            take_along(app, before)
            before = None
        departure.app = app
        traces.take_trouble(partial(_complain, app))
        await app.run_async()
        await app.wire.close()
        if app.broke:
            return _broke(app.broke, traces)
        if departure.code or app.return_value != AGAIN:
            break
        before = app
    has_person = departure.code in {0, 128 + signal.SIGTERM}
    if app.board.tiles and not app.wire.is_lost and app.return_code == departure.code and has_person:
        sys.stderr.write(FAREWELL)
    return app.return_code or 0

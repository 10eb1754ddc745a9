"""`hive`: opens the UI; `hive daemon …` starts and stops what runs behind it. `hive ctl` is `cli.stub`'s."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from hivemind.base.clock import SystemClock
from hivemind.base.errors import HiveError, UnavailableError, UsageError
from hivemind.base.places import Places
from hivemind.cli import output
from hivemind.cli.opening import open_ui
from hivemind.client.link import Link
from hivemind.client.start import answers, ensure_daemon, is_running
from hivemind.protocol.command_line import help_for
from hivemind.verbs import all_verbs
from hivemind.verbs.status import DaemonInfo, DaemonStatus
from hivemind.verbs.stop import Stop

if TYPE_CHECKING:
    from hivemind.tui.guard import Due

USAGE = """usage: hive                 open the UI
       hive ctl COMMAND …   for scripts: spawn, list, answer … (hive ctl --help)
       hive agents COMMAND … agent files: list, validate, test … (hive agents --help)
       hive detect AGENT …  what an agent's rules make of a screen (hive detect --help)
       hive sessions [AGENT] conversations that agents kept (hive sessions --help)
       hive daemon start|stop|restart|status [--yes] [--json]
       hive --version"""

FILES = ("agents", "detect", "sessions")
"""Commands about files, each in the module of its name: agent files and rules are slow to load."""

STOP_SECONDS = 15.0
"""Seconds we wait for a daemon to end."""


def main(argv: list[str], due: Due | None = None) -> int:
    """Run one command line (without `hive`); the exit code. `due` is what the UI shares with its parent."""
    as_json = "--json" in argv
    try:
        return run(argv, Places.from_env(os.environ), dict(os.environ), due)
    except HiveError as error:
        return output.fail(error, as_json=as_json)
    except KeyboardInterrupt:
        return 130


def run(argv: list[str], places: Places, env: dict[str, str], due: Due | None = None) -> int:
    """The command named by the first word."""
    if argv and argv[0] in FILES:
        code: int = import_module(f"hivemind.cli.{argv[0]}").run(argv[1:], places, env)
        return code
    words = [word for word in argv if word not in {"--json", "--yes"}]
    if not words:
        return open_ui(places, env, due)
    if words in (["--help"], ["-h"], ["help"]):
        output.say(USAGE)
        return 0
    if words in (["--version"], ["-V"]):
        output.say(f"hive {import_module('importlib.metadata').version('hivemind-term')}")  # slow to load
        return 0
    if words[0] == "daemon" and len(words) == 2 and words[1] in DAEMON:
        return DAEMON[words[1]](places, env, argv)
    if words[0] == "daemon":
        raise UsageError("hive daemon start|stop|restart|status", hint="--json prints data, --yes asks nothing")
    raise UsageError(f"no command '{words[0]}'", hint="see them: hive --help")


def local_help(argv: list[str]) -> int:
    """`hive ctl --help` where no daemon can be asked."""
    output.say(help_for(argv, all_verbs()) or USAGE)
    return 0


# -- the daemon --------------------------------------------------------------------------------------------------


def start(places: Places, env: dict[str, str], argv: list[str]) -> int:
    """`hive daemon start`: fine when it runs already."""
    was_running = is_running(places)
    ensure_daemon(places, own_env(env))
    if "--json" in argv:
        output.say_json({"running": True, "started": not was_running})
    else:
        output.say("it runs already" if was_running else "started")
    return 0


def status(places: Places, env: dict[str, str], argv: list[str]) -> int:
    """`hive daemon status`: starts nothing."""
    if not is_running(places):
        if "--json" in argv:
            output.say_json({"running": False})
        else:
            output.say("not running")
        return 3
    about = asyncio.run(_about(places, env))
    if "--json" in argv:
        output.say_json(about)
    else:
        output.say(DaemonInfo().show(about))
    return 0


async def _about(places: Places, env: Mapping[str, str]) -> DaemonStatus:
    link = await Link.open(places.socket, env, token=env.get("HCP_TOKEN", ""))
    try:
        return await link.call(DaemonInfo())
    finally:
        await link.close()


def stop(places: Places, env: dict[str, str], argv: list[str]) -> int:
    """`hive daemon stop`: ends programs, keeper and daemon."""
    if not is_running(places) and not answers(places.keeper_socket):
        output.say("not running")
        return 0
    ensure_daemon(places, own_env(env))  # a keeper whose daemon died is stopped by the next daemon
    count = asyncio.run(_about(places, env)).tiles
    if "--yes" not in argv:
        if not output.has_person():
            raise UsageError("this ends every program", hint="say so: hive daemon stop --yes")
        programs = "1 running program" if count == 1 else f"{count} running programs"
        if not output.confirm(f"End {programs} and the daemon?"):
            output.tell("nothing was stopped")
            return 1
    asyncio.run(_stop(places, env, programs=True))
    output.say("stopped")
    return 0


def restart(places: Places, env: dict[str, str], argv: list[str]) -> int:  # noqa: ARG001 (one shape for all)
    """`hive daemon restart`: programs go on."""
    if is_running(places):
        asyncio.run(_stop(places, env, programs=False))
    ensure_daemon(places, own_env(env))
    output.say("restarted; programs went on")
    return 0


async def _stop(places: Places, env: Mapping[str, str], *, programs: bool) -> None:
    clock = SystemClock()
    link = await Link.open(places.socket, env, token=env.get("HCP_TOKEN", ""))
    try:
        await link.call(Stop(programs=programs))
    finally:
        await link.close()
    deadline = clock.monotonic() + STOP_SECONDS
    while is_running(places) or (programs and answers(places.keeper_socket)):
        if clock.monotonic() > deadline:
            raise UnavailableError("it did not end in time", hint=f"log: {places.log}")
        await clock.sleep(0.05)


def own_env(env: Mapping[str, str]) -> dict[str, str]:
    """The environment without another hive's socket: `hive daemon` is about this user's own."""
    return {name: value for name, value in env.items() if name != "HIVE_HCP_SOCK"}


Command = Callable[[Places, dict[str, str], list[str]], int]

DAEMON: dict[str, Command] = {"start": start, "stop": stop, "restart": restart, "status": status}

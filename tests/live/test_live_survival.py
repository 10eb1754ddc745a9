"""Agents outlive the daemon and the UI."""

import subprocess

import pytest

from hivemind.testing.sandbox import Sandbox, is_alive
from hivemind.testing.waiting import until

pytestmark = pytest.mark.live

FINISHED = "files meanwhile."
"""The end of the demo agent's long reply."""

GONE_SECONDS = 10

ROWS = "60"
"""A screen that the whole reply fits in, so that the task stays on it however late a busy machine looks."""


def test_agents_and_their_screens_survive_a_killed_daemon(sandbox: Sandbox) -> None:
    sandbox.env["HIVE_DEMO_SPEED"] = "2"
    tiles = {
        sandbox.spawn("--agent", "demo", "--name", n, "--rows", ROWS, "--prompt", f"work on {n}"): n
        for n in ("one", "two", "three")
    }
    for tile in tiles:
        sandbox.until_shows(tile, "Let me tell you")
    before = sandbox.tiles()
    killed = sandbox.kill_daemon()
    assert all(is_alive(before[tile]["pid"]) for tile in tiles)

    after = sandbox.tiles()
    kept = ("tileId", "name", "agent", "pid", "cwd", "exit")
    assert [{k: t[k] for k in kept} for t in after.values()] == [{k: t[k] for k in kept} for t in before.values()]
    assert sandbox.hive("daemon", "status", "--json").json["pid"] != killed
    for tile, name in tiles.items():
        sandbox.until_shows(tile, f"work on {name}")
    for tile in tiles:
        sandbox.wait(tile, "idle", seconds=60)
        sandbox.until_shows(tile, FINISHED)


def test_an_agent_goes_on_without_the_ui(sandbox: Sandbox, tmux: str) -> None:
    sandbox.env["HIVE_DEMO_SPEED"] = "4"
    tile = sandbox.spawn("--agent", "demo", "--prompt", "work for a while")
    with sandbox.terminal() as ui:
        ui.until_shows("Let me tell you", "working")
        ui.press("C-b", "d")
        ui.until_ended()
    sandbox.wait(tile, "idle", seconds=60)
    with sandbox.terminal() as ui:
        ui.until_shows(FINISHED)
        rows = [row.strip() for row in sandbox.screen(tile).splitlines() if row.strip()]
        ui.until_shows(*rows)


def test_two_uis_show_the_same_tiles(sandbox: Sandbox, tmux: str) -> None:
    sandbox.spawn("--name", "first", "--", "cat")
    with sandbox.terminal("a") as a, sandbox.terminal("b") as b:
        for ui in (a, b):
            ui.until_shows("first")
        sandbox.spawn("--name", "second", "--agent", "demo")
        for ui in (a, b):
            ui.until_shows("first", "second", "idle")
        sandbox.ctl("focus", "first")
        a.type("typed in a")
        b.until_shows("typed in a")


def test_stopping_the_daemon_ends_all_that_it_started(sandbox: Sandbox) -> None:
    sandbox.spawn("--agent", "demo", "--prompt", "work for a while")
    sandbox.spawn("--", "sh", "-c", "trap '' HUP TERM; while :; do sleep 1; done")
    assert sandbox.processes()
    ran = sandbox.hive("daemon", "stop", "--yes")
    assert ran.exit == 0, ran
    until(
        "nothing is left", lambda: not sandbox.processes(), seconds=GONE_SECONDS, scene=lambda: str(sandbox.processes())
    )


def test_a_restart_keeps_the_programs(sandbox: Sandbox) -> None:
    tile = sandbox.spawn("--", "cat")
    sandbox.ctl("send", tile, "typed before")
    before = sandbox.hive("daemon", "status", "--json").json["pid"]
    ran = sandbox.hive("daemon", "restart")
    assert ran.exit == 0, ran
    assert sandbox.hive("daemon", "status", "--json").json["pid"] != before
    sandbox.ctl("send", tile, "typed after")
    sandbox.until_shows(tile, "typed after")


def test_first_commands_at_the_same_time_share_one_daemon(sandbox: Sandbox, checkout: str) -> None:
    argv = (checkout, "ctl", "spawn", "--", "cat")
    started = [subprocess.Popen(argv, env=sandbox.env, cwd=sandbox.project, stdout=subprocess.PIPE) for _ in range(6)]
    printed = [process.communicate(timeout=30)[0].decode().strip() for process in started]
    assert [process.returncode for process in started] == [0] * 6
    assert sorted(sandbox.tiles()) == sorted(printed)


def test_daemon_and_keeper_end_when_nobody_needs_them(sandbox: Sandbox) -> None:
    tile = sandbox.spawn("--", "true")
    sandbox.wait(tile, "exited")
    assert sandbox.processes()
    until("nothing is left", lambda: not sandbox.processes(), seconds=30, scene=lambda: str(sandbox.processes()))

"""Frames in real terminals: laid out by keys and mouse, the same in two UIs, and as they were after a killed daemon."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from hivemind.testing.sandbox import Sandbox
from hivemind.testing.tmux import Tmux
from hivemind.testing.waiting import until

pytestmark = [pytest.mark.live, pytest.mark.timeout(180)]

SECONDS = 30


def frames(sandbox: Sandbox) -> dict[str, dict[str, Any]]:
    return {frame["title"]: frame for frame in sandbox.ctl("frames")["frames"]}


def until_size(sandbox: Sandbox, tile: str, rows: int, columns: int) -> None:
    def has_size() -> bool:
        return bool(sandbox.tiles()[tile]["size"] == [rows, columns])

    until(f"the tile has {rows}x{columns}", has_size, seconds=SECONDS, scene=sandbox.scene)


def repository(sandbox: Sandbox, name: str) -> Path:
    folder = sandbox.home / name
    subprocess.run(("git", "clone", "-q", str(sandbox.project), str(folder)), env=sandbox.env, check=True)
    return folder


def mouse(ui: Tmux, code: int, x: int, y: int, end: str = "M") -> None:
    """What a terminal sends for the mouse at a column and row, counted from 1 (xterm ctlseqs, SGR 1006)."""
    ui.send(f"\x1b[<{code};{x};{y}{end}")


def column(ui: Tmux, text: str) -> int:
    """The column, counted from 1, at which the second row of the terminal has a text."""
    return ui.screen().splitlines()[1].index(text) + 1


def test_frames_are_laid_out_by_keys_and_mouse_and_outlive_the_daemon(sandbox: Sandbox, tmux: str) -> None:
    docs = repository(sandbox, "docs")
    one = sandbox.spawn("--name", "one", "--", "cat")
    two = sandbox.spawn("--name", "two", "--cwd", str(docs), "--", "cat")
    with sandbox.terminal() as ui:
        ui.until_shows("▸ project", "docs", "one ──")
        ui.press("C-b", ")")
        ui.until_shows("▸ docs", "two ──")
        ui.press("C-b", "(")
        ui.until_shows("▸ project", "one ──")
        sandbox.ctl("spawn", "--name", "three", "--frame", "project", "--", "cat")
        ui.until_shows("three ──")
        ui.press("C-b", "M-2")
        ui.until_shows("layout: columns")
        before = column(ui, "┌ three")
        mouse(ui, 0, before, 10)
        mouse(ui, 32, before - 6, 10)
        until("the border follows", lambda: column(ui, "┌ three") == before - 6, seconds=SECONDS, scene=ui.screen)
        mouse(ui, 0, before - 6, 10, "m")
        until("it is kept", lambda: frames(sandbox)["project"]["layout"] == "own", seconds=SECONDS, scene=ui.screen)
        ui.press("C-b", "}")
        until("they swapped", lambda: column(ui, "┌ three") < before - 6, seconds=SECONDS, scene=ui.screen)
        ui.press("C-b", "m")
        ui.until_shows("Move this tile to", "docs")
        ui.press("Enter")
        ui.until_shows("▸ docs", "two ──", "one ──")
        kept = frames(sandbox)
        sandbox.kill_daemon()
        ui.until_shows("connected again")
        assert frames(sandbox) == kept
        assert [frame["tiles"] for frame in kept.values()] == [1, 2]
        ui.until_shows("▸ docs", "two ──", "one ──")
        assert {one, two} < set(sandbox.tiles())


def test_a_tile_in_two_terminals_has_the_size_of_the_one_used_last(sandbox: Sandbox, tmux: str) -> None:
    tile = sandbox.spawn("--name", "shared", "--", "cat")
    with sandbox.terminal("large", size=(200, 60)) as large, sandbox.terminal("small", size=(90, 30)) as small:
        for ui in (large, small):
            ui.until_shows("shared ──")
        large.type("x")
        until_size(sandbox, tile, 57, 164)
        small.type("y")
        until_size(sandbox, tile, 27, 88)
        large.resize(180, 50)
        until_size(sandbox, tile, 47, 144)
        small.press("C-b", "d")
        small.until_ended()
        large.until_shows("xy")
        until_size(sandbox, tile, 47, 144)


def test_a_branch_gets_a_worktree_and_a_frame_of_its_own(sandbox: Sandbox) -> None:
    tile = sandbox.spawn("--worktree", "fix/nav", "--", "cat")
    assert sandbox.tiles()[tile]["cwd"] == str(sandbox.home / "project-fix-nav")
    assert frames(sandbox)["project-fix-nav"]["branch"] == "fix/nav"
    ran = sandbox.hive("ctl", "spawn", "--worktree", "a b", "--", "cat")
    assert (ran.exit, "cannot be the name of a branch" in ran.err) == (2, True)

"""A tile recorded over the death of its daemon, rewound in a real terminal, and bundled: with real programs."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from hivemind.terminal.emulator import Emulator
from hivemind.terminal.rows import text_of
from hivemind.testing.sandbox import Sandbox
from hivemind.testing.waiting import until
from hivemind.tile.recorder import GONE_ON
from hivemind.workbench.recording import load, size_in

pytestmark = pytest.mark.live


def last_screen(path: Path) -> str:
    """What a player of the file shows at its end."""
    recording = load(path)
    emulator = Emulator(recording.size)
    for _, kind, data in recording.events:
        if kind == "o":
            emulator.feed(data.encode())
        elif kind == "r" and (size := size_in(data)):
            emulator.resize(size)
    return "\n".join(text_of(emulator.snapshot())).rstrip()


def test_a_recording_goes_on_under_the_next_daemon_and_plays_to_the_same_screen(sandbox: Sandbox) -> None:
    sandbox.env["HIVE_DEMO_SPEED"] = "4"
    tile = sandbox.spawn("--agent", "demo", "--name", "kim", "--prompt", "work for a while")
    path = sandbox.home / "kim.cast"
    sandbox.ctl("record", tile, "--to", str(path))
    sandbox.until_shows(tile, "Let me tell you")
    until("the recording has what was shown", lambda: "tell you" in path.read_text(), seconds=10)
    sandbox.kill_daemon()
    assert sandbox.tiles()[tile]["recording"] == str(path)
    sandbox.wait(tile, "idle", seconds=60)
    sandbox.until_stood(tile)
    sandbox.ctl("record", tile, "--stop")
    assert last_screen(path) == sandbox.screen(tile).rstrip()
    assert ("m", GONE_ON) in [(kind, data) for _, kind, data in load(path).events]


def test_a_tile_is_rewound_in_a_real_terminal_and_its_program_gets_no_key(sandbox: Sandbox, tmux: str) -> None:
    tile = sandbox.spawn("--name", "kim", "--", "sh", "-c", "echo first; sleep 3; printf '\\033[2J\\033[Hsecond '; cat")
    sandbox.until_shows(tile, "second")
    with sandbox.terminal() as ui:
        ui.until_shows("second")
        ui.press("C-b", "r")
        ui.until_shows("rewound", "Esc live")
        ui.press("Home", "Right")
        ui.until_shows("first")
        ui.press("x", "Escape")
        ui.until_shows("second")
    assert sandbox.screen(tile).strip() == "second"


def test_a_bundle_of_a_real_tile_has_no_secret_in_it(sandbox: Sandbox) -> None:
    words = "ghp_abcdefghij0123456789 MY_TOKEN=hunter2hunter2 kim@shop.example"
    tile = sandbox.spawn("--name", "kim", "--", "sh", "-c", f"echo {words}; echo $HOME; cat")
    sandbox.until_shows(tile, "hunter2")
    path = sandbox.home / "kim.zip"
    sandbox.ctl("bundle", tile, "--to", str(path))
    with zipfile.ZipFile(path) as archive:
        found = {name: archive.read(name).decode() for name in archive.namelist()}
    assert {"screen.txt", "past.cast", "about.json", "README.txt"} <= set(found)
    for secret in ("abcdefghij0123456789", "hunter2", "kim@shop.example", str(sandbox.home)):
        assert not [name for name, text in found.items() if secret in text], secret

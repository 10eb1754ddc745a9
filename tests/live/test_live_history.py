"""Looking back, the mouse and long pastes, through a real terminal, the UI, the daemon and a real PTY."""

from __future__ import annotations

import hashlib

import pytest

from hivemind.testing.sandbox import Sandbox
from hivemind.testing.waiting import until

pytestmark = pytest.mark.live

WHEEL_UP, CLICK = "\x1b[<64;40;10M", "\x1b[<0;40;10M\x1b[<0;40;10m"

PASTE_BYTES = 1_000_000
PASTE_SECONDS = 60

READER = """
import hashlib, os, sys, time, tty
tty.setraw(0)
os.write(1, b"\\x1b[?2004hready\\r\\n")
got = b""
while not got.endswith(b"Z"):
    got += os.read(0, 65536)
    time.sleep(0.001)
text, _, rest = got.removeprefix(b"\\x1b[200~").partition(b"\\x1b[201~")
print(len(text), hashlib.sha256(text).hexdigest(), rest, end="\\r\\n")
time.sleep(600)
"""
"""Reads a paste slowly, up to the key Z after it, and says what it was."""


def test_the_wheel_looks_back_and_a_key_returns(sandbox: Sandbox, tmux: str) -> None:
    tile = sandbox.spawn("--name", "counter", "--", "sh", "-c", "seq 1001 1400; exec cat")
    with sandbox.terminal() as ui:
        ui.until_shows("1400")
        for _ in range(30):
            ui.send(WHEEL_UP)
        ui.until_shows("↑ 90", "1270")
        assert "1400" not in ui.screen()
        ui.press("C-b", "/")
        ui.type("1111")
        ui.press("Enter")
        ui.until_shows("1111", "1105")
        ui.press("q")
        ui.until_shows("1400")
    assert sandbox.ctl("history", tile, "--find", "1234")["rows"] == [[233, "1234"]]


def test_a_program_that_asks_for_the_mouse_gets_it(sandbox: Sandbox, tmux: str) -> None:
    tile = sandbox.spawn("--name", "pointed", "--", "sh", "-c", "printf '\\033[?1000;1006hready\\n'; exec cat -v")
    with sandbox.terminal() as ui:
        ui.until_shows("ready")
        ui.send(CLICK + WHEEL_UP)
        ui.press("Enter")
        sandbox.until_shows(tile, "^[[<0;")
        sandbox.until_shows(tile, "^[[<64;")


def test_a_long_paste_arrives_whole_and_keys_after_it(sandbox: Sandbox, tmux: str) -> None:
    text = b"".join(b"%07d " % number for number in range(PASTE_BYTES // 8))
    path = sandbox.project / "long.txt"
    path.write_bytes(text)
    tile = sandbox.spawn("--name", "reader", "--", "python3", "-c", READER)
    with sandbox.terminal() as ui:
        ui.until_shows("ready")
        ui.paste(path)
        ui.press("Z")
        wanted = f"{len(text)} {hashlib.sha256(text).hexdigest()} b'Z'"
        until("the paste is whole", lambda: wanted in sandbox.screen(tile), seconds=PASTE_SECONDS, scene=ui.screen)

"""A UI that ends by a mistake of ours: one sentence, a usable terminal, and the trace in a file."""

import sys

import pytest

from hivemind.protocol.screen import Modes
from hivemind.testing.sandbox import Sandbox
from hivemind.testing.terminal import Terminal

pytestmark = pytest.mark.live

SECRET = "what a variable holds"

BREAKS = f"""
import sys
from hivemind.cli.stub import main
from hivemind.tui.rewinding import Rewinding

def enter(_):
    held = "{SECRET}"
    raise RuntimeError("no \\x1b[31mpast")

Rewinding.enter = enter
sys.exit(main())
"""
"""`hive`, except that one key of it breaks."""


def test_a_ui_that_breaks_says_so_in_a_sentence_and_keeps_the_trace(sandbox: Sandbox) -> None:
    tile = sandbox.spawn("--name", "left", "--", "cat")
    with Terminal((sys.executable, "-c", BREAKS), env=sandbox.env, cwd=sandbox.project) as terminal:
        before = terminal.modes()
        terminal.until_shows("left", "running")
        terminal.type("\x02r")
        terminal.until_shows("The UI broke: RuntimeError: no ␛[31mpast")
        assert terminal.process.wait(10) == 1
        assert (terminal.modes(), terminal.emulator.modes) == (before, Modes())
        shown = terminal.screen()
    assert "Traceback" not in shown
    assert SECRET not in shown
    (log,) = sandbox.root.rglob("ui.log")
    kept = log.read_text()
    assert "in enter\n" in kept
    assert SECRET not in kept.replace(f'held = "{SECRET}"', "")
    assert sandbox.tiles()[tile]["status"] == "running"

"""A person who looks elsewhere is told: on their desktop, by a program of theirs, by their terminal, through tmux."""

import json
from pathlib import Path

import pytest

from hivemind.testing.sandbox import Sandbox
from hivemind.testing.terminal import Terminal
from hivemind.testing.waiting import until

pytestmark = pytest.mark.live

SECONDS = 20

SCRIPT = """#!/bin/sh
printf '%s|' "$@" >> {said}
printf '\\n' >> {said}
"""


def told_by(sandbox: Sandbox, name: str) -> Path:
    """A program of that name that writes down what it is told, and where."""
    said = sandbox.root / f"{name}.said"
    program = sandbox.home / "bin" / name
    program.parent.mkdir(exist_ok=True)
    program.write_text(SCRIPT.format(said=said))
    program.chmod(0o755)
    said.touch()
    sandbox.env |= {"PATH": f"{program.parent}:{sandbox.env['PATH']}", "DISPLAY": ":0"}
    return said


def settle(sandbox: Sandbox, **notify: object) -> None:
    folder = Path(sandbox.env["XDG_CONFIG_HOME"], "hivemind")
    folder.mkdir(exist_ok=True)
    lines = [f"{key} = {json.dumps(value)}" for key, value in notify.items()]
    (folder / "settings.toml").write_text("\n".join(["[notify]", *lines, ""]))


def asks(sandbox: Sandbox, name: str) -> str:
    tile = sandbox.spawn("--agent", "demo", "--name", name, "--prompt", "make a file")
    sandbox.wait(tile, "permission")
    return tile


def test_a_question_is_told_once_and_not_to_who_looks_at_it(sandbox: Sandbox, checkout: str) -> None:
    desktop, own = told_by(sandbox, "notify-send"), told_by(sandbox, "tell-me")
    settle(sandbox, merge=1, bell=True, terminal="osc777", command=["tell-me", "{event}", "{title}", "{count}"])
    looked_at = sandbox.spawn("--agent", "demo", "--name", "ann")
    with Terminal((checkout,), env=sandbox.env, cwd=sandbox.project) as terminal:
        terminal.until_shows("ann", "idle")
        sandbox.ctl("send", looked_at, "make a file")
        sandbox.wait(looked_at, "permission")
        asks(sandbox, "ben")

        def is_told() -> bool:
            terminal.read()
            return "permission|ben asks for permission|1|" in own.read_text()

        until("it is told", is_told, seconds=SECONDS, scene=lambda: own.read_text() + terminal.screen())
        until("the desktop has it", lambda: "ben asks for permission|" in desktop.read_text(), seconds=SECONDS)
        until("the terminal has it", lambda: rang(terminal), seconds=SECONDS, scene=terminal.screen)
        assert notified(terminal) == ["ben asks for permission"]
        assert "ann" not in own.read_text() + desktop.read_text()
        assert len(own.read_text().splitlines()) == 1


def test_a_terminal_that_lost_the_focus_shows_nobody_anything(sandbox: Sandbox, checkout: str) -> None:
    own = told_by(sandbox, "tell-me")
    settle(sandbox, merge=1, desktop=False, command=["tell-me", "{title}"])
    tile = sandbox.spawn("--agent", "demo", "--name", "ann")
    with Terminal((checkout,), env=sandbox.env, cwd=sandbox.project) as terminal:
        terminal.until_shows("ann", "idle")
        terminal.type("\x1b[O")
        sandbox.ctl("send", tile, "make a file")

        def is_told() -> bool:
            terminal.read()
            return own.read_text() == "ann asks for permission|\n"

        until("it is told", is_told, seconds=SECONDS, scene=lambda: own.read_text() + terminal.screen())


def test_it_is_told_when_no_ui_is_open(sandbox: Sandbox) -> None:
    own = told_by(sandbox, "tell-me")
    settle(sandbox, merge=1, desktop=False, command=["tell-me", "{title}"])
    sandbox.spawn("--agent", "demo", "--name", "ann", "--prompt", "make a file")
    until("it is told", lambda: own.read_text() == "ann asks for permission|\n", seconds=SECONDS, scene=own.read_text)


def test_a_notification_gets_through_tmux(sandbox: Sandbox, checkout: str, tmux: str) -> None:
    settle(sandbox, merge=1, desktop=False, terminal="osc9")
    sandbox.spawn("--agent", "demo", "--name", "ann")
    conf = sandbox.root / "tmux.conf"
    conf.write_text("set -g allow-passthrough on\nset -g default-terminal screen-256color\n")
    argv = (tmux, "-S", str(sandbox.root / "tmux-notify"), "-f", str(conf), "new-session", checkout)
    with Terminal(argv, env=sandbox.env, cwd=sandbox.project) as terminal:
        terminal.until_shows("ann", "idle")
        asks(sandbox, "ben")
        until("it got through", lambda: notified(terminal), seconds=SECONDS, scene=terminal.screen)
        assert terminal.told[-1].body.startswith("hive: ben asks for permission")
        terminal.type("\x02\x02d")  # tmux takes one
        terminal.until_shows("[exited]")


def rang(terminal: Terminal) -> bool:
    terminal.read()
    return terminal.emulator.snapshot().bells > 0 and bool(terminal.told)


def notified(terminal: Terminal) -> list[str]:
    """What the terminal was asked to show."""
    terminal.read()
    return [event.title or event.body for event in terminal.told]

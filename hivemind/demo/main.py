"""`hive-demo-agent`: a scripted stand-in for a coding agent. Arguments in, exit status out."""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from pathlib import Path

from hivemind.demo import phrases
from hivemind.demo.agent import Agent
from hivemind.demo.app import App
from hivemind.demo.console import EndedError, open_console
from hivemind.demo.paint import Palette
from hivemind.demo.scripts import MODES, World, trust
from hivemind.demo.session import Session, SessionError, is_session_id, resume, sessions_folder
from hivemind.demo.steps import Entry

EPILOG = """\
type /help inside for what it can do. Environment: HIVE_DEMO_SPEED as --speed,
HIVE_DEMO_TRUST=1 as --trust-screen, NO_COLOR for no colours.
"""


def main() -> int:
    """Run the program with the arguments it was started with; returns its exit status."""
    parser = _parser()
    choices = parser.parse_args()
    speed = _speed(parser, choices.speed)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        parser.error("needs a terminal for its input and output")
    try:
        cwd = Path.cwd()
    except OSError as error:
        parser.error(f"the current folder cannot be used: {error.strerror}")
    world = World(cwd, mode=choices.mode, model=choices.model)
    try:
        agent = _agent(choices, world, speed)
    except SessionError as error:
        parser.error(str(error))
    status = _run(agent, trusts=choices.trust_screen, prompt=choices.prompt)
    # told only to somebody who left: after a signal the terminal may take no output, and this would wait for ever
    if not status and agent.entries and not agent.session.is_new:
        sys.stdout.write(f"Come back with: {phrases.PROGRAM} --resume {agent.session.id}\n")
    return status


def _run(agent: Agent, *, trusts: bool, prompt: str) -> int:
    try:
        with open_console() as console:
            now = time.monotonic()
            if trusts or os.environ.get("HIVE_DEMO_TRUST") == "1":
                agent.begin(trust(agent.world), now, quiet=True)
            agent.submit(prompt.strip(), now)
            App(agent, console, Palette.from_env(os.environ)).run()
    except EndedError as ended:
        return ended.status
    return 0


def _agent(choices: argparse.Namespace, world: World, speed: float) -> Agent:
    """The agent with its conversation, new or resumed.

    Raises:
        SessionError: the conversation that was asked for cannot be had.
    """
    folder = sessions_folder(os.environ)
    entries: list[Entry] = []
    damaged = 0
    if choices.resume is not None:
        session, entries, damaged = resume(folder, world.cwd, choices.resume)
    else:
        session = Session.fresh(folder, world.cwd, choices.session_id or "")
        if session.path.exists():
            raise SessionError(f"the conversation '{session.id}' exists already; use --resume {session.id}")
    agent = Agent(world, session, speed=speed)
    if choices.resume is not None:
        agent.restore(entries, damaged)
    return agent


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=phrases.PROGRAM,
        description="A scripted stand-in for a coding agent: no model, no network.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("prompt", nargs="?", default="", help="what to do first")
    add("--model", metavar="NAME", default="small", type=_name, help="a name to show at the top (default: small)")
    add("--mode", choices=MODES, default="ask", help="ask before anything is done (default), accept all, or only plan")
    add(
        "--resume",
        metavar="ID",
        nargs="?",
        const="latest",
        help="go on with a conversation; without ID the latest here",
    )
    add("--session-id", metavar="ID", type=_session_id, help="the id of the new conversation")
    add("--trust-screen", action="store_true", help="ask first whether this folder is trusted")
    add("--speed", metavar="FACTOR", help="talk and think that many times as fast")
    add("--version", action="version", version=f"{phrases.PROGRAM} {phrases.VERSION}")
    return parser


def _name(text: str) -> str:
    if not text.strip() or not text.isprintable():
        raise argparse.ArgumentTypeError("expected a name")
    return text.strip()


def _session_id(text: str) -> str:
    if not is_session_id(text):
        raise argparse.ArgumentTypeError("expected 4 to 64 letters, digits, '-' or '_'")
    return text


def _speed(parser: argparse.ArgumentParser, given: str | None) -> float:
    """The factor from the option, else from the environment."""
    source, text = ("--speed", given) if given is not None else ("HIVE_DEMO_SPEED", os.environ.get("HIVE_DEMO_SPEED"))
    if not text:
        return 1.0
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not (math.isfinite(speed) and speed > 0):
        parser.error(f"{source}: '{text}' is not a number above 0")
    return speed


if __name__ == "__main__":
    sys.exit(main())

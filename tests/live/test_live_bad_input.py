"""What goes wrong for a person says what, where and what to do, with the exit code that scripts rely on."""

import socket
from pathlib import Path

import pytest

from hivemind.testing.sandbox import Ran, Sandbox

pytestmark = pytest.mark.live

BROKEN = """\
manifestVersion: 2
id: broken
label: Broken
bin: sh
caps: { promptDelivery: argv, turnSignal: false, resume: none, supervise: human, blockedDetection: true }
detect:
  default: idle
  rules:
    - when: { line: [{ contians: "x" }] }
      then: working
"""


def assert_failed(sandbox: Sandbox, *argv: str, exit: int, code: str, says: tuple[str, ...]) -> None:  # noqa: A002
    """The command fails in the same way for people (stderr) and for scripts (`--json`)."""
    ran = sandbox.hive("ctl", *argv)
    assert (ran.exit, ran.out) == (exit, ""), ran
    assert [text for text in says if text not in ran.err] == [], ran
    as_json = sandbox.hive("ctl", argv[0], "--json", *argv[1:])
    assert as_json.exit == exit, as_json
    assert (as_json.json["ok"], as_json.json["code"]) == (False, code), as_json


def test_an_unknown_agent_names_the_known_ones(sandbox: Sandbox) -> None:
    says = ("nobody", "claude", "codex", "demo")
    assert_failed(sandbox, "spawn", "--agent", "nobody", exit=2, code="BAD_REQUEST", says=says)


@pytest.mark.parametrize(
    ("agent", "how"),
    [("claude", "npm install -g @anthropic-ai/claude-code"), ("codex", "npm install -g @openai/codex")],
)
def test_an_agent_that_is_not_installed_says_how_to_get_it(sandbox: Sandbox, agent: str, how: str) -> None:
    assert_failed(sandbox, "spawn", "--agent", agent, exit=7, code="NOT_INSTALLED", says=(agent, how))


def test_a_program_that_is_not_there_is_named(sandbox: Sandbox) -> None:
    assert_failed(sandbox, "spawn", "--", "no-such-program", exit=7, code="NOT_INSTALLED", says=("no-such-program",))
    assert sandbox.tiles() == {}


def test_a_typo_in_an_agent_file_is_located_and_stops_only_that_agent(sandbox: Sandbox) -> None:
    file = Path(sandbox.env["XDG_CONFIG_HOME"], "hivemind", "agents", "broken", "agent.yaml")
    file.parent.mkdir(parents=True)
    file.write_text(BROKEN)
    says = (f"{file}:9:24", "contians", "did you mean 'contains'")
    assert_failed(sandbox, "spawn", "--agent", "broken", exit=2, code="INVALID_FILE", says=says)
    listed = sandbox.hive("ctl", "agents")
    assert listed.exit == 0
    assert [line for line in (listed.out + listed.err).splitlines() if "warning" in line and "agent.yaml:9:24" in line]
    sandbox.spawn("--agent", "demo")


def test_a_dead_socket_is_no_daemon(sandbox: Sandbox) -> None:
    dead = sandbox.root / "dead.sock"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(dead))
    ran = sandbox.hive("ctl", "list", env={"HIVE_HCP_SOCK": str(dead)})
    assert (ran.exit, ran.out) == (3, "")
    assert str(dead) in ran.err
    assert not sandbox.processes()


def test_a_wait_that_times_out_says_so(sandbox: Sandbox) -> None:
    tile = sandbox.spawn("--agent", "demo")
    sandbox.wait(tile, "idle")
    argv = ("wait", tile, "--until", "permission", "--timeout", "200ms")
    assert_failed(sandbox, *argv, exit=4, code="TIMEOUT", says=("permission",))


def test_an_unknown_tile_is_not_found(sandbox: Sandbox) -> None:
    assert_failed(sandbox, "screen", "nothing", exit=5, code="TILE_NOT_FOUND", says=("nothing",))


def test_a_program_that_ends_ends_the_wait_for_it(sandbox: Sandbox) -> None:
    tile = sandbox.spawn("--", "sh", "-c", "exit 3")
    ran: Ran = sandbox.hive("ctl", "wait", tile, "--until", "idle", "--timeout", "20s")
    assert ran.exit == 1, ran
    assert sandbox.tiles()[tile]["exit"] == 3


@pytest.mark.parametrize(
    "argv",
    [("fly",), ("screen",), ("list", "--loud"), ("answer", "x", "perhaps")],
    ids=" ".join,
)
def test_a_command_that_makes_no_sense_is_usage(sandbox: Sandbox, argv: tuple[str, ...]) -> None:
    ran = sandbox.hive("ctl", *argv)
    assert (ran.exit, ran.out) == (2, ""), ran
    assert ran.err

"""Hooks of agent programs themselves: what they tell, and that nothing of ours stays with the person's files."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hivemind.testing.model_wire import Turn
from hivemind.testing.programs import CLAUDE, CODEX, Program, programs
from hivemind.testing.sandbox import Sandbox
from hivemind.testing.waiting import until
from tests.live.agents.stage import START_SECONDS, installed, staged
from tests.live.conftest import REPOSITORY, contents

pytestmark = pytest.mark.live

HEAD = """\
manifestVersion: 2
id: blind
label: Blind
bin: {bin}
enabled: true
caps: {{promptDelivery: argv, turnSignal: true, resume: none, supervise: none, blockedDetection: false}}
"""

EVENTS = """
  events:
    SessionStart: [{hook: tracker, timeout: 10}, {emit: session.started, timeout: 10}]
    UserPromptSubmit: {emit: turn.started, timeout: 10}
    PermissionRequest: {emit: input.requested, kind: permission, timeout: 10}
    PostToolUse: {emit: input.resolved, timeout: 10}
    Stop: {emit: turn.ended, timeout: 10}
"""

BLIND = {
    "claude": """\
spawn: {args: [--permission-mode, manual, --model, sonnet]}
launch: {hcp: true}
hooks:
  arg: --settings
  template: '{"hooks":{events}}'""",
    "codex": """\
spawn: {args: [--ask-for-approval, on-request, --model, gpt-6.2-sol]}
launch: {hcp: true, args: [--dangerously-bypass-hook-trust]}
hooks:
  arg: -c
  format: toml
  stable: true
  template: hooks={events}""",
}
"""Agent files without a rule for the screen: how each program takes hooks (Claude Code 2.1.332, Codex 0.171.0)."""


@pytest.mark.parametrize(("program", "allow"), [(CLAUDE, "1"), (CODEX, "y")], ids=["claude", "codex"])
def test_hooks_tell_what_a_program_does_without_a_rule_for_its_screen(
    program: Program, allow: str, checkout: str, agents_bin: Path
) -> None:
    with staged(program, checkout, agents_bin) as stage:
        sandbox = stage.sandbox
        folder = Path(sandbox.env["XDG_CONFIG_HOME"], "hivemind", "agents", "blind")
        folder.mkdir(parents=True)
        (folder / "agent.yaml").write_text(HEAD.format(bin=program.agent) + BLIND[program.agent] + EVENTS)
        stage.settle(is_trusted=True)
        real = contents(sandbox.home)
        stage.script.add(stage.wants("touch made.txt"), Turn(text="It is made."))
        tile = sandbox.spawn("--agent", "blind", "--prompt", "make a file")
        sandbox.wait(tile, "permission")
        assert not (sandbox.project / "made.txt").exists()
        sandbox.until_shows(tile, "touch made.txt")
        sandbox.until_stood(tile)
        sandbox.ctl("keys", tile, allow)
        sandbox.wait(tile, "idle")
        assert (sandbox.project / "made.txt").exists()
        sandbox.until_shows(tile, "It is made.")
        found = sandbox.tiles()[tile]
        assert (found["source"], found["detail"]) == ("hooks", "")
        kept = [path for path in sandbox.home.rglob("*.jsonl") if found["session"] in path.name]
        assert len(kept) == 1, "the session is the one that the program keeps"
        assert real
        assert not [name for name in real if b"hook.py" in (sandbox.home / name).read_bytes()]


def of_repository(sandbox: Sandbox, mark: Path) -> None:
    """Codex: a hook that came with the folder, and that nobody has looked at."""
    (sandbox.project / ".codex").mkdir()
    hook = f'[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "touch {mark}"\n'
    (sandbox.project / ".codex" / "config.toml").write_text(hook)


def of_qwen(sandbox: Sandbox, mark: Path) -> None:
    file = sandbox.home / ".qwen" / "settings.json"
    hooks = {"Stop": [{"hooks": [{"type": "command", "command": f"touch {mark}"}]}]}
    file.write_text(json.dumps({**json.loads(file.read_text()), "hooks": hooks}))


def of_copilot(sandbox: Sandbox, mark: Path) -> None:
    folder = sandbox.home / ".copilot" / "hooks"
    folder.mkdir()
    hooks = {"agentStop": [{"type": "command", "bash": f"touch {mark}"}]}
    (folder / "own.json").write_text(json.dumps({"version": 1, "hooks": hooks}))


def of_opencode(sandbox: Sandbox, mark: Path) -> None:
    folder = sandbox.home / ".config" / "opencode"
    ended = f'event.type === "session.idle" && writeFileSync("{mark}", "")'
    text = f'import {{ writeFileSync }} from "node:fs";\nexport const Own = () => ({{ event: ({{ event }}) => {ended} }});\n'
    (folder / "own.mjs").write_text(text)
    file = folder / "opencode.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "plugin": [str(folder / "own.mjs")]}))


OWN: dict[str, tuple[Callable[[Sandbox, Path], None], bool]] = {
    "codex": (of_repository, False),
    "qwen-code": (of_qwen, True),
    "copilot": (of_copilot, True),
    "opencode": (of_opencode, True),
}
"""A hook that runs at the end of a turn and is none of ours, by the program; and whether it may run unasked."""


@pytest.mark.timeout(240)
@pytest.mark.parametrize("agent", OWN)
def test_the_hooks_of_an_agent_that_ships_tell_its_turns_and_leave_those_of_others_alone(
    agent: str, checkout: str, agents_bin: Path
) -> None:
    with staged(programs()[agent], checkout, agents_bin) as stage:
        stage.settle(is_trusted=True)
        sandbox, write = stage.sandbox, OWN[agent][0]
        mark = sandbox.root / "mark"
        write(sandbox, mark)
        stage.script.add(stage.wants("touch made.txt"), Turn(text="It is made."))
        tile = stage.start("make a file")
        stage.until_reads(tile, "permission", seconds=START_SECONDS)
        sandbox.until_stood(tile)
        sandbox.ctl("answer", tile, "allow")
        stage.until_made("made.txt")
        until("hooks told the end", lambda: ended(sandbox, tile), seconds=START_SECONDS, scene=sandbox.scene)
        session = sandbox.tiles()[tile]["session"]
        assert session
        kept = [path for path in sandbox.home.rglob("*") if path.is_file() and is_in(session, path)]
        assert kept, "the session is one that the program keeps"
        if OWN[agent][1]:
            until("the other hook ran, too", mark.exists, seconds=START_SECONDS, scene=sandbox.scene)
        else:
            assert not mark.exists()
        written = [name for name, (text, _) in contents(sandbox.home).items() if b"hook.py" in text]
        assert not written, "nothing of ours is among the person's files, or in the repository"


def ended(sandbox: Sandbox, tile: str) -> bool:
    found = sandbox.tiles()[tile]
    return (found["status"], found["source"]) == ("idle", "hooks")


def is_in(session: str, path: Path) -> bool:
    return session in str(path) or session.encode() in path.read_bytes()


PLAYED = """\
import {{ Hivemind }} from "{plugin}";
const run = 'read told; echo "$HIVE_EVENT $HIVE_EVENT_OUTCOME $HIVE_EVENT_KIND $told" >> "{log}"; exit 1';
const {{ event }} = await Hivemind({{}}, {{ run }});
for (const [type, properties] of {events}) await event({{ event: {{ type, properties }} }});
console.log(JSON.stringify([await Hivemind({{}}), await Hivemind({{}}, {{}})]));
"""

ROOT, CHILD = {"sessionID": "ses_a"}, {"sessionID": "ses_b"}
BUSY, DONE = {"status": {"type": "busy"}}, {"status": {"type": "idle"}}
HEARD: list[tuple[str, dict[str, Any]]] = [
    ("session.status", ROOT | BUSY),
    ("session.status", ROOT | {"status": {"type": "retry"}}),
    ("session.created", {"info": {"id": "ses_b", "parentID": "ses_a"}}),
    ("session.status", CHILD | BUSY),
    ("permission.asked", CHILD),
    ("permission.replied", CHILD),
    ("session.status", CHILD | DONE),
    ("session.error", ROOT | {"error": {"name": "MessageAbortedError"}}),
    ("session.status", ROOT | DONE),
    ("session.status", ROOT | BUSY),
    ("question.asked", ROOT),
    ("question.rejected", ROOT),
    ("session.status", ROOT | DONE),
    ("server.connected", {}),
]


def test_the_plugin_of_opencode_tells_turns_in_their_order_and_none_of_a_subagent(
    agents_bin: Path, tmp_path: Path
) -> None:
    plugin, log = REPOSITORY / "agents" / "opencode" / "hive-hooks.mjs", tmp_path / "log"
    script = PLAYED.format(plugin=plugin, log=log, events=json.dumps(HEARD))
    argv = (str(installed(agents_bin, "node")), "--input-type=module", "-e", script)
    ran = subprocess.run(argv, capture_output=True, text=True, timeout=60, check=True)
    assert ran.stdout == "[{},{}]\n", "without a command to run there is nothing to tell"
    own = '{"session_id":"ses_a"}'
    assert log.read_text().splitlines() == [
        f"turn.started   {own}",
        "input.requested  permission {}",
        "input.resolved   {}",
        f"turn.ended interrupted  {own}",
        f"turn.started   {own}",
        f"input.requested  question {own}",
        f"input.resolved   {own}",
        f"turn.ended done  {own}",
    ]

"""A program whose agent file gives it assets, hooks and a private home, started as a tile of a real daemon."""

import json
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hivemind.testing.model import ModelServer
from hivemind.testing.model_wire import Turn
from hivemind.testing.programs import CLAUDE, CODEX, Program, programs
from hivemind.testing.sandbox import Sandbox
from hivemind.testing.waiting import until
from tests.live.stage import START_SECONDS, staged

pytestmark = pytest.mark.live

PROGRAM = '''\
#!/usr/bin/env python3
"""Runs the hook commands of the documents it is given, one for each line it reads, and draws the same screen all along."""
import json, os, subprocess, sys

home = os.environ["PARROT_HOME"]
with open(os.path.join(home, ".parrot", "hooks.json")) as file:
    events = json.load(file)
with open(sys.argv[sys.argv.index("--extension") + 1]) as file:
    extension = json.load(file)
print("\\x1b[2J\\x1b[Hparrot", extension["tile"], os.environ["HIVE_AGENT_ID"], os.environ["HIVE_AGENT_DEPTH"])
print("> ", end="", flush=True)
for line in sys.stdin:
    name = line.strip()
    for group in events.get(name, []):
        for hook in group["hooks"]:
            payload = json.dumps({"session_id": "s-" + name, "prompt": "secret"})
            ran = subprocess.run(hook["command"], shell=True, input=payload, text=True, capture_output=True)
            assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", ""), ran
    print("\\x1b[2J\\x1b[Hafter " + name)
    print("> ", end="", flush=True)
'''

AGENT = """\
manifestVersion: 2
id: parrot
label: Parrot
bin: parrot
enabled: true
caps: {promptDelivery: typed, turnSignal: true, resume: none, supervise: none, blockedDetection: true}
launch:
  hcp: true
  args: ["--extension", "{asset:extension.json}", "--plain", "{asset:plain.txt}"]
  requiresHome: true
assets:
  - {name: extension.json, file: extension.json}
  - {name: plain.txt, file: plain.txt}
  - {name: end.py, file: end.py, hook: ending, produces: [turn.ended]}
hooks:
  file: hooks.json
  events:
    begin: {emit: turn.started, timeout: 10}
    ask: [{emit: input.requested, kind: plan}]
    end: [{hook: ending}]
    track: {hook: tracker}
home: {root: parrot-home, dir: .parrot, mirror: "{home}/.parrot", env: PARROT_HOME,
       own: [{name: settings.json, merge: true, set: {updates: false}}]}
detect:
  default: idle
  rules:
    - {when: {contains: "Allow?"}, then: permission}
"""

END = '''\
"""An agent's own script: it says with the built-in one that the turn ended badly."""
import os, subprocess, sys

door = os.environ["HIVE_DOOR"]
told = {"HIVE_EVENT": "turn.ended", "HIVE_EVENT_OUTCOME": "failed"}
sys.exit(subprocess.run([sys.executable, door], env={**os.environ, **told}).returncode)
'''


def modes(folder: Path) -> dict[str, str]:
    """Every file and folder in it that is no link, with its mode."""
    found = {str(path.relative_to(folder)): path.lstat() for path in sorted(folder.rglob("*"))}
    return {name: f"{stat.S_IMODE(i.st_mode):o}" for name, i in found.items() if not stat.S_ISLNK(i.st_mode)}


def contents(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {
        str(p.relative_to(folder)): (p.read_bytes(), p.stat().st_mtime_ns) for p in folder.rglob("*") if p.is_file()
    }


@pytest.fixture
def parrot(sandbox: Sandbox) -> Sandbox:
    program = sandbox.root / "bin" / "parrot"
    program.parent.mkdir()
    program.write_text(PROGRAM)
    program.chmod(0o755)
    sandbox.env["PATH"] = f"{program.parent}:{sandbox.env['PATH']}"
    folder = Path(sandbox.env["XDG_CONFIG_HOME"], "hivemind", "agents", "parrot")
    folder.mkdir(parents=True)
    (folder / "agent.yaml").write_text(AGENT)
    (folder / "extension.json").write_text('{"tile": "{tileId}", "folder": "{private}", "token": "{hcpToken}"}')
    (folder / "plain.txt").write_text("the same for all")
    (folder / "end.py").write_text(END)
    real = sandbox.home / ".parrot"
    real.mkdir()
    (real / "settings.json").write_text('{"updates": true, "theme": "dark"}')
    (real / "login").write_text("of the person")
    return sandbox


def fact(sandbox: Sandbox, tile: str, name: str) -> Any:
    return sandbox.tiles()[tile][name]


def test_a_programs_hooks_tell_its_status_and_its_files_come_and_go_with_it(parrot: Sandbox) -> None:
    from hivemind.base.places import hook_door  # noqa: PLC0415 (the checkout's, which the sandbox runs)

    parrot.env["HIVE_DOOR"] = str(hook_door())
    before = contents(parrot.home / ".parrot")
    valid = parrot.hive("agents", "validate", str(Path(parrot.env["XDG_CONFIG_HOME"], "hivemind", "agents", "parrot")))
    assert valid.exit == 0, valid
    tile = parrot.spawn("--agent", "parrot")
    parrot.until_shows(tile, f"parrot hm:{tile} parrot 0")
    assert (fact(parrot, tile, "status"), fact(parrot, tile, "source")) == ("idle", "screen")

    private = Path(parrot.env["XDG_STATE_HOME"], "hivemind", "agents", "parrot")
    own = f"extension-hm-{tile}.json"
    assert modes(private) == {
        own: "600",
        "plain.txt": "600",
        "end.py": "600",
        "parrot-home": "700",
        "parrot-home/.parrot": "700",
        "parrot-home/.parrot/hooks.json": "600",
        "parrot-home/.parrot/settings.json": "600",
    }
    assert json.loads((private / own).read_text())["folder"] == str(private)
    settings = json.loads((private / "parrot-home" / ".parrot" / "settings.json").read_text())
    assert settings == {"updates": False, "theme": "dark"}
    assert (private / "parrot-home" / ".parrot" / "login").read_text() == "of the person"

    parrot.ctl("send", tile, "begin")
    parrot.wait(tile, "working")
    assert fact(parrot, tile, "source") == "hooks"
    parrot.ctl("send", tile, "ask")
    assert parrot.wait(tile, "blocked") == "plan_review"
    refused = parrot.hive("ctl", "send", tile, "end")
    assert refused.exit == 8, "a text must not answer what it does not see"
    parrot.ctl("keys", tile, "e,n,d,Enter")
    parrot.wait(tile, "idle")
    assert fact(parrot, tile, "detail") == "failed"
    other = parrot.spawn("--agent", "parrot")
    parrot.until_shows(other, f"parrot hm:{other}")
    assert contents(parrot.home / ".parrot") == before

    parrot.ctl("close", tile)
    until("the files of the tile are gone", lambda: own not in modes(private), seconds=5, scene=parrot.scene)
    assert f"extension-hm-{other}.json" in modes(private)
    assert "plain.txt" in modes(private)


def test_reports_reach_the_next_daemon_and_no_other_tile(parrot: Sandbox) -> None:
    tile, other = parrot.spawn("--agent", "parrot"), parrot.spawn("--agent", "parrot")
    for one in (tile, other):
        parrot.until_shows(one, "parrot hm:")
    parrot.ctl("send", tile, "begin")
    parrot.wait(tile, "working")
    assert fact(parrot, other, "source") == "screen"
    parrot.kill_daemon()
    assert fact(parrot, tile, "source") != "hooks", "what they told is lost with the daemon"
    assert fact(parrot, tile, "session") == "s-begin"
    parrot.ctl("send", tile, "begin")
    parrot.wait(tile, "working")
    private = Path(parrot.env["XDG_STATE_HOME"], "hivemind", "agents", "parrot")
    token = json.loads((private / f"extension-hm-{tile}.json").read_text())["token"]
    for env in ({}, {"HCP_TOKEN": token}):
        forged = parrot.hive("ctl", "hook", "--tile-id", f"hm:{other}", "--event", "turn.started", env=env)
        assert forged.exit == 6, forged
    assert fact(parrot, other, "status") != "working"


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
    with ModelServer() as model, Sandbox([checkout], path=[agents_bin]) as sandbox:
        folder = Path(sandbox.env["XDG_CONFIG_HOME"], "hivemind", "agents", "blind")
        folder.mkdir(parents=True)
        head = AGENT.partition("launch:")[0].replace("parrot", "blind").replace("bin: blind", f"bin: {program.agent}")
        head = head.replace("typed", "argv").replace("blockedDetection: true", "blockedDetection: false")
        (folder / "agent.yaml").write_text(head + BLIND[program.agent] + EVENTS)
        sandbox.env |= program.settle(sandbox.home, sandbox.project, model.url, True)
        real = contents(sandbox.home)
        model.script.add(Turn(text="I will.", calls=(program.shell("touch made.txt"),)), Turn(text="It is made."))
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
    plugin, log = Path(__file__).parents[2] / "agents" / "opencode" / "hive-hooks.mjs", tmp_path / "log"
    script = PLAYED.format(plugin=plugin, log=log, events=json.dumps(HEARD))
    argv = (str(agents_bin / "node"), "--input-type=module", "-e", script)
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

"""A program whose agent file gives it assets, hooks and a private home, started as a tile of a real daemon."""

import json
import stat
from pathlib import Path
from typing import Any

import pytest

from hivemind.testing.sandbox import Sandbox
from hivemind.testing.waiting import until
from tests.live.conftest import contents

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

from __future__ import annotations

import json
import os
import shlex
import stat
import sys
from pathlib import Path

import msgspec
import pytest

from hivemind.base.places import hook_door
from hivemind.launch import private
from hivemind.launch.environment import Surroundings
from hivemind.launch.plan import plan
from hivemind.launch.wiring import Wired
from hivemind.manifest import manifest
from hivemind.manifest.manifest import Manifest

HEAD = """\
manifestVersion: 2
id: kit
label: Kit
bin: kit
enabled: true
caps: {promptDelivery: argv, turnSignal: true, resume: none, supervise: none, blockedDetection: false}
"""

ARG = """
launch: {hcp: true, args: ["--ext", "{asset:ext.py}", "--plain", "{asset:plain.txt}"]}
assets:
  - {name: ext.py, file: ext.py}
  - {name: plain.txt, file: plain.txt}
  - {name: end.py, file: end.py, hook: ending, produces: [turn.ended]}
  - {name: gone.py, file: gone.py, hook: gone}
hooks:
  arg: --settings
  template: '{"hooks":{events}}'
  events:
    Begin: {emit: turn.started, timeout: 10}
    End: [{hook: ending}, {hook: gone}, {hook: tracker}]
"""

HOME = """
launch: {hcp: true, args: ["--agent", "kit"], requiresHome: true, subcommand: chat}
assets: [{name: mine.py, file: mine.py, hook: mine}, {name: all.py, file: plain.txt, hook: all}]
hooks:
  file: agents/kit.json
  events: {Begin: [{emit: turn.started}, {hook: mine}, {hook: all}]}
home: {root: kit-home, dir: .kit, mirror: "{home}/.kit", env: KIT_HOME, own: [{name: s.json, merge: true, set: {a: 2}}]}
"""

FILE = """
launch: {hcp: true, args: ["--hooks", "{asset:hooks.json}"]}
hooks: {file: hooks.json, events: {Begin: {emit: turn.started}}}
"""


class Kit:
    """An agent file with files beside it, and where it is started."""

    def __init__(self, folder: Path) -> None:
        self.beside, self.root, self.person = folder / "kit", folder / "state" / "agents", folder / "person"
        for one in (self.beside, self.person / ".kit", folder / "bin"):
            one.mkdir(parents=True)
        (folder / "bin" / "kit").write_text("#!/bin/sh\n")
        (folder / "bin" / "kit").chmod(0o755)
        (self.beside / "ext.py").write_text("at {tileId} in {private} with {asset:plain.txt} {hcpToken}")
        (self.beside / "plain.txt").write_text("{ nothing } of ours")
        (self.beside / "end.py").write_text("pass")
        (self.beside / "mine.py").write_text("{tileId}")
        (self.person / ".kit" / "s.json").write_text('{"a": 1, "b": 1}')
        (self.person / ".kit" / "auth").write_text("secret")
        self.bin = folder / "bin"

    @property
    def folder(self) -> Path:
        return self.root / "kit"

    def manifest(self, text: str) -> Manifest:
        (self.beside / "agent.yaml").write_text(HEAD + text)
        loaded = manifest.load(self.beside)
        assert loaded.manifest is not None, loaded.report.render()
        return loaded.manifest

    def around(self, tile: str = "abc234") -> Surroundings:
        env = {"HOME": str(self.person), "PATH": str(self.bin)}
        return Surroundings(env, "/", "/s/hcp.sock", "t0k", f"hm:{tile}", self.bin, depth=1)

    def prepared(self, text: str, tile: str = "abc234", *, session: str = "") -> Wired:
        return private.prepare(self.manifest(text), self.beside, self.root, self.around(tile), session=session)

    def files(self) -> dict[str, int]:
        """What lies in the private folder, with its mode."""
        return {
            str(path.relative_to(self.folder)): stat.S_IMODE(path.lstat().st_mode)
            for path in sorted(self.folder.rglob("*"))
            if not path.is_symlink()
        }


@pytest.fixture
def kit(tmp_path: Path) -> Kit:
    return Kit(tmp_path)


def test_assets_are_written_for_their_owner_alone(kit: Kit) -> None:
    """2.15: those with placeholders once for each tile, the others once."""
    kit.prepared(ARG)
    assert kit.files() == {"end.py": 0o600, "ext-hm-abc234.py": 0o600, "plain.txt": 0o600}
    assert [stat.S_IMODE(path.stat().st_mode) for path in (kit.root, kit.folder)] == [0o700, 0o700]
    rendered = (kit.folder / "ext-hm-abc234.py").read_text()
    assert rendered == f"at hm:abc234 in {kit.folder} with {kit.folder}/plain.txt t0k"
    assert (kit.folder / "plain.txt").read_text() == "{ nothing } of ours"


def test_the_program_starts_with_its_hooks_and_the_names_of_its_files(kit: Kit) -> None:
    """2.14, 2.16 and 7.1."""
    launch = plan(kit.manifest(ARG), kit.around(), prompt="do it", wired=kit.prepared(ARG))
    _, settings, document, *rest = launch.argv
    assert settings == "--settings"
    ext, plain = kit.folder / "ext-hm-abc234.py", kit.folder / "plain.txt"
    assert rest == ["--ext", str(ext), "--plain", str(plain), "do it"]
    assert "t0k" not in " ".join(launch.argv)
    hooks = json.loads(document)["hooks"]
    assert [len(hooks[name]) for name in ("Begin", "End")] == [1, 2], "what is not there is left out"
    begin = shlex.split(hooks["Begin"][0]["hooks"][0]["command"])
    assert begin == ["env", "HIVEMIND_TILE=hm:abc234", "HIVE_EVENT=turn.started", sys.executable, str(hook_door())]
    ending, tracker = (shlex.split(group["hooks"][0]["command"]) for group in hooks["End"])
    assert ending[-2:] == [sys.executable, str(kit.folder / "end.py")]
    assert "HIVE_HOOK_SOCK=/s/hcp.sock" in ending
    assert tracker[-2:] == [str(hook_door()), "tracker"]
    assert launch.env["HIVE_AGENT_ID"] == "kit"
    assert launch.env["HIVE_AGENT_DEPTH"] == "1"


def test_scripts_are_run_by_what_their_names_say(kit: Kit) -> None:
    text = ARG.replace("name: end.py", "name: end.mjs")
    assert "end.mjs" not in str(kit.prepared(text).before), "without node it is not available"
    (kit.bin / "node").write_text("#!/bin/sh\n")
    (kit.bin / "node").chmod(0o755)
    document = json.loads(kit.prepared(text).before[1])
    command = shlex.split(document["hooks"]["End"][0]["hooks"][0]["command"])
    assert command[-2:] == [str(kit.bin / "node"), str(kit.folder / "end.mjs")]


def test_placeholders_have_their_values(kit: Kit) -> None:
    """2.14."""
    values = kit.prepared(ARG, session="s-1").values
    assert values["private"] == str(kit.folder)
    assert values["execPath"] == sys.executable
    assert values["session"] == "s-1"
    assert values["hook:event"] == str(hook_door())
    assert values["hook:ending"] == str(kit.folder / "end.py")
    assert shlex.split(values["hookCmd:tracker"])[-2:] == [str(hook_door()), "tracker"]
    assert "asset:gone.py" not in values


def test_an_asset_may_name_what_reports(kit: Kit) -> None:
    (kit.beside / "ext.py").write_text("{execPath} {hook:event} {hook:ending} {hook:gone}")
    kit.prepared(ARG)
    text = (kit.folder / "ext-hm-abc234.py").read_text()
    assert text == f"{sys.executable} {hook_door()} {kit.folder}/end.py {{hook:gone}}"


def test_the_private_home_holds_the_document_and_nothing_of_a_tile(kit: Kit) -> None:
    """2.16 and 2.17."""
    before = {path.name: path.read_text() for path in (kit.person / ".kit").iterdir()}
    launch = plan(kit.manifest(HOME), kit.around(), wired=kit.prepared(HOME))
    home = kit.folder / "kit-home"
    assert launch.env["KIT_HOME"] == str(home)
    assert launch.argv[1:] == ("chat", "--agent", "kit")
    text = (home / ".kit" / "agents" / "kit.json").read_text()
    assert "hm:" not in text
    assert [group["hooks"][0]["command"].count("mine") for group in json.loads(text)["Begin"]] == [0, 0]
    assert json.loads((home / ".kit" / "s.json").read_text()) == {"a": 2, "b": 1}
    assert (home / ".kit" / "auth").is_symlink()
    assert {path.name: path.read_text() for path in (kit.person / ".kit").iterdir()} == before


def test_without_the_private_home_the_program_runs_with_its_own(kit: Kit) -> None:
    """2.17 and `requiresHome`."""
    kit.folder.mkdir(parents=True)
    (kit.folder / "kit-home").write_text("a file")
    launch = plan(kit.manifest(HOME), kit.around(), wired=kit.prepared(HOME))
    assert launch.argv[1:] == ()
    assert "KIT_HOME" not in launch.env


def test_a_document_of_a_tile_is_named_as_an_asset(kit: Kit) -> None:
    launch = plan(kit.manifest(FILE), kit.around(), wired=kit.prepared(FILE))
    assert launch.argv[1:] == ("--hooks", str(kit.folder / "hooks-hm-abc234.json"))
    assert "HIVEMIND_TILE='hm:abc234'" in (kit.folder / "hooks-hm-abc234.json").read_text()


def test_a_document_that_names_no_tile_keeps_its_name(kit: Kit) -> None:
    text = FILE.replace("file: hooks.json,", "file: hooks.json, stable: true,")
    launch = plan(kit.manifest(text), kit.around(), wired=kit.prepared(text))
    assert launch.argv[1:] == ("--hooks", str(kit.folder / "hooks.json"))
    assert "HIVEMIND_TILE" not in (kit.folder / "hooks.json").read_text()
    private.remove(kit.root, "abc234")
    assert "hooks.json" in kit.files()


@pytest.mark.parametrize("text", [ARG, FILE, HOME])
def test_a_disk_that_takes_nothing_stops_no_start(kit: Kit, text: str, caplog: pytest.LogCaptureFixture) -> None:
    kit.root.parent.mkdir()
    kit.root.write_text("a file where the folders belong")
    launch = plan(kit.manifest(text), kit.around(), wired=kit.prepared(text))
    assert launch.argv[1:] in ((), ("chat",))
    assert "private folder not made" in caplog.messages


def test_a_file_that_cannot_be_written_takes_the_arguments_with_it(kit: Kit, caplog: pytest.LogCaptureFixture) -> None:
    (kit.folder / "plain.txt").mkdir(parents=True)
    (kit.folder / "end.py").mkdir()
    launch = plan(kit.manifest(ARG), kit.around(), wired=kit.prepared(ARG))
    flag, document = launch.argv[1:]
    assert flag == "--settings"
    assert list(json.loads(document)["hooks"]) == ["Begin", "End"]
    assert "end.py" not in document
    assert "hook:ending" not in kit.prepared(ARG).values
    assert caplog.messages.count("private file not written") == 4
    assert "ext-hm-abc234.py" in kit.files(), "others are written, and no draft stays"
    assert not [name for name in kit.files() if name.endswith(".new")]


@pytest.mark.parametrize("name", [os.fsdecode(b"/a\xe9"), "/a" + chr(0xD800)], ids=["bytes", "no text at all"])
def test_a_folder_whose_name_is_no_text_stops_no_start(kit: Kit, name: str) -> None:
    around = kit.around()
    odd = Surroundings(around.env, name, around.socket, around.token, around.tile_id, around.scripts)
    (kit.beside / "ext.py").write_text("{cwd}")
    wired = private.prepare(kit.manifest(ARG), kit.beside, kit.root, odd)
    file = kit.folder / "ext-hm-abc234.py"
    assert wired.is_whole is file.exists()
    assert not file.exists() or file.read_bytes() == b"/a\xe9"


def test_files_go_with_their_tile(kit: Kit) -> None:
    for tile in ("abc234", "abc235", "abc236"):
        kit.prepared(ARG, tile)
    private.remove(kit.root, "abc234")
    assert {"ext-hm-abc235.py", "ext-hm-abc236.py", "plain.txt"} <= set(kit.files())
    assert "ext-hm-abc234.py" not in kit.files()
    private.sweep(kit.root, {"abc236": None})
    assert set(kit.files()) == {"end.py", "ext-hm-abc236.py", "plain.txt"}
    private.sweep(kit.root / "nowhere", {})


def test_an_agent_without_such_sections_gets_no_folder(kit: Kit) -> None:
    bare = HEAD.replace("turnSignal: true", "turnSignal: false")
    (kit.beside / "agent.yaml").write_text(bare)
    loaded = manifest.load(kit.beside).manifest
    assert loaded is not None
    wired = private.prepare(loaded, kit.beside, kit.root, kit.around())
    assert not kit.root.exists()
    assert msgspec.structs.replace(wired, values={}) == Wired()

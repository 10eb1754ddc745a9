from __future__ import annotations

from pathlib import Path

import msgspec

from hivemind.manifest.manifest import Manifest
from hivemind.manifest.parts.assets import Asset
from hivemind.manifest.parts.home import Home
from hivemind.manifest.parts.launch import Launch
from hivemind.manifest.parts.options import Option, OptionList
from hivemind.manifest.parts.session import Find, Resume, Session
from hivemind.workbench.about import about
from tests.workbench.conftest import TOY, Agent, load


def changed(manifest: Manifest, **fields: object) -> Manifest:
    return msgspec.structs.replace(manifest, **fields)


def test_a_plain_agent_does_nothing_more(toy: Agent) -> None:
    loaded, manifest, _ = toy
    told = about(manifest, loaded.report)
    assert (told.command, told.worker, told.does, told.warnings) == ("toy", False, (), ())


def test_each_thing_that_goes_beyond_starting_it_is_one_line(toy: Agent) -> None:
    loaded, plain, _ = toy
    find = Find("jsonl-header", "{home}/.toy")
    manifest = changed(
        plain,
        options=(Option("model", "Model", listing=OptionList(("models", "--all"))),),
        home=Home("a", "b", "{home}/.toy", "TOY_HOME"),
        session=Session(resume=Resume(("--resume", "{id}"), find=find)),
        launch=Launch(hcp=True, args=("--dangerously-bypass-hook-trust",)),
        assets=(Asset("a", "a.sh"),),
    )
    told = about(manifest, loaded.report)
    assert told.does == (
        "it runs 'toy models --all' to list the values of model",
        "it links the folder ~/.toy into a private one",
        "it reads the folder ~/.toy to find sessions",
        "it reports through hooks of its own, which can also read and type into other tiles",
        "it passes --dangerously-bypass-hook-trust, which waives the program's own review of hooks",
    )


def test_what_a_person_should_look_at_is_warned_of(tmp_path: Path) -> None:
    path = tmp_path / "toy" / "agent.yaml"
    path.parent.mkdir()
    path.write_text(TOY.replace("bin: toy", "bin: node") + "assets: [{name: a, file: a.sh}]\n")
    loaded, manifest, _ = load(path)
    first, second = about(manifest, loaded.report).warnings
    assert "'node' runs whatever it is given" in first
    assert "no file 'a.sh'" in second

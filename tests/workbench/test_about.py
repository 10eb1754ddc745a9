from __future__ import annotations

import msgspec

from hivemind.manifest.manifest import Manifest
from hivemind.manifest.parts.assets import Asset
from hivemind.manifest.parts.home import Home
from hivemind.manifest.parts.launch import Launch
from hivemind.manifest.parts.options import Option, OptionList
from hivemind.manifest.parts.session import Find, Resume, Session
from hivemind.workbench.about import about
from tests.workbench.conftest import Agent


def changed(manifest: Manifest, **fields: object) -> Manifest:
    return msgspec.structs.replace(manifest, **fields)


def test_a_plain_agent_does_nothing_more(toy: Agent) -> None:
    loaded, manifest, _ = toy
    told = about(manifest, loaded.report, loaded.path.parent)
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
    told = about(manifest, loaded.report, loaded.path.parent)
    assert told.does == (
        "runs 'toy models --all' to list the values of model",
        "mirrors {home}/.toy by links in a folder of its own",
        "reads {home}/.toy to find the last session of a folder",
        "reports through hooks of its own, which can also read other tiles and type into them",
        "passes --dangerously-bypass-hook-trust: the program's own review of hooks is off",
    )
    assert told.warnings == (f"the asset a.sh is named, but is not in {loaded.path.parent}",)


def test_a_program_that_runs_anything_is_warned_of(toy: Agent) -> None:
    loaded, plain, _ = toy
    told = about(changed(plain, bin="node"), loaded.report, loaded.path.parent)
    assert told.warnings == ("'node' runs whatever it is given; look at its arguments",)

from __future__ import annotations

from pathlib import Path

import msgspec

from hivemind.launch.discovery import Probe
from hivemind.manifest.parts.hooks import Hooks
from hivemind.manifest.parts.install import Install
from hivemind.manifest.parts.options import Option
from hivemind.manifest.parts.session import Find, Resume, Session
from hivemind.workbench.doctor import diagnose, flags_of
from tests.workbench.conftest import Agent

WELL = Probe(path="/bin/toy", version="toy 1.2", help_text="  -m, --model NAME\n  --resume ID\n", problem="")


def but(**fields: str) -> Probe:
    return msgspec.structs.replace(WELL, **fields)


def told(toy: Agent, probe: Probe, home: Path, **fields: object) -> dict[str, tuple[bool | None, str]]:
    manifest = msgspec.structs.replace(toy[1], **fields)
    diagnosis = diagnose(
        manifest, probe, env={"HOME": str(home), "MOVED": str(home / "moved")}, own_folder=home / "own"
    )
    return {check.name: (check.ok, check.found) for check in diagnosis.checks}


def test_a_program_that_is_not_here_is_told_with_how_to_get_it(toy: Agent, tmp_path: Path) -> None:
    checks = told(toy, but(path=""), tmp_path, install=Install(command="get toy"))
    assert checks == {"program": (False, "toy is not on PATH; install it with: get toy")}


def test_flags_that_help_does_not_have_are_named(toy: Agent, tmp_path: Path) -> None:
    options = (Option("model", "Model", flag="--model"), Option("mode", "Mode", values={"x": ("--mode=x", "y")}))
    checks = told(toy, WELL, tmp_path, options=options)
    assert checks["flags"] == (False, "1 of 2 are in --help")
    assert checks["flag --mode"] == (False, "not in --help")


def test_a_program_without_help_is_no_fault(toy: Agent, tmp_path: Path) -> None:
    options = (Option("model", "Model", flag="--model"),)
    assert told(toy, but(help_text=""), tmp_path, options=options)["flags"][0] is None


def test_another_program_of_that_name_is_wrong(toy: Agent, tmp_path: Path) -> None:
    checks = told(toy, but(problem="probably another program"), tmp_path)
    assert checks["program"] == (False, "/bin/toy: probably another program")


def test_hooks_and_sessions_are_looked_for(toy: Agent, tmp_path: Path) -> None:
    resume = Resume(("--resume", "{id}"), find=Find("jsonl-header", "{home}/.toy"), exists="{home}/.toy/s/{id}.jsonl")
    (tmp_path / ".toy").mkdir()
    checks = told(toy, WELL, tmp_path, hooks=Hooks({}), session=Session(resume=resume))
    assert checks["hooks"] == (True, f"{tmp_path / 'own'} can be written")
    assert checks["sessions"] == (None, f"no {tmp_path}/.toy/s yet")
    assert checks["flags"] == (True, "1 of 1 are in --help")
    (tmp_path / "moved" / "s").mkdir(parents=True)
    moved = told(toy, WELL, tmp_path, session=Session(resume=resume, moved={"MOVED": "{home}/.toy"}))
    assert moved["sessions"] == (True, f"{tmp_path}/moved/s")


def test_flags_are_told_once_and_values_are_none(toy: Agent) -> None:
    options = (Option("a", "A", flag="-a", values={"x": ("-a", "--", "{id}")}), Option("b", "B", flag="--b"))
    assert flags_of(msgspec.structs.replace(toy[1], options=options)) == ["-a", "--b"]

"""The agent files that ship."""

import functools

import pytest

from hivemind.base.places import shipped_agents
from hivemind.manifest.catalog import COMMON, Catalog
from hivemind.manifest.checks import RESERVED_IDS
from hivemind.manifest.disclosures import disclosures
from hivemind.manifest.manifest import load

FOLDERS = sorted(path.name for path in shipped_agents().iterdir() if not path.name.startswith("."))

RECOGNISED = {"openclaw", COMMON}
"""Files of what is never offered."""

UNVERIFIED = "not verified"
"""What the note of an agent says whose screens nobody has seen."""


@pytest.mark.parametrize("name", FOLDERS)
def test_a_shipped_file_has_neither_errors_nor_warnings(name: str) -> None:
    loaded = load(shipped_agents() / name, expected_id=name)
    assert loaded.report.render() == ""
    assert loaded.manifest is not None


@functools.cache
def catalog() -> Catalog:
    return Catalog([shipped_agents()])


def test_every_shipped_agent_can_be_started_but_those_that_are_only_recognised() -> None:
    assert catalog().ids() == [name for name in FOLDERS if name not in RECOGNISED]
    assert {"claude", "codex", "demo"} <= set(catalog().ids())


@pytest.mark.parametrize(("name", "program"), RESERVED_IDS.items(), ids=RESERVED_IDS)
def test_every_reserved_id_ships_with_its_program(name: str, program: str) -> None:
    assert catalog().get(name).bin == program


@pytest.mark.parametrize("name", FOLDERS)
def test_a_shipped_agent_that_waits_can_be_answered(name: str) -> None:
    manifest = load(shipped_agents() / name).manifest
    assert manifest is not None
    if manifest.caps.blocked_detection:
        assert manifest.detect is not None
        assert any(rule.reading.status.is_waiting for rule in manifest.detect.rules)
        assert "permission" in manifest.answer or UNVERIFIED in manifest.note or name == COMMON


@pytest.mark.parametrize("name", FOLDERS)
def test_no_key_ships_that_nobody_pressed(name: str) -> None:
    manifest = load(shipped_agents() / name).manifest
    assert manifest is not None
    if UNVERIFIED in manifest.note or name == COMMON:
        assert (manifest.answer, manifest.choose, manifest.interrupt, manifest.spawn.dismiss) == ({}, (), (), ())


@pytest.mark.parametrize("name", FOLDERS)
def test_a_shipped_agent_says_how_to_get_a_program_that_is_not_ours(name: str) -> None:
    manifest = load(shipped_agents() / name).manifest
    assert manifest is not None
    assert manifest.install.hint or manifest.bin.startswith("hive-")


@pytest.mark.parametrize("name", FOLDERS)
def test_no_shipped_agent_waives_a_review_or_sets_a_variable_that_a_person_may_have_set(name: str) -> None:
    manifest = load(shipped_agents() / name).manifest
    assert manifest is not None
    assert not [line for line in disclosures(manifest) if "waives" in line]
    launch = manifest.launch
    assert launch is None or set(launch.env) <= set(launch.env_unless)


@pytest.mark.parametrize("name", FOLDERS)
def test_a_shipped_agent_whose_hooks_tell_of_turns_tells_of_both_ends(name: str) -> None:
    manifest = load(shipped_agents() / name).manifest
    assert manifest is not None
    if manifest.hooks is not None:
        told = {entry.emit for entries in manifest.hooks.events.values() for entry in entries}
        assert len({"turn.started", "turn.ended"} & told) == (2 if manifest.caps.turn_signal else 0)


@pytest.mark.parametrize("name", FOLDERS)
def test_every_file_that_a_shipped_agent_names_is_beside_it(name: str) -> None:
    manifest = load(shipped_agents() / name).manifest
    assert manifest is not None
    assert not [one.file for one in manifest.assets if not (shipped_agents() / name / one.file).is_file()]

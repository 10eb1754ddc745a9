"""Every program that is recorded has a version, a shipped file, and cases that can be played."""

from __future__ import annotations

import pytest

from hivemind.protocol.screen import Size
from hivemind.testing.cases import cases_of, recorded
from hivemind.testing.cases.shared import SIZES
from hivemind.testing.record import jobs, left_out, versions_in
from hivemind.testing.shipped import shipped_for
from tests.house.source import REPOSITORY

VERSIONS = versions_in(REPOSITORY / "scripts" / "agents.versions")


@pytest.mark.parametrize("name", sorted(recorded()))
def test_a_recorded_program_is_pinned_and_described(name: str) -> None:
    ways = recorded()[name]
    assert name in VERSIONS
    assert ways.program.argv[0] == name
    manifest = shipped_for(name)
    assert manifest
    assert manifest.id == ways.program.agent


def test_the_main_agents_walk_through_widths_from_60_to_200_and_heights_from_20_to_60() -> None:
    assert {size.columns for size in SIZES} == {60, 80, 120, 200}
    assert {size.rows for size in SIZES} == {20, 30, 60}
    for name in ("claude", "codex", "gemini", "opencode", "pi"):
        assert {case.size for case in cases_of(name).values()} == {*SIZES, Size(30, 100)}


def test_jobs_are_named_by_program_case_and_start() -> None:
    assert [job.case for job in jobs(["claude/turn"], VERSIONS)] == ["turn"]
    assert len(jobs(["claude/tour"], VERSIONS)) == len(SIZES)
    assert {job.case for job in jobs(["pi"], VERSIONS)} == set(cases_of("pi"))


@pytest.mark.parametrize(
    ("word", "said"), [("nobody", "'nobody' has no cases"), ("pi/nothing", "has no case 'nothing'")]
)
def test_a_word_that_names_no_case_is_told(word: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        jobs([word], VERSIONS)


def test_a_program_that_is_not_installed_keeps_no_other_out_and_is_told() -> None:
    here = {name: version for name, version in VERSIONS.items() if name != "kilo"}
    assert {job.program for job in jobs(["kilo", "pi/start"], here)} == {"pi"}
    assert left_out(["kilo", "pi/start"], here) == ["kilo"]
    assert left_out([], here) == ["kilo"]
    assert left_out(["pi"], here) == []

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from hivemind.launch.environment import Surroundings, child_environment
from hivemind.launch.wiring import SessionStart, Wired, arguments, filled, known, unset, variables
from hivemind.manifest.manifest import Manifest
from hivemind.manifest.parts.launch import Launch
from hivemind.manifest.parts.session import Bind, Resume, Session
from tests.launch.conftest import Build

AROUND = Surroundings(
    env={"HOME": "/h", "CLAUDE_CHILD": "1"}, cwd="/w", socket="/s", token="t0k", tile_id="hm:a", scripts=Path("/x")
)
BIND = Session(bind=Bind(("--session-id", "{newId}"), unless=("--session-id", "--resume", "-r")))
CODEX = Launch(args=("-c", "a=b"))
KIRO = Launch(subcommand="chat", args=("--agent", "hivemind"))


def wired(build: Build, own: list[str], **parts: object) -> str:
    manifest: Manifest = msgspec.structs.replace(build(), **parts)
    return " ".join(arguments(manifest, own, Wired(known(manifest, AROUND)), session=SessionStart("N")))


@pytest.mark.parametrize(
    ("own", "parts", "expected"),
    [
        ([], {}, ""),
        (["-m", "x"], {"session": BIND}, "--session-id N -m x"),
        (["--resume", "i"], {"session": BIND}, "--resume i"),
        (["--resume=i"], {"session": BIND}, "--resume=i"),
        (["-r"], {"session": BIND}, "-r"),
        (["--a", "y"], {"session": Session(bind=Bind(("--a", "v", "--b", "{newId}")))}, "--b N --a y"),
        (["-m", "x"], {"launch": CODEX}, "-m x -c a=b"),
        (["-c", "z"], {"launch": CODEX}, "-c z"),
        (["-m", "x"], {"launch": KIRO}, "chat -m x --agent hivemind"),
        (["chat"], {"launch": KIRO, "session": BIND}, "--session-id N chat --agent hivemind"),
        (["-m"], {"launch": msgspec.structs.replace(KIRO, requires_home=True)}, "-m"),
        ([], {"launch": Launch(args=("{home}/x", "{cwd}:{tileId}:{agentId}:{hcpSock}"))}, "/h/x /w:hm:a:fake:/s"),
        ([], {"launch": Launch(args=("{session}", "{hcpToken}", "{nope}"))}, "{session} {hcpToken} {nope}"),
    ],
)
def test_a_fresh_start_is_wired(build: Build, own: list[str], parts: dict[str, object], expected: str) -> None:
    """2.14 and 7.1."""
    assert wired(build, own, **parts) == expected


RESUME = Session(bind=BIND.bind, resume=Resume(("--resume", "{id}")))


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("before", "--resume i chat -m x --agent hivemind"),
        ("beforeLaunch", "chat -m x --resume i --agent hivemind"),
        ("after", "chat -m x --agent hivemind --resume i"),
    ],
)
def test_a_session_is_taken_up_where_the_file_says_and_no_new_one_is_bound(
    build: Build, position: str, expected: str
) -> None:
    """2.12 and 7.1."""
    assert RESUME.resume
    session = msgspec.structs.replace(RESUME, resume=msgspec.structs.replace(RESUME.resume, position=position))
    manifest = msgspec.structs.replace(build(), launch=KIRO, session=session)
    start = SessionStart("N", ("--resume", "i"))
    assert " ".join(arguments(manifest, ["-m", "x"], Wired(), session=start)) == expected


def test_launch_arguments_that_are_there_do_not_swallow_the_session(build: Build) -> None:
    """7.1: the two are tested as separate groups."""
    manifest = msgspec.structs.replace(build(), launch=CODEX, session=Session(resume=Resume(("resume", "{id}"))))
    start = SessionStart(resume=("resume", "i"))
    assert arguments(manifest, ["-c", "z"], Wired(), session=start) == ["-c", "z", "resume", "i"]


def test_arguments_that_need_the_private_home_come_with_it(build: Build) -> None:
    manifest = msgspec.structs.replace(build(), launch=msgspec.structs.replace(KIRO, requires_home=True))
    assert arguments(manifest, [], Wired(has_home=True)) == ["chat", "--agent", "hivemind"]


def test_a_file_sets_variables_but_never_those_that_name_the_tile(build: Build) -> None:
    launch = Launch(env={"A": "{home}/{hcpToken}", "HCP_TOKEN": "x", "HIVEMIND_TILE": "y"})
    manifest = msgspec.structs.replace(build(), launch=launch)
    assert variables(manifest, known(manifest, AROUND), "t0k") == {"A": "/h/t0k"}


def test_a_placeholder_is_filled_once() -> None:
    assert filled("{a}{b}", {"a": "{b}", "b": "2"}) == "{b}2"


def test_what_any_agent_unsets_counts(build: Build) -> None:
    some = msgspec.structs.replace(build(), launch=Launch(unset_env=("A", "B")))
    assert unset([some, build(), msgspec.structs.replace(some, launch=Launch(unset_env=("C",)))]) == {"A", "B", "C"}


def test_unset_variables_reach_no_terminal() -> None:
    """2.14: removed from every terminal."""
    around = without(AROUND, frozenset({"CLAUDE_CHILD", "HCP_TOKEN"}))
    child = child_environment(around)
    assert "CLAUDE_CHILD" not in child
    assert child["HCP_TOKEN"] == "t0k"
    assert child_environment(AROUND)["CLAUDE_CHILD"] == "1"


def without(around: Surroundings, unset: frozenset[str]) -> Surroundings:
    return Surroundings(around.env, around.cwd, around.socket, around.token, around.tile_id, around.scripts, unset)

import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hivemind.base.places import shipped_agents
from hivemind.manifest import index

LATER = 10 * index.FRESH_NS


def rows(folder: Path, *, later: int = LATER) -> list[dict[str, str]]:
    roots = [("user", str(folder / "mine")), ("shipped", str(folder / "shipped"))]
    return index.rows(roots, str(folder / "k" / "agents.list"), time.time_ns() + later)


@pytest.fixture
def folder(tmp_path: Path, write: Callable[..., Path], good: str) -> Path:
    write(at="shipped/fake", good=good, more="note: shipped\n")
    write(at="mine/fake", good=good, more="note: mine\n")
    write(at="mine/.hidden", good=good)
    write(at="mine/bad", good="id: [\n")
    return tmp_path


def test_the_first_folder_wins_and_a_broken_file_says_why(folder: Path) -> None:
    got = [(row["id"], row["source"], row["note"], bool(row["error"])) for row in rows(folder)]
    assert got == [("bad", "user", "", True), ("fake", "user", "mine", False)]


@pytest.mark.parametrize("later", [0, LATER], ids=["just written", "old"])
def test_a_changed_file_is_read_again(folder: Path, later: int) -> None:
    before = rows(folder, later=later)
    assert rows(folder, later=later) == before
    path = folder / "mine" / "fake" / "agent.yaml"
    path.write_text(path.read_text().replace("note: mine", "note: other"))
    assert [row["note"] for row in rows(folder, later=later)] == ["", "other"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40, deadline=None)
@given(st.one_of(st.binary(max_size=40), st.integers(0, 400), st.just(b"\t\n" * 500)))
def test_a_damaged_index_is_never_an_error(folder: Path, damage: bytes | int) -> None:
    want = rows(folder)
    held = folder / "k" / "agents.list"
    held.write_bytes(damage if isinstance(damage, bytes) else held.read_bytes()[:damage])
    assert rows(folder) == want


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(at=st.integers(0, 10_000), byte=st.integers(0, 255))
def test_a_byte_that_changed_is_seen(folder: Path, at: int, byte: int) -> None:
    want = rows(folder)
    held = folder / "k" / "agents.list"
    data = bytearray(held.read_bytes())
    data[at % len(data)] = byte
    held.write_bytes(data)
    assert rows(folder) == want


def test_an_index_that_cannot_be_written_is_no_error(folder: Path) -> None:
    (folder / "k").write_text("in the way")
    assert [row["id"] for row in rows(folder)] == ["bad", "fake"]


def test_a_list_from_the_index_loads_nothing_slow(tmp_path: Path) -> None:
    agents = tmp_path / "agents"
    shutil.copytree(shipped_agents(), agents)
    code = (
        "import sys; from hivemind.manifest import index;"
        "found = index.rows([('user', sys.argv[1])], sys.argv[2], 1 << 62); assert found;"
        "print(sorted({'ruamel', 'msgspec', 'pathlib', 'typing', 'asyncio', 'json', 're'} & set(sys.modules)))"
    )
    argv = (sys.executable, "-I", "-c", code, str(agents), str(tmp_path / "k" / "agents.list"))
    first, second = [subprocess.run(argv, capture_output=True, text=True, check=True).stdout for _ in range(2)]
    assert "ruamel" in first
    assert second.strip() == "[]"


def test_the_repository_is_the_nearest_one_at_or_above(tmp_path: Path) -> None:
    outer, inner = tmp_path / "outer", tmp_path / "outer" / "sub" / "inner"
    (outer / ".git").mkdir(parents=True)
    inner.mkdir(parents=True)
    (inner / ".git").write_text("gitdir: elsewhere")
    assert index.repository(str(inner / "gone")) == str(inner)
    assert index.repository_agents(str(outer / "sub")) == f"{outer}/.hivemind/agents"
    assert index.repository("relative") == ""


def test_a_reserved_id_is_read_again_when_it_is_given_away(folder: Path, write: Callable[..., Path], good: str) -> None:
    write(at="mine/codex", good=good.replace("id: fake", "id: codex"))
    roots, held = [("user", str(folder / "mine"))], str(folder / "k" / "agents.list")
    now = time.time_ns() + LATER

    def error(replaced: dict[str, str]) -> str:
        return next(row["error"] for row in index.rows(roots, held, now, replaced) if row["id"] == "codex")

    assert "belongs to the program 'codex'" in error({})
    assert error({"codex": "fake-agent"}) == ""
    assert error({"codex": "other"}) != ""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hivemind.base import yamldoc
from hivemind.base.places import shipped_agents
from hivemind.base.problems import Report
from hivemind.manifest import cached

TEXTS = {
    "nothing": "",
    "values": "a: [1, -2.5, .inf, true, ~, 'x', \"é\"]\nb: {c: {d: [[]]}}\n",
    "an alias": "a: &x {k: v}\nb: [*x, *x]\n",
    "a key twice": "a: 1\na: 2\n",
    "no YAML": "a: [\n",
    "half a surrogate": 'a: "\\uD800"\n',
    "a mark at the start": "\ufeffa: 1\n",
    "an agent": (shipped_agents() / "demo" / "agent.yaml").read_text(),
}


def parsed(path: Path, folder: Path | None) -> tuple[object, Report]:
    report = Report()
    return cached.read(path, report, folder), report


def plainly(path: Path) -> tuple[object, Report]:
    report = Report()
    return yamldoc.read(path, report), report


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_cached_file_reads_as_a_parsed_one(text: str, tmp_path: Path) -> None:
    path = tmp_path / "agent.yaml"
    path.write_text(text, "utf-8")
    want = plainly(path)
    assert [parsed(path, folder) for folder in (None, tmp_path / "c", tmp_path / "c")] == [want] * 3


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(st.data())
def test_a_damaged_entry_is_never_an_error_and_is_mended(tmp_path: Path, data: st.DataObject) -> None:
    path, folder = tmp_path / "agent.yaml", tmp_path / "c"
    path.write_text(TEXTS["values"], "utf-8")
    want = parsed(path, folder)
    (entry,) = folder.iterdir()
    good = entry.read_bytes()
    at = data.draw(st.integers(0, len(good)))
    entry.write_bytes(data.draw(st.sampled_from([good[:at], good[:at] + b"\x91" + good[at + 1 :] + b"!"])))
    assert parsed(path, folder) == want
    assert entry.read_bytes() == good


@pytest.mark.parametrize("body", [b"\xc0", b"\x92\x01\x90", b"\x92\x94\x01\x01\x01\x91\x05\x90"])
def test_an_entry_of_another_shape_is_not_used(body: bytes, tmp_path: Path) -> None:
    path, folder = tmp_path / "agent.yaml", tmp_path / "c"
    path.write_text("a: 1\n")
    want = parsed(path, folder)
    (entry,) = folder.iterdir()
    entry.write_bytes(cached.FORMAT + cached._sum(body) + body)
    assert parsed(path, folder) == want


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "agent.yaml"
    path.write_text("a: 1\n")
    assert parsed(path, path / "no" / "folder") == plainly(path)


def test_entries_are_private_and_bounded(tmp_path: Path) -> None:
    path, folder = tmp_path / "agent.yaml", tmp_path / "k" / "c"
    for number in range(cached.MAX_ENTRIES + 3):
        path.write_text(f"{number}\n")
        parsed(path, folder)
    entries = list(folder.iterdir())
    assert len(entries) == cached.MAX_ENTRIES
    assert {entry.stat().st_mode & 0o777 for entry in entries} == {0o600}
    assert folder.stat().st_mode & 0o777 == folder.parent.stat().st_mode & 0o777 == 0o700


def test_a_process_that_finds_everything_cached_never_loads_the_parser(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from hivemind.manifest.catalog import Catalog;"
        "c = Catalog([Path(sys.argv[1])], cache=Path(sys.argv[2]));"
        "assert 'demo' in c.ids(), c.problems(); print('ruamel' in sys.modules)"
    )
    argv = (sys.executable, "-c", code, str(shipped_agents()), str(tmp_path / "c"))
    runs = [subprocess.run(argv, capture_output=True, text=True, check=True).stdout.strip() for _ in range(2)]
    assert runs == ["True", "False"]

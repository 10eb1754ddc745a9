from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from hivemind.manifest.parts.session import Find, Resume
from hivemind.session.locate import is_gone, named, newest, sessions
from hivemind.session.store import MAX_FOLDERS, MAX_READS, Search
from tests.session.conftest import Store, touch

CWD = "/home/me/shop"


def header(**more: object) -> Resume:
    fields = {"strategy": "jsonl-header", "root": "{home}/s", "cwd_path": "p.cwd", "id_path": "p.id", **more}
    return Resume(("r", "{id}"), find=Find(**fields))  # type: ignore[arg-type]


def meta(**more: object) -> Resume:
    return Resume(("r", "{id}"), find=Find(strategy="dir-meta", root="{home}/s", **more))  # type: ignore[arg-type]


def write(path: Path, text: str, milliseconds: int = 1000) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    touch(path, milliseconds)


def last(resume: Resume, home: Path, cwd: str, *besides: str) -> str | None:
    assert resume.find
    found = newest(resume.find, Search(str(home)), cwd, besides=besides)
    return found.id if found else None


def ids(resume: Resume, home: Path, cwd: str = "") -> list[str]:
    return [one.id for one in sessions(resume, Search(str(home)), cwd)]


def test_the_stores_of_programs_are_read(store: Store) -> None:
    found = sessions(store.resume, Search(store.home))
    expected = [*store.expected["sessions"], *store.expected["elsewhere"]]
    assert {(one.id, one.updated) for one in found} == {(one["id"], one["updated"]) for one in expected}
    assert [one.updated for one in found] == sorted((one.updated for one in found), reverse=True)
    assert not is_gone(store.resume, Search(store.home), store.expected["sessions"][-1]["id"])
    assert is_gone(store.resume, Search(store.home), store.expected["gone"])


def test_the_newest_of_a_folder_is_found_by_what_its_first_record_says(tmp_path: Path) -> None:
    """7.2, jsonl-header: files newest first, every `require` equal, the folder equal, an id shaped like one."""

    def record(name: str, time: int, *, cwd: str = CWD, kind: object = "meta", file: str = "") -> None:
        text = json.dumps({"kind": kind, "p": {"cwd": cwd, "id": name}})
        write(tmp_path / "s" / (file or f"{time}.jsonl"), text + "\n{}\n", time)

    resume = header(require={"kind": "meta"})
    record("old", 1000)
    record("new", 2000)
    record("other-folder", 3000, cwd="/home/me/shop/sub")
    record("other-kind", 4000, kind="x")
    record("--flag", 5000)
    record("other-ext", 6000, file="a.json")
    assert last(resume, tmp_path, CWD) == "new"
    assert last(resume, tmp_path, CWD, "new") == "old"
    assert ids(resume, tmp_path, CWD) == ["new", "old"]
    assert ids(resume, tmp_path) == ["other-folder", "new", "old"]
    assert last(resume, tmp_path, "/nowhere") is None


def test_a_folder_may_be_written_with_its_links_resolved(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write(tmp_path / "s" / "a.jsonl", json.dumps({"p": {"cwd": str(tmp_path / "real"), "id": "a"}}))
    assert ids(header(), tmp_path, str(tmp_path / "link")) == ["a"]


def test_a_folder_may_be_told_by_its_sum(tmp_path: Path) -> None:
    """Which folder it is cannot be known then, only whether it is the one that is asked for."""
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    resume = header(cwd_as="sha256")
    for number, folder in enumerate((CWD, "/other", str(tmp_path / "real"))):
        told = hashlib.sha256(folder.encode()).hexdigest()
        write(tmp_path / "s" / f"{number}.jsonl", json.dumps({"p": {"cwd": told, "id": f"s{number}"}}), number + 1)
    assert ids(resume, tmp_path, CWD) == ["s0"]
    assert ids(resume, tmp_path, str(tmp_path / "link")) == ["s2"]
    assert last(resume, tmp_path, CWD) == "s0"
    assert [one.cwd for one in sessions(resume, Search(str(tmp_path)))] == ["", "", ""]
    assert [one.cwd for one in sessions(resume, Search(str(tmp_path)), CWD)] == [CWD]


def test_one_session_is_found_by_its_id(tmp_path: Path) -> None:
    write(tmp_path / "p" / "two" / "b.jsonl", "")
    write(tmp_path / "s" / "x.jsonl", json.dumps({"p": {"cwd": CWD, "id": "b"}}))
    for resume, path in (
        (Resume(exists="{home}/p/*/{id}.jsonl"), "p/two/b.jsonl"),
        (Resume(exists="{home}/p/two/{id}.jsonl"), "p/two/b.jsonl"),
        (header(), "s/x.jsonl"),
    ):
        found = named(resume, Search(str(tmp_path)), "b")
        assert found
        assert found.path == tmp_path / path
        for wrong in ("c", "", "../two/b", "*"):
            assert named(resume, Search(str(tmp_path)), wrong) is None
    assert named(meta(), Search(str(tmp_path)), "b") is None
    assert named(Resume(), Search(str(tmp_path)), "b") is None


@pytest.mark.parametrize("key", ["md5-cwd", "cwd"])
def test_the_newest_of_a_folder_is_found_by_meta_files(tmp_path: Path, key: str) -> None:
    """7.2, dir-meta: the greatest stamp wins, the first on ties; a folder's name is the id."""
    name = hashlib.md5(CWD.encode(), usedforsecurity=False).hexdigest() if key == "md5-cwd" else CWD.strip("/")
    place = tmp_path / "s" / name
    resume = meta(dir_key=key, newest_by=("a", "b.c"), skip_when={"empty": True, "list": [1, {"x": 2}]})
    write(place / "a" / "meta.json", '{"a": "text", "b": {"c": 7}}')
    write(place / "b" / "meta.json", '{\n "a": 7\n}')
    write(place / "c" / "meta.json", '{"a": true}')
    write(place / "d" / "meta.json", '{"a": 99, "empty": true}')
    write(place / "e" / "meta.json", '{"a": 99, "list": [1, {"x": 2}]}')
    write(place / "f" / "meta.json", '{"a": 99')
    write(place / "-g" / "meta.json", '{"a": 99}')
    write(place / "h" / "other.json", '{"a": 99}')
    write(place / "file", "")
    assert last(resume, tmp_path, CWD) == "a"
    assert last(resume, tmp_path, CWD, "a", "b") == "c"
    assert sorted(ids(resume, tmp_path, CWD)) == ["a", "b", "c"]
    assert ids(resume, tmp_path) == []  # only for a folder
    assert last(resume, tmp_path, "/nowhere") is None
    write(place / "c" / "meta.json", '{"a": 1' + "0" * 400 + "}")
    assert last(resume, tmp_path, CWD) == "c"


def test_a_folder_never_leads_out_of_the_store(tmp_path: Path) -> None:
    write(tmp_path / "out" / "a" / "meta.json", "{}")
    (tmp_path / "s").mkdir()
    assert ids(meta(dir_key="cwd"), tmp_path, "/../out") == []


def test_sessions_are_found_by_the_path_of_their_files(tmp_path: Path) -> None:
    write(tmp_path / "p" / "one" / "s-a.jsonl", "", 2000)
    write(tmp_path / "p" / "two" / "s-b.jsonl", "", 3000)
    write(tmp_path / "p" / "two" / "s-.jsonl", "")
    write(tmp_path / "p" / "two" / "b.jsonl", "")
    (tmp_path / "p" / "two" / "s-c.jsonl").mkdir()
    assert ids(Resume(exists="{home}/p/*/s-{id}.jsonl"), tmp_path) == ["b", "a"]
    write(tmp_path / "q" / "a" / "a.json", "")
    write(tmp_path / "q" / "b" / "a.json", "")
    assert ids(Resume(exists="{home}/q/{id}/{id}.json"), tmp_path) == ["a"]


@pytest.mark.parametrize(
    ("exists", "wanted", "expected"),
    [
        ("{home}/p/*/{id}.jsonl", "a", False),
        ("{home}/p/*/{id}.jsonl", "b", True),
        ("{home}/p/*/{id}.jsonl", "folder", True),
        ("{home}/p/*/{id}.jsonl", "a:b", True),  # no character of a file's name
        ("{home}/p/one/{id}.jsonl", "a", False),
        ("{home}/p/one/{id}.jsonl", "b", True),
        ("{home}/none/*/{id}.jsonl", "a", True),
        ("{home}/p/one/a.jsonl/*/{id}", "a", False),  # a store that cannot be read may have it
    ],
)
def test_a_session_is_gone_when_a_readable_store_is_without_it(
    tmp_path: Path, exists: str, wanted: str, *, expected: bool
) -> None:
    """7.3."""
    write(tmp_path / "p" / "one" / "a.jsonl", "")
    (tmp_path / "p" / "one" / "folder.jsonl").mkdir()
    assert is_gone(Resume(exists=exists), Search(str(tmp_path)), wanted) is expected


def test_more_folders_than_are_looked_at_may_hold_it(tmp_path: Path) -> None:
    for n in range(MAX_FOLDERS):
        (tmp_path / "p" / str(n)).mkdir(parents=True)
    resume = Resume(exists="{home}/p/*/{id}")
    assert is_gone(resume, Search(str(tmp_path)), "x")
    (tmp_path / "p" / "more").mkdir()
    assert not is_gone(resume, Search(str(tmp_path)), "x")


def test_a_search_that_was_cut_short_says_of_no_session_that_it_is_gone(tmp_path: Path) -> None:
    for n in range(MAX_READS):
        write(tmp_path / "s" / f"{n}.jsonl", '{"p": {"cwd": "/", "id": "a"}}')
    assert is_gone(header(), Search(str(tmp_path)), "x")
    assert not is_gone(meta(), Search(str(tmp_path)), "x")  # a store that can only be asked for a folder
    write(tmp_path / "s" / "more.jsonl", '{"p": {"cwd": "/", "id": "a"}}')
    assert not is_gone(header(), Search(str(tmp_path)), "x")

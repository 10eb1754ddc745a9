from __future__ import annotations

import os
from pathlib import Path

import pytest

from hivemind.manifest.parts.session import Session
from hivemind.session.store import MAX_DEPTH, MAX_FILES, MAX_HEADER, MAX_READS, Search, is_session_id, record_of
from hivemind.testing.clock import ManualClock
from tests.session.conftest import touch


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("9a5f-1", True),
        ("ses_1.a:b", True),
        ("a" * 128, True),
        ("a" * 129, False),
        ("-r", False),
        ("_a", False),
        ("a b", False),
        ("a\n", False),
        ("é", False),
        ("", False),
        (7, False),
        (None, False),
    ],
)
def test_an_id_may_stand_on_a_command_line(text: object, *, expected: bool) -> None:
    """6.5."""
    assert is_session_id(text) is expected


@pytest.mark.parametrize(
    "line", ["", "{", "[1]", "1", "null", '{"a": 1} x', "[" * 100_000, '{"a": ' + "1" * 5000 + "}"]
)
def test_a_line_that_is_no_record_says_nothing(line: str) -> None:
    assert record_of(line) is None


def test_files_come_newest_first_and_links_to_folders_are_not_followed(tmp_path: Path) -> None:
    for name, time in (("a/one.jsonl", 1000), ("b/two.jsonl", 3000), ("three.jsonl", 2000), ("b/four.txt", 9000)):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("{}\n")
        touch(path, time)
    (tmp_path / "loop").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "gone.jsonl").symlink_to("nowhere")
    search = Search("/")
    found = search.files(tmp_path, ".jsonl")
    assert [(file.path.name, file.changed) for file in found] == [
        ("two.jsonl", 3000),
        ("three.jsonl", 2000),
        ("one.jsonl", 1000),
    ]
    assert not search.is_cut


def test_files_are_found_six_folders_deep(tmp_path: Path) -> None:
    folder = tmp_path
    for depth in range(MAX_DEPTH + 2):
        (folder / f"{depth}.jsonl").touch()
        folder /= "in"
        folder.mkdir()
    assert {file.path.name for file in Search("/").files(tmp_path, ".jsonl")} == {
        f"{depth}.jsonl" for depth in range(MAX_DEPTH + 1)
    }


def test_a_store_of_any_size_is_looked_at_up_to_a_bound(tmp_path: Path) -> None:
    for day in ("01", "02"):
        (tmp_path / day).mkdir()
        for n in range(MAX_FILES - 10):
            (tmp_path / day / f"{n}.jsonl").touch()
    search = Search("/")
    found = search.files(tmp_path, ".jsonl")
    assert len(found) == MAX_FILES
    assert sum(file.path.parent.name == "02" for file in found) == MAX_FILES - 10  # the later day is seen whole
    assert search.is_cut


def test_a_bounded_number_of_files_is_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_text('{"a": 1}\n')
    search = Search("/")
    read = [search.header(tmp_path / "a") for _ in range(MAX_READS + 1)]
    assert read == [{"a": 1}] * MAX_READS + [None]
    assert search.is_cut


def test_time_that_runs_out_ends_a_search(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text("{}\n")
    clock = ManualClock()
    search = Search("/", clock=clock, seconds=5)
    assert len(search.files(tmp_path, ".jsonl")) == 1
    clock.turn(5)
    assert search.files(tmp_path, ".jsonl") == []
    assert search.header(tmp_path / "a.jsonl") is None
    assert search.is_cut


def test_a_file_is_read_by_its_first_lines(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b'{"n": 1}\nbroken\n{"n": 2}\n[3]\n{"n": 4}\n\xff\n{"n": 5}')
    assert Search("/").records(path, 4) == [{"n": 1}, {"n": 2}]
    assert Search("/").records(path, 50) == [{"n": 1}, {"n": 2}, {"n": 4}, {"n": 5}]
    assert Search("/").header(path) == {"n": 1}
    assert Search("/").whole(path) is None


def test_a_line_without_an_end_is_not_read_for_ever(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text('{"a": "' + "x" * MAX_HEADER + '"}\n')
    assert Search("/").header(path) is None
    assert Search("/").whole(path) is None


def test_what_is_not_there_or_not_for_us_is_passed_over(tmp_path: Path) -> None:
    search = Search("/")
    assert search.files(tmp_path / "none", ".jsonl") == []
    assert search.header(tmp_path / "none") is None
    (tmp_path / "file").touch()
    assert list(search.inside(tmp_path / "file")) == []
    assert search.file(Path("a\0b")) is None
    assert list(search.inside(Path("a\0b"))) == []


def test_a_place_lies_below_the_home_folder() -> None:
    assert Search("/home/me/").place("{home}/.x/{home}") == Path("/home/me/.x/{home}")


def test_a_folder_that_a_variable_moves_is_looked_for_there() -> None:
    session = Session(moved={"X_HOME": "{home}/.x", "ALL_HOME": "{home}"})

    def places(**env: str) -> list[str]:
        search = Search.of(session, {"HOME": "/home/me", **env})
        return [str(search.place(path)) for path in ("{home}/.x", "{home}/.x/s", "{home}/.xy")]

    assert places() == places(X_HOME="") == ["/home/me/.x", "/home/me/.x/s", "/home/me/.xy"]
    assert places(X_HOME="/x") == ["/x", "/x/s", "/home/me/.xy"]
    assert places(ALL_HOME="/all") == ["/all/.x", "/all/.x/s", "/all/.xy"]
    assert places(X_HOME="/x", ALL_HOME="/all") == ["/x", "/x/s", "/all/.xy"]


@pytest.mark.parametrize(
    ("limit", "expected"),
    [(100, ["one", "two", "three"]), (13, ["one", "two", "three"]), (12, ["two", "three"]), (9, ["two", "three"]),
     (8, ["three"]), (5, ["three"]), (4, []), (0, [])],
)  # fmt: skip
def test_the_end_of_a_file_is_read_in_whole_lines(tmp_path: Path, limit: int, expected: list[str]) -> None:
    (tmp_path / "a").write_text("one\ntwo\nthree")
    assert [line.decode() for line in Search("/").tail(tmp_path / "a", limit)] == expected


def test_what_cannot_be_read_has_no_end_and_is_no_document(tmp_path: Path) -> None:
    search = Search("/")
    assert search.tail(tmp_path, 10) == []
    assert search.tail(tmp_path / "none", 10) == []
    assert search.document(tmp_path / "none") is None
    assert search.is_cut
    (tmp_path / "a").write_text("[1]")
    assert search.document(tmp_path / "a") == [1]
    (tmp_path / "a").write_bytes(b" " * MAX_HEADER + b"1")
    assert search.document(tmp_path / "a") is None
    for _ in range(MAX_READS):
        search.document(tmp_path / "a")
    (tmp_path / "a").write_text("[1]")
    assert (search.document(tmp_path / "a"), search.tail(tmp_path / "a", 10)) == (None, [])

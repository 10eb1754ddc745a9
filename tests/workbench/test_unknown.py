from __future__ import annotations

import os
from pathlib import Path

import pytest

from hivemind.base.errors import HiveError, UsageError
from hivemind.workbench import unknown
from hivemind.workbench.cases import find_cases
from hivemind.workbench.screens import of_plain_text, text_of


@pytest.mark.parametrize(
    "secret",
    [
        "ann.b@mail.example.com",
        "sk-ant-REDACTED",
        "ghp_abcdefghijklmnop1234",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcdef",
        "0123456789abcdef0123456789abcdef",
        "QWxhZGRpbjpvcGVuIHNlc2FtZTEyMzQ1Njc4OTA1NTU1NTU=",
        "/home/ann",
    ],
)
def test_what_may_be_private_is_masked(secret: str) -> None:
    (row,) = unknown.redacted([f"before {secret} after"], "/home/ann")
    assert secret not in row
    assert row.startswith("before ")
    assert row.endswith(" after")


@pytest.mark.parametrize("row", ["token: hunter2hunter", "API_KEY=abcdefgh", "Authorization: Bearer abc.def.ghi"])
def test_what_stands_after_a_telling_word_is_masked(row: str) -> None:
    (masked,) = unknown.redacted([row], "")
    assert "hunter" not in masked
    assert "abc" not in masked


@pytest.mark.parametrize(
    "row", ["─" * 80, "❯ 1. Yes, and do not ask again", "  src/main.py | 12 ++++++------", "12,345 tokens"]
)
def test_ordinary_rows_stay(row: str) -> None:
    assert unknown.redacted([row], "/home/ann") == [row]


def test_a_key_is_masked_over_its_rows_and_only_ones_own_home_is_shortened() -> None:
    key = ["-----BEGIN RSA PRIVATE KEY-----", "MIIE/pAI", "-----END RSA PRIVATE KEY-----", "/home/anna and /home/ann"]
    assert unknown.redacted(key, "/home/ann") == [key[0], "•" * 8, key[2], "/home/anna and ~"]


def test_a_kept_screen_is_listed_once_and_is_ours_alone(tmp_path: Path) -> None:
    folder = tmp_path / "unknown"
    text = text_of(["/home/ann/x", "what?"], "title of /home/ann", (1, 0), columns=80)
    path = unknown.keep(folder, "toy", text, home="/home/ann")
    assert path is not None
    assert unknown.keep(folder, "toy", text, home="/home/ann") is None
    assert [(one.agent, one.status, one.rows, one.title) for one in unknown.kept(folder)] == [
        ("toy", None, ("~/x", "what?"), "title of ~")
    ]
    assert (path.stat().st_mode & 0o777, folder.stat().st_mode & 0o777) == (0o600, 0o700)


def test_blank_and_huge_screens_are_not_kept(tmp_path: Path) -> None:
    assert unknown.keep(tmp_path, "toy", of_plain_text("\n \n")) is None
    assert unknown.keep(tmp_path, "toy", of_plain_text("x y " * 100_000)) is None
    assert unknown.kept(tmp_path) == []


def test_a_labelled_screen_is_a_case(tmp_path: Path) -> None:
    path = unknown.keep(tmp_path, "toy", of_plain_text("what?"))
    assert path is not None
    assert find_cases([tmp_path]) == []
    unknown.label(tmp_path, path.stem, "question")
    assert [(case.program, case.reads, case.rows) for case in find_cases([tmp_path])] == [
        ("toy", "question", ("what?",))
    ]


def test_labels_and_names_must_exist(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read 'bored'"):
        unknown.label(tmp_path, "x", "bored")
    with pytest.raises(HiveError) as raised:
        unknown.label(tmp_path, "x", "idle")
    assert raised.value.exit_code == 5


def test_the_store_is_bounded_and_labelled_screens_leave_last(tmp_path: Path) -> None:
    for number in range(unknown.MAX_FILES + 5):
        path = unknown.keep(tmp_path, "toy", of_plain_text(f"screen {number}"))
        assert path is not None
        os.utime(path, (number, number))
        if number == 0:
            unknown.label(tmp_path, path.stem, "idle")
            os.utime(path, (0, 0))
    rows = [one.rows[0] for one in unknown.kept(tmp_path)]
    assert len(rows) == unknown.MAX_FILES
    assert (rows[0], rows[1], rows[-1]) == ("screen 0", "screen 6", f"screen {unknown.MAX_FILES + 4}")


def test_files_of_others_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{}")
    assert unknown.kept(tmp_path) == []
    assert unknown.kept(tmp_path / "none") == []

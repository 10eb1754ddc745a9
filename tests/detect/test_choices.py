from __future__ import annotations

import pytest

from hivemind.detect.choices import find_options, printable, without_marker


def labels(*rows: str) -> list[str] | None:
    options = find_options(rows, 60)
    return None if options is None else [f"{choice.number} {choice.label}" for choice in options.choices]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (["❯ 1. Yes", "  2. No"], ["1 Yes", "2 No"]),
        (["  1) Yes", "> 2) No"], ["1 Yes", "2 No"]),
        (["  4. D", "› 5. E", "  6. F", "  ↓"], ["4 D", "5 E", "6 F"]),
        (["❯ 1. Yes", "", "  2. No"], ["1 Yes", "2 No"]),
        (["  1. Yes", "  2. No"], None),
        (["❯ 1. Old", "  2. Old", "text", "❯ 1. New", "  2. New"], ["1 New", "2 New"]),
        (["❯ 1. Yes", "  2. No", *["more"] * 7], None),
        (["❯ 1. Yes", "  2. No", "", "  ❯ first", "    second"], ["0 first", "0 second"]),
        (["❯ No, exit", "  Yes"], ["0 No, exit", "0 Yes"]),
        (["plain"], None),
        (["❯ 100. too many digits"], []),
        (["❯1. no blank"], None),
    ],
    ids=repr,
)
def test_what_counts_as_options(rows: list[str], expected: list[str] | None) -> None:
    assert labels(*rows) == expected


def test_where_an_unnumbered_list_begins_and_ends() -> None:
    options = find_options(["text", "", "  No, exit", "❯ Yes", "", "keys"], 40)
    assert options
    assert (options.start, options.end) == (2, 4)


@pytest.mark.parametrize(
    ("row", "expected"), [("❯ x", "  x"), ("  › x", "    x"), ("❯", "❯"), ("❯x", "❯x"), ("", ""), ("x ❯ y", "x ❯ y")]
)
def test_without_marker(row: str, expected: str) -> None:
    assert without_marker(row) == expected


@pytest.mark.parametrize(
    ("text", "shown"), [("漢字 é", "漢字 é"), ("a\x1b[2Jb", "a<U+001B>[2Jb"), ("a\u200bb", "a<U+200B>b")]
)
def test_nothing_can_hide(text: str, shown: str) -> None:
    assert printable(text) == shown

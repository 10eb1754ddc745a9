"""What counts as a change between two recordings of one case."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hivemind.testing.compare import changes, difference, plain
from hivemind.testing.shipped import shipped_for
from hivemind.workbench.cases import Screen


def screen(*rows: str, name: str = "case-mark", title: str = "") -> Screen:
    return Screen(
        name=name,
        program="demo",
        rows=rows,
        columns=80,
        reads="idle",
        says="",
        also=(),
        title=title,
        cursor=None,
        last=None,
    )


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("✻ Churned for 7s · done 12:07 AM", "✶ Churned for 12s · done 1:30 AM"),
        ("✽ Caramelizing… (5s · ↓ 68 tokens)", "✢ Brewing… (11s · ↓ 9 tokens)"),
        ("⠋ Working... 0.6%/200k", "⠴ Working... 1.2%/200k"),
        ("⠻⠷⠫  ( 7s • esc to interrupt )", "⣯⣻⣯  ( 12s • esc to interrupt )"),
        ("⬝⬝⬝■■■■■  esc interrupt", "■⬝⬝⬝⬝⬝⬝⬝  esc interrupt"),
        ("│ name   value │", "│ name  value │"),
    ],
    ids=["clock", "spinner's word", "braille", "a row of braille", "a bar", "blanks"],
)
def test_what_differs_from_run_to_run_is_no_change(before: str, now: str) -> None:
    assert difference(screen(before), screen(now)) == ()


@pytest.mark.parametrize(
    ("before", "now"),
    [("❯ 1. Yes", "❯ 1. Allow"), ("esc to interrupt", "esc to cancel"), ("● Done", "Done")],
    ids=["option", "footer", "sign"],
)
def test_another_word_or_sign_is_a_change(before: str, now: str) -> None:
    assert difference(screen("above", before), screen("above", now)) == (f"- {plain(before)}", f"+ {plain(now)}")


def test_a_title_is_part_of_the_screen() -> None:
    assert difference(screen("row", title="Ready"), screen("row", title="Working")) != ()


def test_marks_that_came_and_went_are_told() -> None:
    found = changes([screen("a", name="case-old")], [screen("a", name="case-new")], None)
    assert [(change.mark, change.rows) for change in found] == [
        ("new", ("+ a new mark",)),
        ("old", ("- the mark is gone",)),
    ]


def test_without_a_recording_from_before_nothing_is_different() -> None:
    assert changes(None, [screen("a")], None) == []


def test_a_mark_that_reads_wrong_is_told_though_its_screen_is_the_same() -> None:
    manifest = shipped_for("demo")
    assert manifest
    assert manifest.detect
    wrong = replace(screen("a"), reads="permission")
    (found,) = changes([wrong], [wrong], manifest.detect)
    assert (found.reads, found.label, found.rows) == ("idle", "permission", ())

"""Widths and clusters are wcwidth's."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wcwidth import iter_graphemes, wcswidth

from hivemind.protocol.screen import CLUSTER_BASE, Size
from hivemind.terminal.clusters import CLUSTER_LENGTH, CLUSTERS, ClusterTable
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.rows import text_of

SAMPLES = [
    "⚠️  Do you want to proceed?", "ℹ️ 1. Yes", "❤️ x", "☺️☹️", "👩‍💻 done", "👨‍👩‍👧‍👦|", "👩‍❤️‍👨|", "🏳️‍🌈|", "🇩🇪🇫🇷x", "🇩", "👍🏽 ok", "⛹🏻x", "1️⃣2️⃣",
    "⌚︎x", "e\u0301a\u0308", "a\u0301\u0302\u0303b", "สวัสดี กำ", "नमस्ते क्षि", "ক্ষ", "தமிழ் கொ", "한국어", "\u1112\u1161\u11ab", "漢字かな", "ＡＢ", "ｱｲｳ",
    "┌──┐│▒│", "⠋⠙⠹", "✻ ✳ ⏺ ● ◐", "مَرحَبا", "שָׁלוֹם", "a\u00adb", "ཀྲ",
]  # fmt: skip


@pytest.mark.parametrize("text", SAMPLES)
def test_text_takes_the_cells_that_wcwidth_says_and_none_is_lost(text: str) -> None:
    emulator = Emulator(Size(2, 60))
    emulator.feed(text.encode())
    snapshot = emulator.snapshot()
    assert snapshot.cursor.column == wcswidth(text)
    assert unicodedata.normalize("NFC", text_of(snapshot)[0]) == unicodedata.normalize("NFC", text)


@given(
    st.lists(
        st.sampled_from(
            [*"a 漢⚠❤👩💻🇩🇪👍🏽कष한1⌚", "\ufe0f", "\ufe0e", "\u200d", "\u0301", "\u094d", "\u093f", "\u20e3"]
        ),
        max_size=12,
    )
)
@settings(max_examples=500, deadline=None)
def test_cells_are_graphemes(characters: list[str]) -> None:
    """Every cell with more than one code point is one grapheme (those of more than two cells, and those that joined late, apart)."""
    text = "".join(characters)
    emulator = Emulator(Size(1, 80))
    emulator.feed(text.encode())
    snapshot = emulator.snapshot()
    for cell in snapshot.lines[0].text:
        if ord(cell) >= CLUSTER_BASE:
            cluster = snapshot.clusters[ord(cell) - CLUSTER_BASE]
            assert [*iter_graphemes(cluster)] == [cluster]
            assert 2 <= len(cluster) <= CLUSTER_LENGTH


def test_a_pile_of_marks_is_cut() -> None:
    emulator = Emulator(Size(1, 10))
    emulator.feed(("a" + "\u0316" * 100 + "b").encode())
    snapshot = emulator.snapshot()
    assert len(text_of(snapshot)[0]) == CLUSTER_LENGTH + 1
    assert text_of(snapshot)[0].endswith("b")


def test_a_full_table_gives_the_replacement_character_in_the_same_cells() -> None:
    table = ClusterTable()
    table.clusters.extend(["x"] * CLUSTERS)
    assert table.join("⚠", "\ufe0f") == ("\N{REPLACEMENT CHARACTER}", 2)
    assert table.join("a", "\u0316") == ("\N{REPLACEMENT CHARACTER}", 1)


def test_equal_clusters_are_one_code_point() -> None:
    table = ClusterTable()
    assert table.join("⚠", "\ufe0f") == table.join("⚠", "\ufe0f") == (chr(CLUSTER_BASE), 2)
    assert table.clusters == ["⚠\ufe0f"]
    assert table.text(chr(CLUSTER_BASE)) == "⚠\ufe0f"

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hivemind.base.errors import BadRequestError, TileNotFoundError
from hivemind.hive.names import NAME_LIMIT, clean_name, find, new_id, next_label


@dataclass
class Thing:
    name: str


TILES = {"abc123": Thing("api"), "abd456": Thing("web"), "xyz789": Thing("abc"), "q22222": Thing("web")}


@pytest.mark.parametrize(
    ("word", "name"), [("abc123", "api"), ("hm:abc123", "api"), ("abd", "web"), ("x", "abc"), ("api", "api")]
)
def test_a_tile_is_found_by_id_unique_start_and_name(word: str, name: str) -> None:
    assert find(TILES, word).name == name


def test_a_name_wins_over_the_start_of_an_id() -> None:
    assert find(TILES, "abc") is TILES["xyz789"]


@pytest.mark.parametrize("word", ["ab", "web"])
def test_a_word_that_fits_several_is_refused_with_their_ids(word: str) -> None:
    with pytest.raises(BadRequestError, match="fits several tiles: a"):
        find(TILES, word)


@pytest.mark.parametrize("word", ["", "hm:", "nope", "abc1234"])
def test_a_word_that_fits_none_is_not_found(word: str) -> None:
    with pytest.raises(TileNotFoundError):
        find(TILES, word)


@given(st.text())
def test_a_clean_name_is_one_short_printable_line(text: str) -> None:
    name = clean_name(text)
    assert len(name) <= NAME_LIMIT
    assert name == name.strip()
    assert all(c.isprintable() for c in name)
    assert clean_name(name) == name


def test_ids_are_never_given_twice() -> None:
    ids: set[str] = set()
    for _ in range(200):
        ids.add(new_id(ids))
    assert len(ids) == 200
    assert all(i[0].isalpha() and len(i) == 6 for i in ids)


def test_labels_count_from_one_past_those_taken() -> None:
    assert next_label("demo #{n}", ["demo #1", "demo #3"]) == "demo #2"
    assert next_label("sh", []) == "sh"
    assert next_label("sh", ["sh"]) == "sh 2"

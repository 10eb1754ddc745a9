from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hivemind.session.entries import readable

HEAD = {"id": "a", "at": 1}


@pytest.mark.parametrize(
    "entry",
    [
        HEAD | {"who": "person", "text": ""},
        HEAD | {"who": "agent", "text": "x"},
        HEAD | {"who": "agent", "tool": {"id": "t", "name": "Edit", "about": "f"}},
        HEAD | {"who": "tool", "result": {"of": "t", "text": "", "error": True}},
    ],
)
def test_a_whole_entry_is_kept(entry: dict[str, Any]) -> None:
    assert readable([entry, 1, entry | {"more": 1}]) == [entry, entry]


@pytest.mark.parametrize(
    "entry",
    [
        None,
        HEAD | {"who": "person", "tool": {"id": "t", "name": "n"}},
        HEAD | {"who": "tool", "text": "x"},
        HEAD | {"who": "agent", "text": "x", "tool": {"id": "t", "name": "n"}},
        HEAD | {"who": "agent", "text": 1},
        HEAD | {"who": "agent", "tool": {"id": "t", "name": "n", "about": 1}},
        HEAD | {"who": "tool", "result": {"of": "t", "text": None}},
        HEAD | {"who": ["agent"], "text": "x"},
        {"id": "a", "at": True, "who": "agent", "text": "x"},
        {"id": 1, "at": 1, "who": "agent", "text": "x"},
    ],
)
def test_an_entry_with_a_fault_is_left_out(entry: Any) -> None:
    assert readable([entry]) == []


def test_an_error_is_only_true() -> None:
    sent = HEAD | {"who": "tool", "result": {"of": "t", "text": "", "error": "yes"}}
    assert readable([sent]) == [HEAD | {"who": "tool", "result": {"of": "t", "text": ""}}]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["id", "at", "who", "text", "tool", "result", "name", "of"]), inner)
    ),
    max_leaves=12,
)


@given(JSON)
def test_reading_never_fails_and_is_stable(sent: Any) -> None:
    read = readable(sent)
    assert readable(read) == read

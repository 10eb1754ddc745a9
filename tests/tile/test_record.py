from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hivemind.base.errors import HiveError
from hivemind.protocol.screen import Modes
from hivemind.protocol.status import Status
from hivemind.tile.record import TileRecord, decode_record, encode_record, settled

TEXT = st.text(max_size=20)


@given(
    st.builds(
        TileRecord,
        id=TEXT,
        name=TEXT,
        agent=st.none() | TEXT,
        argv=st.tuples(TEXT, TEXT),
        cwd=TEXT,
        rows=st.integers(1, 500),
        columns=st.integers(1, 999),
        token=TEXT,
        modes=st.builds(Modes, alternate=st.booleans(), mouse=st.sampled_from([0, 1003])),
        started=st.integers(0, 1 << 50),
        status=TEXT,
        since=st.integers(0, 1 << 50),
        pending_task=TEXT,
        session=TEXT,
        is_name_given=st.booleans(),
        task=TEXT,
        done=st.booleans(),
        depth=st.integers(1, 3),
    )
)
def test_a_record_comes_back_as_it_was(record: TileRecord) -> None:
    assert decode_record(encode_record(record)) == record


def test_fields_of_a_newer_daemon_are_ignored_and_missing_ones_have_defaults() -> None:
    text = '{"id":"a","name":"b","agent":null,"argv":["c"],"cwd":"/","rows":24,"columns":80,"new":[1]}'
    assert decode_record(text).depth == 1
    assert decode_record(text).is_name_given  # a name that a person may have given is never hidden


@pytest.mark.parametrize("text", ["", "{", "[]", '{"id":1}', '{"id":"a"}'])
def test_anything_else_is_an_error_of_ours(text: str) -> None:
    with pytest.raises(HiveError, match="cannot be read"):
        decode_record(text)


def after(*statuses: Status) -> TileRecord:
    """A record whose tile went through these, one a second."""
    record = TileRecord("a", "b", None, ("c",), "/", 24, 80)
    for second, status in enumerate(statuses):
        record = settled(record, status, (second + 1) * 1000)
    return record


def test_a_turn_that_ended_is_a_result_until_the_next_one_begins() -> None:
    assert not after(Status.IDLE).done
    assert after(Status.WORKING, Status.IDLE).done
    assert after(Status.WORKING, Status.EXITED).done
    assert after(Status.WORKING, Status.IDLE, Status.EXITED).done
    assert not after(Status.WORKING, Status.IDLE, Status.WORKING).done
    assert not after(Status.WORKING, Status.PERMISSION, Status.IDLE).done  # somebody said no, and knows


def test_a_status_that_another_daemon_told_goes_on() -> None:
    record = after(Status.WORKING)
    assert settled(record, Status.WORKING, 9000).since == record.since
    assert settled(record, Status.IDLE, 9000).since == 9000

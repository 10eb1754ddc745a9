"""Lines and descriptors over a socket pair."""

from __future__ import annotations

import json
import os
import resource
import socket
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hivemind.base.errors import BadRequestError, UnavailableError
from hivemind.keeper.wire import DESCRIPTOR_LIMIT, MESSAGE_LIMIT, Inbox, Outbox, decode, encode, peer_of

from .conftest import open_descriptors

Pair = tuple[socket.socket, socket.socket]

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(1 << 53), 1 << 53) | st.text(max_size=50),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=10,
)


@pytest.fixture
def pair() -> Iterator[Pair]:
    ours, theirs = socket.socketpair()
    for end in (ours, theirs):
        end.settimeout(0)
    with ours, theirs:
        yield ours, theirs


def lines_of(inbox: Inbox) -> list[bytes]:
    lines = []
    while (line := inbox.next_line()) is not None:
        lines.append(line)
    return lines


@given(st.dictionaries(st.text(max_size=10), json_values, max_size=6))
def test_encode_then_decode_is_identity_and_one_line(message: dict[str, object]) -> None:
    line = encode(message)
    assert line.count(b"\n") == 1
    assert decode(line) == message


def test_text_that_is_not_unicode_travels() -> None:
    assert decode(encode({"name": "\udcff"})) == {"name": "\udcff"}


def test_a_message_over_the_limit_is_not_encoded() -> None:
    with pytest.raises(BadRequestError):
        encode({"x": "y" * MESSAGE_LIMIT})


@pytest.mark.parametrize("line", [b"", b"nonsense", b"\xff", b"1", b"[1]", b'"x"'])
def test_only_json_objects_are_messages(line: bytes) -> None:
    with pytest.raises(BadRequestError):
        decode(line)


@settings(max_examples=50)
@given(st.lists(st.binary(max_size=20).map(lambda raw: raw.replace(b"\n", b"")), max_size=8), st.data())
def test_any_split_of_the_bytes_gives_the_same_lines(lines: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(line + b"\n" for line in lines)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=5)))
    ours, theirs = socket.socketpair()
    with ours, theirs:
        inbox, got = Inbox(theirs), []
        for start, end in zip([0, *cuts], [*cuts, len(whole)], strict=True):
            if start < end:
                ours.sendall(whole[start:end])
                assert inbox.receive()
                got += lines_of(inbox)
    assert got == lines


def test_descriptors_arrive_with_their_lines_in_order(pair: Pair) -> None:
    ours, theirs = pair
    outbox, inbox = Outbox(ours), Inbox(theirs)
    ends = [os.pipe() for _ in range(3)]
    for number, (read_end, _) in enumerate(ends):
        outbox.post(encode({"n": number, "descriptors": 1}), read_end)
        outbox.post(encode({"n": number}))
    messages: list[dict[str, object]] = []
    while len(messages) < 6:
        assert inbox.receive()
        messages += [decode(line) for line in lines_of(inbox)]
    taken = [inbox.next_descriptor() for message in messages if message.get("descriptors")]
    try:
        assert [os.get_inheritable(fd) for fd in taken] == [False] * 3
        for number, (_, write_end) in enumerate(ends):
            os.write(write_end, bytes([number]))
        assert [os.read(fd, 10) for fd in taken] == [b"\0", b"\1", b"\2"]
    finally:
        for fd in [*taken, *(fd for both in ends for fd in both)]:
            os.close(fd)


def test_what_the_other_side_does_not_read_waits_with_its_own_descriptors(pair: Pair) -> None:
    ours, theirs = pair
    outbox, inbox = Outbox(ours), Inbox(theirs)
    big = encode({"x": "y" * 100_000, "descriptors": 1})
    read_end, write_end = os.pipe()
    count = 0
    while not outbox:
        outbox.post(big, read_end)
        count += 1
    outbox.post(big, read_end)
    os.close(read_end)  # what waits must not need it any more
    got: list[bytes] = []
    while len(got) < count + 1:
        outbox.flush()
        inbox.receive()
        got += lines_of(inbox)
    assert not outbox
    assert got == [big.rstrip(b"\n")] * (count + 1)
    os.write(write_end, b"z")
    taken = [inbox.next_descriptor() for _ in got]
    assert os.read(taken[-1], 10) == b"z"
    for fd in [*taken, write_end]:
        os.close(fd)
    with pytest.raises(BadRequestError):
        inbox.next_descriptor()


def test_closing_drops_what_waits_on_both_sides(pair: Pair) -> None:
    ours, theirs = pair
    before = open_descriptors()
    outbox, inbox = Outbox(ours), Inbox(theirs)
    read_end, write_end = os.pipe()
    while not outbox:
        outbox.post(b"x" * 100_000 + b"\n", read_end)
    inbox.receive()
    outbox.close()
    inbox.close()
    os.close(read_end)
    os.close(write_end)
    assert not outbox
    assert open_descriptors() == before


def test_an_endless_line_is_refused(pair: Pair) -> None:
    ours, theirs = pair
    inbox = Inbox(theirs)

    def feed() -> None:
        while True:
            ours.send(b"x" * 60_000)
            inbox.receive()

    with pytest.raises(BadRequestError):
        feed()


def test_a_heap_of_descriptors_is_refused(pair: Pair) -> None:
    ours, theirs = pair
    inbox = Inbox(theirs)
    for _ in range(DESCRIPTOR_LIMIT):
        socket.send_fds(ours, [b"x"], [0])
        inbox.receive()
    socket.send_fds(ours, [b"x"], [0])
    with pytest.raises(BadRequestError):
        inbox.receive()
    inbox.close()


def test_a_descriptor_that_found_no_room_is_told_and_does_not_shift_the_others(pair: Pair) -> None:
    ours, theirs = pair
    outbox, inbox = Outbox(ours), Inbox(theirs)
    read_end, write_end = os.pipe()
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    next_number = os.dup(0)
    os.close(next_number)
    outbox.post(b"first\n", read_end)
    resource.setrlimit(resource.RLIMIT_NOFILE, (next_number, limits[1]))
    try:
        inbox.receive()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    outbox.post(b"second\n", read_end)
    inbox.receive()
    assert lines_of(inbox) == [b"first", b"second"]
    with pytest.raises(UnavailableError, match="too many open files"):
        inbox.next_descriptor()
    taken = inbox.next_descriptor()
    os.write(write_end, b"z")
    assert os.read(taken, 10) == b"z"
    for fd in (taken, read_end, write_end):
        os.close(fd)


def test_the_end_of_the_stream_is_told(pair: Pair) -> None:
    ours, theirs = pair
    inbox = Inbox(theirs)
    ours.sendall(b'{"half"')
    ours.close()
    assert inbox.receive()
    assert not inbox.receive()
    assert inbox.next_line() is None


def test_the_peer_is_known_by_process_and_user(pair: Pair) -> None:
    peer = peer_of(pair[0])
    assert (peer.pid, peer.uid) == (os.getpid(), os.geteuid())


def test_requests_are_plain_lines_anyone_can_type() -> None:
    assert encode({"n": 1, "op": "hello"}) == b'{"n":1,"op":"hello"}\n'
    assert json.loads(encode({"a": "ä"})) == {"a": "ä"}

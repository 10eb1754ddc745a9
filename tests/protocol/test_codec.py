from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hivemind.base import errors
from hivemind.base.errors import HiveError
from hivemind.protocol import codec
from hivemind.protocol.ask import Ask, Choice
from hivemind.protocol.events import (
    AnswerGiven,
    AskClosed,
    AskOpened,
    Copied,
    Event,
    FocusRequested,
    FramesChanged,
    Notice,
    PermitsChanged,
    ScreenChanged,
    Summons,
    TileChanged,
    TileClosed,
)
from hivemind.protocol.frame import Frame, Layout, Leaf, Split
from hivemind.protocol.screen import Cursor, Modes, Size, Style
from hivemind.protocol.settled import Permit, Settled
from hivemind.protocol.status import Status
from hivemind.protocol.tile import TileSummary
from hivemind.protocol.verb import Failure

TILE = TileSummary(
    tile_id="t1", name="n", agent=None, status=Status.RUNNING, says="", since=5, pid=7, cwd="/", exit=None, argv=("sh",)
)
ASK = Ask(
    fingerprint="f-1",
    tile_id="t1",
    kind=Status.QUESTION,
    says="",
    command="c",
    excerpt=("a", "b"),
    choices=(Choice(1, "Yes"),),
    since=9,
)
EVENTS: list[Event] = [
    TileChanged(TILE),
    TileClosed("t1"),
    FramesChanged((Frame("f1", "api", tiles=("t1",), layout=Layout("own", Split(True, (Leaf("t1"), Leaf("t2"))))),)),
    FocusRequested("t1"),
    AskOpened(ASK),
    AskClosed("f-1", "t1", "allowed"),
    AnswerGiven(Settled("a", 5, "person", "", "t1", "n", "demo", Status.QUESTION, "", "q?", "c", "chosen", "Yes")),
    PermitsChanged((Permit("p", "t1", "n", "run", "npm test", 5, 9, used=1),)),
    ScreenChanged(
        tile_id="t1",
        base=0,
        revision=3,
        size=Size(2, 80),
        top=4,
        cursor=Cursor(1, 2),
        title="ti",
        modes=Modes(),
        lines=((0, "a\0b", "\u0101"),),
        styles=(Style(), Style(foreground=3)),
        clusters=("e\u0301",),
    ),
    Copied("t1", "text"),
    Summons("ann asks for permission", "rm x", "t1", "permission", 1),
    Notice("hello", is_error=True),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_comes_out_as_it_went_in(event: Event) -> None:
    line = codec.encode_event(event)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    incoming = codec.decode_incoming(line)
    assert incoming.method == json.loads(line)["params"]["type"]
    assert codec.decode_event(incoming) == event


def test_names_on_the_wire_are_camel_case() -> None:
    params = json.loads(codec.encode_event(TileChanged(TILE)))["params"]
    assert params["tile"]["tileId"] == "t1"
    assert params["tile"]["status"] == "running"


KINDS = [k for k in vars(errors).values() if isinstance(k, type) and issubclass(k, HiveError) and k is not HiveError]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_an_error_arrives_as_its_own_class_with_hint(kind: type[HiveError]) -> None:
    line = codec.encode_failure(1, codec.failure_of(kind("what", hint="how")))
    error = codec.decode_incoming(line).error
    assert error is not None
    got = codec.error_of(error)
    assert type(got) is kind
    assert (got.message, got.hint, got.exit_code) == ("what", "how", kind("").exit_code)


def test_codes_without_a_class_keep_their_exit() -> None:
    line = codec.encode_failure(1, codec.failure_of(HiveError("slow down", code="RATE_LIMITED")))
    error = codec.decode_incoming(line).error
    assert error is not None
    assert codec.error_of(error).exit_code == 7


@given(st.text(), st.integers(0, 1 << 30))
def test_a_request_is_one_line_whatever_it_holds(text: str, number: int) -> None:
    encodable = text.encode("utf-8", "replace").decode()
    line = codec.encode_request(number, "send", {"text": encodable})
    assert line.count(b"\n") == 1
    request = codec.decode_request(line)
    assert (request.id, request.method, json.loads(bytes(request.params))["text"]) == (number, "send", encodable)


def test_a_request_that_is_nested_too_deep_is_no_request() -> None:
    line = b'{"method": "list", "params": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    with pytest.raises(msgspec.DecodeError, match="nested too deep"):
        codec.decode_request(line)


def test_what_is_no_text_never_keeps_a_message_from_being_sent() -> None:
    """The path of a folder may be any bytes; Python holds those that are no UTF-8 as lone surrogates."""
    frame = Frame("f1", "caf\udce9", "/home/caf\udce9", tiles=("t1",))
    sent = codec.decode_event(codec.decode_incoming(codec.encode_event(FramesChanged((frame,)))))
    assert sent == FramesChanged((Frame("f1", "caf?", "/home/caf?", tiles=("t1",)),))
    assert (
        json.loads(codec.encode_failure(3, Failure("NOT_FOUND", "no file \udcff")))["error"]["message"] == "no file ?"
    )

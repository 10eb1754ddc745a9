"""One JSON-RPC 2.0 message per line (jsonrpc.org/specification), and the number of our protocol.

Both ends use this module; it does no I/O.
"""

from __future__ import annotations

from typing import Any

import msgspec

from hivemind.base.errors import EXIT_CODES, HiveError
from hivemind.protocol.events import Event
from hivemind.protocol.verb import Failure

PROTOCOL = 1
"""Grows when a message changes so that an older end would misread it."""

MESSAGE_LIMIT = 16 * 1024 * 1024
"""Bytes of one line; a longer one ends the connection."""

PARSE_ERROR, INVALID_REQUEST, UNKNOWN_METHOD, HOST_ERROR = -32700, -32600, -32601, -32000


class Request(msgspec.Struct, frozen=True):
    """A request, or without `id` a notification."""

    method: str
    id: int | str | None = None
    params: msgspec.Raw = msgspec.Raw(b"{}")
    jsonrpc: str = "2.0"


class ErrorData(msgspec.Struct, frozen=True):
    """What our own errors carry besides their text."""

    code: str = "INTERNAL"
    hint: str = ""


class WireError(msgspec.Struct, frozen=True):
    """The error member of a response."""

    code: int
    message: str
    data: ErrorData = ErrorData()


class Incoming(msgspec.Struct, frozen=True):
    """Anything a client may get: a response, or an event."""

    id: int | str | None = None
    method: str = ""
    params: msgspec.Raw = msgspec.Raw(b"{}")
    result: msgspec.Raw = msgspec.Raw(b"null")
    error: WireError | None = None


_encoder = msgspec.json.Encoder()
_request = msgspec.json.Decoder(Request)
_incoming = msgspec.json.Decoder(Incoming)
_event = msgspec.json.Decoder(Event)


def encode(message: object) -> bytes:
    """A message as JSON; what of it is no text (names of files may be any bytes) goes as question marks."""
    try:
        return _encoder.encode(message)
    except UnicodeEncodeError:
        return _encoder.encode(_as_text(msgspec.to_builtins(message)))


def _as_text(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {_as_text(name): _as_text(inner) for name, inner in value.items()}
    return [_as_text(item) for item in value] if isinstance(value, list | tuple) else value


def encode_request(number: int, method: str, params: Any) -> bytes:
    """A request line."""
    return encode({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + b"\n"


def encode_result(number: int | str | None, result: Any) -> bytes:
    """A response line."""
    return encode({"jsonrpc": "2.0", "id": number, "result": result}) + b"\n"


def encode_failure(number: int | str | None, failure: Failure, *, rpc_code: int = HOST_ERROR) -> bytes:
    """An error response line."""
    error = {"code": rpc_code, "message": failure.message, "data": {"code": failure.code, "hint": failure.hint}}
    return encode({"jsonrpc": "2.0", "id": number, "error": error}) + b"\n"


def encode_event(event: Event) -> bytes:
    """A notification line; its method is the event's tag."""
    return encode({"jsonrpc": "2.0", "method": event.__struct_config__.tag, "params": event}) + b"\n"


def decode_request(line: bytes) -> Request:
    """A line from a client; raises msgspec.MsgspecError when it is not a request."""
    try:
        return _request.decode(line)
    except RecursionError as error:
        raise msgspec.DecodeError("JSON is nested too deep") from error


def decode_incoming(line: bytes) -> Incoming:
    """A line from the daemon; raises msgspec.MsgspecError when it is neither response nor event."""
    return _incoming.decode(line)


def decode_event(incoming: Incoming) -> Event:
    """The event of a notification; raises msgspec.MsgspecError when it is of a kind we do not know."""
    return _event.decode(incoming.params)


def failure_of(error: HiveError) -> Failure:
    """An error as it travels."""
    return Failure(error.code, error.message, error.hint)


def error_of(error: WireError) -> HiveError:
    """An error that has travelled, as its own class again."""
    code = error.data.code
    for kind in HiveError.__subclasses__():
        if kind.code == code:
            return kind(error.message, hint=error.data.hint)
    return HiveError(error.message, hint=error.data.hint, code=code if code in EXIT_CODES else "INTERNAL")

"""A model server on the loopback address that says what a script tells it: real agent programs run against it offline.

It answers Anthropic's Messages, OpenAI's Responses (streamed only) and Chat Completions, and Gemini's generateContent.
It listens on a port that the kernel chooses, reads no key, and keeps what it was asked. `model_wire`, `model_chat` and
`model_gemini` have what goes over the wire. Standard library only, so that a test can also run it where only Python is.
"""

from __future__ import annotations

import contextlib
import json
import socket
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self

from hivemind.testing import model_gemini as gemini
from hivemind.testing.model_chat import chat, chat_events
from hivemind.testing.model_wire import (
    INPUT_TOKENS,
    JsonObject,
    Piece,
    Turn,
    error_body,
    message,
    message_events,
    response_events,
    tools_of,
    words,
)

LOOPBACK = "127.0.0.1"

HELPER_MARKS = (
    "Generate a concise, single-line task title",  # Codex 0.171.0
    "Generate a title for this conversation",  # opencode 1.18.33
    "respond_in_schema",  # Qwen Code 0.24.4
)
"""What programs say in requests of their own, also in those that offer tools."""

HELPER_REPLY = Turn(text="Project task")
"""What requests for titles and the like get."""

SCRIPT_ENDED = Turn(text="The script has ended.")
"""What the person's requests get once no turn fits any more."""


ASKED_AT = ("/messages", "/responses", "/chat/completions", gemini.STREAMED, gemini.WHOLE)
"""How the paths end at which a reply is asked for."""

Whole = Callable[[Turn, JsonObject], JsonObject]
Streamed = Callable[[Turn, JsonObject], Iterator[Piece]]


@dataclass(frozen=True, slots=True)
class Asked:
    """One request for a reply, as it came."""

    path: str
    body: str
    is_helper: bool
    """Whether the program asked for itself (a title, a summary) rather than for the person."""
    turn: Turn
    """What it got."""


class Script:
    """Turns, each given once: a request gets the first one left that fits it. Safe to use from many threads."""

    def __init__(self, turns: Iterable[Turn], *, has_tools: bool) -> None:
        self._turns = list(turns)
        self._has_tools = has_tools
        self._asked: list[Asked] = []
        self._lock = threading.Lock()

    @property
    def left(self) -> tuple[Turn, ...]:
        """The turns that nobody has asked for yet."""
        with self._lock:
            return tuple(self._turns)

    @property
    def asked(self) -> tuple[Asked, ...]:
        """Every request for a reply so far, oldest first."""
        with self._lock:
            return tuple(self._asked)

    def add(self, *turns: Turn) -> None:
        """Put turns after those that are left."""
        with self._lock:
            self._turns += turns

    def clear(self) -> None:
        """Forget the turns that are left."""
        with self._lock:
            self._turns.clear()

    def answer(self, path: str, body: str, request: JsonObject) -> Turn:
        """The turn for a request; helper requests use up only what is for them."""
        is_helper = any(mark in body for mark in HELPER_MARKS) or (self._has_tools and not tools_of(request))
        with self._lock:
            turn = self._take(body, HELPER_REPLY if is_helper else SCRIPT_ENDED, is_helper=is_helper)
            self._asked.append(Asked(path, body, is_helper, turn))
            return turn

    def _take(self, body: str, otherwise: Turn, *, is_helper: bool) -> Turn:
        for turn in self._turns:
            if turn.is_for_helper == is_helper and turn.when in body:
                at = self._turns.index(turn)
                self._turns[at : at + 1] = [replace(turn, times=turn.times - 1)] if turn.times > 1 else []
                return turn
        return otherwise


class ModelServer:
    """A context manager: it listens from `__enter__` to `__exit__`, which ends every stream and thread it has.

    Requests without tools, or with one of `HELPER_MARKS`, are the program's own and get no turn; with `has_tools` off
    (a program that offers none) only the marks tell.
    """

    def __init__(self, turns: Iterable[Turn] = (), *, has_tools: bool = True) -> None:
        self.script = Script(turns, has_tools=has_tools)
        self._listener = _Listener(self.script)
        self._thread = threading.Thread(target=self._listener.serve_forever, args=(0.05,), name="model server")

    @property
    def port(self) -> int:
        """Where it listens, on 127.0.0.1."""
        return int(self._listener.server_address[1])

    @property
    def url(self) -> str:
        """Its base, without a path: `ANTHROPIC_BASE_URL` as it is, OpenAI's base URL with `/v1` after it."""
        return f"http://{LOOPBACK}:{self.port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._listener.shutdown()
        self._listener.hang_up()
        self._listener.server_close()
        self._thread.join()


class _Listener(ThreadingHTTPServer):
    """The HTTP server; knows its open connections, so that closing it waits for nobody."""

    daemon_threads = False
    block_on_close = True

    def __init__(self, script: Script) -> None:
        self.script = script
        self.closing = threading.Event()
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        super().__init__((LOOPBACK, 0), _Exchange)

    def handle_error(self, request: socket.socket | tuple[bytes, socket.socket], client_address: object) -> None:
        """Say nothing of clients that left in the middle of a reply; anything else is a fault of ours."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    def opened(self, connection: socket.socket) -> None:
        """Remember a connection; it is hung up at once when the server is closing."""
        with self._lock:
            self._open.add(connection)
            if self.closing.is_set():
                _hang_up(connection)

    def closed(self, connection: socket.socket) -> None:
        """Forget a connection."""
        with self._lock:
            self._open.discard(connection)

    def hang_up(self) -> None:
        """End every pause and every connection."""
        with self._lock:
            self.closing.set()
            for connection in self._open:
                _hang_up(connection)


def _hang_up(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):  # the client may have been faster
        connection.shutdown(socket.SHUT_RDWR)


class _Exchange(BaseHTTPRequestHandler):
    """One connection: requests in, replies out."""

    protocol_version = "HTTP/1.1"
    server: _Listener

    def setup(self) -> None:
        """Tell the server of this connection."""
        super().setup()
        self.server.opened(self.connection)

    def finish(self) -> None:
        """Tell the server that it is over."""
        self.server.closed(self.connection)
        super().finish()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is http.server's
        """Stay silent: the script keeps what was asked."""

    def do_HEAD(self) -> None:
        """Answer a probe for being there."""
        self._send_json(200, {})

    def do_GET(self) -> None:
        """List one model, whatever its name."""
        if self.path.partition("?")[0].endswith("/models"):
            self._send_json(200, {"object": "list", "data": [{"id": "scripted", "object": "model"}], "models": []})
        else:
            self._send_json(404, error_body(404))

    def do_POST(self) -> None:
        """Answer a request for a reply."""
        body = self.rfile.read(int(self.headers["content-length"] or 0)).decode()
        path = self.path.partition("?")[0]
        if path.endswith(("/count_tokens", gemini.COUNTED)):
            self._send_json(200, {"input_tokens": INPUT_TOKENS, "totalTokens": INPUT_TOKENS})
        elif path.endswith(ASKED_AT):
            self._reply(path, body, json.loads(body))
        else:
            self._send_json(404, error_body(404))

    def _reply(self, path: str, body: str, request: JsonObject) -> None:
        turn = self.server.script.answer(path, body, request)
        is_gemini = path.endswith((gemini.STREAMED, gemini.WHOLE))
        if turn.error:
            self._pause(turn.first_seconds)
            self._send_json(turn.error, gemini.content_error(turn.error) if is_gemini else error_body(turn.error))
        elif is_gemini:
            self._reply_gemini(path, turn, request)
        elif path.endswith("/responses"):
            self._stream(response_events(turn, request))
        elif path.endswith("/messages"):
            self._reply_as(turn, request, message, message_events)
        else:
            self._reply_as(turn, request, chat, chat_events)

    def _reply_as(self, turn: Turn, request: JsonObject, whole: Whole, streamed: Streamed) -> None:
        if request.get("stream"):
            self._stream(streamed(turn, request))
        else:
            self._pause(turn.first_seconds + turn.word_seconds * len(words(turn.text)))
            self._send_json(200, whole(turn, request))

    def _reply_gemini(self, path: str, turn: Turn, request: JsonObject) -> None:
        if turn is HELPER_REPLY and (wanted := gemini.wanted_json(request)):
            turn = Turn(text=wanted)
        if path.endswith(gemini.STREAMED):
            self._stream(gemini.content_events(turn, path))
        else:
            self._pause(turn.first_seconds)
            self._send_json(200, gemini.content(turn, path))

    def _pause(self, seconds: float) -> None:
        """Wait, but no longer than the server is up."""
        if seconds and self.server.closing.wait(seconds):
            raise ConnectionAbortedError("the server is closing")

    def _send_json(self, status: int, data: JsonObject) -> None:
        body = json.dumps(data).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _stream(self, pieces: Iterator[Piece]) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        for piece in pieces:
            self._pause(piece.pause)
            self._send_chunk(_event(piece.data).encode())
        self._send_chunk(b"")

    def _send_chunk(self, data: bytes) -> None:
        """One chunk of HTTP/1.1's chunked coding; an empty one ends the body."""
        self.wfile.write(b"%x\r\n%b\r\n" % (len(data), data))


def _event(data: JsonObject | str) -> str:
    """A server-sent event: named, where the data has a type."""
    if isinstance(data, str):
        return f"data: {data}\n\n"
    name = f"event: {data['type']}\n" if "type" in data else ""
    return f"{name}data: {json.dumps(data)}\n\n"

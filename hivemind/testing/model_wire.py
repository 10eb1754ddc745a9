"""A turn of a script in the words of Anthropic's Messages and OpenAI's Responses: what a scripted model server sends.

Pure: no sockets and no clock. A reply is a run of `Piece`s, each an object to send and the pause before it. Shapes are
those of version 2023-06-01 of the Messages API and of the Responses API, as far as Claude Code and Codex read
them. `model_chat` and `model_gemini` have the other APIs.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

JsonObject = dict[str, Any]

INPUT_TOKENS = 1200
"""What every reply claims that its request held."""

OUTPUT_TOKENS = 40
"""What every reply claims to hold."""

ERROR_TYPES: Mapping[int, str] = {
    400: "invalid_request_error",
    401: "authentication_error",
    429: "rate_limit_error",
    529: "overloaded_error",
}
"""How the APIs name an HTTP status; any other is an `api_error`."""


@dataclass(frozen=True, slots=True)
class Call:
    """One use of a tool that the model asks for."""

    tool: str
    """Empty for a program whose model has no tools: `input` is what the model says to have it done (aider)."""
    input: JsonObject | str
    """An object for a tool with a schema; text for a tool that takes free text (Codex' `exec`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What the model answers to one request: text, then calls; or an error."""

    text: str = ""
    word_seconds: float = 0.0
    """Pause before each word of `text`."""
    rest_after: int = 0
    """Words after which it rests for `rest_seconds`, so that everybody sees the same half of it; 0 never."""
    rest_seconds: float = 0.0
    first_seconds: float = 0.0
    """Silence before the first word, the first call or the error."""
    calls: tuple[Call, ...] = ()
    error: int = 0
    """HTTP status to answer with instead; 0 is none."""
    times: int = 1
    """How many requests it answers; programs ask again after an error."""
    when: str = ""
    """Only for a request whose body holds this; empty is any."""
    is_for_helper: bool = False
    """Answers what the program asks for itself, such as a summary; else only what it asks for the person."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One server-sent event."""

    data: JsonObject | str
    """Its `type`, if it has one, is the event's name too."""
    pause: float = 0.0
    """Seconds to wait before it is sent."""


def words(text: str) -> Sequence[str]:
    """The text cut after each blank or line end; joined they are the text again."""
    pieces: list[str] = []
    start = 0
    for end, letter in enumerate(text, 1):
        if letter in " \n":
            pieces.append(text[start:end])
            start = end
    return [*pieces, text[start:]] if start < len(text) else pieces


def paced(turn: Turn) -> Iterator[tuple[str, float]]:
    """The words of a turn, each with the pause before it."""
    for number, word in enumerate(words(turn.text)):
        rest = turn.rest_seconds if number and number == turn.rest_after else 0.0
        yield word, turn.word_seconds + rest


def tools_of(request: JsonObject) -> dict[str, str]:
    """Name to type of every tool that a request offers.

    Codex also offers tools in an input item of type `additional_tools`, and groups them in namespaces; Chat Completions
    have a tool's name within its `function`, and Gemini has lists of `functionDeclarations`.
    """
    waiting = list(request.get("tools") or [])
    items = request.get("input")
    for item in items if isinstance(items, list) else []:
        if item.get("type") == "additional_tools":
            waiting += item.get("tools") or []
    tools: dict[str, str] = {}
    while waiting:
        tool = waiting.pop()
        if tool.get("type") == "namespace":
            waiting += tool.get("tools") or []
        elif declared := tool.get("functionDeclarations"):
            waiting += declared
        elif isinstance(function := tool.get("function"), dict):
            waiting.append(function)
        elif name := tool.get("name") or tool.get("type"):
            tools[name] = tool.get("type") or "function"
    return tools


def error_body(status: int) -> JsonObject:
    """The body of an HTTP error; both APIs read it."""
    kind = ERROR_TYPES.get(status, "api_error")
    return {"type": "error", "error": {"type": kind, "code": kind, "message": f"scripted error {status}"}}


def new_id(prefix: str) -> str:
    """An identifier as the APIs make them."""
    return f"{prefix}_{uuid.uuid4().hex[:24]}"


def message(turn: Turn, request: JsonObject) -> JsonObject:
    """A whole Anthropic message."""
    content: list[JsonObject] = [{"type": "text", "text": turn.text}] if turn.text else []
    content += [{"type": "tool_use", "id": new_id("toolu"), "name": c.tool, "input": c.input} for c in turn.calls]
    return {
        "id": new_id("msg"),
        "type": "message",
        "role": "assistant",
        "model": request.get("model"),
        "content": content,
        "stop_reason": "tool_use" if turn.calls else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": INPUT_TOKENS, "output_tokens": OUTPUT_TOKENS},
    }


def message_events(turn: Turn, request: JsonObject) -> Iterator[Piece]:
    """The same message as Anthropic streams it: an empty one, its content block by block, then why it stopped."""
    whole = message(turn, request)
    yield Piece({"type": "message_start", "message": {**whole, "content": [], "stop_reason": None}})
    yield Piece({"type": "ping"})
    pause = turn.first_seconds
    for index, block in enumerate(whole["content"]):
        at = {"index": index}
        if block["type"] == "text":
            start = {**block, "text": ""}
            deltas = [({"type": "text_delta", "text": word}, pause) for word, pause in paced(turn)]
        else:
            start = {**block, "input": {}}
            deltas = [({"type": "input_json_delta", "partial_json": json.dumps(block["input"])}, 0.0)]
        yield Piece({"type": "content_block_start", **at, "content_block": start}, pause)
        for delta, before in deltas:
            yield Piece({"type": "content_block_delta", **at, "delta": delta}, before)
        yield Piece({"type": "content_block_stop", **at})
        pause = 0.0
    stop = {"stop_reason": whole["stop_reason"], "stop_sequence": None}
    yield Piece({"type": "message_delta", "delta": stop, "usage": {"output_tokens": OUTPUT_TOKENS}}, pause)
    yield Piece({"type": "message_stop"})


def response_items(turn: Turn, request: JsonObject) -> list[JsonObject]:
    """The output items of an OpenAI response: a message, then calls of functions and of free-text tools."""
    items: list[JsonObject] = []
    if turn.text:
        content = [{"type": "output_text", "text": turn.text, "annotations": []}]
        items.append({"type": "message", "id": new_id("msg"), "role": "assistant", "content": content})
    offered = tools_of(request)
    for call in turn.calls:
        named = {"call_id": new_id("call"), "name": call.tool}
        if offered.get(call.tool) == "custom":
            items.append({"type": "custom_tool_call", "id": new_id("ctc"), **named, "input": call.input})
        else:
            items.append({"type": "function_call", "id": new_id("fc"), **named, "arguments": json.dumps(call.input)})
    return [{**item, "status": "completed"} for item in items]


def response_events(turn: Turn, request: JsonObject) -> Iterator[Piece]:
    """A response as OpenAI streams it: created, its items one by one, completed."""
    items = response_items(turn, request)
    empty: JsonObject = {"id": new_id("resp"), "object": "response", "model": request.get("model"), "output": []}
    yield Piece({"type": "response.created", "response": {**empty, "status": "in_progress"}})
    pause = turn.first_seconds
    for index, item in enumerate(items):
        for piece in item_events(turn, item, index):
            yield Piece(piece.data, piece.pause + pause)
            pause = 0.0
    usage = {"input_tokens": INPUT_TOKENS, "output_tokens": OUTPUT_TOKENS, "total_tokens": INPUT_TOKENS + OUTPUT_TOKENS}
    done = {**empty, "status": "completed", "output": items, "usage": usage}
    yield Piece({"type": "response.completed", "response": done}, pause)


def item_events(turn: Turn, item: JsonObject, index: int) -> Iterator[Piece]:
    """One output item: added, for a message its words, done."""
    at = {"output_index": index, "item_id": item["id"]}
    is_message = item["type"] == "message"
    started = {**item, "status": "in_progress", **({"content": []} if is_message else {})}
    yield Piece({"type": "response.output_item.added", "output_index": index, "item": started})
    if is_message:
        part = {**at, "content_index": 0}
        blank = {"type": "output_text", "text": "", "annotations": []}
        yield Piece({"type": "response.content_part.added", **part, "part": blank})
        for word, before in paced(turn):
            yield Piece({"type": "response.output_text.delta", **part, "delta": word}, before)
        yield Piece({"type": "response.output_text.done", **part, "text": turn.text})
        yield Piece({"type": "response.content_part.done", **part, "part": item["content"][0]})
    yield Piece({"type": "response.output_item.done", "output_index": index, "item": item})

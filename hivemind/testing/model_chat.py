"""A turn of a script in the words of OpenAI's Chat Completions, as opencode, pi, Qwen Code and aider read them."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import replace

from hivemind.testing.model_wire import INPUT_TOKENS, OUTPUT_TOKENS, JsonObject, Piece, Turn, new_id, paced

USAGE: JsonObject = {
    "prompt_tokens": INPUT_TOKENS,
    "completion_tokens": OUTPUT_TOKENS,
    "total_tokens": INPUT_TOKENS + OUTPUT_TOKENS,
}

DONE = "[DONE]"
"""What ends a stream."""


def chat(turn: Turn, request: JsonObject) -> JsonObject:
    """A whole completion."""
    turn = spoken(turn)
    said: JsonObject = {"role": "assistant", "content": turn.text or None}
    if calls := tool_calls(turn):
        said["tool_calls"] = calls
    choice = {"index": 0, "message": said, "finish_reason": _reason(turn)}
    return {**_head(request), "object": "chat.completion", "choices": [choice], "usage": USAGE}


def chat_events(turn: Turn, request: JsonObject) -> Iterator[Piece]:
    """The same completion as it is streamed: the role, the words, each call, why it stopped, what it cost."""
    turn = spoken(turn)
    head = {**_head(request), "object": "chat.completion.chunk"}

    def chunk(delta: JsonObject, reason: str | None = None) -> JsonObject:
        return {**head, "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}

    yield Piece(chunk({"role": "assistant", "content": ""}))
    pause = turn.first_seconds
    for word, before in paced(turn):
        yield Piece(chunk({"content": word}), before + pause)
        pause = 0.0
    for call in tool_calls(turn):
        yield Piece(chunk({"tool_calls": [call]}), pause)
        pause = 0.0
    yield Piece(chunk({}, _reason(turn)), pause)
    yield Piece({**head, "choices": [], "usage": USAGE})
    yield Piece(DONE)


def spoken(turn: Turn) -> Turn:
    """The turn with what it calls without a tool as part of its text."""
    said = [str(call.input) for call in turn.calls if not call.tool]
    return replace(
        turn, text="\n\n".join(filter(None, [turn.text, *said])), calls=tuple(c for c in turn.calls if c.tool)
    )


def tool_calls(turn: Turn) -> list[JsonObject]:
    """The calls of a turn; arguments are JSON in a text."""
    return [
        {
            "index": index,
            "id": new_id("call"),
            "type": "function",
            "function": {"name": call.tool, "arguments": json.dumps(call.input)},
        }
        for index, call in enumerate(turn.calls)
    ]


def _head(request: JsonObject) -> JsonObject:
    return {"id": new_id("chatcmpl"), "created": int(time.time()), "model": request.get("model")}


def _reason(turn: Turn) -> str:
    return "tool_calls" if turn.calls else "stop"

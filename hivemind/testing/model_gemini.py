"""A turn of a script in the words of Gemini's generateContent, as Gemini CLI 0.61.0 reads them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from hivemind.testing.model_wire import INPUT_TOKENS, OUTPUT_TOKENS, JsonObject, Piece, Turn, new_id, paced

STREAMED = ":streamGenerateContent"
WHOLE = ":generateContent"
COUNTED = ":countTokens"

USAGE: JsonObject = {
    "promptTokenCount": INPUT_TOKENS,
    "candidatesTokenCount": OUTPUT_TOKENS,
    "totalTokenCount": INPUT_TOKENS + OUTPUT_TOKENS,
}

STATES = {401: "UNAUTHENTICATED", 429: "RESOURCE_EXHAUSTED", 503: "UNAVAILABLE"}
"""How the API names an HTTP status; any other is `INTERNAL`."""

BLANKS: dict[str, Any] = {"array": [], "string": "none", "number": 1, "integer": 1, "boolean": False}
"""A value for each plain type of a schema."""


def content(turn: Turn, path: str) -> JsonObject:
    """A whole reply."""
    said: list[JsonObject] = [{"text": turn.text}] if turn.text else []
    return _reply(path, said + _calls(turn), reason="STOP")


def content_events(turn: Turn, path: str) -> Iterator[Piece]:
    """The same reply as it is streamed: word by word, then its calls, then why it stopped."""
    pause = turn.first_seconds
    for word, before in paced(turn):
        yield Piece(_reply(path, [{"text": word}]), before + pause)
        pause = 0.0
    if calls := _calls(turn):
        yield Piece(_reply(path, calls), pause)
        pause = 0.0
    yield Piece(_reply(path, [{"text": ""}], reason="STOP"), pause)


def content_error(status: int) -> JsonObject:
    """The body of an HTTP error."""
    state = STATES.get(status, "INTERNAL")
    return {"error": {"code": status, "message": f"scripted error {status}", "status": state}}


def wanted_json(request: JsonObject) -> str:
    """For a request that wants JSON of a schema: the smallest that fits; empty for any other."""
    settings = request.get("generationConfig") or {}
    schema = settings.get("responseSchema") or settings.get("responseJsonSchema")
    return json.dumps(_filled(schema)) if schema else ""


def _filled(schema: JsonObject) -> Any:
    if choices := schema.get("enum"):
        return choices[0]
    kind = str(schema.get("type", "object")).lower()
    if kind == "object":
        return {name: _filled(part) for name, part in (schema.get("properties") or {}).items()}
    return BLANKS.get(kind)


def _calls(turn: Turn) -> list[JsonObject]:
    return [{"functionCall": {"id": new_id("call"), "name": c.tool, "args": c.input}} for c in turn.calls]


def _reply(path: str, parts: list[JsonObject], reason: str = "") -> JsonObject:
    candidate: JsonObject = {"index": 0, "content": {"role": "model", "parts": parts}}
    if reason:
        candidate["finishReason"] = reason
    model = path.rpartition("/")[2].partition(":")[0]
    return {"candidates": [candidate], "usageMetadata": USAGE, "modelVersion": model, "responseId": new_id("reply")}

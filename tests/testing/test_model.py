"""The scripted model server, asked over HTTP as the agent programs ask it."""

import http.client
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import Any

import pytest

from hivemind.testing.model import ModelServer
from hivemind.testing.model_wire import Call, Turn, paced, tools_of, words

BASH = {"name": "Bash", "input_schema": {}}
EXEC = {"type": "custom", "name": "exec"}
WAIT_SECONDS = 10


@contextmanager
def ask(server: ModelServer, method: str, path: str, **body: Any) -> Iterator[http.client.HTTPResponse]:
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=WAIT_SECONDS)) as connection:
        connection.request(method, path, json.dumps(body), {"content-type": "application/json"})
        with connection.getresponse() as response:
            yield response


def post_json(server: ModelServer, path: str, **body: Any) -> Any:
    with ask(server, "POST", path, **body) as response:
        return json.loads(response.read())


def events(server: ModelServer, path: str, **body: Any) -> list[dict[str, Any]]:
    with ask(server, "POST", path, stream=True, **body) as response:
        assert response.headers["content-type"] == "text/event-stream"
        return [json.loads(line[6:]) for line in response.read().splitlines() if line.startswith(b"data: ")]


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


def test_a_message_holds_the_text_and_the_calls_of_its_turn(model: ModelServer) -> None:
    model.script.add(Turn(text="I look.", calls=(Call("Bash", {"command": "ls"}),)))
    got = post_json(model, "/v1/messages", model="m", tools=[BASH])
    text, call = got["content"]
    assert text == {"type": "text", "text": "I look."}
    assert (call["name"], call["input"]) == ("Bash", {"command": "ls"})
    assert (got["model"], got["stop_reason"]) == ("m", "tool_use")


def test_a_streamed_message_is_the_same_message_word_by_word(model: ModelServer) -> None:
    model.script.add(Turn(text="one two\nthree", calls=(Call("Bash", {"command": "ls"}),)))
    got = events(model, "/v1/messages?beta=true", tools=[BASH])
    assert [e["type"] for e in got if e["type"] != "content_block_delta"] == [
        "message_start",
        "ping",
        "content_block_start",
        "content_block_stop",
        "content_block_start",
        "content_block_stop",
        "message_delta",
        "message_stop",
    ]
    deltas = [e["delta"] for e in got if e["type"] == "content_block_delta"]
    assert [d["text"] for d in deltas if d["type"] == "text_delta"] == ["one ", "two\n", "three"]
    assert [json.loads(d["partial_json"]) for d in deltas if d["type"] == "input_json_delta"] == [{"command": "ls"}]
    assert got[-2]["delta"]["stop_reason"] == "tool_use"


def test_a_streamed_response_ends_with_all_its_items(model: ModelServer) -> None:
    model.script.add(Turn(text="I look.", calls=(Call("look", {"at": "x"}), Call("exec", "ls"))))
    got = events(model, "/v1/responses", model="m", tools=[{"type": "function", "name": "look"}, EXEC])
    assert [e["type"] for e in got if e["type"].endswith(("created", "completed"))] == [
        "response.created",
        "response.completed",
    ]
    said, looked, ran = got[-1]["response"]["output"]
    assert said["content"][0]["text"] == "I look."
    assert (looked["type"], json.loads(looked["arguments"])) == ("function_call", {"at": "x"})
    assert (ran["type"], ran["input"]) == ("custom_tool_call", "ls")
    assert [e["item"] for e in got if e["type"] == "response.output_item.done"] == [said, looked, ran]
    assert "".join(e["delta"] for e in got if e["type"] == "response.output_text.delta") == "I look."


@pytest.mark.parametrize("path", ["/v1/messages", "/v1/responses"])
def test_an_error_has_its_status_and_kind(model: ModelServer, path: str) -> None:
    model.script.add(Turn(error=429))
    with ask(model, "POST", path, tools=[BASH], stream=True) as response:
        assert response.status == 429
        assert json.loads(response.read())["error"]["type"] == "rate_limit_error"


def test_turns_are_given_in_order_and_once(model: ModelServer) -> None:
    model.script.add(Turn(text="first"), Turn(text="second"))
    got = [post_json(model, "/v1/messages", tools=[BASH])["content"][0]["text"] for _ in range(3)]
    assert got == ["first", "second", "The script has ended."]
    assert model.script.left == ()


def test_a_turn_waits_for_the_request_it_names(model: ModelServer) -> None:
    model.script.add(Turn(text="for b", when="task b"), Turn(text="for all"))
    got = [
        post_json(model, "/v1/messages", tools=[BASH], messages=[t])["content"][0]["text"] for t in ("task a", "task b")
    ]
    assert got == ["for all", "for b"]


@pytest.mark.parametrize(
    "request_",
    [
        pytest.param({"messages": ["name this"]}, id="no tools"),
        pytest.param({"tools": [EXEC], "input": "Generate a concise, single-line task title for"}, id="codex title"),
    ],
)
def test_a_helper_request_uses_no_turn(model: ModelServer, request_: dict[str, Any]) -> None:
    model.script.add(Turn(text="for the person"))
    got = post_json(model, "/v1/messages", **request_)
    assert got["content"][0]["text"] == "Project task"
    assert [asked.is_helper for asked in model.script.asked] == [True]
    assert len(model.script.left) == 1


def test_a_turn_for_a_helper_answers_no_person(model: ModelServer) -> None:
    model.script.add(Turn(text="a summary", is_for_helper=True, when="sum up"), Turn(text="for the person"))
    assert post_json(model, "/v1/messages", tools=[BASH], messages=["sum up"])["content"][0]["text"] == "for the person"
    assert post_json(model, "/v1/messages", messages=["a title"])["content"][0]["text"] == "Project task"
    assert post_json(model, "/v1/messages", messages=["sum up"])["content"][0]["text"] == "a summary"
    assert model.script.left == ()


def test_what_was_asked_is_kept(model: ModelServer) -> None:
    post_json(model, "/v1/messages?beta=true", tools=[BASH], messages=["hello there"])
    (asked,) = model.script.asked
    assert asked.path == "/v1/messages"
    assert "hello there" in asked.body


def test_tokens_are_counted_and_models_listed(model: ModelServer) -> None:
    assert post_json(model, "/v1/messages/count_tokens", messages=[])["input_tokens"] == 1200
    with ask(model, "GET", "/v1/models?limit=1") as response:
        assert [m["id"] for m in json.loads(response.read())["data"]] == ["scripted"]
    with ask(model, "HEAD", "/") as response:
        assert (response.status, response.read()) == (200, b"")


def test_another_path_is_not_found(model: ModelServer) -> None:
    with ask(model, "POST", "/v1/nothing") as response:
        assert response.status == 404


def test_closing_ends_a_reply_that_waits_and_a_connection_that_says_nothing() -> None:
    """A test that fails in the middle of a turn must not hang in its fixture."""
    with ExitStack() as clients:
        with ModelServer([Turn(text="late", first_seconds=600)]) as model:
            silent = clients.enter_context(socket.create_connection(("127.0.0.1", model.port)))
            waiting = clients.enter_context(ask(model, "POST", "/v1/messages", tools=[BASH], stream=True))
        assert silent.recv(1) == b""
        with pytest.raises(http.client.IncompleteRead):
            waiting.read()
    assert not [thread for thread in threading.enumerate() if "process_request" in thread.name]


def test_a_client_that_leaves_does_no_harm(capsys: pytest.CaptureFixture[str]) -> None:
    with ModelServer([Turn(text="word " * 2000, word_seconds=0.0005)]) as model:
        with ask(model, "POST", "/v1/messages", tools=[BASH], stream=True) as response:
            response.readline()
        assert post_json(model, "/v1/messages", tools=[BASH])["content"][0]["text"] == "The script has ended."
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("text", ["", "one", "one two", "one\ntwo ", "  ", "\n"])
def test_words_join_to_the_text(text: str) -> None:
    assert "".join(words(text)) == text


def test_tools_are_found_where_codex_puts_them() -> None:
    nested = {"type": "namespace", "name": "n", "tools": [{"type": "function", "name": "inner"}]}
    request = {"tools": [{"type": "web_search"}], "input": [{"type": "additional_tools", "tools": [EXEC, nested]}]}
    assert tools_of(request) == {"web_search": "web_search", "exec": "custom", "inner": "function"}


LOOK = {"type": "function", "function": {"name": "look"}}


def test_a_completion_holds_the_text_and_the_calls_of_its_turn(model: ModelServer) -> None:
    model.script.add(Turn(text="I look.", calls=(Call("look", {"at": "x"}),)))
    got = post_json(model, "/v1/chat/completions", model="m", tools=[LOOK])
    (choice,) = got["choices"]
    assert (choice["message"]["content"], choice["finish_reason"]) == ("I look.", "tool_calls")
    (call,) = choice["message"]["tool_calls"]
    assert (call["function"]["name"], json.loads(call["function"]["arguments"])) == ("look", {"at": "x"})


def test_a_streamed_completion_is_the_same_word_by_word_and_says_that_it_is_done(model: ModelServer) -> None:
    model.script.add(Turn(text="one two", calls=(Call("look", {"at": "x"}),)))
    with ask(model, "POST", "/v1/chat/completions", tools=[LOOK], stream=True) as response:
        *chunks, last = [line[6:] for line in response.read().splitlines() if line.startswith(b"data: ")]
    assert last == b"[DONE]"
    choices = [choice for chunk in chunks for choice in json.loads(chunk)["choices"]]
    assert [c["delta"]["content"] for c in choices if c["delta"].get("content")] == ["one ", "two"]
    (call,) = [c["delta"]["tool_calls"][0] for c in choices if "tool_calls" in c["delta"]]
    assert json.loads(call["function"]["arguments"]) == {"at": "x"}
    assert choices[-1]["finish_reason"] == "tool_calls"


GEMINI = "/v1beta/models/some-model"
DECLARED = {"functionDeclarations": [{"name": "look"}]}


def test_content_is_generated_whole_and_streamed(model: ModelServer) -> None:
    turn = Turn(text="one two", calls=(Call("look", {"at": "x"}),))
    model.script.add(turn, turn)
    whole = post_json(model, f"{GEMINI}:generateContent", tools=[DECLARED])
    streamed = events(model, f"{GEMINI}:streamGenerateContent?alt=sse", tools=[DECLARED])
    (candidate,) = whole["candidates"]
    assert whole["modelVersion"] == "some-model"
    said, called = candidate["content"]["parts"]
    assert said == {"text": "one two"}
    assert (called["functionCall"]["name"], called["functionCall"]["args"]) == ("look", {"at": "x"})
    parts = [part for event in streamed for part in event["candidates"][0]["content"]["parts"]]
    assert [part["text"] for part in parts if part.get("text")] == ["one ", "two"]
    assert [part["functionCall"]["args"] for part in parts if "functionCall" in part] == [{"at": "x"}]
    assert streamed[-1]["candidates"][0]["finishReason"] == "STOP"


def test_a_helper_request_for_json_gets_the_smallest_that_fits_its_schema(model: ModelServer) -> None:
    properties = {
        "who": {"type": "STRING", "enum": ["user", "model"]},
        "why": {"type": "STRING"},
        "deep": {"type": "OBJECT", "properties": {"is": {"type": "BOOLEAN"}, "all": {"type": "ARRAY"}}},
    }
    wanted = {"responseSchema": {"type": "OBJECT", "properties": properties}}
    got = post_json(model, f"{GEMINI}:generateContent", generationConfig=wanted)
    assert json.loads(got["candidates"][0]["content"]["parts"][0]["text"]) == {
        "who": "user",
        "why": "none",
        "deep": {"is": False, "all": []},
    }


def test_gemini_has_errors_and_counts_of_its_own(model: ModelServer) -> None:
    model.script.add(Turn(error=429))
    with ask(model, "POST", f"{GEMINI}:generateContent", tools=[DECLARED]) as response:
        assert (response.status, json.loads(response.read())["error"]["status"]) == (429, "RESOURCE_EXHAUSTED")
    assert post_json(model, f"{GEMINI}:countTokens")["totalTokens"] == 1200


def test_a_turn_may_answer_several_requests(model: ModelServer) -> None:
    model.script.add(Turn(text="again", times=2))
    got = [post_json(model, "/v1/messages", tools=[BASH])["content"][0]["text"] for _ in range(3)]
    assert got == ["again", "again", "The script has ended."]


def test_without_tools_every_request_is_for_the_person_but_those_that_are_marked() -> None:
    with ModelServer([Turn(text="for the person")], has_tools=False) as model:
        marked = post_json(model, "/v1/messages", messages=["Generate a title for this conversation"])
        plain = post_json(model, "/v1/messages", messages=["hello"])
    assert [got["content"][0]["text"] for got in (marked, plain)] == ["Project task", "for the person"]


def test_a_model_without_tools_says_what_it_wants() -> None:
    with ModelServer([Turn(text="I will.", calls=(Call("", "Run `ls`."),))], has_tools=False) as model:
        got = post_json(model, "/v1/chat/completions", model="m")
    (choice,) = got["choices"]
    assert choice["message"] == {"role": "assistant", "content": "I will.\n\nRun `ls`."}
    assert choice["finish_reason"] == "stop"


def test_a_turn_rests_after_so_many_words() -> None:
    paces = list(paced(Turn(text="one two three", word_seconds=0.1, rest_after=2, rest_seconds=5)))
    assert paces == [("one ", 0.1), ("two ", 0.1), ("three", 5.1)]
    assert [pause for _word, pause in paced(Turn(text="one two"))] == [0, 0]

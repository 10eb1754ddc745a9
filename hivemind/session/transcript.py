"""The records of a session, to the entries of a conversation, as `session.transcript` maps them. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from hivemind.manifest.transcript import AsksRule, ResultRule, SaidRule, ToolRule, Transcript

ABOUT_LIMIT = 120
"""Characters of what a tool use is about."""

RESULT_LIMIT = 2_000
"""Characters of what a tool gave back."""

LATEST_MS = 10**15
"""A number that is no time of this world is none."""

_HALF = re.compile("[\ud800-\udfff]")

Entry = dict[str, Any]
"""`id`, `at` (milliseconds since the epoch), `who`, and one of `text`, `tool` and `result`."""


def entries(transcript: Transcript, lines: Iterable[str]) -> list[Entry]:
    """What those lines say, in their order; a line that is no record says nothing."""
    return of_records(transcript, map(_parsed, lines))


def of_record(transcript: Transcript, line: str) -> list[Entry]:
    """What one line says."""
    return of_records(transcript, [_parsed(line)])


def of_records(transcript: Transcript, records: Iterable[Any]) -> list[Entry]:
    """What those records say, in their order, or as `lastWins` has it; what is no object says nothing.

    Programs cut texts in the middle of a character (JavaScript counts UTF-16): half of one becomes U+FFFD.
    """
    found: dict[object, list[Entry]] = {}
    for number, record in enumerate(records):
        if isinstance(record, dict) and (said := _said(transcript, record)):
            name = at_path(record, transcript.id) if transcript.last_wins else number
            found[name] = said
    return [_written(entry) for said in found.values() for entry in said]


def _written(value: Any) -> Any:
    """The same with texts that can be written."""
    if isinstance(value, str):
        return _HALF.sub("\ufffd", value)
    if isinstance(value, dict):
        return {_written(name): _written(inner) for name, inner in value.items()}
    return [_written(item) for item in value] if isinstance(value, list) else value


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):  # not a record
        return None


def _said(transcript: Transcript, record: Mapping[str, Any]) -> list[Entry]:
    if any(is_equal(at_path(record, path), value) for path, value in transcript.skip_when.items()):
        return []
    name, at = at_path(record, transcript.id), _milliseconds(at_path(record, transcript.at), transcript.at_in)
    if not isinstance(name, str) or at is None:
        return []
    rules = [rule for rule in transcript.said if _fits(record, rule.require) and (rule.each or _has(record, rule))]
    found: list[Entry] = []
    done: set[str] = set()
    for rule in rules:
        if not rule.each:
            found += _entry(rule, record, {"id": name, "at": at})
        elif rule.each not in done:
            done.add(rule.each)
            together = [other for other in rules if other.each == rule.each]
            found += _of_items(together, at_path(record, rule.each), name=name, at=at)
    return found


def at_path(value: Any, path: str) -> Any:
    """The value there; None when a link is missing. Only objects are walked."""
    for name in path.split("."):
        if not isinstance(value, Mapping):
            return None
        value = value.get(name)
    return value


def _of_items(rules: list[SaidRule], items: Any, *, name: str, at: int) -> list[Entry]:
    if not isinstance(items, list):
        return []
    found: list[Entry] = []
    for index, item in enumerate(items):
        rule = next((rule for rule in rules if _fits(item, rule.item) and _has(item, rule)), None)
        if rule is not None:
            found += _entry(rule, item, {"id": f"{name}/{index}" if len(items) > 1 else name, "at": at})
    return found


def _entry(rule: SaidRule, place: Any, head: Entry) -> list[Entry]:
    """The entry that the rule reads there, or none; two of a tool with its result."""
    if rule.tool is not None or rule.result is not None:
        tool = _tool(rule.tool, place) if rule.tool else {}
        result = _result(rule.result, place) if rule.result else {}
        its_id = {"id": f"{head['id']}/result"} if rule.tool else {}
        return [
            *([head | {"who": "agent", "tool": tool}] if tool else ()),
            *([head | its_id | {"who": "tool", "result": result}] if result else ()),
        ]
    text = at_path(place, rule.text)
    return [head | {"who": rule.who, "text": text}] if isinstance(text, str) else []


def _tool(rule: ToolRule, place: Any) -> Entry:
    name = {"id": at_path(place, rule.id), "name": at_path(place, rule.name)}
    if not all(isinstance(value, str) for value in name.values()):
        return {}
    texts = [text for path in rule.about if isinstance(text := at_path(place, path), str)]
    if not texts and rule.words:
        texts = _command_line(at_path(place, rule.words))
    tool: Entry = dict(name)
    if texts:
        tool["about"] = texts[0].split("\n", 1)[0].rstrip("\r")[:ABOUT_LIMIT]
    given = at_path(place, rule.input) if rule.input else None
    if given is not None:
        tool["input"] = given
    asks = _asks(rule.asks, place) if rule.asks else []
    if asks:
        tool["asks"] = asks
    return tool


def _command_line(words: Any) -> list[str]:
    """The words as one text; none where they are no words."""
    is_line = isinstance(words, list) and bool(words) and all(isinstance(word, str) for word in words)
    return [" ".join(words)] if is_line else []


def _asks(rule: AsksRule, place: Any) -> list[Entry]:
    questions = at_path(place, rule.listing)
    found: list[Entry] = []
    for question in questions if isinstance(questions, list) else []:
        text, options = at_path(question, rule.question), at_path(question, rule.options)
        if isinstance(text, str) and text:
            many = bool(rule.many) and at_path(question, rule.many) is True
            found.append({"question": text, "options": _options(rule, options), "many": many})
    return found


def _options(rule: AsksRule, options: Any) -> list[Entry]:
    found: list[Entry] = []
    for option in options if isinstance(options, list) else []:
        label = at_path(option, rule.label)
        if isinstance(label, str) and label:
            means = at_path(option, rule.description) if rule.description else None
            found.append({"label": label} | ({"description": means} if isinstance(means, str) else {}))
    return found


def _result(rule: ResultRule, place: Any) -> Entry:
    of = at_path(place, rule.of)
    given = [at_path(place, path) for path in ((rule.text,) if isinstance(rule.text, str) else rule.text)]
    value = next((one for one in given if isinstance(one, str | list)), None)
    if not isinstance(of, str):
        return {}
    if isinstance(value, list):
        value = "\n".join(text for item in value if isinstance(text := at_path(item, "text"), str))
    result: Entry = {"of": of, "text": value[:RESULT_LIMIT] if isinstance(value, str) else ""}
    if rule.error and at_path(place, rule.error) is True:
        result["error"] = True
    return result


def _fits(place: Any, conditions: Mapping[str, Any]) -> bool:
    return all(is_equal(at_path(place, path), value) for path, value in conditions.items())


def _has(place: Any, rule: SaidRule) -> bool:
    return not rule.has or at_path(place, rule.has) is not None


def is_equal(found: Any, value: Any) -> bool:
    """Strictly equal: a number is never true or false; 1 and 1.0 are one number, as in JSON."""
    numbers = (int, float)
    if isinstance(found, bool) or isinstance(value, bool):
        return found is value
    if isinstance(found, numbers) and isinstance(value, numbers):
        return found == value
    return type(found) is type(value) and bool(found == value)


def _milliseconds(text: Any, form: str) -> int | None:
    if form == "ms":
        is_time = isinstance(text, int | float) and not isinstance(text, bool) and 0 <= text < LATEST_MS
        return int(text) if is_time else None
    if not isinstance(text, str):
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:  # no time, so the record says nothing
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return round(moment.timestamp() * 1000)

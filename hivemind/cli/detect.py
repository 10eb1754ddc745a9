"""`hive detect`: what an agent's rules make of a screen, of many, or of a recording. Needs no daemon."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

import msgspec

from hivemind.base.errors import EXIT_CODES, HiveError, InvalidFileError
from hivemind.base.places import Places
from hivemind.cli import output
from hivemind.cli.files import load_rules
from hivemind.cli.words import Form, Words, parse
from hivemind.detect.asking import Hints
from hivemind.detect.ruleset import Ruleset
from hivemind.detect.text import ScreenText
from hivemind.workbench import reads, recording, replay, screens
from hivemind.workbench.reads import ScreenReading
from hivemind.workbench.screens import visible

MAX_SCREEN_BYTES = 16 * 1024 * 1024
"""Bytes of one screen, or of one line of `--batch`; a longer one is refused."""

SCREEN = Form(
    "hive detect AGENT|DIR [FILE|-] [--explain] [--batch] [--json]",
    """Read a screen with an agent's rules: status, rule, what it asks.

AGENT|DIR  an agent's id, its folder, or an agent.yaml
FILE|-     the screen, one row a line; - or nothing: standard input
           (a *.json file holds {"screen": [rows], "title"?, "cursor"?,
           "osc7501"?})
--explain  every rule, matched or not, and why
--batch    standard input has one such JSON object a line; one answer a line.
           A bad line is answered with an error and its number; exit 2 then
--json     {"status","says","rule","line","evidence","lastLine","asks","seen"};
           rule: its index from 0, line: where it stands; both null by default

A recording: hive detect replay --help""",
    least=1,
    most=2,
    flags=("--explain", "--batch"),
)

REPLAY = Form(
    "hive detect replay AGENT|DIR X.cast[.gz] [--against DIR] [--json]",
    """The statuses of a recording over time (asciicast 2 or 3, its resizes too).

--against  another agent.yaml: only where the two read the screen differently.
           Exit 1 when they do
--json     {"changes": [...]} or {"differences": [...]}; times in seconds""",
    least=2,
    most=2,
    valued=("--against",),
)


def run(argv: list[str], places: Places, env: Mapping[str, str]) -> int:  # noqa: ARG001 (one shape for all doors)
    """Serve `hive detect ARGV`; the exit code."""
    is_replay = argv[:1] == ["replay"]
    form = REPLAY if is_replay else SCREEN
    if argv in ([], ["help"]):
        argv = ["--help"]
    words = parse(argv[1:] if is_replay else argv, form)
    if "--help" in words.flags:
        output.say(form.help)
        return 0
    if is_replay:
        return _replay(words, places)
    return _batch(words, places) if "--batch" in words.flags else _screen(words, places)


# -- one screen --------------------------------------------------------------------------------------------------


def _screen(words: Words, places: Places) -> int:
    loaded, found, rules = load_rules(words.word(0), places)
    text = _read_screen(words.word(1))
    reading = reads.read_screen(rules, text, found.asks)
    if "--explain" not in words.flags:
        if words.as_json:
            output.say_json(reading)
        else:
            output.say(_told(reading, str(loaded.path)))
        return 0
    verdicts = reads.explain(rules, text)
    if words.as_json:
        output.say_json({"reading": reading, "rules": verdicts})
        return 0
    output.say(_told(reading, str(loaded.path)))
    for verdict in verdicts:
        sign = "=>" if verdict.decides else " +" if verdict.matches else "  "
        says = f" ({verdict.says})" if verdict.says else ""
        output.say(f"{sign} rule {verdict.rule}, line {verdict.line}: {verdict.then}{says}")
        for why in verdict.why:
            output.say(f"       {visible(why)}")
    output.say("=> decides, + matches too")
    return 0


def _read_screen(name: str) -> ScreenText:
    try:
        data = _limited(sys.stdin.buffer) if name in {"", "-"} else _of_file(Path(name))
    except FileNotFoundError as error:
        raise HiveError(f"no screen {name}", hint="a file with one row a line, or -", code="NOT_FOUND") from error
    except OSError as error:
        raise InvalidFileError(f"{name}: cannot be read: {error.strerror}") from error
    if len(data) > MAX_SCREEN_BYTES:
        raise InvalidFileError(f"the screen is longer than {MAX_SCREEN_BYTES} bytes")
    if name.endswith(".json"):
        try:
            return screens.mark_from(data).text
        except ValueError as error:
            raise InvalidFileError(f"{name}: no screen: {error}") from error
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    if name.endswith(".screen"):
        text = text.partition("\n---\n")[2] or text
    return screens.of_plain_text(text)


def _of_file(path: Path) -> bytes:
    with path.open("rb") as stream:
        return _limited(stream)


def _limited(stream: BinaryIO) -> bytes:
    return stream.read(MAX_SCREEN_BYTES + 1)


def _told(reading: ScreenReading, path: str) -> str:
    says = f" ({reading.says})" if reading.says else ""
    rule = f"rule {reading.rule}, {path}:{reading.line}" if reading.seen else "by default: no rule matches"
    lines = [f"{reading.status}{says}    {rule}"]
    lines += [f"  because    {visible(line)}" for line in reading.evidence]
    if reading.last_line:
        lines.append(f"  last line  {visible(reading.last_line)}")
    asks = reading.asks
    if asks is not None:
        lines += [
            f"  {name:9}  {visible(text)}" for name, text in (("asks", asks.question), ("about", asks.command)) if text
        ]
        for choice in asks.choices:
            detail = f"  {choice.detail}" if choice.detail else ""
            sign = ">" if choice.selected else " "
            number = f"{choice.number}." if choice.number else "-"
            lines.append(f"  {sign} {number} {visible(choice.label + detail)}")
    return "\n".join(lines)


# -- many screens ------------------------------------------------------------------------------------------------


def _batch(words: Words, places: Places) -> int:
    _, found, rules = load_rules(words.word(0), places)
    try:
        with _opened(words.word(1)) as stream:
            return _answer_lines(stream, rules, found.asks, explains="--explain" in words.flags)
    except FileNotFoundError as error:
        raise HiveError(f"no file {words.word(1)}", code="NOT_FOUND") from error


def _opened(name: str) -> BinaryIO:
    return os.fdopen(os.dup(sys.stdin.fileno()), "rb") if name in {"", "-"} else Path(name).open("rb")


def _answer_lines(stream: BinaryIO, rules: Ruleset, hints: Hints, *, explains: bool) -> int:
    code = 0
    number = 0
    while line := stream.readline(MAX_SCREEN_BYTES):
        number += 1
        if not line.strip():
            continue
        try:
            text = screens.mark_from(line).text
        except ValueError as error:
            message = f"line {number}: {error}"
            output.say_json({"ok": False, "code": "BAD_REQUEST", "message": message, "line": number})
            code = EXIT_CODES["BAD_REQUEST"]
            continue
        answer: object = reads.read_screen(rules, text, hints)
        output.say_json({"reading": answer, "rules": reads.explain(rules, text)} if explains else answer)
    return code


# -- a recording -------------------------------------------------------------------------------------------------


def _replay(words: Words, places: Places) -> int:
    _, _, rules = load_rules(words.word(0), places)
    played = recording.load(Path(words.word(1)))
    against = words.values.get("--against")
    if against is not None:
        return _compare(words, played, rules, load_rules(against, places)[2])
    changes = replay.timeline(played, rules)
    if words.as_json:
        output.say_json({"changes": changes})
        return 0
    for change in changes:
        rule = f"line {change.line}" if change.seen else "default"
        status = change.status + (f" ({change.says})" if change.says else "")
        output.say(f"{change.at:9.3f}  {status:22} {rule:10} {visible(change.last)[:34]}".rstrip())
    return 0


def _compare(words: Words, played: recording.Recording, rules: Ruleset, other: Ruleset) -> int:
    found = replay.differences(played, rules, other)
    if words.as_json:
        output.say_json({"differences": [_plain(difference) for difference in found]})
    elif not found:
        output.say("no difference")
    else:
        for one in found:
            first, second = _named(one.status, one.says), _named(one.other_status, one.other_says)
            lines = [rule.line if rule else "default" for rule in (one.rule, one.other_rule)]
            output.say(f"{one.start:9.3f} – {one.end:9.3f}  {first} (line {lines[0]}) / {second} (line {lines[1]})")
    return 1 if found else 0


def _named(status: str, says: str) -> str:
    return f"{status}/{says}" if says else status


def _plain(difference: replay.Difference) -> dict[str, object]:
    fields = msgspec.structs.asdict(difference)
    for name in ("rule", "other_rule"):
        where = fields.pop(name)
        fields["line" if name == "rule" else "other_line"] = where.line if where else None
    return fields

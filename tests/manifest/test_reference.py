"""Each statement of the published reference about agent files: one test, whose docstring says it in our words."""

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from hivemind.base.errors import BadRequestError, UnsupportedError
from hivemind.detect.text import ScreenText
from hivemind.launch.options import arguments
from hivemind.manifest.manifest import Manifest, load
from hivemind.protocol.status import Reading, Status
from hivemind.session.transcript import of_record
from hivemind.testing import toy
from hivemind.testing.toy import Toy
from hivemind.tile import reply, typist
from hivemind.tile.asks import AskBook
from hivemind.tile.startup import start_up

Write = Callable[..., Path]


@pytest.fixture
def read(write: Write) -> Callable[[str], Manifest]:
    def read_manifest(more: str) -> Manifest:
        loaded = load(write(more))
        assert loaded.report.render() == ""
        assert loaded.manifest is not None
        return loaded.manifest

    return read_manifest


Read = Callable[[str], Manifest]


def codes(path: Path) -> list[str]:
    return [p.code for p in load(path).report]


def test_a_bare_digit_is_no_key(write: Write) -> None:
    """2: text must be written as text; a digit without quotes is a number and is refused in a list of keys."""
    assert codes(write("interrupt: [1]\n")) == ["manifest.wrong_type"]
    assert codes(write("interrupt: ['1']\n")) == []


@pytest.mark.parametrize("key", ["promptDelivery", "turnSignal", "resume", "supervise", "blockedDetection"])
def test_all_five_caps_are_required(write: Write, good: str, key: str) -> None:
    """2.3: each of the five capabilities must be stated; a file without one is refused."""
    rows = [row for row in good.split("\n") if not row.strip().startswith(f"{key}:")]
    assert codes(write(good="\n".join(rows))) == ["manifest.missing_field"]


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("turnSignal: false", "turnSignal: true", "manifest.not_wired"),
        ("supervise: human", "supervise: broker", "manifest.not_wired"),
        ("resume: none", "resume: tile", "manifest.resume_without_session"),
    ],
)
def test_a_promise_needs_its_means(write: Write, good: str, *, key: str, value: str, code: str) -> None:
    """2.3: a turn signal and a broker need the control plane and hooks; resuming needs session.resume."""
    assert codes(write(good=good.replace(key, value))) == [code]


def test_a_first_screen_is_told_by_an_expression_and_skipped_by_keys(read: Read) -> None:
    """2.6: dismiss lists first screens whose question the command line has settled already."""
    (entry,) = read("spawn: { dismiss: [{ when: { contains: news }, keys: [escape] }] }\n").spawn.dismiss
    assert entry.when(ScreenText(["The News"]))
    assert entry.keys == ("escape",)


def test_a_dismissal_carries_keys_that_skip_and_nothing_that_answers(write: Write) -> None:
    """2.6: dismissing may only skip a screen, never grant: `allow` means nothing there."""
    path = write("spawn: { dismiss: [{ when: { contains: a }, keys: [escape], allow: [y] }] }\n")
    assert codes(path) == ["manifest.unknown_field"]


def a_toy(tmp_path: Path, read: Read, more: str, respond: Callable[[bytes], bytes] | None = None) -> Toy:
    """The toy's tile, run by a manifest that says `more`, in the last seconds in which screens are skipped."""
    it = Toy(tmp_path, respond)
    it.tile.record = msgspec.structs.replace(it.tile.record, started=it.clock.epoch_ms() - 80_000)
    manifest = read(more)
    it.tile.manifest = msgspec.structs.replace(it.manifest, spawn=manifest.spawn, choose=manifest.choose)
    return it


async def test_each_first_screen_is_skipped_once(tmp_path: Path, read: Read) -> None:
    """2.6: a screen whose question is settled is skipped by its keys; one that comes again is the person's."""
    more = "spawn: { dismiss: [{ when: { contains: news }, keys: [right, escape] }] }\n"
    it = a_toy(tmp_path, read, more, lambda data: toy.screen("the news again") if data == b"\x1b" else b"")
    it.pty.feed(toy.screen("the news"))
    await start_up(it.tile, "")
    assert it.pty.written == [b"\x1b[C", b"\x1b"]


async def test_a_first_screen_is_the_persons_once_they_typed(tmp_path: Path, read: Read) -> None:
    """2.6: nothing is skipped after the person typed, whatever comes up then."""
    it = a_toy(tmp_path, read, "spawn: { dismiss: [{ when: { contains: news }, keys: [escape] }] }\n")
    it.pty.feed(toy.idle())
    await it.tile.look()
    it.tile.note_person()
    it.pty.feed(toy.screen("the news"))
    await start_up(it.tile, "")
    assert it.pty.written == []


@pytest.mark.parametrize(
    ("screen", "text", "keys"),
    [(toy.permission(), "Do you want", "['1']"), (toy.permission(), "Do you want", "[enter]"),
     (toy.trust(), "Trust this folder", "[down, enter]")],
    ids=["allow", "another way to allow", "allow of a named screen"],
)  # fmt: skip
async def test_a_first_screen_is_never_granted(
    tmp_path: Path, read: Read, *, screen: bytes, text: str, keys: str
) -> None:
    """2.6: the keys skip and never grant: a permission is left alone, and so is a screen that these keys allow."""
    it = a_toy(tmp_path, read, f"spawn: {{ dismiss: [{{ when: {{ contains: {text} }}, keys: {keys} }}] }}\n")
    it.pty.feed(screen)
    await start_up(it.tile, "")
    assert it.pty.written == []


TRUST = """\
    detect:
      default: idle
      rules: [{ when: { contains: trust this }, then: blocked, says: trust }]
      chrome: { seq: [{ lit: "  > " }], at: start }
    answer:
      permission: { allow: ['1'], deny: [escape] }
      trust: { allow: [enter], deny: [down, enter] }
"""


def test_a_rule_names_its_waiting_screen(read: Read) -> None:
    """2.9: `says` names a waiting screen."""
    detect = read(TRUST).detect
    assert detect is not None
    assert detect.read(ScreenText(["Trust this folder?"])).says == "trust"


def test_the_group_of_keys_is_that_of_the_screen(read: Read) -> None:
    """2.10: `permission` answers a permission screen, any other group the screen whose rule has that `says`."""
    manifest = read(TRUST)
    assert manifest.detect is not None
    reading = manifest.detect.read(ScreenText(["Trust this folder?"]))
    assert manifest.answer[AskBook.group_of(reading)].allow == ("enter",)
    assert manifest.answer[AskBook.group_of(Reading(Status.PERMISSION))].allow == ("1",)


def test_rows_of_the_interface_are_not_its_speech(read: Read) -> None:
    """2.9.7: chrome recognises rows of the interface, row by row and untrimmed, and leaves the status alone."""
    detect = read(TRUST).detect
    assert detect is not None
    text = ScreenText(["trust this", "done", "  > type here"])
    assert detect.last_line(text) == "done"
    assert detect.last_line(ScreenText(["done", "> type here"])) == "> type here"
    assert detect.read(text).says == "trust"


async def test_the_last_line_of_a_tile_is_what_its_agent_said(tmp_path: Path) -> None:
    """1.7: rows of the agent's own interface are skipped in what a panel shows as its last line."""
    it = Toy(tmp_path)
    it.pty.feed(toy.screen("I have fixed it.", "", "> "))
    await it.tile.look()
    assert it.tile.summary().last == "I have fixed it."


def test_a_choice_is_typed_by_its_number(read: Read, write: Write) -> None:
    """2.10: in `choose`, {n} becomes the number of the option; keys without it are refused."""
    assert read("choose: ['{n}', enter]\n").choose == ("{n}", "enter")
    assert codes(write("choose: [enter]\n")) == ["manifest.choose_without_number"]


@pytest.mark.parametrize(("number", "written"), [(1, [b"1", b"\r"]), (2, [b"2", b"\r"])])
async def test_the_option_that_is_chosen_is_the_one_typed(
    tmp_path: Path, read: Read, *, number: int, written: list[bytes]
) -> None:
    """2.10: picking option n types its number and the keys around it; an option that is not shown types nothing."""
    it = a_toy(tmp_path, read, "choose: ['{n}', enter]\n", lambda data: toy.working() if data == b"\r" else b"")
    it.pty.feed(toy.question())
    with pytest.raises(BadRequestError):
        await reply.choose(it.tile, 7, reply.Meant())
    assert it.pty.written == []
    await reply.choose(it.tile, number, reply.Meant())
    assert it.pty.written == written


def test_keys_that_were_not_observed_are_left_out(read: Read) -> None:
    """2.10: an agent whose keys nobody has seen work has none; nothing is made up in their place."""
    manifest = read("")
    assert (manifest.answer, manifest.choose, manifest.interrupt) == ({}, (), ())


async def test_without_keys_nothing_is_typed(tmp_path: Path) -> None:
    """2.10: what nobody observed is refused, never guessed."""
    it = Toy(tmp_path)
    it.tile.manifest = msgspec.structs.replace(it.manifest, answer={}, choose=())
    it.pty.feed(toy.permission())
    with pytest.raises(UnsupportedError):
        await reply.answer(it.tile, "allow", reply.Meant())
    with pytest.raises(UnsupportedError):
        await reply.choose(it.tile, 1, reply.Meant())
    assert it.pty.written == []


@pytest.mark.parametrize(("more", "takes"), [("", False), ("pastedImages: true\n", True)])
def test_pasted_images_are_a_statement(read: Read, more: str, *, takes: bool) -> None:
    """2.11: pastedImages says that a pasted image path attaches the image; without it nothing is assumed."""
    assert read(more).pasted_images is takes


async def test_an_image_path_is_pasted_with_nothing_beside_it(tmp_path: Path) -> None:
    """2.11: it is nothing but the path that attaches, so a paste is one bracket with it and no Enter."""
    it = Toy(tmp_path)
    it.pty.feed(b"\x1b[?2004h" + toy.idle())
    await it.tile.look()
    await typist.paste(it.tile, "/tmp/a photo.png")
    assert it.pty.written == [b"\x1b[200~/tmp/a photo.png\x1b[201~"]


SAID = """\
    session:
      resume: { args: ["{id}"], exists: "{home}/a/{id}.jsonl" }
      transcript:
        id: id
        at: at
        said:
          - tool:
              id: id
              name: name
              input: input
              asks: { list: input.qs, question: q, options: os, label: l, description: d, many: m }
"""


def test_a_tool_has_its_whole_input_and_what_it_asks(read: Read) -> None:
    """2.13: tool.input is the path of a tool's input; tool.asks says where a question and its options stand."""
    session = read(SAID).session
    assert session is not None
    assert session.transcript is not None
    tool = session.transcript.said[0].tool
    assert tool is not None
    assert tool.input == "input"
    assert tool.asks is not None
    asks = tool.asks
    assert (asks.listing, asks.question, asks.options, asks.label) == ("input.qs", "q", "os", "l")
    assert (asks.description, asks.many) == ("d", "m")


def test_a_question_of_a_tool_is_read_with_its_options(read: Read) -> None:
    """2.13: what a tool asks is told with the labels that `choose` answers by number."""
    transcript = read(SAID).session.transcript  # type: ignore[union-attr]
    assert transcript is not None
    asked = {"q": "Which?", "os": [{"l": "Red", "d": "warm"}, {"l": "Blue"}, {"d": "no label"}], "m": True}
    record = {"id": "a", "at": "2026-11-01T00:00:00Z", "name": "Ask", "input": {"qs": [asked, {"os": []}]}}
    (entry,) = of_record(transcript, json.dumps(record))
    assert entry["tool"]["input"] == record["input"]
    options = [{"label": "Red", "description": "warm"}, {"label": "Blue"}]
    assert entry["tool"]["asks"] == [{"question": "Which?", "options": options, "many": True}]


def test_a_persons_start_never_takes_the_unattended_value(read: Read) -> None:
    """2.8, as we differ: only a start by another tile takes the value for a program that nobody sits at."""
    manifest = read("options: [{ id: mode, label: Mode, flag: --mode, unattended: all }]\n")
    assert arguments(manifest, {}) == []
    assert arguments(manifest, {}, unattended=True) == ["--mode", "all"]

"""Each statement of the published reference about agent files: one test, whose docstring says it in our words."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hivemind.detect.text import ScreenText
from hivemind.launch.options import arguments
from hivemind.manifest.manifest import Manifest, load
from hivemind.protocol.status import Reading, Status
from hivemind.tile.asks import AskBook

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
    assert entry.when(ScreenText.from_rows(["The News"]))
    assert entry.keys == ("escape",)


def test_a_dismissal_carries_keys_that_skip_and_nothing_that_answers(write: Write) -> None:
    """2.6: dismissing may only skip a screen, never grant: `allow` means nothing there."""
    path = write("spawn: { dismiss: [{ when: { contains: a }, keys: [escape], allow: [y] }] }\n")
    assert codes(path) == ["manifest.unknown_field"]


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
    assert detect.read(ScreenText.from_rows(["Trust this folder?"])).says == "trust"


def test_the_group_of_keys_is_that_of_the_screen(read: Read) -> None:
    """2.10: `permission` answers a permission screen, any other group the screen whose rule has that `says`."""
    manifest = read(TRUST)
    assert manifest.detect is not None
    reading = manifest.detect.read(ScreenText.from_rows(["Trust this folder?"]))
    assert manifest.answer[AskBook.group_of(reading)].allow == ("enter",)
    assert manifest.answer[AskBook.group_of(Reading(Status.PERMISSION))].allow == ("1",)


def test_rows_of_the_interface_are_not_its_speech(read: Read) -> None:
    """2.9.7: chrome recognises rows of the interface, row by row and untrimmed, and leaves the status alone."""
    detect = read(TRUST).detect
    assert detect is not None
    text = ScreenText.from_rows(["trust this", "done", "  > type here"])
    assert detect.last_line(text) == "done"
    assert detect.last_line(ScreenText.from_rows(["done", "> type here"])) == "> type here"
    assert detect.read(text).says == "trust"


def test_a_choice_is_typed_by_its_number(read: Read, write: Write) -> None:
    """2.10: in `choose`, {n} becomes the number of the option; keys without it are refused."""
    assert read("choose: ['{n}', enter]\n").choose == ("{n}", "enter")
    assert codes(write("choose: [enter]\n")) == ["manifest.choose_without_number"]


def test_keys_that_were_not_observed_are_left_out(read: Read) -> None:
    """2.10: an agent whose keys nobody has seen work has none; nothing is made up in their place."""
    manifest = read("")
    assert (manifest.answer, manifest.choose, manifest.interrupt) == ({}, (), ())


@pytest.mark.parametrize(("more", "takes"), [("", False), ("pastedImages: true\n", True)])
def test_pasted_images_are_a_statement(read: Read, more: str, *, takes: bool) -> None:
    """2.11: pastedImages says that a pasted image path attaches the image; without it nothing is assumed."""
    assert read(more).pasted_images is takes


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


def test_a_persons_start_never_takes_the_unattended_value(read: Read) -> None:
    """2.8, as we differ: only a start by another tile takes the value for a program that nobody sits at."""
    manifest = read("options: [{ id: mode, label: Mode, flag: --mode, unattended: all }]\n")
    assert arguments(manifest, {}) == []
    assert arguments(manifest, {}, unattended=True) == ["--mode", "all"]

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from hivemind.base import yamldoc
from hivemind.base.problems import Report
from hivemind.detect.line_tests import LINE_TESTS
from hivemind.detect.text import ScreenText
from hivemind.manifest.manifest import Manifest, from_node, load
from hivemind.manifest.parts.answer import AnswerKeys
from hivemind.manifest.parts.caps import Caps
from hivemind.manifest.parts.install import Install
from hivemind.manifest.parts.options import Option, OptionList
from hivemind.protocol.status import Status

Write = Callable[..., Path]


def test_the_least_file_is_a_manifest(write: Write) -> None:
    loaded = load(write())
    assert loaded.report.render() == ""
    assert loaded.manifest == Manifest(
        id="fake",
        label="Fake",
        bin="fake-agent",
        aliases=(),
        enabled=True,
        note="",
        caps=Caps(prompt_delivery="argv", turn_signal=False, resume="none", supervise="human", blocked_detection=False),
    )
    assert loaded.manifest.spawn.label == "{label} #{n}"


WHOLE = """\
    aliases: [fake, faker]
    note: only for tests
    minAppVersion: 2026.9.6
    spawn:
      args: [--quiet]
      label: "fake #{n}"
      titles: ["Fake - {task}"]
      dismiss:
        - when: { contains: "press enter" }
          keys: [Enter]
        - when: { contains: "hooks" }
          scope: { kind: tail, n: 2 }
          keys: [down, '2']
    options:
      - { id: model, label: Model, flag: --model, list: { args: [models] } }
      - id: mode
        label: Mode
        values: { plan: [--plan], yolo: [--all, now] }
        default: plan
        unattended: yolo
    install: { url: "https://example.org/get", command: npm install -g fake }
    detect:
      default: idle
      rules:
        - { when: { contains: "do you trust" }, then: blocked, says: trust }
        - { when: { contains: "esc to stop" }, then: working }
    answer:
      permission: { allow: ['1'], deny: [escape] }
      trust: { allow: [enter], deny: [down, enter] }
    choose: ['{n}']
    interrupt: [escape]
"""


def test_every_section_is_read(write: Write) -> None:
    loaded = load(write(WHOLE))
    assert loaded.report.render() == ""
    manifest = loaded.manifest
    assert manifest is not None
    assert manifest.aliases == ("fake", "faker")
    assert manifest.note == "only for tests"
    assert (manifest.spawn.args, manifest.spawn.label) == (("--quiet",), "fake #{n}")
    assert manifest.spawn.titles == ("Fake - {task}",)
    assert manifest.options == (
        Option(id="model", label="Model", flag="--model", listing=OptionList(("models",))),
        Option(
            id="mode",
            label="Mode",
            values={"plan": ("--plan",), "yolo": ("--all", "now")},
            default="plan",
            unattended="yolo",
        ),
    )
    assert manifest.install == Install("https://example.org/get", "npm install -g fake")
    assert manifest.answer == {
        "permission": AnswerKeys(("1",), ("escape",)),
        "trust": AnswerKeys(("enter",), ("down", "enter")),
    }
    assert (manifest.choose, manifest.interrupt) == (("{n}",), ("escape",))


def test_the_rules_read_a_screen(write: Write) -> None:
    manifest = load(write(WHOLE)).manifest
    assert manifest is not None
    assert manifest.detect is not None
    reading = manifest.detect.read(ScreenText(["Do you trust this folder?"]))
    assert (reading.status, reading.says) == (Status.BLOCKED, "trust")
    assert reading.rule is not None
    assert reading.rule.path == str(load(write(WHOLE)).path)
    assert manifest.detect.read(ScreenText(["> "])).status is Status.IDLE


def test_a_first_screen_is_told_by_its_text_and_its_scope(write: Write) -> None:
    manifest = load(write(WHOLE)).manifest
    assert manifest is not None
    enter, hooks = manifest.spawn.dismiss
    assert (enter.keys, hooks.keys) == (("Enter",), ("down", "2"))
    assert enter.when(ScreenText(["Press Enter", "a", "b", "c"]))
    assert hooks.when(ScreenText(["x", "the hooks", "b"]))
    assert not hooks.when(ScreenText(["the hooks", "a", "b"]))


def test_a_folder_is_read_as_its_agent_file(write: Write) -> None:
    path = write()
    assert load(path.parent).path == path
    assert load(path.parent).manifest == load(path).manifest


def test_a_missing_file_is_a_problem(tmp_path: Path) -> None:
    loaded = load(tmp_path / "agent.yaml")
    assert loaded.manifest is None
    assert loaded.report.render() == f"{tmp_path}/agent.yaml: error file.missing: no such file"


BROKEN = """\
manifestVersion: 1
id: Fake
lable: Fake
bin: /usr/bin/fake
enabled: yes
minAppVersion: 2026
caps:
  promptDelivery: argv
  turnSignal: false
  resume: none
  supervise: human
options:
  - { id: 1, label: One, flag: one }
detect:
  default: idle
  rules:
    - { when: { line: [{ contians: "x" }] }, then: working }
answer:
  permission: { allow: [1], deny: [escape] }
"""

RENDERED = """\
F:1:1: error manifest.missing_field: the key 'label' is missing
   1 | manifestVersion: 1
     | ^
F:1:18: error manifest.unsupported_version: manifestVersion: found the number 1, expected 2
   1 | manifestVersion: 1
     |                  ^
F:2:5: error manifest.bad_value: id: found 'Fake', expected 1 to 32 lowercase letters, digits and '-', the first no '-'
   2 | id: Fake
     |     ^^^^
F:3:1: warning manifest.unknown_field: unknown key 'lable'
   3 | lable: Fake
     | ^^^^^
  hint: did you mean 'label'? Keys here: manifestVersion, id, label, bin, caps, aliases, enabled, note, minAppVersion, \
spawn, options, install, detect, answer, choose, write, asks, interrupt, steer, pastedImages, session, launch, assets, hooks, home, \
icon, supervise
F:4:6: error manifest.bad_value: bin: found '/usr/bin/fake', expected a file name without '/' and '\\'
   4 | bin: /usr/bin/fake
     |      ^^^^^^^^^^^^^
F:5:10: error manifest.wrong_type: enabled: found 'yes', expected true or false
   5 | enabled: yes
     |          ^^^
  hint: write true
F:6:16: error manifest.wrong_type: minAppVersion: found the number 2026, expected text
   6 | minAppVersion: 2026
     |                ^^^^
  hint: quote it: '2026'
F:8:3: error manifest.missing_field: caps: the key 'blockedDetection' is missing
   8 |   promptDelivery: argv
     |   ^
F:13:11: error manifest.wrong_type: id: found the number 1, expected text
   13 |   - { id: 1, label: One, flag: one }
      |           ^
  hint: quote it: '1'
F:13:32: error manifest.bad_value: flag: found 'one', expected one or two dashes, then letters, digits, '_' and '-'
   13 |   - { id: 1, label: One, flag: one }
      |                                ^^^
F:17:26: error manifest.unknown_test: 'contians' is not a line test
   17 |     - { when: { line: [{ contians: "x" }] }, then: working }
      |                          ^^^^^^^^
  hint: did you mean 'contains'? Line tests: TESTS
F:19:25: error manifest.wrong_type: allow: found the number 1, expected text
   19 |   permission: { allow: [1], deny: [escape] }
      |                         ^
  hint: quote it: '1'"""


def test_every_problem_of_a_file_is_told_in_its_order(write: Write) -> None:
    path = write(good=BROKEN)
    loaded = load(path)
    assert loaded.manifest is None
    assert loaded.report.render().replace(str(path), "F") == RENDERED.replace("TESTS", ", ".join(LINE_TESTS))


def test_warnings_leave_the_manifest_usable(write: Write) -> None:
    path = write("futureThing: 1\n")
    loaded = load(path)
    assert [p.code for p in loaded.report] == ["manifest.unknown_field"]
    assert loaded.manifest is not None


def test_the_expected_id_is_the_folder_name(write: Write) -> None:
    path = write()
    loaded = load(path, expected_id="other")
    assert loaded.manifest is None
    assert loaded.report.render().replace(str(path), "F") == dedent(
        """\
        F:2:5: error manifest.folder_name: the id 'fake' is not the name of its folder, 'other'
           2 | id: fake
             |     ^^^^
          hint: rename the folder, or the id"""
    )


@pytest.mark.parametrize("text", ["[]", "x", "12", "~", "- id: fake"])
def test_a_file_that_is_no_mapping_is_one_problem(write: Write, text: str) -> None:
    loaded = load(write(good=text))
    assert loaded.manifest is None
    assert [p.code for p in loaded.report] == ["manifest.wrong_type"]


WORDS = st.sampled_from(
    [
        "id",
        "label",
        "bin",
        "caps",
        "spawn",
        "args",
        "dismiss",
        "when",
        "keys",
        "scope",
        "kind",
        "n",
        "options",
        "flag",
        "values",
        "default",
        "list",
        "install",
        "url",
        "detect",
        "rules",
        "then",
        "says",
        "line",
        "contains",
        "seq",
        "lit",
        "run",
        "any",
        "all",
        "not",
        "answer",
        "permission",
        "allow",
        "deny",
        "choose",
        "interrupt",
        "launch",
        "hcp",
        "session",
        "resume",
        "assets",
        "1",
        "true",
        "~",
        "2",
        "idle",
        "tail",
    ]
)
VALUES = st.recursive(
    WORDS | st.integers() | st.none() | st.booleans() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=5),
    max_leaves=25,
)


def as_yaml(value: object) -> str:
    """Flow style, every text quoted."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!s}: {as_yaml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_yaml, value)) + "]"
    if isinstance(value, str):
        return value if value.isalpha() and value.isascii() else "'x'"
    return {None: "~", True: "true", False: "false"}.get(value, str(value))  # type: ignore[call-overload, no-any-return]


@given(VALUES)
def test_any_yaml_gives_a_manifest_or_an_error(value: object) -> None:
    text = as_yaml(value)
    report = Report()
    root = yamldoc.parse(text, "f.yaml", report)
    manifest = None if root is None else from_node(root, report)
    assert (manifest is None) == bool(report.errors)
    report.render()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
@example(data=b"")
@example(data=b"\xff\xfe")
def test_any_bytes_give_a_manifest_or_an_error(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "agent.yaml"
    path.write_bytes(data)
    loaded = load(path)
    assert (loaded.manifest is None) == bool(loaded.report.errors)

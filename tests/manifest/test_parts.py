"""What each section of a manifest may hold, and the exact words for what it may not."""

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from hivemind.base import registry
from hivemind.detect.compile import EXPRESSIONS
from hivemind.detect.regions import KINDS
from hivemind.manifest.manifest import Manifest, _Head, load
from hivemind.manifest.part import Part

Write = Callable[..., Path]

CASES = {
    "caps: a word that does not exist": (
        "caps: { promptDelivery: typd, turnSignal: 1, resume: no, supervise: brokr, blockedDetection: false }",
        """\
        F:1:25: error manifest.bad_value: promptDelivery: found 'typd', expected 'argv' or 'typed'
           1 | caps: { promptDelivery: typd, turnSignal: 1, resume: no, supervise: brokr, blockedDetection: false }
             |                         ^^^^
          hint: did you mean 'typed'?
        F:1:43: error manifest.wrong_type: turnSignal: found the number 1, expected true or false
           1 | caps: { promptDelivery: typd, turnSignal: 1, resume: no, supervise: brokr, blockedDetection: false }
             |                                           ^
        F:1:54: error manifest.bad_value: resume: found 'no', expected 'cwd' or 'none' or 'tile'
           1 | caps: { promptDelivery: typd, turnSignal: 1, resume: no, supervise: brokr, blockedDetection: false }
             |                                                      ^^
          hint: did you mean 'none'?
        F:1:69: error manifest.bad_value: supervise: found 'brokr', expected 'broker' or 'human' or 'none'
           1 | caps: { promptDelivery: typd, turnSignal: 1, resume: no, supervise: brokr, blockedDetection: false }
             |                                                                     ^^^^^
          hint: did you mean 'broker'?""",
    ),
    "caps: nothing": (
        "caps:",
        """\
        F:1:1: error manifest.wrong_type: caps: found nothing, expected a mapping
           1 | caps:
             | ^^^^""",
    ),
    "spawn: wrong types": (
        "spawn: { args: -x, label: '', titles: [1] }",
        """\
        F:1:16: error manifest.wrong_type: args: found '-x', expected a list
           1 | spawn: { args: -x, label: '', titles: [1] }
             |                ^^
        F:1:27: error manifest.bad_value: label: found '', expected one line of text, not empty
           1 | spawn: { args: -x, label: '', titles: [1] }
             |                           ^^
        F:1:40: error manifest.wrong_type: titles: found the number 1, expected text
           1 | spawn: { args: -x, label: '', titles: [1] }
             |                                        ^
          hint: quote it: '1'""",
    ),
    "spawn: a dismissal with everything wrong": (
        "spawn:\n  dismiss:\n  - { when: { contians: x }, scope: { kind: tale }, keys: [] }\n  - { keys: [a] }\n  args: 1",
        """\
        F:3:15: error manifest.unknown_test: 'contians' is not a test
           3 |   - { when: { contians: x }, scope: { kind: tale }, keys: [] }
             |               ^^^^^^^^
          hint: did you mean 'contains'? Tests: TESTS
        F:3:45: error manifest.unknown_scope: 'tale' is not a kind of scope
           3 |   - { when: { contians: x }, scope: { kind: tale }, keys: [] }
             |                                             ^^^^
          hint: did you mean 'tail'? Kinds: KINDS
        F:3:59: error manifest.bad_value: keys: found 0 items, expected 1 to 4 keys
           3 |   - { when: { contians: x }, scope: { kind: tale }, keys: [] }
             |                                                           ^
        F:4:5: error manifest.missing_field: dismiss: the key 'when' is missing
           4 |   - { keys: [a] }
             |     ^
        F:5:9: error manifest.wrong_type: args: found the number 1, expected a list
           5 |   args: 1
             |         ^""",
    ),
    "options: ids": (
        "options:\n- { id: mode, label: A, flag: -m }\n- { id: mode, label: B, flag: --m }\n- { id: 1st, label: C, flag: m }",
        """\
        F:3:9: error manifest.duplicate_option: the option 'mode' occurs twice
           3 | - { id: mode, label: B, flag: --m }
             |         ^^^^
        F:4:9: error manifest.bad_value: id: found '1st', expected 1 to 32 lowercase letters, digits and '-', a letter first
           4 | - { id: 1st, label: C, flag: m }
             |         ^^^
        F:4:30: error manifest.bad_value: flag: found 'm', expected one or two dashes, then letters, digits, '_' and '-'
           4 | - { id: 1st, label: C, flag: m }
             |                              ^""",
    ),
    "options: twice the same": (
        "options:\n- { id: mode, label: A, flag: -m }\n- { id: mode, label: B, flag: --m }",
        """\
        F:3:9: error manifest.duplicate_option: the option 'mode' occurs twice
           3 | - { id: mode, label: B, flag: --m }
             |         ^^^^""",
    ),
    "options: neither flag nor values": (
        "options: [{ id: mode, label: A }]",
        """\
        F:1:17: error manifest.option_without_flag: the option 'mode' has neither flag nor values
           1 | options: [{ id: mode, label: A }]
             |                 ^^^^
          hint: say which flag sets it""",
    ),
    "options: values": (
        "options: [{ id: mode, label: A, values: { a: --a, b: [1] } }]",
        """\
        F:1:46: error manifest.wrong_type: a: found '--a', expected a list
           1 | options: [{ id: mode, label: A, values: { a: --a, b: [1] } }]
             |                                              ^^^
        F:1:55: error manifest.wrong_type: b: found the number 1, expected text
           1 | options: [{ id: mode, label: A, values: { a: --a, b: [1] } }]
             |                                                       ^
          hint: quote it: '1'""",
    ),
    "options: values that are never passed": (
        "options: [{ id: mode, label: A, values: { a: [] }, default: b, unattended: -c }]",
        """\
        F:1:61: warning manifest.unusable_value: the default 'b' is never passed: it is not among the values, and there is no flag
           1 | options: [{ id: mode, label: A, values: { a: [] }, default: b, unattended: -c }]
             |                                                             ^
        F:1:76: warning manifest.unusable_value: the unattended '-c' is never passed: a value that begins with '-' would be read as a flag
           1 | options: [{ id: mode, label: A, values: { a: [] }, default: b, unattended: -c }]
             |                                                                            ^^""",
    ),
    "install": (
        'install: { url: "http://x", command: "a\\nb" }',
        """\
        F:1:17: error manifest.bad_value: url: found 'http://x', expected an address that begins with https://
           1 | install: { url: "http://x", command: "a\\nb" }
             |                 ^^^^^^^^^^
        F:1:38: error manifest.bad_value: command: found 'a\\nb', expected one line of at most 300 characters, not empty
           1 | install: { url: "http://x", command: "a\\nb" }
             |                                      ^^^^^^""",
    ),
    "answer: half an answer, and a number": (
        "answer: { permission: { allow: [1] } }",
        """\
        F:1:23: error manifest.missing_field: permission: the key 'deny' is missing
           1 | answer: { permission: { allow: [1] } }
             |                       ^
        F:1:33: error manifest.wrong_type: allow: found the number 1, expected text
           1 | answer: { permission: { allow: [1] } }
             |                                 ^
          hint: quote it: '1'""",
    ),
    "interrupt: too many keys, and an empty one": (
        "interrupt: [a, b, '', d, e]",
        """\
        F:1:12: error manifest.bad_value: interrupt: found 5 items, expected 1 to 4 keys
           1 | interrupt: [a, b, '', d, e]
             |            ^
        F:1:19: error manifest.bad_value: interrupt: found '', expected a key name or text to type
           1 | interrupt: [a, b, '', d, e]
             |                   ^^""",
    ),
    "choose: always the same": (
        "choose: ['1', enter]",
        """\
        F:1:9: error manifest.choose_without_number: no key holds {n}, so every choice would pick the same option
           1 | choose: ['1', enter]
             |         ^
          hint: write '{n}' where the number is typed""",
    ),
    "detect: what its own room refuses": (
        "detect: { default: sleepy, rules: [] }",
        """\
        F:1:20: error manifest.bad_value: default: found 'sleepy', expected 'blocked' or 'idle' or 'permission' or 'question' or 'working'
           1 | detect: { default: sleepy, rules: [] }
             |                    ^^^^^^""",
    ),
}


@pytest.mark.parametrize(("section", "rendered"), CASES.values(), ids=CASES)
def test_a_section_says_what_is_wrong_with_it(write: Write, good: str, section: str, rendered: str) -> None:
    head = good if not section.startswith("caps") else good.split("caps:", maxsplit=1)[0]
    path = write(good=section + "\n" + head)
    expected = dedent(rendered).replace("TESTS", ", ".join(EXPRESSIONS)).replace("KINDS", ", ".join(KINDS))
    assert load(path).report.render().replace(str(path), "F") == expected


@pytest.mark.parametrize("url", ["https://", "https://a b", "HTTPS://a", "https://a\\u0007"])
def test_an_address_without_https_or_with_blanks_is_refused(write: Write, url: str) -> None:
    loaded = load(write(f'install: {{ url: "{url}" }}\n'))
    assert [p.code for p in loaded.report] == ["manifest.bad_value"]


@pytest.mark.parametrize("length", [1, 300])
def test_a_command_of_up_to_300_characters_is_taken(write: Write, length: int) -> None:
    loaded = load(write(f"install: {{ command: {'x' * length} }}\n"))
    assert loaded.report.render() == ""


def test_a_command_of_301_characters_is_refused(write: Write) -> None:
    assert load(write(f"install: {{ command: {'x' * 301} }}\n")).manifest is None


@pytest.mark.parametrize("flag", ["-m", "--model", "--Model_2-x", "-2"])
def test_flags_have_one_or_two_dashes(write: Write, flag: str) -> None:
    assert load(write(f'options: [{{ id: m, label: M, flag: "{flag}" }}]\n')).report.render() == ""


@pytest.mark.parametrize("flag", ["m", "-", "--", "---m", "-_m", "--m=", "--m m", "--m\\n"])
def test_other_flags_are_refused(write: Write, flag: str) -> None:
    loaded = load(write(f'options: [{{ id: m, label: M, flag: "{flag}" }}]\n'))
    assert [p.code for p in loaded.report] == ["manifest.bad_value"]


def test_an_option_may_have_values_alone(write: Write) -> None:
    assert load(write("options: [{ id: m, label: M, values: { default: [], x: [--x] } }]\n")).report.render() == ""


def test_each_section_that_is_read_has_its_place_in_the_file_and_in_the_manifest() -> None:
    parts = registry.load("hivemind.manifest.parts", Part)
    assert {"caps", "spawn", "options", "detect"} <= set(parts)
    assert set(parts) <= set(Manifest.__struct_fields__)
    assert set(parts) <= set(_Head.__struct_fields__)


@pytest.mark.parametrize(
    ("install", "hint"),
    [
        ("{ url: https://x.org }", "see https://x.org"),
        ("{ command: get x }", "install it with: get x"),
        ("{ url: https://x.org, command: get x }", "install it with: get x  (https://x.org)"),
        ("{}", ""),
    ],
)
def test_install_says_how_to_get_the_program(write: Write, install: str, hint: str) -> None:
    manifest = load(write(f"install: {install}\n")).manifest
    assert manifest is not None
    assert manifest.install.hint == hint

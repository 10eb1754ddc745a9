from textwrap import dedent
from typing import Annotated, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hivemind.base import schema, yamldoc
from hivemind.base.problems import Report, Where
from hivemind.base.schema import Rules
from hivemind.base.yamldoc import Node

LENIENT = Rules("thing", quiet=frozenset({"later"}))
STRICT = Rules("thing", is_strict=True, quiet=frozenset({"later"}))


class Inner(msgspec.Struct, frozen=True):
    keys: Annotated[tuple[Annotated[str, msgspec.Meta(min_length=1)], ...], msgspec.Meta(max_length=2)]
    raw: Node | None = None


class Thing(msgspec.Struct, frozen=True, rename="camel"):
    first_name: Annotated[str, msgspec.Meta(pattern=r"\A[a-z]+\Z", description="a lower-case word")]
    how_many: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1
    weight: float = 0.0
    is_on: bool = False
    kind: Literal["plain", "fancy"] = "plain"
    shade: Literal["dark", "light"] | None = None
    inner: Inner | None = None
    by_name: dict[str, tuple[int, ...]] = {}
    either: str | tuple[str, ...] = ""


def read(text: str, rules: Rules = LENIENT) -> tuple[Thing | None, Report]:
    report = Report()
    node = yamldoc.parse(dedent(text), "t.yaml", report)
    assert node is not None
    return schema.read(node, Thing, report, rules), report


def test_a_good_mapping_becomes_its_struct() -> None:
    text = """\
        firstName: ab
        howMany: 9
        weight: 3
        isOn: true
        kind: fancy
        inner: {keys: ['1', x]}
        byName: {a: [1, 2], b: []}
        either: [p, q]
    """
    thing, report = read(text)
    assert report.render() == ""
    assert thing == Thing(
        first_name="ab",
        how_many=9,
        weight=3.0,
        is_on=True,
        kind="fancy",
        inner=Inner(("1", "x")),
        by_name={"a": (1, 2), "b": ()},
        either=("p", "q"),
    )
    assert isinstance(thing.weight, float)


def test_fields_that_are_not_given_keep_their_defaults() -> None:
    assert read("firstName: ab")[0] == Thing("ab")


def test_a_field_of_type_node_is_left_to_somebody_else() -> None:
    thing, report = read("firstName: ab\ninner: {keys: [a], raw: {any: [thing, 1]}}")
    assert report.render() == ""
    assert thing is not None
    assert thing.inner is not None
    assert thing.inner.raw is not None
    assert schema.place(thing.inner.raw, "any", 1) == Where("t.yaml", 2, 39)


PROBLEMS = {
    "all at once": (
        """\
        howMany: ten
        isOn: 1
        inner:
          keys: [1, '', a]
        """,
        """\
        t.yaml:1:10: error thing.wrong_type: howMany: found 'ten', expected a whole number
           1 | howMany: ten
             |          ^^^
        t.yaml:2:7: error thing.wrong_type: isOn: found the number 1, expected true or false
           2 | isOn: 1
             |       ^
        t.yaml:4:9: error thing.bad_value: keys: found 3 items, expected at most 2 items
           4 |   keys: [1, '', a]
             |         ^
        t.yaml:4:10: error thing.wrong_type: keys: found the number 1, expected text
           4 |   keys: [1, '', a]
             |          ^
          hint: quote it: '1'
        t.yaml:4:13: error thing.bad_value: keys: found '', expected at least 1 character
           4 |   keys: [1, '', a]
             |             ^^
        t.yaml:1:1: error thing.missing_field: the key 'firstName' is missing
           1 | howMany: ten
             | ^""",
    ),
    "a bare digit where text is expected": (
        "firstName: a\ninner: {keys: [0x1]}",
        """\
        t.yaml:2:16: error thing.wrong_type: keys: found the number 1, expected text
           2 | inner: {keys: [0x1]}
             |                ^^^
          hint: quote it: '0x1'""",
    ),
    "empty text": (
        "firstName: a\ninner: {keys: ['']}",
        """\
        t.yaml:2:16: error thing.bad_value: keys: found '', expected at least 1 character
           2 | inner: {keys: ['']}
             |                ^^""",
    ),
    "a pattern in words": (
        "firstName: Ab",
        """\
        t.yaml:1:12: error thing.bad_value: firstName: found 'Ab', expected a lower-case word
           1 | firstName: Ab
             |            ^^""",
    ),
    "a word of yesterday": (
        "firstName: a\nisOn: yes",
        """\
        t.yaml:2:7: error thing.wrong_type: isOn: found 'yes', expected true or false
           2 | isOn: yes
             |       ^^^
          hint: write true""",
    ),
    "too small and too large": (
        "firstName: a\nhowMany: 0",
        """\
        t.yaml:2:10: error thing.bad_value: howMany: found the number 0, expected at least 1
           2 | howMany: 0
             |          ^""",
    ),
    "too large": (
        "firstName: a\nhowMany: 10",
        """\
        t.yaml:2:10: error thing.bad_value: howMany: found the number 10, expected at most 9
           2 | howMany: 10
             |          ^^""",
    ),
    "no such value of what may be missing": (
        "firstName: a\nshade: ligth",
        """\
        t.yaml:2:8: error thing.bad_value: shade: found 'ligth', expected 'dark' or 'light'
           2 | shade: ligth
             |        ^^^^^
          hint: did you mean 'light'?""",
    ),
    "no such value": (
        "firstName: a\nkind: fanci",
        """\
        t.yaml:2:7: error thing.bad_value: kind: found 'fanci', expected 'fancy' or 'plain'
           2 | kind: fanci
             |       ^^^^^
          hint: did you mean 'fancy'?""",
    ),
    "nothing where something is expected": (
        "firstName:\nkind: fancy",
        """\
        t.yaml:1:1: error thing.wrong_type: firstName: found nothing, expected text
           1 | firstName:
             | ^^^^^^^^^""",
    ),
    "none of a union": (
        "firstName: a\neither: {}",
        """\
        t.yaml:2:9: error thing.wrong_type: either: found a mapping, expected text or a list
           2 | either: {}
             |         ^""",
    ),
    "inside a free mapping": (
        "firstName: a\nbyName: {k: [1, x], l: 2}",
        """\
        t.yaml:2:17: error thing.wrong_type: k: found 'x', expected a whole number
           2 | byName: {k: [1, x], l: 2}
             |                 ^
        t.yaml:2:24: error thing.wrong_type: l: found the number 2, expected a list
           2 | byName: {k: [1, x], l: 2}
             |                        ^""",
    ),
    "missing inside": (
        "firstName: a\ninner: {raw: 1}",
        """\
        t.yaml:2:8: error thing.missing_field: inner: the key 'keys' is missing
           2 | inner: {raw: 1}
             |        ^""",
    ),
    "true is no number": (
        "firstName: a\nhowMany: true\nweight: false",
        """\
        t.yaml:2:10: error thing.wrong_type: howMany: found true, expected a whole number
           2 | howMany: true
             |          ^^^^
        t.yaml:3:9: error thing.wrong_type: weight: found false, expected a number
           3 | weight: false
             |         ^^^^^""",
    ),
    "not a mapping": (
        "[firstName]",
        """\
        t.yaml:1:1: error thing.wrong_type: found a list, expected a mapping
           1 | [firstName]
             | ^""",
    ),
    "long text is cut": (
        f"firstName: {'X' * 41}",
        f"""\
        t.yaml:1:12: error thing.bad_value: firstName: found '{"X" * 40}…', expected a lower-case word
           1 | firstName: {"X" * 41}
             |            {"^" * 41}""",
    ),
}


@pytest.mark.parametrize(("text", "rendered"), PROBLEMS.values(), ids=PROBLEMS)
def test_each_problem_says_what_was_found_and_expected(text: str, rendered: str) -> None:
    thing, report = read(text)
    assert report.render() == dedent(rendered)
    assert thing is None


UNKNOWN = """\
    t.yaml:2:1: {severity} thing.unknown_field: unknown key 'howMny'
       2 | howMny: 3
         | ^^^^^^
      hint: did you mean 'howMany'? Keys here: firstName, howMany, weight, isOn, kind, shade, inner, byName, either
    t.yaml:3:9: {severity} thing.unknown_field: unknown key 'q'
       3 | inner: {{q: 1, keys: []}}
         |         ^
      hint: Keys here: keys, raw"""


@pytest.mark.parametrize(("rules", "severity"), [(LENIENT, "warning"), (STRICT, "error")], ids=["lenient", "strict"])
def test_an_unknown_key_is_reported_as_the_rules_say(rules: Rules, severity: str) -> None:
    thing, report = read("firstName: a\nhowMny: 3\ninner: {q: 1, keys: []}\nlater: 1", rules)
    assert report.render() == dedent(UNKNOWN).format(severity=severity)
    assert thing == (Thing("a", inner=Inner(())) if severity == "warning" else None)


def test_errors_found_before_do_not_spoil_a_value() -> None:
    report = Report()
    node = yamldoc.parse("firstName: a\nfirstName: b\n", "t.yaml", report)
    assert node is not None
    assert schema.read(node, Thing, report, LENIENT) == Thing("a")


def test_a_place_that_does_not_exist_is_the_nearest_that_does() -> None:
    node = yamldoc.parse("a: [1, {b: 2}]", "t.yaml", Report())
    assert node is not None
    assert schema.place(node, "a", 1, "b") == Where("t.yaml", 1, 12)
    assert schema.place(node, "a", 2, "b") == Where("t.yaml", 1, 4)
    assert schema.place(node, "x") == Where("t.yaml", 1, 1)


def test_a_hint_names_the_nearest_word_and_all_of_them() -> None:
    assert schema.did_you_mean("modle", ["mode", "model"], "Keys") == "did you mean 'mode'? Keys: mode, model"
    assert schema.did_you_mean("zzz", ["mode", "model"], "Keys") == "Keys: mode, model"
    assert schema.did_you_mean("zzz", [], "Keys") == ""


SCALARS = st.none() | st.booleans() | st.integers(-20, 20) | st.floats(allow_nan=False) | st.text(max_size=5)
FIELDS = st.sampled_from(
    ["firstName", "howMany", "weight", "isOn", "kind", "inner", "byName", "either", "keys", "raw", "x", "later"]
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(FIELDS, inner, max_size=6), max_leaves=15
)


def to_node(value: object) -> Node:
    where = Where("t.yaml", 1, 1)
    if isinstance(value, list):
        return Node(where, tuple(map(to_node, value)))
    if isinstance(value, dict):
        return Node(where, {key: yamldoc.Entry(where, to_node(inner)) for key, inner in value.items()})
    assert value is None or isinstance(value, str | int | float | bool)
    return Node(where, value)


@given(VALUES, st.sampled_from([LENIENT, STRICT]))
def test_any_value_gives_a_struct_or_an_error(value: object, rules: Rules) -> None:
    report = Report("x")
    thing = schema.read(to_node(value), Thing, report, rules)
    assert (thing is None) == bool(report.errors)

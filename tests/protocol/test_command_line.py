from __future__ import annotations

import pytest

from hivemind.base.errors import UsageError
from hivemind.protocol.command_line import HIDDEN, help_for, parse, seconds, usage
from hivemind.verbs import all_verbs
from hivemind.verbs.answer import Answer
from hivemind.verbs.choose import Choose
from hivemind.verbs.spawn import Spawn
from hivemind.verbs.wait import Wait

VERBS = all_verbs()


@pytest.mark.parametrize(
    ("text", "expected"),
    [("500ms", 0.5), ("20s", 20.0), ("2m", 120.0), ("1h", 3600.0), ("1500", 1.5), ("0", 0.0), ("1.5s", 1.5)],
)
def test_a_duration_is_seconds_and_a_bare_number_milliseconds(text: str, expected: float) -> None:
    assert seconds(text, "--timeout") == pytest.approx(expected)


@pytest.mark.parametrize("text", ["", "s", "-1s", "1 s", "abc", "1e9s", "١s", "2 m", "1..5s"])
def test_anything_else_is_not_a_duration(text: str) -> None:
    with pytest.raises(UsageError, match="is not a duration"):
        seconds(text, "--timeout")


def test_a_command_after_two_dashes_is_taken_as_it_is() -> None:
    got = parse(["spawn", "--name", "x", "--", "sh", "-c", "echo --json", "--agent"], VERBS)
    assert got == Spawn(name="x", command=["sh", "-c", "echo --json", "--agent"])


def test_options_take_their_value_behind_an_equals_sign_too() -> None:
    assert parse(["spawn", "--agent=demo", "--prompt=a=b", "--rows", "40"], VERBS) == Spawn(
        agent="demo", prompt="a=b", rows=40
    )


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (["--resume"], "last"),
        (["--resume", "--json"], "last"),
        (["--resume", "--name=x"], "last"),
        (["--resume", "abc"], "abc"),
        (["--resume=abc"], "abc"),
        (["--resume", "last"], "last"),
        ([], None),
    ],
)
def test_an_option_may_mean_something_without_its_value(line: list[str], expected: str | None) -> None:
    got = parse(["spawn", "--agent", "demo", *line], VERBS)
    assert isinstance(got, Spawn)
    assert got.resume == expected
    assert "[--resume [RESUME]]" in usage(Spawn)


def test_positional_arguments_and_options_mix() -> None:
    assert parse(["answer", "--says", "trust", "t1", "allow", "--json"], VERBS) == Answer(
        tile="t1", decision="allow", says="trust"
    )
    assert parse(["choose", "t1", "3"], VERBS) == Choose(tile="t1", number=3)
    assert parse(["wait", "t1", "--until", "idle", "--timeout", "2m"], VERBS) == Wait(
        tile="t1", until="idle", timeout=120.0
    )


def test_a_dash_word_after_two_dashes_is_text() -> None:
    got = parse(["send", "t1", "--", "--not-an-option"], VERBS)
    assert (got.tile, got.text) == ("t1", "--not-an-option")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ([], "which command?"),
        (["anwser", "t1", "allow"], "no command 'anwser'"),
        (["answer", "t1"], "answer: DECISION is missing"),
        (["answer", "t1", "maybe"], "answer: DECISION is 'maybe', not allow or deny"),
        (["answer", "t1", "allow", "now"], "answer: 'now' is one word too many"),
        (["spawn", "--agnet", "demo"], "spawn: no option '--agnet'"),
        (["spawn", "--agent"], "spawn: --agent needs a value"),
        (["spawn", "--rows", "many"], "rows: 'many' is not a whole number"),
        (["choose", "t1", "-1"], "number: '-1' is not a whole number"),
        (["wait", "t1", "--until", "idle", "--timeout", "soon"], "--timeout: 'soon' is not a duration"),
        (["wait", "t1"], "wait: --until is missing"),
        (["spawn", "demo"], "spawn: 'demo' is one word too many"),
    ],
)
def test_a_wrong_line_says_what_is_wrong(line: list[str], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse(line, VERBS)
    assert caught.value.message == message
    assert caught.value.hint


def test_a_misspelt_word_is_guessed() -> None:
    with pytest.raises(UsageError) as caught:
        parse(["lst"], VERBS)
    assert caught.value.hint == "did you mean 'list'?"
    with pytest.raises(UsageError) as caught:
        parse(["spawn", "--promt", "x"], VERBS)
    assert caught.value.hint == "did you mean '--prompt'?"


@pytest.mark.parametrize("name", sorted(VERBS))
def test_every_verb_explains_itself_and_each_of_its_arguments(name: str) -> None:
    text = help_for([name, "--help"], VERBS)
    assert text is not None
    assert text.startswith(usage(VERBS[name]))
    for field in VERBS[name].__struct_fields__:
        assert f"\n  {field} " in text, f"{name}: {field} has no help"


def test_help_lists_every_command_for_people() -> None:
    text = help_for(["--help"], VERBS)
    assert text is not None
    for name in set(VERBS) - HIDDEN:
        assert f"\n  {name} " in text


def test_help_behind_two_dashes_belongs_to_the_program() -> None:
    assert help_for(["spawn", "--", "ls", "--help"], VERBS) is None


@pytest.mark.parametrize("name", sorted(VERBS))
def test_every_place_on_a_command_line_is_a_field(name: str) -> None:
    verb = VERBS[name]
    assert isinstance(verb.positional, tuple)
    assert set(verb.positional) <= set(verb.__struct_fields__)
    assert verb.rest is None or verb.rest in verb.__struct_fields__

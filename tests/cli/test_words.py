from __future__ import annotations

import pytest

from hivemind.base.errors import UsageError
from hivemind.cli.words import Form, parse

FORM = Form("hive x A [B]", "Does x.", least=1, most=2, flags=("--yes",), valued=("--dir",))


def test_flags_may_stand_anywhere_and_values_either_way() -> None:
    words = parse(["--yes", "a", "--dir", "d", "b", "--json"], FORM)
    assert words.given == ("a", "b")
    assert (words.flags, words.values) == (frozenset({"--yes", "--json"}), {"--dir": "d"})
    assert words.as_json
    assert parse(["a", "--dir=d=e"], FORM).values == {"--dir": "d=e"}
    assert words.word(5) == ""


def test_after_two_dashes_everything_is_a_word_and_one_is_a_file() -> None:
    assert parse(["--", "--yes"], FORM).given == ("--yes",)
    assert parse(["a", "-"], FORM).given == ("a", "-")


@pytest.mark.parametrize(
    ("argv", "said", "hint"),
    [
        ([], "a word is missing", "usage: hive x A [B]"),
        (["a", "b", "c"], "'c' is a word too many", "usage: hive x A [B]"),
        (["a", "--yess"], "no flag '--yess' here", "did you mean --yes? usage: hive x A [B]"),
        (["a", "--dir"], "--dir needs a value", "usage: hive x A [B]"),
        (["a", "--yes=1"], "no flag '--yes=1' here", "did you mean --yes? usage: hive x A [B]"),
    ],
)
def test_what_does_not_fit_is_said(argv: list[str], said: str, hint: str) -> None:
    with pytest.raises(UsageError) as raised:
        parse(argv, FORM)
    assert (raised.value.message, raised.value.hint) == (said, hint)


def test_help_needs_no_words() -> None:
    assert "--help" in parse(["--help"], FORM).flags
    assert "--help" in parse(["-h"], FORM).flags


@pytest.mark.parametrize("text", ["x", "0", "-1", "10001", "1.5", ""])
def test_a_number_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="--dir: found"):
        parse(["a", f"--dir={text}"], FORM).number("--dir", 1)


def test_a_number_or_what_stands_for_it() -> None:
    assert parse(["a", "--dir=12"], FORM).number("--dir", 1) == 12
    assert parse(["a"], FORM).number("--dir", 7) == 7

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hivemind.base.errors import BadRequestError
from hivemind.launch.options import arguments, checked_argument, choices
from hivemind.manifest.manifest import Manifest
from hivemind.manifest.parts.caps import Caps
from hivemind.manifest.parts.options import Option

Build = Callable[..., Manifest]

CAPS = Caps(prompt_delivery="argv", turn_signal=False, resume="none", supervise="human", blocked_detection=False)
MODE = Option(
    id="mode",
    label="Mode",
    flag="--mode",
    values={"all": ("--dangerous", "yes"), "none": ()},
    default="ask",
    unattended="all",
)
MODEL = Option(id="model", label="Model", flag="--model")
WORDS = Option(id="words", label="Words", values={"few": ("-f",), "many": ("-m",)}, unattended="many")


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ({}, ["--mode", "ask"]),
        ({"mode": "plan"}, ["--mode", "plan"]),
        ({"mode": "all"}, ["--dangerous", "yes"]),
        ({"mode": "none"}, []),
        ({"mode": ""}, ["--mode", "ask"]),
        ({"mode": "default"}, ["--mode", "ask"]),
        ({"mode": "yolo"}, ["--dangerous", "yes"]),
        ({"model": "big one"}, ["--mode", "ask", "--model", "big one"]),
        ({"words": "few", "model": "m"}, ["--mode", "ask", "--model", "m", "-f"]),
        ({"words": "yolo"}, ["--mode", "ask", "-m"]),
        ({"model": "yolo"}, ["--mode", "ask"]),
    ],
)
def test_choices_become_arguments_in_the_order_of_the_file(
    build: Build, chosen: dict[str, str], expected: list[str]
) -> None:
    assert arguments(build(MODE, MODEL, WORDS), chosen) == expected


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ({}, ["--dangerous", "yes", "-m"]),
        ({"mode": "plan"}, ["--mode", "plan", "-m"]),
        ({"mode": "default"}, ["--mode", "ask", "-m"]),
        ({"words": "few"}, ["--dangerous", "yes", "-f"]),
    ],
)
def test_with_nobody_there_what_was_not_named_is_unattended(
    build: Build, chosen: dict[str, str], expected: list[str]
) -> None:
    assert arguments(build(MODE, MODEL, WORDS), chosen, unattended=True) == expected


def test_an_option_may_have_a_yolo_of_its_own(build: Build) -> None:
    option = Option(id="mode", label="Mode", values={"yolo": ("-y",)}, unattended="other")
    assert arguments(build(option), {"mode": "yolo"}) == ["-y"]


def test_a_default_that_is_no_value_and_has_no_flag_passes_nothing(build: Build) -> None:
    option = Option(id="mode", label="Mode", values={"a": ("-a",)}, default="b")
    assert arguments(build(option), {}) == []


def test_a_default_that_would_be_read_as_a_flag_is_dropped(build: Build) -> None:
    assert arguments(build(Option(id="mode", label="Mode", flag="--mode", default="-x")), {}) == []


@pytest.mark.parametrize("flag", ["--mode", ""])
@pytest.mark.parametrize("value", ["-x", "default", "unnamed"])
def test_what_a_file_says_never_refuses_a_start(build: Build, flag: str, value: str) -> None:
    """2.8, steps 1 to 4 for `unattended`: none or a flag-like value is dropped, never an error."""
    option = Option(id="mode", label="Mode", flag=flag, values={"a": ("-a",)}, unattended=value)
    expected = [flag, value] if flag and value == "unnamed" else []
    assert arguments(build(option), {}, unattended=True) == expected
    assert arguments(build(option), {"mode": "yolo"}) == expected


REFUSED = {
    "no such option": (
        {"modle": "x"},
        "fake has no option 'modle'; it has: mode, model, words",
        "did you mean 'mode'?",
    ),
    "no such value": (
        {"words": "fwe"},
        "the words of fake cannot be 'fwe'; it can be: few, many, yolo",
        "did you mean 'few'?",
    ),
    "a flag": ({"model": "--help"}, "the model '--help' begins with '-' and would be read as a flag", ""),
    "a null character": ({"model": "a\0b"}, "the model holds a null character", ""),
}


@pytest.mark.parametrize(("chosen", "message", "hint"), REFUSED.values(), ids=REFUSED)
def test_what_the_agent_does_not_have_is_refused(build: Build, chosen: dict[str, str], message: str, hint: str) -> None:
    with pytest.raises(BadRequestError) as caught:
        arguments(build(MODE, MODEL, WORDS), chosen)
    assert (caught.value.message, caught.value.hint) == (message, hint)


def test_an_agent_without_options_says_so(build: Build) -> None:
    with pytest.raises(BadRequestError) as caught:
        arguments(build(), {"model": "x"})
    assert caught.value.message == "fake has no options, so no 'model'"


def test_nothing_chosen_for_an_option_that_is_not_there_is_nothing(build: Build) -> None:
    assert arguments(build(), {"model": "", "mode": "default"}) == []


@pytest.mark.parametrize(
    ("option", "expected"),
    [(MODE, ["all", "none", "ask", "yolo"]), (MODEL, []), (WORDS, ["few", "many", "yolo"])],
    ids=["mode", "model", "words"],
)
def test_choices_are_values_default_and_yolo(option: Option, expected: list[str]) -> None:
    assert choices(option) == expected


def test_choices_do_not_repeat() -> None:
    option = Option(id="m", label="M", values={"a": (), "yolo": ()}, default="a", unattended="yolo")
    assert choices(option) == ["a", "yolo"]


@given(st.text(min_size=1, max_size=8), st.booleans())
def test_a_value_is_passed_after_its_flag_or_refused(value: str, unattended: bool) -> None:
    option = Option(id="m", label="M", flag="--m", default="d")
    manifest = Manifest(id="f", label="F", bin="f", aliases=(), enabled=True, note="", caps=CAPS, options=(option,))
    try:
        got = arguments(manifest, {"m": value}, unattended=unattended)
    except BadRequestError:
        assert value.startswith("-") or "\0" in value or any("\ud800" <= c <= "\udfff" for c in value)
    else:
        assert got == ["--m", "d" if value in ("default", "yolo") else value]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a\0b", "it holds a null character"),
        ("\ud800", "it holds half a surrogate pair, which is no character"),
        ("ä" * 65_536, "it has 131072 bytes, at most 131071 fit into an argument"),
    ],
    ids=["null", "surrogate", "too long"],
)
def test_what_cannot_be_an_argument_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadRequestError) as caught:
        checked_argument(text, "it")
    assert caught.value.message == message


def test_bytes_that_are_no_text_pass_as_they_came() -> None:
    assert checked_argument("a\udcff", "it") == "a\udcff"
    assert checked_argument("x" * 131_071, "it") == "x" * 131_071

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hivemind.launch.titles import called, said, task_of, title_of
from hivemind.manifest.parts.spawn import Spawn
from tests.launch.conftest import Build

PI = ("π - {task} - {any}", "π - {any}")


@pytest.mark.parametrize(
    ("templates", "raw", "expected"),
    [
        ((), "  fix \t the\x07 nav ", "fix the nav"),
        ((), "⠋ ◐ ✻ · fix the nav", "fix the nav"),
        ((), "★☆○◗∙‣⁃*◆◇◦◌•❋ x ★", "x ★"),
        ((), "x" * 90, "x" * 80),
        ((), "", ""),
        (("Claude Code",), "✳ Claude Code", ""),
        (("Claude Code",), "claude code", "claude code"),
        (("Claude Code",), "Claude Code 2", "Claude Code 2"),
        (PI, "π - fix it - repo", "fix it"),
        (PI, "π - fix - it - repo", "fix"),
        (PI, "π - repo", ""),
        (PI, "π -", "π -"),
        (("{task} - {task}",), "a - b - c", "a"),
        (("{any}{task}",), "abc", "abc"),
        (("{task}",), "  ", ""),
        (("{any}Demo",), "fix Demo", ""),
        (("[{task}]{any}",), "[ a ] b", "a"),
        (("(.*) {task}",), "(.*) a", "a"),
    ],
)
def test_a_title_says(templates: tuple[str, ...], raw: str, expected: str) -> None:
    """2.7, steps 1 to 4: cleaned, signs off its front, the first template that fits the whole title."""
    assert said(templates, raw) == expected


def test_the_title_of_an_unknown_program_says_nothing(build: Build) -> None:
    """2.7, step 5."""
    assert title_of(None, "vim") == ""
    assert title_of(build(spawn=Spawn(titles=("at {task}",))), "at home") == "home"


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("fix the nav", "fix the nav"),
        ("\n  \n Fix the nav. Then run the tests.", "Fix the nav"),
        ("fix v1.2 of a.py: it fails", "fix v1.2 of a.py"),
        ("fix it - now", "fix it"),
        ("fix it \u2014 now", "fix it"),
        ("fix re-reads", "fix re-reads"),
        ("## Fix `the_nav` [now]!", "Fix thenav now"),
        ("https://example.com/1\nlook at [it](https://example.com/2) please", "look at it please"),
        ("fix \x1b[31mthe\tnav", "fix 31mthe nav"),
        ("say hello to every person who is in here now", "say hello to every person who is in\u2026"),
        ("x" * 41, "x" * 39 + "\u2026"),
        ("say " + "x" * 41, "say " + "x" * 35 + "\u2026"),
        ("y" * 40, "y" * 40),
        ("...", ""),
        ("", ""),
    ],
)
def test_a_prompt_says_what_a_tile_was_started_to_do(prompt: str, expected: str) -> None:
    """1.1: the first clause of the first line with words."""
    assert task_of(prompt) == expected


@pytest.mark.parametrize(
    ("is_given", "title", "task", "expected"),
    [(True, "t", "p", "n"), (False, "t", "p", "t"), (False, "", "p", "p"), (False, "", "", "n")],
)
def test_a_tile_is_called_in_the_order_person_title_prompt_label(
    is_given: bool,
    title: str,
    task: str,
    expected: str,
) -> None:
    """1.1."""
    assert called("n", is_given=is_given, title=title, task=task) == expected


def test_many_placeholders_stay_linear() -> None:
    assert said(("{any}a" * 40 + "b",), "a" * 80) == "a" * 80


PARTS = st.lists(st.sampled_from(["a", "b", "ab", "{task}", "{any}"]), min_size=1, max_size=6)


@given(PARTS, st.text("abc", max_size=8))
def test_a_template_takes_as_little_as_possible(parts: list[str], title: str) -> None:
    pattern = "".join({"{task}": "(.+?)", "{any}": ".*?"}.get(part, part) for part in parts)
    found = re.fullmatch(pattern, title)
    expected = title if found is None else (found[1] if found.groups() else "")
    assert said(("".join(parts),), title) == expected

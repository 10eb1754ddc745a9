"""The reference page of agent.yaml is what its generator makes today, and says every word that rules have."""

import re
from collections.abc import Mapping
from types import ModuleType

import pytest

from hivemind.detect import compile as compiler
from hivemind.detect import line_tests, regions, screen_tests, seq
from tests.house.source import generator_of

VOCABULARY: dict[str, Mapping[str, object]] = {
    "Expressions": compiler.EXPRESSIONS,
    "Helpers": screen_tests.HELPERS,
    "Tests on a line": line_tests.LINE_TESTS,
    "Terms of seq": seq.TERMS,
    "Kinds of scope": regions.KINDS,
}

PUBLISHED = (
    *("all", "any", "not", "contains", "containsCS", "line", "helper", "seq", "startsWith", "startsWithAny"),
    *("gerundAfterPrefix", "letterAfterPrefix", "numBeforeWord", "anyOf", "lit", "run", "upTo", "notNext", "end"),
    *("hasConfirmationPrompt", "hasInterruptPattern", "hasBrailleSpinner", "screen", "tail", "tailNonEmpty"),
)


@pytest.fixture(scope="module")
def generator() -> ModuleType:
    return generator_of("reference")


def test_the_reference_page_is_up_to_date(generator: ModuleType) -> None:
    assert generator.PAGE.read_text(encoding="utf-8") == generator.page(), "run: python docs/reference.py"


@pytest.mark.parametrize(("title", "table"), VOCABULARY.items(), ids=VOCABULARY)
def test_every_word_of_a_vocabulary_has_its_line(
    generator: ModuleType, title: str, table: Mapping[str, object]
) -> None:
    section = generator.page().split(f"\n### {title}\n")[1].split("\n#")[0]
    assert re.findall(r"^- `(\w+)`: .", section, re.MULTILINE) == list(table)


def test_the_additions_are_the_words_that_the_published_format_does_not_have(generator: ModuleType) -> None:
    """The published words stand in the tests once more: a new word of ours must be told as an addition."""
    told = re.search(r"Additions to the published format.*", generator.page())
    assert told is not None
    named = set(re.findall(r"`(\w+)`", told[0])) - {"asks", "scope"}
    ours = {word for words in VOCABULARY.values() for word in words}
    assert set(PUBLISHED) <= ours
    assert named == ours - set(PUBLISHED)


def test_every_key_says_whether_it_is_required_or_what_it_is_without(generator: ModuleType) -> None:
    rows = re.findall(r"^\| `\w+` \| ([^|]*) \|", generator.page(), re.MULTILINE)
    assert len(rows) > 100
    assert [row for row in rows if not (row == "required" or row.startswith("default "))] == []

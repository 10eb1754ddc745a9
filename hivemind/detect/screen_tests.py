"""The tests on a part of a screen: what may stand in `when`. A new one is one entry in `SCREEN_TESTS`.

`title` is an addition to the published vocabulary: line tests that must all hold on the window title, as
`title: [{startsWithAny: [braille]}]`. A screen without a title fails it.
"""

from __future__ import annotations

from collections.abc import Callable

from hivemind.base import schema
from hivemind.detect.line_tests import compile_all_of, is_braille
from hivemind.detect.regions import Scope
from hivemind.detect.seq import compile_seq
from hivemind.detect.text import Region, ScreenText
from hivemind.detect.vocabulary import Text, Use, Word

Test = Callable[[ScreenText], bool]
"""A screen to whether the test holds; pure, and in time proportional to the text."""

ScopedTest = Callable[[Scope], Test]
"""A test that still has to be told where it looks."""


def _contains(use: Use) -> ScopedTest | None:
    text: str | None = use.read(Text)
    if text is None:
        return None
    wanted = text.lower()
    return lambda scope: lambda screen: wanted in screen.region(scope).folded


def _contains_cs(use: Use) -> ScopedTest | None:
    text: str | None = use.read(Text)
    return None if text is None else lambda scope: lambda screen: text in screen.region(scope).text


def _line(use: Use) -> ScopedTest | None:
    test = compile_all_of(use)
    if test is None:
        return None
    return lambda scope: lambda screen: any(test(line, low) for line, low in screen.region(scope).lines)


def _title(use: Use) -> ScopedTest | None:
    test = compile_all_of(use)
    if test is None:
        return None
    return lambda _scope: lambda screen: any(test(line, low) for line, low in screen.title.lines)


def _seq(use: Use) -> ScopedTest | None:
    seq = compile_seq(use)
    if seq is None:
        return None
    matches = seq.matches
    if seq.in_lower_case:
        return lambda scope: lambda screen: any(map(matches, screen.region(scope).folded_rows))
    return lambda scope: lambda screen: any(map(matches, screen.region(scope).rows))


def _has_confirmation(region: Region) -> bool:
    text = region.folded
    at = text.find("do you want")
    if at < 0:
        at = text.find("would you like")
    return at >= 0 and (text.find("yes", at) >= 0 or text.find("❯", at) >= 0)


def _has_interrupt(region: Region) -> bool:
    # "esc to interrupt" and "ctrl+c to interrupt" are the published forms; the first is two words that count anywhere
    text = region.folded
    return "interrupt" in text and ("esc" in text or "ctrl+c to interrupt" in text)


def _has_spinner(region: Region) -> bool:
    return any(is_braille(line[:1]) for line, _low in region.lines)


HELPERS: dict[str, Callable[[Region], bool]] = {
    "hasConfirmationPrompt": _has_confirmation,
    "hasInterruptPattern": _has_interrupt,
    "hasBrailleSpinner": _has_spinner,
}
"""Ready-made tests, by the name that `helper` gives."""


def _helper(use: Use) -> ScopedTest | None:
    name: str | None = use.read(Text)
    if name is None:
        return None
    holds = HELPERS.get(name)
    if holds is None:
        hint = schema.did_you_mean(name, HELPERS, "Helpers")
        use.report.add(use.node.where, "manifest.unknown_test", f"'{name}' is not a helper", hint=hint)
        return None
    return lambda scope: lambda screen: holds(screen.region(scope))


SCREEN_TESTS: dict[str, Word[ScopedTest]] = {
    "contains": Word(_contains),
    "containsCS": Word(_contains_cs),
    "line": Word(_line),
    "helper": Word(_helper),
    "seq": Word(_seq, modifiers=("at", "ci")),
    "title": Word(_title),
}
"""Every test that looks at a screen."""

"""The tests on a part of a screen: what may stand in `when`. A new one is one entry in `SCREEN_TESTS`.

`title` is an addition to the published vocabulary: line tests that must all hold on the window title, as
`title: [{startsWithAny: [braille]}]`. A screen without a title fails it. So are `record` and `progress`: what the
program says of itself (OSC 7501, its root record) and how it draws its progress (OSC 9;4), as
`record: {state: [working], kind: [permission], app: codex}` and `progress: {state: [normal, unknown]}`. What is given
must all match; where the program says nothing, the test fails.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

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


REMEMBERED_ROWS = 4096
"""Rows whose result a test on rows keeps: from one screen to the next few rows are new."""


def _remembered(test: Callable[[str, str], bool]) -> Callable[[tuple[str, str]], bool]:
    """The test on a row and the same in lower case, its results kept by row."""
    known: dict[str, bool] = {}

    def look(pair: tuple[str, str]) -> bool:
        row = pair[0]
        held = known.get(row)
        if held is None:
            if len(known) >= REMEMBERED_ROWS:
                known.clear()
            held = known[row] = test(row, pair[1])
        return held

    return look


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
    look = _remembered(test)
    return lambda scope: lambda screen: any(map(look, screen.region(scope).lines))


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
    look = _remembered((lambda _row, low: matches(low)) if seq.in_lower_case else (lambda row, _low: matches(row)))
    return lambda scope: lambda screen: any(map(look, screen.region(scope).pairs))


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


_States = Annotated[tuple[Literal["idle", "working", "done", "blocked", "error"], ...], Meta(min_length=1)]
_Kinds = Annotated[tuple[Literal["permission", "question", "auth"], ...], Meta(min_length=1)]
_Bars = Annotated[tuple[Literal["normal", "error", "unknown", "paused"], ...], Meta(min_length=1)]


class _RecordFields(msgspec.Struct, frozen=True):
    """A `record` as it is written."""

    state: _States | None = None
    kind: _Kinds | None = None
    app: Text | None = None


class _ProgressFields(msgspec.Struct, frozen=True):
    """A `progress` as it is written."""

    state: _Bars


def _record(use: Use) -> ScopedTest | None:
    wanted: _RecordFields | None = use.read(_RecordFields)
    if wanted is None:
        return None
    state, kind, app = wanted.state, wanted.kind, wanted.app
    if state is None and kind is None and app is None:
        use.refuse("says nothing", hint="give it 'state', 'kind' or 'app'")
        return None

    def test(screen: ScreenText) -> bool:
        record = screen.record
        return (
            record is not None
            and (state is None or record.state.value in state)
            and (kind is None or record.kind in kind)
            and (app is None or record.app == app)
        )

    return lambda _scope: test


def _progress(use: Use) -> ScopedTest | None:
    wanted: _ProgressFields | None = use.read(_ProgressFields)
    if wanted is None:
        return None
    states = wanted.state
    return lambda _scope: lambda screen: screen.progress is not None and screen.progress.state.value in states


SCREEN_TESTS: dict[str, Word[ScopedTest]] = {
    "contains": Word(_contains),
    "containsCS": Word(_contains_cs),
    "line": Word(_line),
    "helper": Word(_helper),
    "seq": Word(_seq, modifiers=("at", "ci")),
    "title": Word(_title),
    "record": Word(_record),
    "progress": Word(_progress),
}
"""Every test that looks at a screen."""

"""The tests on a part of a screen: what may stand in `when`. A new one is one entry in `SCREEN_TESTS`.

`title` is an addition to the published vocabulary: line tests that must all hold on the window title, as
`title: [{startsWithAny: [braille]}]`. A screen without a title fails it. So are `record` and `progress`: what the
program says of itself (OSC 7501, its root record) and how it draws its progress (OSC 9;4), as
`record: {state: [working], kind: [permission], app: codex}` and `progress: {state: [normal, unknown]}`. What is given
must all match; where the program says nothing, the test fails.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from hivemind.base import schema
from hivemind.detect.expressions import All, AnyOf, BesideTest, Expression, RegionTest, RowTest
from hivemind.detect.line_tests import compile_all_of, is_braille
from hivemind.detect.seq import compile_seq
from hivemind.detect.text import Region, ScreenText
from hivemind.detect.vocabulary import Text, Use, Word


def _contains(use: Use) -> Expression | None:
    text: str | None = use.read(Text)
    if text is None:
        return None
    wanted = text.lower()
    if "\n" in wanted:
        return RegionTest(lambda region: wanted in region.folded)
    return RowTest(lambda _row, low: wanted in low, use.node)


def _contains_cs(use: Use) -> Expression | None:
    text: str | None = use.read(Text)
    if text is None:
        return None
    if "\n" in text:
        return RegionTest(lambda region: text in region.text)
    return RowTest(lambda row, _low: text in row, use.node)


def _line(use: Use) -> Expression | None:
    test = compile_all_of(use)
    if test is None:
        return None
    return RowTest(test, use.node, is_trimmed=True)


def _title(use: Use) -> Expression | None:
    test = compile_all_of(use)
    if test is None:
        return None
    return BesideTest(lambda screen: bool(screen.title) and test(screen.title, screen.title.lower()))


def _seq(use: Use) -> Expression | None:
    seq = compile_seq(use)
    if seq is None:
        return None
    matches = seq.matches
    if seq.in_lower_case:
        return RowTest(lambda _row, low: matches(low), use.node)
    return RowTest(lambda row, _low: matches(row), use.node)


def _has(text: str) -> RowTest:
    return RowTest(lambda _row, low: text in low)


def _confirms(region: Region) -> bool:
    text = region.folded
    at = text.find("do you want")
    if at < 0:
        at = text.find("would you like")
    return text.find("yes", at) >= 0 or text.find("❯", at) >= 0


HELPERS: dict[str, Expression] = {
    "hasConfirmationPrompt": All((AnyOf((_has("do you want"), _has("would you like"))), RegionTest(_confirms))),
    # "esc to interrupt" and "ctrl+c to interrupt" are the published forms; the first is two words that count anywhere
    "hasInterruptPattern": All((_has("interrupt"), AnyOf((_has("esc"), _has("ctrl+c to interrupt"))))),
    "hasBrailleSpinner": RowTest(lambda row, _low: is_braille(row.lstrip()[:1])),
}
"""Ready-made tests, by the name that `helper` gives."""


def _helper(use: Use) -> Expression | None:
    name: str | None = use.read(Text)
    if name is None:
        return None
    if name not in HELPERS:
        hint = schema.did_you_mean(name, HELPERS, "Helpers")
        use.report.add(use.node.where, "manifest.unknown_test", f"'{name}' is not a helper", hint=hint)
    return HELPERS.get(name)


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


def _record(use: Use) -> Expression | None:
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

    return BesideTest(test)


def _progress(use: Use) -> Expression | None:
    wanted: _ProgressFields | None = use.read(_ProgressFields)
    if wanted is None:
        return None
    states = wanted.state
    return BesideTest(lambda screen: screen.progress is not None and screen.progress.state.value in states)


SCREEN_TESTS: dict[str, Word[Expression]] = {
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

"""Expressions as authors write them: what they hold for, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from hivemind.base import yamldoc
from hivemind.base.problems import Report
from hivemind.detect.compile import compile_expression
from hivemind.detect.text import ScreenText

Holds = Callable[..., bool]
Wrong = Callable[[str], list[str]]


@pytest.fixture
def holds() -> Holds:
    """Whether an expression, as YAML, holds on rows."""

    def ask(
        expression: str, rows: str | Sequence[str], *, title: str = "", cursor: tuple[int, int] | None = None
    ) -> bool:
        report = Report()
        node = yamldoc.parse(expression, "agent.yaml", report)
        assert node is not None, report.render()
        test = compile_expression(node, report)
        assert test is not None, report.render()
        rows = rows.split("\n") if isinstance(rows, str) else rows
        return test(ScreenText(rows, title, cursor))

    return ask


@pytest.fixture
def wrong() -> Wrong:
    """The problems of an expression, as `line:column code: message | hint`."""

    def ask(expression: str) -> list[str]:
        report = Report()
        node = yamldoc.parse(expression, "agent.yaml", report)
        assert node is not None, report.render()
        test = compile_expression(node, report)
        assert (test is None) == bool(report.errors)
        return [
            f"{p.where.line}:{p.where.column} {p.code}: {p.message}" + (f" | {p.hint}" if p.hint else "")
            for p in report
        ]

    return ask

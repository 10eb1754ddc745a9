"""Every theme can be read; two of them by people who see less, or other, colours."""

from __future__ import annotations

from itertools import combinations

import pytest
from textual.color import Color

from hivemind.tui.themes import COLOUR_BLIND, HIGH_CONTRAST, contrast, names, palette

WRITTEN = ("text", "dim", "focus", "attention", "working", "good", "warning")

DEUTERANOPIA = ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969))
PROTANOPIA = ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052))
"""What is seen of red, green and blue without one kind of cone (Machado, Oliveira and Fernandes 2009, severity 1.0)."""


def seen(colour: Color, matrix: tuple[tuple[float, float, float], ...]) -> tuple[float, ...]:
    linear = [(value / 255) ** 2.2 for value in colour.rgb]
    mixed = [max(0.0, min(1.0, sum(k * v for k, v in zip(row, linear, strict=True)))) for row in matrix]
    return tuple(value ** (1 / 2.2) * 255 for value in mixed)


def test_an_unknown_theme_is_none() -> None:
    assert palette("no-such-theme") is None
    assert palette("ansi-dark") is None


@pytest.mark.parametrize("name", names())
def test_what_a_theme_writes_can_be_read(name: str) -> None:
    found = palette(name)
    assert found is not None
    low = {
        (key, under): contrast(Color.parse(getattr(found, key)), Color.parse(getattr(found, under)))
        for key in WRITTEN
        for under in ("background", "raised")
    }
    assert {where: round(value, 2) for where, value in low.items() if value < 4.5} == {}


@pytest.mark.parametrize("name", names())
def test_what_stands_on_a_colour_can_be_read(name: str) -> None:
    """Who needs a person, the waiting prefix and a lost connection are written on their colour."""
    found = palette(name)
    assert found is not None
    under = Color.parse(found.background)
    low = {key: contrast(Color.parse(getattr(found, key)), under) for key in ("attention", "focus", "warning")}
    assert {key: round(value, 2) for key, value in low.items() if value < 4.5} == {}


def test_high_contrast_means_seven_to_one() -> None:
    grounds = [Color.parse(HIGH_CONTRAST.background), Color.parse(HIGH_CONTRAST.raised)]
    low = [key for key in WRITTEN for under in grounds if contrast(Color.parse(getattr(HIGH_CONTRAST, key)), under) < 7]
    assert low == []


@pytest.mark.parametrize("matrix", [DEUTERANOPIA, PROTANOPIA], ids=["deuteranopia", "protanopia"])
def test_the_colour_blind_theme_keeps_what_matters_apart(matrix: tuple[tuple[float, float, float], ...]) -> None:
    colours = {
        key: seen(Color.parse(getattr(COLOUR_BLIND, key)), matrix) for key in ("attention", "working", "warning")
    }
    near = [
        pair
        for pair in combinations(colours, 2)
        if sum((a - b) ** 2 for a, b in zip(colours[pair[0]], colours[pair[1]], strict=True)) ** 0.5 < 60
    ]
    assert near == []

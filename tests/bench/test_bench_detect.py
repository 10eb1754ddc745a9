from __future__ import annotations

import itertools
from typing import Any

import pytest

from bench import detect
from bench.__main__ import BENCHMARKS, table


@pytest.mark.parametrize("size", detect.SIZES)
@pytest.mark.parametrize("state", detect.STATES)
def test_a_frame_has_one_row_that_the_frame_before_has_not(size: tuple[int, int], state: str) -> None:
    screens = detect.frames(state, *size, 20)
    assert {len(rows) for rows in screens} == {size[1]}
    assert all(len(row) <= size[0] for rows in screens for row in rows)
    assert all(len(set(new) - set(old)) == 1 for old, new in itertools.pairwise(screens))


def test_the_three_readers_of_the_synthetic_rules_read_the_same_and_idle_misses_every_rule() -> None:
    those = detect.readers("synthetic")
    said = {state: {read(detect.frames(state, 100, 30, 1)[0]) for read in those.values()} for state in detect.STATES}
    assert said == {"working": {4}, "blocked": {0}, "idle": {-1}}


def test_readers_that_differ_stop_the_benchmark() -> None:
    with pytest.raises(SystemExit, match="synthetic"):
        detect.agree("synthetic", {"ours": lambda _rows: 1, "re": lambda _rows: 2}, [("x",)])


@pytest.mark.parametrize("name", detect.RULES)
def test_a_measurement_has_a_figure_for_each_and_both_ratios(name: str) -> None:
    found: dict[str, Any] = dict(detect.one_screen(name, (100, 30), "idle", 1))
    assert found["ratio_vs_naive"] == pytest.approx(found["naive_us"] / found["ours_us"], rel=0.1)
    assert found["ratio_vs_re"] == pytest.approx(found["re_us"] / found["ours_us"], rel=0.1)
    assert table([found]).startswith("detect")


def test_detect_is_a_benchmark_by_name() -> None:
    assert "detect" in BENCHMARKS

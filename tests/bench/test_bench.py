from __future__ import annotations

import json
import math
import random
from pathlib import Path

import pytest

from bench import fairness, feeder, terminal
from bench.__main__ import table
from bench.workloads import MADE, RESET, made, recordings

NAMES = ["a_ascii", "b_dense", "b_color", "c_tui", "d_unicode", "e_ink", "f_diffink"]

TINY = terminal.Extent(size=6_000, recorded=6_000, pyte=2_000, rounds=1, seconds=60.0)


def test_the_made_streams_are_the_seven() -> None:
    assert [stream.__name__ for stream in MADE] == NAMES


@pytest.mark.parametrize("stream", MADE, ids=NAMES)
def test_a_made_stream_is_the_same_every_time(stream: object) -> None:
    random.seed()
    assert made(stream, 300_000).parts == made(stream, 300_000).parts  # type: ignore[arg-type]


@pytest.mark.parametrize("stream", MADE, ids=NAMES)
def test_a_made_stream_has_the_size_that_was_asked_for_and_no_part_more(stream: object) -> None:
    load = made(stream, 300_000)  # type: ignore[arg-type]
    assert len(load.data) >= 300_000 > len(load.data) - len(load.parts[-1])


@pytest.mark.parametrize("stream", MADE, ids=NAMES)
def test_a_longer_stream_begins_as_a_shorter_one(stream: object) -> None:
    short, long = made(stream, 10_000), made(stream, 300_000)  # type: ignore[arg-type]
    assert long.data.startswith(short.data)


SIZES = {
    "a_ascii": (100, 150),
    "b_dense": (200_000, 280_000),
    "b_color": (80, 130),
    "c_tui": (3_500, 5_000),
    "d_unicode": (90, 160),
    "e_ink": (2_000, 2_900),
    "f_diffink": (100, 150),
}
"""Bytes of a part on the average: a line, a screen, a tick."""


@pytest.mark.parametrize("stream", MADE, ids=NAMES)
def test_parts_are_as_long_as_those_of_the_programs_they_stand_for(stream: object) -> None:
    load = made(stream, 900_000)  # type: ignore[arg-type]
    low, high = SIZES[load.name]
    assert low <= len(load.data) / len(load.parts) <= high


def test_a_sample_of_a_made_stream_is_its_beginning() -> None:
    load = made(MADE[5], 50_000)
    assert load.data[:20_000] == load.sample(20_000).data


def cast(folder: Path, name: str, *events: tuple[float, str, str]) -> None:
    path = folder / "demo" / f"{name}.cast"
    path.parent.mkdir(exist_ok=True)
    lines: list[object] = [{"version": 2, "width": 80, "height": 24}, *events]
    path.write_text("\n".join(map(json.dumps, lines)))


def test_recordings_are_the_output_of_all_each_from_a_reset_terminal(tmp_path: Path) -> None:
    cast(tmp_path, "one", (0.1, "o", "ab"), (0.2, "i", "x"), (0.3, "r", "90x30"), (0.4, "o", "é"))
    cast(tmp_path, "two", (0.1, "m", "mark"), (0.2, "o", "cd"))
    assert recordings(folder=tmp_path).data == f"{RESET}abé{RESET}cd".encode()


def test_a_sample_of_recordings_has_something_of_several(tmp_path: Path) -> None:
    for name in "abcdef":
        cast(tmp_path, name, (0.1, "o", name * 1000))
    taken = recordings(800, tmp_path).data
    assert len(taken) <= 800
    assert sum(name.encode() * 50 in taken for name in "abcdef") >= 5


def test_the_shipped_recordings_are_many() -> None:
    assert len(recordings().parts) > 50


@pytest.mark.parametrize("name", feeder.TERMINALS)
def test_a_feed_costs_time_and_loses_nothing(name: str) -> None:
    measured = feeder.measure(name, made(MADE[0], 40_000).data)
    assert measured["seconds"] > 0
    assert measured["raised"] == 0


def test_what_a_peer_raises_is_counted() -> None:
    assert feeder.measure("pyte", b"ab\x1b[?6n")["raised"] == 1


def test_means_are_geometric_and_know_the_lowest() -> None:
    found: list[terminal.Figures] = [
        {"workload": "a", "mb_per_cpu_s": 2.0, "ratio_vs_pyte": 10.0, "ratio_vs_tmux": 0.5},
        {"workload": "b", "mb_per_cpu_s": 8.0, "ratio_vs_pyte": 40.0, "ratio_vs_tmux": 2.0},
    ]
    last = terminal.means(found)
    assert (last["mb_per_cpu_s"], last["ratio_vs_pyte"], last["ratio_vs_tmux"]) == (4.0, 20.0, 1.0)
    assert last["lowest_vs_tmux"] == 0.5


def test_without_a_peer_its_ratio_is_null_and_says_why() -> None:
    case = terminal.Case("a", Path(), 1000, Path(), 100, {"ours": [1.0], "pyte": [1.0], "tmux": []})
    figures = case.figures()
    assert (figures["ratio_vs_tmux"], figures["note"]) == (None, terminal.NO_TMUX)
    assert terminal.means([figures])["note"] == terminal.NO_TMUX


def test_a_percentile_is_a_value_that_was_measured() -> None:
    values = [float(n) for n in range(100)]
    assert [fairness.percentile(values, share) for share in (0.0, 0.5, 0.99, 1.0)] == [0.0, 50.0, 99.0, 99.0]


def test_what_a_flood_adds_is_held_against_what_it_may() -> None:
    quiet, beside_one, beside_six = [0.004] * 100, [0.007] * 98 + [0.030] * 2, [0.1] * 100
    found = fairness.figures({0: quiet, 1: beside_one, 6: beside_six})
    assert [(f["flooding"], f["added_p50_ms"], f["added_p99_ms"], f["ok"]) for f in found] == [
        (0, 0.0, 0.0, True),
        (1, 3.0, 26.0, False),
        (6, 96.0, 96.0, True),
    ]


def test_a_table_has_a_line_for_each_object_and_its_notes() -> None:
    text = table([{"bench": "x", "load": "a", "n": 12345}, {"bench": "x", "load": "bb", "n": None, "note": "why"}])
    assert text.splitlines() == ["x", "load       n", "a     12,345", "bb         -", "bb: why"]


@pytest.mark.live
def test_a_tiny_run_has_a_line_for_each_workload_and_the_means() -> None:
    found = [json.loads(json.dumps(figures)) for figures in terminal.run(TINY)]
    assert [figures["workload"] for figures in found] == [*NAMES, "recordings", "geometric_mean"]
    for figures in found:
        assert figures["bench"] == "terminal"
        assert figures["mb_per_cpu_s"] > 0
        assert figures["ratio_vs_pyte"] > 0
        assert figures["ratio_vs_tmux"] is None or figures["ratio_vs_tmux"] > 0
    product = math.prod(figures["mb_per_cpu_s"] for figures in found[:-1])
    assert found[-1]["mb_per_cpu_s"] == pytest.approx(product ** (1 / 8), rel=0.01)

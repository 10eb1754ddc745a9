"""The bench of the UI's speed: what it makes of what it measured. Measuring itself takes a daemon and is no test."""

from __future__ import annotations

from bench import echo
from bench.mover import frame, rows
from bench.outer import Outer, Typed
from bench.terminal import Figures
from hivemind.protocol.screen import Size
from hivemind.terminal.emulator import Emulator


def outer(tmp_path: object = "/") -> Outer:
    return Outer(("true",), env={}, cwd=tmp_path, size=Size(24, 80))  # type: ignore[arg-type]


def test_an_echo_is_the_screen_that_shows_the_key_behind_those_before_it() -> None:
    typed = [Typed(1.0, "ABC"), Typed(2.0, "ABCD")]
    noted = [(1.1, b"AB"), (1.25, b"C"), (2.5, b"D")]
    assert outer().times(typed, noted) == [0.25, 0.5]


def test_an_echo_inside_a_frame_counts_when_the_frame_ends() -> None:
    noted = [(1.1, b"\x1b[?2026hABC"), (1.5, b"\x1b[?2026l")]
    assert outer().times([Typed(1.0, "ABC")], noted) == [0.5]


def test_letters_inside_a_sequence_are_no_echo_and_an_echo_that_never_comes_is_none() -> None:
    noted = [(1.1, b"\x1b]0;ABC\x07"), (1.2, b"\x1b[1;1H")]
    assert outer().times([Typed(1.0, "ABC")], noted) == [None]


def test_what_stood_there_before_a_key_was_pressed_is_not_its_echo() -> None:
    assert outer().times([Typed(1.0, "A"), Typed(3.0, "A")], [(1.1, b"A"), (2.0, b"x"), (3.5, b"y")]) == [
        0.10000000000000009,
        0.5,
    ]


def test_the_best_round_counts_of_each_figure() -> None:
    assert echo.best([[0.001, 0.002, 0.009], [0.003, 0.003, 0.004]]) == {"p50_ms": 2.0, "p99_ms": 4.0}


def test_a_program_that_redraws_itself_shows_its_last_frame_and_no_capitals() -> None:
    emulator = Emulator(Size(24, 80))
    for tick in range(5):
        emulator.feed(frame("mover3", tick))
    shown = [row.text for row in emulator.snapshot().lines if row.text]
    assert len(shown) == len(rows("mover3", 4))
    assert shown[0] == "● mover3 ready"
    assert shown[-1].endswith("frame 4")
    assert "".join(shown) == "".join(shown).lower()


def measured(p50: float = 2.0, busy: float = 20.0) -> list[Figures]:
    found: list[Figures] = []
    for tiles in echo.LEVELS:
        found.append({"bench": "echo", "who": "ours", "tiles": tiles, "p50_ms": p50, "p99_ms": 10.0})
        found.append({"bench": "echo", "who": "tmux", "tiles": tiles, "p50_ms": 0.5, "p99_ms": 4.0})
    cpu: Figures = {"bench": "cpu", "busy_percent": busy, "idle_percent": 0.1}
    return [*found, cpu, {"bench": "first_paint", "ratio": 1.5}]


def test_targets_are_met_or_named() -> None:
    met = echo.targets(measured())
    assert (met["ok"], met["missed"]) == (True, [])
    assert met["p50_over_tmux_ms_15"] == 1.5
    missed = echo.targets(measured(p50=4.6, busy=25.1))
    assert missed["ok"] is False
    assert missed["missed"] == ["busy_percent", "p50_over_tmux_ms_1", "p50_over_tmux_ms_15"]


def test_without_tmux_there_is_nothing_to_be_over() -> None:
    alone = [figures for figures in measured() if figures.get("who") != "tmux"]
    line = echo.targets(alone)
    assert line["p99_over_tmux_ms_1"] is None
    assert line["note"] == "no tmux here"

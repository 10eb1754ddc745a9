"""A few of the streams of `fuzz.py`, which plays as many as one likes."""

import pytest

from tests.terminal import fuzz


@pytest.mark.parametrize("first", range(0, 1000, 250))
def test_random_streams_leave_a_sound_screen_however_they_are_cut(first: int) -> None:
    for seed in range(first, first + 250):
        fuzz.run(seed)


def test_streams_reach_what_they_should() -> None:
    played = b"".join(step for seed in range(300) for step in fuzz.stream(seed)[1] if isinstance(step, bytes))
    assert all(
        part in played for part in (b"\x1b[?1049h", b"\x1b]7501;", b"\x1bP", b"\xe6\xbc\xa2", b"\x1b[?6h", b"\x1bc")
    )


def test_a_stream_is_the_same_every_time() -> None:
    assert fuzz.stream(7) == fuzz.stream(7)
    assert fuzz.stream(7) != fuzz.stream(8)

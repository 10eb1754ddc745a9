from __future__ import annotations

from pathlib import Path

from hivemind.daemon.seat import Seat


def test_a_seat_is_had_by_one_and_free_afterwards(tmp_path: Path) -> None:
    first, second = Seat(tmp_path / "lock"), Seat(tmp_path / "lock")
    assert (first.take(), second.take()) == (True, False)
    first.leave()
    assert second.take()
    second.leave()


def test_a_seat_whose_file_was_swept_away_is_taken_again(tmp_path: Path) -> None:
    seat = Seat(tmp_path / "lock")
    assert seat.take()
    assert not seat.is_swept
    (tmp_path / "lock").unlink()
    assert seat.is_swept
    assert seat.take()
    assert not seat.is_swept
    assert not Seat(tmp_path / "lock").take()
    seat.leave()


def test_a_seat_that_was_swept_away_may_be_another_ones_by_now(tmp_path: Path) -> None:
    seat, other = Seat(tmp_path / "lock"), Seat(tmp_path / "lock")
    assert seat.take()
    (tmp_path / "lock").unlink()
    assert other.take()
    assert not seat.take()
    assert seat.is_swept
    seat.leave()
    other.leave()

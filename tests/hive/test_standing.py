from __future__ import annotations

import pytest

from hivemind.base.errors import BadRequestError, HiveError
from hivemind.hive.likeness import likeness_of
from hivemind.hive.standing import MOST_MINUTES, Standing
from hivemind.protocol.ask import Ask
from hivemind.testing.clock import ManualClock
from tests.hive.test_likeness import FOLDER, ask


def other_tile(command: str) -> Ask:
    made = ask(command)
    return Ask(**{name: getattr(made, name) for name in made.__struct_fields__} | {"tile_id": "t2"})


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def standing(clock: ManualClock) -> Standing:
    return Standing(clock)


LIKENESS = likeness_of(ask("npm test"), FOLDER)


def test_it_covers_its_kind_in_its_tile_and_nothing_else(standing: Standing) -> None:
    permit = standing.give("t1", "kim", LIKENESS, 5)
    assert standing.covering(ask("npm test --watch"), FOLDER) == permit
    assert standing.covering(ask("npm run build"), FOLDER) is None
    assert standing.covering(ask("npm test; rm -rf /"), FOLDER) is None
    assert standing.covering(other_tile("npm test"), FOLDER) is None


def test_it_ends_with_its_time(standing: Standing, clock: ManualClock) -> None:
    standing.give("t1", "kim", LIKENESS, 5)
    clock.turn(299)
    assert standing.covering(ask("npm test"), FOLDER) is not None
    clock.turn(1)
    assert standing.covering(ask("npm test"), FOLDER) is None
    assert standing.permits() == []


class SetBack(ManualClock):
    """A clock whose date somebody sets back."""

    def epoch_ms(self) -> int:
        return 1_000_000


def test_a_clock_that_is_set_back_makes_it_no_longer() -> None:
    clock = SetBack()
    standing = Standing(clock)
    standing.give("t1", "kim", LIKENESS, 5)
    clock.turn(301)
    assert standing.permits() == []


def test_it_ends_when_it_is_taken_back_or_its_tile_goes(standing: Standing) -> None:
    first = standing.give("t1", "kim", LIKENESS, 5)
    assert standing.revoke(first.id) == first
    with pytest.raises(HiveError, match="no standing permission"):
        standing.revoke(first.id)
    standing.give("t1", "kim", LIKENESS, 5)
    assert not standing.drop("t2")
    assert standing.drop("t1")
    assert standing.permits() == []


def test_the_same_given_again_replaces_the_one_before(standing: Standing) -> None:
    standing.give("t1", "kim", LIKENESS, 5)
    second = standing.give("t1", "kim", LIKENESS, 10)
    assert standing.permits() == [second]


def test_its_uses_are_counted(standing: Standing) -> None:
    permit = standing.give("t1", "kim", LIKENESS, 5)
    standing.use(permit.id)
    standing.use(permit.id)
    assert [one.used for one in standing.permits()] == [2]


@pytest.mark.parametrize("minutes", [0, -1, MOST_MINUTES + 1])
def test_no_time_and_too_long_a_time_are_refused(standing: Standing, minutes: int) -> None:
    with pytest.raises(BadRequestError):
        standing.give("t1", "kim", LIKENESS, minutes)

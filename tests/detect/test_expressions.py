"""Trees of tests, tried part by part."""

from hivemind.detect.expressions import All, AnyOf, BesideTest, Not, RegionTest, RowTest, Scoped
from hivemind.detect.regions import SCREEN, Scope
from hivemind.detect.text import ScreenText

SCREEN_OF_TWO = ScreenText(["One", "two"], "title")
ONE = RowTest(lambda row, low: row == "One" and low == "one")
NEVER = RowTest(lambda _row, _low: False)


def test_a_row_test_wants_one_row_of_its_region() -> None:
    assert ONE.holds(SCREEN_OF_TWO, SCREEN)
    assert not ONE.holds(SCREEN_OF_TWO, Scope("tail", 1))


def test_groups_are_what_they_are_called() -> None:
    assert AnyOf((NEVER, ONE)).holds(SCREEN_OF_TWO, SCREEN)
    assert not All((NEVER, ONE)).holds(SCREEN_OF_TWO, SCREEN)
    assert Not(NEVER).holds(SCREEN_OF_TWO, SCREEN)


def test_a_scope_of_its_own_goes_before_the_one_around_it() -> None:
    assert not Scoped(ONE, Scope("tail", 1)).holds(SCREEN_OF_TWO, SCREEN)
    assert Scoped(ONE, SCREEN).holds(SCREEN_OF_TWO, Scope("tail", 1))


def test_a_region_is_seen_whole_and_what_stands_beside_without_any() -> None:
    assert RegionTest(lambda region: region.text == "two").holds(SCREEN_OF_TWO, Scope("tail", 1))
    assert BesideTest(lambda screen: screen.title == "title").holds(SCREEN_OF_TWO, SCREEN)

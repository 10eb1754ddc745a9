import pytest

from hivemind.terminal.grid import Grid


@pytest.mark.parametrize(("start", "want"), [(0, 8), (7, 8), (8, 16), (16, 19), (19, 19), (20, 20)])
def test_a_tab_goes_to_the_next_stop_and_never_wraps(start: int, want: int) -> None:
    assert Grid(20, 3).stop_after(start) == want


@pytest.mark.parametrize(
    ("start", "count", "want"), [(20, 1, 16), (17, 1, 16), (16, 1, 8), (16, 2, 0), (3, 5, 0), (0, 1, 0)]
)
def test_a_back_tab_goes_to_the_stop_before(start: int, count: int, want: int) -> None:
    grid = Grid(20, 3)
    grid.cursor.x = start
    grid.tab_back(count)
    assert grid.cursor.x == want


def test_stops_are_set_and_cleared() -> None:
    grid = Grid(20, 3)
    grid.cursor.x = 5
    grid.set_tab_stop()
    assert grid.tabstops == {5, 8, 16}
    assert grid.stop_after(0) == 5
    grid.clear_tab_stop()
    assert grid.stop_after(0) == 8
    grid.clear_tab_stop(3)
    assert grid.stop_after(0) == 19
    grid.default_tab_stops()
    assert grid.stop_after(0) == 8


@pytest.mark.parametrize(
    ("top", "bottom", "region"),
    [(2, 3, (1, 2)), (None, None, (0, 4)), (3, 3, (0, 4)), (2, 0, (1, 4)), (2, 99, (1, 4)), (9, 2, (0, 4))],
)
def test_a_region_has_two_lines_or_is_ignored(top: int | None, bottom: int | None, region: tuple[int, int]) -> None:
    grid = Grid(20, 5)
    grid.set_margins(top, bottom)
    assert tuple(grid.region) == region

"""How hypothesis looks for counterexamples, and in which order several processes run the tests.

The gates try the same examples every time, so that a change passes or fails for what it is; `pytest
--hypothesis-profile=explore` tries other ones each time, and more. No example has a deadline: machines are slow at times.
"""

import os

import pytest
from hypothesis import settings

settings.register_profile("gate", derandomize=True, deadline=None, database=None)
settings.register_profile("explore", max_examples=2000, deadline=None)
settings.load_profile("gate")


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: live tests mostly wait for programs."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let several processes begin with the tests that may take longest, so that none is left alone with them."""
    if hasattr(config, "workerinput"):
        items.sort(key=seconds_allowed, reverse=True)


def seconds_allowed(item: pytest.Item) -> float:
    limit = item.get_closest_marker("timeout")
    return (item.get_closest_marker("live") is not None) * float(limit.args[0] if limit else 1)

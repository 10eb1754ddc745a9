"""The source tree for the laws of the house."""

from pathlib import Path

import pytest

from tests.house.source import REPOSITORY, Module, package_modules


@pytest.fixture(scope="session")
def repository() -> Path:
    return REPOSITORY


@pytest.fixture(scope="session")
def modules() -> list[Module]:
    return package_modules()

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hivemind.base import registry
from hivemind.base.clock import SystemClock

Make = Callable[..., str]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """A package of modules, given as texts by name."""
    before = set(sys.modules)
    sys.path.insert(0, str(tmp_path))

    def write(name: str, **modules: str) -> str:
        folder = tmp_path / name
        folder.mkdir()
        (folder / "__init__.py").touch()
        for module, text in modules.items():
            (folder / f"{module}.py").write_text(f"from hivemind.base.clock import SystemClock\n{text}\n")
        return name

    yield write
    sys.path.remove(str(tmp_path))
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_a_file_that_is_put_in_is_in(make: Make) -> None:
    package = make(
        "pack_one", b="class Fast(SystemClock): ...", a="class _Base(SystemClock): ...\nclass Slow(_Base): ..."
    )
    table = registry.load(package, SystemClock)
    assert {name: getattr(value, "__name__", "") for name, value in table.items()} == {"a": "Slow", "b": "Fast"}
    assert list(table) == ["a", "b"]


def test_an_instance_is_exported_as_a_subclass_is(make: Make) -> None:
    table = registry.load(make("pack_two", only="CLOCK = SystemClock()\nOTHER = 3"), SystemClock)
    assert isinstance(table["only"], SystemClock)


def test_modules_with_an_underscore_are_passed_over(make: Make) -> None:
    assert registry.load(make("pack_three", _own="x = 1"), SystemClock) == {}


def test_a_module_without_its_object_is_refused(make: Make) -> None:
    with pytest.raises(TypeError) as caught:
        registry.load(make("pack_four", empty=""), SystemClock)
    assert str(caught.value) == "pack_four.empty must hold exactly one SystemClock, found: none"


def test_a_module_with_two_objects_is_refused(make: Make) -> None:
    with pytest.raises(TypeError) as caught:
        registry.load(make("pack_five", two="A = SystemClock()\nB = SystemClock()"), SystemClock)
    assert str(caught.value) == "pack_five.two must hold exactly one SystemClock, found: A, B"

"""The source tree, as the laws of the house look at it."""

import ast
import importlib.util
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

REPOSITORY = Path(__file__).parents[2]


@dataclass(frozen=True)
class Module:
    """One file of the package."""

    name: str
    path: Path
    text: str

    @property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, str(self.path))

    @property
    def place(self) -> str:
        return str(self.path.relative_to(REPOSITORY))


def package_modules() -> list[Module]:
    found = []
    for path in sorted((REPOSITORY / "hivemind").rglob("*.py")):
        words = path.relative_to(REPOSITORY).with_suffix("").parts
        found.append(Module(".".join(words).removesuffix(".__init__"), path, path.read_text()))
    return found


def generator_of(page: str) -> ModuleType:
    """The script of `docs/` that makes a page; it lies in no package."""
    spec = importlib.util.spec_from_file_location(page, REPOSITORY / "docs" / f"{page}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

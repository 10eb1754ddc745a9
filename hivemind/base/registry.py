"""A folder of modules to a table: put a file in, it is in.

Nothing is registered at import and no list is kept: the folder says what there is.
"""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType


def load(package: str, kind: type) -> dict[str, object]:
    """What every module of the package exports, by module name, in name order.

    A module exports one object: the one public subclass of `kind` that is written in it, or the one public instance of
    `kind`. Raises TypeError for a module with none or several, so that a mistake shows at the first test and not as
    something that is quietly missing. Modules whose name begins with `_` are passed over.
    """
    folder = importlib.import_module(package)
    table: dict[str, object] = {}
    for name in sorted(info.name for info in pkgutil.iter_modules(folder.__path__)):
        if not name.startswith("_"):
            table[name] = _exported(importlib.import_module(f"{package}.{name}"), kind)
    return table


def _exported(module: ModuleType, kind: type) -> object:
    names = [name for name, value in vars(module).items() if not name.startswith("_") and _is_it(value, kind, module)]
    if len(names) != 1:
        listed = ", ".join(names) or "none"
        raise TypeError(f"{module.__name__} must hold exactly one {kind.__name__}, found: {listed}")
    exported: object = getattr(module, names[0])
    return exported


def _is_it(value: object, kind: type, module: ModuleType) -> bool:
    if isinstance(value, type):
        return value is not kind and issubclass(value, kind) and value.__module__ == module.__name__
    return isinstance(value, kind)

"""A folder of modules to a table: put a file in, it is in.

Each module names the one thing it exports: `__all__ = ["Spawn"]`. Nothing is registered at import, and nothing but the
folder says what there is.
"""

from __future__ import annotations

import importlib
import pkgutil


def load(package: str) -> dict[str, object]:
    """The exported object of every module in the package, by module name, in name order.

    Modules whose name begins with `_` are passed over. Raises TypeError for a module that does not export exactly one
    name, so that a mistake shows at the first test and not as a missing verb.
    """
    folder = importlib.import_module(package)
    table: dict[str, object] = {}
    for name in sorted(info.name for info in pkgutil.iter_modules(folder.__path__)):
        if name.startswith("_"):
            continue
        module = importlib.import_module(f"{package}.{name}")
        exported = getattr(module, "__all__", ())
        if len(exported) != 1 or not hasattr(module, exported[0]):
            raise TypeError(f"{package}.{name} must export exactly one name in __all__, found {list(exported)}")
        table[name] = getattr(module, exported[0])
    return table

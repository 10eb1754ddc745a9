"""What a person chose, as the UI needs it: palette, signs and keys; and what is wrong with the file they stand in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hivemind.base.problems import Problem
from hivemind.base.schema import did_you_mean, place
from hivemind.settings.file import Loaded
from hivemind.settings.settings import Settings
from hivemind.tui.action import groups
from hivemind.tui.bindings import keymap_of
from hivemind.tui.keymap import Keymap
from hivemind.tui.palette import DARK, Palette
from hivemind.tui.signs import ASCII, GLYPHS, Signs
from hivemind.tui.themes import names, palette


@dataclass(frozen=True, slots=True)
class Chosen:
    """Everything in force, whatever is wrong with the file."""

    settings: Settings
    palette: Palette
    signs: Signs
    keys: Keymap
    problems: tuple[Problem, ...] = ()


def chosen(loaded: Loaded, env: Mapping[str, str]) -> Chosen:
    """What holds: `HIVE_THEME` and `HIVE_ASCII` win over the file, for this one start."""
    look = loaded.settings.look
    node = loaded.node if loaded.is_good else None
    name = env.get("HIVE_THEME") or look.theme
    found = palette(name)
    if found is None and name == look.theme and node is not None:
        hint = did_you_mean(name, names(), "Themes")
        where = place(node, "look", "theme")
        loaded.report.add(where, "settings.unknown_theme", f"there is no theme '{name}'", hint=hint)
    keys = keymap_of(loaded.settings.keys, groups(), loaded.report, node)
    signs = ASCII if env.get("HIVE_ASCII") or look.ascii else GLYPHS
    return Chosen(loaded.settings, found or DARK, signs, keys, tuple(loaded.report))

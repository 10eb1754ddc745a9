"""The private folder of an agent, made ready when a tile starts: its assets, the document of its hooks, its home.

One folder for each agent id. What names a tile has a name of that tile's own and goes when the tile does; the rest is
shared. Nothing here stops a start: what cannot be written is logged, and the program starts without it. Waits for the
disk.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from hivemind.base.places import hook_door
from hivemind.launch import assets, home, hooks, wiring
from hivemind.launch.environment import Surroundings, find_program, search_path
from hivemind.launch.hooks import EVENT, Script, Setting
from hivemind.launch.wiring import Wired
from hivemind.manifest import placeholders
from hivemind.manifest.manifest import Manifest

logger = logging.getLogger(__name__)

TRACKER = "tracker"
"""The built-in script that reports which session a program is in."""

RUNNERS = {".js": "node", ".mjs": "node", ".cjs": "node", ".sh": "sh"}
"""Programs that run an agent's own scripts, by the end of their names; others are run by our Python."""

_OF_TILE = re.compile(r"-hm-([a-z0-9]{6})(?:\.[^.]+)?\Z")


def prepare(manifest: Manifest, beside: Path, root: Path, around: Surroundings, *, session: str = "") -> Wired:
    """Write what the agent gets, and tell how arguments and variables name it.

    `beside` is the folder of its agent file, `root` that of all private folders; `session` is the one to resume.
    """
    values = wiring.known(manifest, around) | {"execPath": sys.executable, "session": session}
    if not (manifest.launch or manifest.assets or manifest.hooks or manifest.home):
        return Wired(values)
    folder = root / manifest.id
    try:
        for one in (root, folder):
            one.mkdir(mode=0o700, parents=True, exist_ok=True)
            one.chmod(0o700)
    except OSError as error:
        logger.warning("private folder not made", extra={"agent": manifest.id, "why": str(error)})
        return Wired(values, is_whole=False)
    return _Preparation(manifest, folder, around, values | {"private": str(folder)}).run(beside)


def remove(root: Path, tile_id: str) -> None:
    """Remove the files of a tile that is gone."""
    _remove(root, lambda found: found == tile_id)


def sweep(root: Path, alive: Mapping[str, object]) -> None:
    """Remove the files of every tile but those."""
    _remove(root, lambda found: found not in alive)


class _Preparation:
    """One launch of one agent."""

    def __init__(self, manifest: Manifest, folder: Path, around: Surroundings, values: dict[str, str]) -> None:
        self._manifest, self._folder, self._around = manifest, folder, around
        self._values = values
        self._shared: set[str] = set()
        """Assets that name no tile."""
        self._is_whole = True

    def run(self, beside: Path) -> Wired:
        """Everything, in the order in which one thing names another."""
        texts = self._named_assets(beside)
        scripts = self._scripts()
        setting = self._setting(scripts)
        for name, script in scripts.items():
            self._values[f"hook:{name}"] = script.path
            self._values[f"hookCmd:{name}"] = hooks.command(script, setting, {})
        self._write_assets(texts, scripts)
        document = self._document(scripts)
        found, wanted = self._manifest.hooks, self._manifest.home
        in_home = {found.file: document} if found and found.file and document else {}
        built = home.build(wanted, self._folder, self._person(), in_home) if wanted else None
        if in_home and not wanted:
            self._write_document(in_home, is_shared=found is not None and found.stable)
        return Wired(
            self._values,
            before=(found.arg, document) if found and found.arg and document else (),
            env={wanted.env: str(built)} if wanted and built else {},
            has_home=built is not None,
            is_whole=self._is_whole,
        )

    def _named_assets(self, beside: Path) -> dict[str, str]:
        """Name every asset before one is written, since they may name each other; their texts."""
        given = self._manifest.assets
        names = placeholders.launch_names([one.name for one in given], [one.hook for one in given if one.hook])
        texts = {one.name: text for one in given if (text := assets.read(beside / one.file, beside)) is not None}
        self._shared = {name for name, text in texts.items() if not assets.is_per_tile(text, names)}
        for name in texts:
            own = name if name in self._shared else assets.name_for_tile(name, self._around.tile_id)
            self._values[f"asset:{name}"] = str(self._folder / own)
        return texts

    def _write_assets(self, texts: Mapping[str, str], scripts: dict[str, Script]) -> None:
        """Write them; a script that cannot be written is not available."""
        filled = {**self._values, "hcpToken": self._around.token}
        for one in self._manifest.assets:
            text = texts.get(one.name)
            if text is None:
                continue
            full = text if one.name in self._shared else assets.rendered(text, one.name, filled)
            if not self._is_written(f"asset:{one.name}", full) and one.hook in scripts:
                del scripts[one.hook], self._values[f"hook:{one.hook}"], self._values[f"hookCmd:{one.hook}"]

    def _scripts(self) -> dict[str, Script]:
        """What hooks can run here."""
        door, path = str(hook_door()), search_path(self._around.env, self._around.scripts)
        found = {EVENT: Script(door), TRACKER: Script(door, argument=TRACKER)}
        for one in self._manifest.assets:
            where = self._values.get(f"asset:{one.name}", "") if one.hook else ""
            runner = RUNNERS.get(Path(one.name).suffix, "")
            program = find_program(runner, path) if runner else sys.executable
            if where and program:
                env = {"HIVE_HOOK_SOCK": self._around.socket}
                found[one.hook] = Script(where, env=env, is_plugin=True, runner=program)
        return found

    def _setting(self, scripts: Mapping[str, Script]) -> Setting:
        return Setting(scripts, runner=sys.executable, tile_id=self._around.tile_id)

    def _document(self, scripts: Mapping[str, Script]) -> str | None:
        """A document for all tiles runs no script of a single one: that goes with its tile."""
        found = self._manifest.hooks
        if found is None:
            return None
        is_shared = found.stable or bool(found.file and self._manifest.home)
        of_tile = {one.hook for one in self._manifest.assets if one.hook and one.name not in self._shared}
        kept = {name: script for name, script in scripts.items() if not (is_shared and name in of_tile)}
        setting = self._setting(kept)
        return hooks.document(found, Setting(kept, setting.runner, setting.tile_id, is_shared=is_shared))

    def _write_document(self, documents: Mapping[str, str], *, is_shared: bool) -> None:
        """One that names no tile keeps its name: a program may look for it by that."""
        for name, text in documents.items():
            own = name if is_shared else assets.name_for_tile(name, self._around.tile_id)
            self._values[f"asset:{name}"] = str(self._folder / own)
            self._is_written(f"asset:{name}", text)

    def _is_written(self, name: str, text: str) -> bool:
        """Write what that placeholder names; where it cannot be, the placeholder has no value."""
        try:
            home.write(Path(self._values[name]), text)
        except (OSError, ValueError) as error:
            logger.warning("private file not written", extra={"file": self._values.pop(name), "why": str(error)})
            self._is_whole = False
            return False
        return True

    def _person(self) -> Path:
        return Path(self._around.env.get("HOME", ""))


def _remove(root: Path, is_wanted: Callable[[str], bool]) -> None:
    """Remove the files of those tiles, from every agent's folder."""
    for path in root.glob("*/*"):
        named = _OF_TILE.search(path.name)
        if named and is_wanted(named[1]) and path.is_file():
            try:
                path.unlink()
            except OSError as error:
                logger.warning("private file not removed", extra={"file": str(path), "why": str(error)})

"""What somebody needs who is to find out why a tile was read wrongly: one zip file, with secrets hidden."""

from __future__ import annotations

import asyncio
import getpass
import io
import platform
import shlex
import time
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from hivemind.base.newfile import save
from hivemind.base.redact import MASK, Redactor
from hivemind.hive.pictures import drawn
from hivemind.hive.retold import Hider, cast

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive
    from hivemind.tile.tile import Tile

CONTENTS = {
    "screen.txt": "its screen",
    "screen.svg": "its screen as a picture",
    "past.cast": "what it showed in the last minutes, drawn anew from its screen (asciinema play past.cast)",
    "timeline.txt": "which statuses it had, when, and which rule said so",
    "agent.yaml": "the agent file that was used",
    "about.json": "versions, size, modes, and what was read last",
    "settings.toml": "the settings file",
}

README = """\
{name}: what Hivemind saw of it, {when}

{files}

Hidden, each by as many {mask} as it was long:
{hidden}

Patterns do not find everything. Look through these files before you give them to anybody.
"""


class Bundle(msgspec.Struct, frozen=True):
    """A bundle that was made."""

    path: Path
    hidden: Mapping[str, int]
    """How many different things were hidden, by what they are."""


async def make(hive: Hive, tile: Tile, path: Path) -> Bundle:
    """Write the file; raises HiveError when it cannot be written, or there is one of that name."""
    await tile.look()
    redactor = Redactor(home=hive.env.get("HOME", ""), user=_user(), host=platform.node().partition(".")[0])
    hider = Hider(redactor)
    shown = await asyncio.to_thread(hider.hidden, tile.snapshot)
    name = redactor.line(tile.name)
    texts = {
        "screen.txt": drawn(shown, name, Path("a.txt")).decode(),
        "timeline.txt": _timeline(tile),
        "agent.yaml": _text(_manifest(hive, tile)),
        "about.json": msgspec.json.format(msgspec.json.encode(_about(hive, tile)), indent=1).decode(),
        "settings.toml": _text(hive.places.settings),
    }
    files = {
        "screen.svg": drawn(shown, name, Path("a.svg")),
        "past.cast": await cast(tile.tape, hider, now=tile.clock.epoch_ms()),
    }
    for file, text in texts.items():
        files[file] = (await asyncio.to_thread(redactor.text, text)).encode()
    files = {file: data for file, data in files.items() if data}
    files["README.txt"] = _readme(name, tile.clock.epoch_ms(), files=files, hidden=redactor.counts).encode()
    await asyncio.to_thread(save, path, await asyncio.to_thread(_zipped, files))
    return Bundle(path, redactor.counts)


def _zipped(files: Mapping[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(files.items()):
            archive.writestr(name, data)
    return packed.getvalue()


def _readme(name: str, now: int, *, files: Iterable[str], hidden: Mapping[str, int]) -> str:
    listed = "\n".join(f"{file:<14}{what}" for file, what in CONTENTS.items() if file in files)
    lines = "\n".join(f"  {count} × {what}" for what, count in hidden.items()) or "  nothing was found"
    when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(now / 1000))
    return README.format(name=name, when=when, files=listed, mask=MASK, hidden=lines)


def _timeline(tile: Tile) -> str:
    return "".join(
        f"{time.strftime('%H:%M:%S', time.localtime(change.at / 1000))}.{change.at % 1000:03}  "
        f"{change.status.value:<12}{change.says:<20}{change.source:<8}{change.rule}".rstrip()
        + "\n"
        for change in tile.timeline.changes
    )


def _about(hive: Hive, tile: Tile) -> dict[str, object]:
    """Facts; nothing of the environment. The command is one line, so that what an option holds is found behind it."""
    summary = tile.summary()
    return {
        "hivemind": hive.version,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "tile": msgspec.to_builtins(summary) | {"argv": shlex.join(summary.argv)},
        "rule": summary.rule,
        "reading": {"status": tile.reading.status.value, "says": tile.reading.says, "seen": tile.reading.seen},
        "modes": msgspec.to_builtins(tile.modes),
        "programStatus": msgspec.to_builtins(tile.snapshot.program_status),
    }


def _manifest(hive: Hive, tile: Tile) -> Path | None:
    folder = hive.catalog.folder(tile.manifest.id, tile.record.cwd) if tile.manifest else None
    return Path(folder) / "agent.yaml" if folder else None


def _text(path: Path | None) -> str:
    """A file's text; nothing where there is none."""
    try:
        return path.read_text("utf-8", "replace") if path else ""
    except OSError:  # not there: it is left out of the bundle
        return ""


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a number without a name
        return ""

"""`hive agents capture`: what a tile shows now becomes a labelled screen. Of `hive agents`, it alone asks a daemon."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path, PurePath

from hivemind.base.clock import SystemClock
from hivemind.base.errors import HiveError, UnavailableError, UsageError
from hivemind.base.places import Places
from hivemind.cli import output
from hivemind.cli.words import Form, Words
from hivemind.client.link import Link
from hivemind.client.start import answers, socket_of
from hivemind.manifest.manifest import FILE_NAME
from hivemind.workbench.capture import Label, Shown, save

CAPTURE = Form(
    "hive agents capture TILE --label STATUS [--says WORD] [--json]",
    """Write what a tile shows now as a labelled screen, STATUS.screen or WORD.screen;
secrets are masked. Nothing is overwritten: the next one is STATUS-2.screen.

--label   what it is: idle, working, permission, question or blocked
--says    the name of a waiting screen, such as trust
--agent   the agent that shall read it; without: the tile's, else its program
--source  where it comes from, such as: pizza 1.0
--dir     a folder; else ID/screens where ID/agent.yaml is here, else here""",
    least=1,
    most=1,
    valued=("--label", "--says", "--agent", "--source", "--dir"),
)


def capture(words: Words, places: Places, env: Mapping[str, str]) -> int:
    """`capture`."""
    status = words.values.get("--label")
    if status is None:
        raise UsageError("--label is missing", hint=f"usage: {CAPTURE.usage}")
    path = socket_of(places, env)
    if not answers(path):
        raise UnavailableError("no daemon runs, so there are no tiles", hint="hive ctl spawn --name try -- PROGRAM")
    shown = asyncio.run(_shown(path, env, words))
    day = datetime.fromtimestamp(SystemClock().epoch_ms() / 1000, UTC).date().isoformat()
    label = Label(status, words.values.get("--says", ""), words.values.get("--source") or f"captured {day}")
    own = Path(shown.program)
    usual = own / "screens" if (own / FILE_NAME).is_file() else Path()
    folder = Path(words.values["--dir"]) if "--dir" in words.values else usual
    file = save(shown, label, folder, home=env.get("HOME") or "")
    if words.as_json:
        output.say_json({"file": str(file), "program": shown.program, "reads": status})
    else:
        output.say(f"{file}\nnext: hive agents test {shown.program} {file}")
    return 0


async def _shown(path: Path, env: Mapping[str, str], words: Words) -> Shown:
    from hivemind.verbs.list import List  # noqa: PLC0415 (verbs are slow to load, and only this asks them)
    from hivemind.verbs.screen import ShowScreen  # noqa: PLC0415

    link = await Link.open(path, env)
    try:
        screen = await link.call(ShowScreen(tile=words.word(0)))
        tiles = (await link.call(List())).tiles
    finally:
        await link.close()
    tile = next((one for one in tiles if one.tile_id == screen.tile_id), None)
    program = words.values.get("--agent") or (tile.agent if tile else "") or ""
    if not program and tile and tile.argv:
        program = PurePath(tile.argv[0]).name
    if not program:
        raise HiveError("it is not known which agent shall read this screen", hint="name it: --agent ID")
    cursor = (screen.cursor.row, screen.cursor.column) if screen.cursor.visible else None
    return Shown(program, screen.rows, screen.size.columns, screen.title, cursor, screen.record)

"""How long a key takes to show in a quiet tile, beside none, one and six tiles that flood.

Everything is real: a daemon with folders of its own, PTYs, `cat` in the quiet tiles (the terminal driver echoes), and a
client of the wire that watches every tile, as a UI that shows them all does. The levels take turns within one run.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from bench.workloads import SEED, b_color, made
from hivemind.base.places import Places
from hivemind.client.link import Link
from hivemind.protocol.events import ScreenChanged
from hivemind.testing.sandbox import Sandbox
from hivemind.verbs.close import Close
from hivemind.verbs.press import Press
from hivemind.verbs.spawn import Spawn
from hivemind.verbs.watch import Watch

QUIET = 20
"""Tiles that only echo."""

LEVELS = (0, 1, 6)
"""Tiles that flood, at each level."""

ROUNDS, KEYS = 4, 250
"""How often each level has its turn, and keys pressed in each."""

SETTLE = 0.7
"""Seconds between a change of level and the first key."""

ECHO_LIMIT = 5.0
"""Seconds after which an echo counts as lost."""

ALLOWED_P50, ALLOWED_P99 = 4.0, 20.0
"""Milliseconds that one flooding tile may add."""

FLOOD_BYTES = 400_000


class Typist:
    """The client: presses keys in quiet tiles, and sees them show."""

    def __init__(self, link: Link, flood: Path) -> None:
        self._link = link
        self._flood = flood
        self._dice = random.Random(SEED)
        self._quiet: list[str] = []
        self._expected = ("", "")
        self._shown = asyncio.Event()

    async def listen(self) -> None:
        """Look at every change until the connection ends."""
        async for event in self._link.events():
            tile, key = self._expected
            if (
                isinstance(event, ScreenChanged)
                and event.tile_id == tile
                and any(text.endswith(key) for _, text, _ in event.lines)
            ):
                self._shown.set()

    async def spawn(self, *command: str) -> str:
        """A new tile, watched."""
        tile = (await self._link.call(Spawn(command=list(command)))).tile_id
        await self._link.call(Watch(tile=tile))
        return tile

    async def open(self) -> None:
        """Start the quiet tiles."""
        self._quiet = [await self.spawn("cat") for _ in range(QUIET)]

    async def level(self, flooding: int, keys: int) -> list[float]:
        """Seconds from key to screen, beside so many floods."""
        command = ("sh", "-c", 'while :; do cat "$0"; done', str(self._flood))
        floods = [await self.spawn(*command) for _ in range(flooding)]
        await asyncio.sleep(SETTLE)
        took = [await self._echo(self._quiet[number % QUIET], number) for number in range(keys)]
        for tile in floods:
            await self._link.call(Close(tile=tile))
        for tile in self._quiet:
            await self._link.call(Press(tile=tile, names=["ctrl+u"]))
        await asyncio.sleep(SETTLE)
        return took

    async def _echo(self, tile: str, number: int) -> float:
        await asyncio.sleep(self._dice.uniform(0.002, 0.010))  # so that keys come at any moment of a flood's turn
        key = "abcdefghijklmnopqrstuvwxyz"[number // QUIET % 26]
        self._expected = (tile, key)
        self._shown.clear()
        start = time.perf_counter()
        async with asyncio.timeout(ECHO_LIMIT):
            await self._link.call(Press(tile=tile, names=[key]))
            await self._shown.wait()
        return time.perf_counter() - start


def percentile(values: Sequence[float], share: float) -> float:
    """The value that a share of all does not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


async def measure(sandbox: Sandbox, rounds: int, keys: int) -> dict[int, list[float]]:
    """Seconds of every echo, by level."""
    flood = sandbox.root / "flood"
    flood.write_bytes(made(b_color, FLOOD_BYTES).data)
    took: dict[int, list[float]] = {level: [] for level in LEVELS}
    link = await Link.open(Places.from_env(sandbox.env).socket, sandbox.env)
    typist = Typist(link, flood)
    listening = asyncio.create_task(typist.listen())
    try:
        await typist.open()
        for _ in range(rounds):
            for level in LEVELS:
                took[level] += await typist.level(level, keys)
    finally:
        await link.close()
        await listening
    return took


def figures(took: dict[int, list[float]]) -> list[dict[str, object]]:
    """One object a level; what a level adds is against none."""
    found: list[dict[str, object]] = []
    base = took[LEVELS[0]]
    base_p50, base_p99 = statistics.median(base), percentile(base, 0.99)
    for level, values in took.items():
        p50, p99 = statistics.median(values), percentile(values, 0.99)
        added_p50, added_p99 = (p50 - base_p50) * 1000, (p99 - base_p99) * 1000
        found.append(
            {
                "bench": "fairness",
                "flooding": level,
                "quiet": QUIET,
                "echoes": len(values),
                "p50_ms": round(p50 * 1000, 2),
                "p99_ms": round(p99 * 1000, 2),
                "added_p50_ms": round(added_p50, 2),
                "added_p99_ms": round(added_p99, 2),
                "ok": level > 1 or (added_p50 <= ALLOWED_P50 and added_p99 <= ALLOWED_P99),
            }
        )
    return found


def run(*, rounds: int = ROUNDS, keys: int = KEYS) -> list[dict[str, object]]:
    """Measure in a hive of its own."""
    hive = str(Path(sys.executable).with_name("hive"))
    with Sandbox([hive]) as sandbox:
        sandbox.hive("daemon", "start")
        return figures(asyncio.run(measure(sandbox, rounds, keys)))

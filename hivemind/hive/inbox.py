"""Open asks of the whole hive, oldest first."""

from __future__ import annotations

from hivemind.protocol.ask import Ask


class Inbox:
    """The only place that knows what is open; each tile has at most one ask that its screen shows."""

    def __init__(self) -> None:
        self._open: dict[tuple[str, str], Ask] = {}  # two tiles may ask the very same thing

    def open(self, ask: Ask) -> None:
        """Something waits (or waits with other rows)."""
        self._open[ask.tile_id, ask.fingerprint] = ask

    def settle(self, ask: Ask) -> None:
        """It was answered, or is gone."""
        self._open.pop((ask.tile_id, ask.fingerprint), None)

    def asks(self) -> list[Ask]:
        """What waits, oldest first."""
        return sorted(self._open.values(), key=lambda ask: (ask.since, ask.tile_id))

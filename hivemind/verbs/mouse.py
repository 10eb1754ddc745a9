"""Give a tile's program an event of the mouse; for clients with one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

import msgspec

from hivemind.protocol.replies import Done
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


Action = Literal["press", "release", "move"]
Button = Literal["left", "middle", "right", "wheel_up", "wheel_down", "none"]
Modifier = Literal["shift", "alt", "ctrl"]


class Mouse(Verb[Done]):
    """Give a tile's program an event of the mouse; for clients with one."""

    method: ClassVar[str] = "mouse"
    positional: ClassVar[tuple[str, ...]] = ("tile", "action", "button", "row", "column")
    help: ClassVar[dict[str, str]] = {
        "tile": "id, unique start of an id, or name",
        "action": "press, release or move",
        "button": "left, middle, right, wheel_up, wheel_down, or none",
        "row": "row of the program's screen, from 0",
        "column": "column of the program's screen, from 0",
        "modifiers": "shift, alt, ctrl",
    }

    tile: str
    action: Action
    button: Button
    row: int
    column: int
    modifiers: list[Modifier] = msgspec.field(default_factory=list)

    async def serve(self, hive: Hive, caller: Caller) -> Done:
        """Return once it was written to the program, or dropped because the program did not ask for such events."""
        await hive.point(self, caller)
        return Done()

    def show(self, reply: Done) -> str:  # noqa: ARG002 (the words say it)
        """What happened."""
        return "pointed"

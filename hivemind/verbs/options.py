"""List what an agent can be started with, also what its own program names."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from hivemind.base.oneline import visible
from hivemind.protocol.agent import OptionInfo
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class OptionList(msgspec.Struct, frozen=True):
    """The options of one agent, in the order of its file."""

    options: list[OptionInfo]


class Options(Verb[OptionList]):
    """List what an agent can be started with: each option and its values; the program itself is asked for them."""

    method: ClassVar[str] = "options"
    positional: ClassVar[tuple[str, ...]] = ("agent",)
    help: ClassVar[dict[str, str]] = {"agent": "which agent; `hive ctl agents` lists them"}

    agent: str

    async def serve(self, hive: Hive, caller: Caller) -> OptionList:
        """Ask its program, on the caller's PATH."""
        return OptionList(await hive.shelf.options(self.agent, caller))

    def show(self, reply: OptionList) -> str:
        """A line an option: its id, its default, its values."""
        lines = []
        for option in reply.options:
            values = ", ".join(map(visible, option.values)) or "any text"
            default = f"  (now {visible(option.default)})" if option.default else ""
            lines.append(f"{option.id}: {values}{default}")
        return "\n".join(lines) or "it has no options"

"""List the agents that can be started."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class OptionInfo(msgspec.Struct, frozen=True):
    """One launch option."""

    id: str
    label: str
    values: list[str]
    """Values worth offering; empty means free text."""
    default: str | None


class AgentInfo(msgspec.Struct, frozen=True):
    """One agent that a manifest describes."""

    id: str
    label: str
    enabled: bool
    found: bool
    """Whether its program is on the caller's PATH."""
    hint: str
    """How to get the program, where it is not found; else the manifest's note."""
    options: list[OptionInfo]


class AgentList(msgspec.Struct, frozen=True):
    """Every agent, by id."""

    agents: list[AgentInfo]
    problems: list[str]
    """One line for each agent file that cannot be used."""


class Agents(Verb[AgentList]):
    """List the agents, and which of their programs are installed."""

    method: ClassVar[str] = "agents"

    async def serve(self, hive: Hive, caller: Caller) -> AgentList:
        """Every agent, looked up on the caller's PATH."""
        agents = [
            AgentInfo(
                id=found.id,
                label=found.label,
                enabled=found.enabled,
                found=found.found,
                hint=found.hint,
                options=[OptionInfo(o.id, o.label, list(o.values), o.default) for o in found.options],
            )
            for found in hive.agents(caller)
        ]
        return AgentList(agents=agents, problems=hive.agent_problems())

    def show(self, reply: AgentList) -> str:
        """A line an agent, then a line a problem."""
        lines = []
        for agent in reply.agents:
            state = "installed" if agent.found else "not installed"
            if not agent.enabled:
                state = "switched off"
            lines.append(f"{agent.id:<12}  {state:<14}  {agent.label}" + (f"  ({agent.hint})" if agent.hint else ""))
        return "\n".join([*lines, *(f"warning: {p}" for p in reply.problems)])

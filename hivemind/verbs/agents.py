"""List the agents that can be started."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from hivemind.protocol.agent import AgentInfo
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


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
        return AgentList(agents=hive.agents(caller), problems=hive.agent_problems(caller))

    def show(self, reply: AgentList) -> str:
        """A line an agent, then a line a problem."""
        lines = []
        for agent in reply.agents:
            state = "installed" if agent.found else "not installed"
            if not agent.enabled:
                state = "switched off"
            told = "; ".join(text for text in ("" if agent.found else agent.install, agent.note) if text)
            lines.append(f"{agent.id:<12}  {state:<14}  {agent.label}" + (f"  ({told})" if told else ""))
        return "\n".join([*lines, *(f"warning: {p}" for p in reply.problems)])

"""What a person can choose of an agent before it starts, and whether it is offered at all."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING

from hivemind.base.errors import BadRequestError
from hivemind.base.places import Places
from hivemind.launch import discovery
from hivemind.launch.environment import search_path
from hivemind.manifest import switches
from hivemind.manifest.manifest import Manifest
from hivemind.protocol.agent import OptionInfo

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive
    from hivemind.protocol.verb import Caller


class Shelf:
    """The agents as one chooses among them."""

    def __init__(self, hive: Hive) -> None:
        self._hive = hive

    async def options(self, name: str, caller: Caller) -> list[OptionInfo]:
        """Its options with every value worth offering, those that its program names first.

        The default is what the person set for it, else that of its file. Takes as long as its program needs to answer,
        half a minute at most; what it answered is kept.

        Raises:
            BadRequestError: there is no such agent, or it is switched off.
            InvalidFileError: its file has errors.
        """
        hive = self._hive
        manifest = hive.catalog.offered(name, caller.cwd)
        mine = hive.settings.current().settings.agents.get(name)
        env = caller.env or hive.env
        env = {**env, "PATH": search_path(env, hive.scripts)}
        return await asyncio.to_thread(_options, manifest, env, hive.places, mine.options if mine else {})

    async def switch(self, name: str, *, on: bool) -> bool:
        """Offer an agent, or offer it no more; whether that changed anything.

        Raises:
            BadRequestError: there is no such agent.
            HiveError: the decision cannot be written.
        """
        known = {manifest.id for manifest in self._hive.catalog.manifests()}
        if name not in known:
            raise BadRequestError(f"no agent '{name}'", hint="hive ctl agents lists them")
        return await asyncio.to_thread(switches.switch, self._hive.places.agent_decisions, name, on=on)


def _options(manifest: Manifest, env: Mapping[str, str], places: Places, mine: Mapping[str, str]) -> list[OptionInfo]:
    """Blocks: the program is run for what it offers."""
    found = discovery.probe(manifest.bin, env, places)
    return [
        OptionInfo(
            option.id,
            option.label,
            list(discovery.choices(option, discovery.values(option, found))),
            mine.get(option.id) or option.default or None,
        )
        for option in manifest.options
    ]

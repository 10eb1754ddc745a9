"""The client's end of the wire. This file is completed with the daemon; `LinkLike` is what doors rely on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Protocol, TypeVar

from hivemind.protocol.events import Event
from hivemind.protocol.verb import Verb

R = TypeVar("R")


class LinkLike(Protocol):
    """Typed calls to the daemon, and its events."""

    async def call(self, verb: Verb[R]) -> R:
        """Ask and wait for the reply. Raises the HiveError that the daemon answered with."""
        ...

    def events(self) -> AsyncIterator[Event]:
        """Events in the order they came; ends when the connection does."""
        ...

    async def close(self) -> None:
        """Close the connection; the daemon goes on."""
        ...

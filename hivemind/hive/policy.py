"""Who may do what to which tile."""

from __future__ import annotations

from hivemind.base.errors import UnauthorizedError
from hivemind.protocol.verb import Caller


def may_type(caller: Caller, tile_id: str) -> None:
    """A program may not type into its own tile: it could answer what it asks itself.

    Raises:
        UnauthorizedError: that is what the caller is about to do.
    """
    if caller.tile_id is not None and caller.tile_id == tile_id:
        raise UnauthorizedError("a program may not type into its own tile or answer its own questions")

"""How a tile ends that somebody closes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivemind.base.errors import HiveError
from hivemind.launch import private
from hivemind.protocol.events import TileClosed
from hivemind.tile.tile import UNKEPT, Tile

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


async def end(hive: Hive, tile: Tile) -> None:
    """End what runs in a tile and remove it from everything; fine when somebody else was faster.

    To be carried out to its end: of a program that the keeper has forgotten, no exit is told any more.
    """
    if tile.child != UNKEPT:
        try:
            await hive.keeper.forget(tile.child)
        except HiveError as error:
            if error.code != "NOT_FOUND":  # else it was forgotten before
                raise
    if hive.tiles.get(tile.id) is not tile:
        return
    tile.ended(None)
    hive.recordings.ended(tile)
    del hive.tiles[tile.id]
    private.remove(hive.places.private, tile.id)
    hive.bus.drop(tile.id)
    hive.bus.publish(TileClosed(tile.id))
    hive.answering.drop(tile.id)
    hive.frames.drop(tile.id)
    hive.sizes.drop(tile.id)
    hive.notify.drop(tile.id)

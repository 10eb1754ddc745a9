"""A room with frames, and a mouse over it: what tests of frames, tabs and drags share."""

from __future__ import annotations

from typing import Any

from textual import events

from hivemind.protocol.frame import Frame, Layout, Leaf, Split
from tests.tui.room import Room

API = Frame("f1", "api", "/home/me/shop", "main", ("t1", "t2"))
WEB = Frame("f2", "web", "/home/me/web", "main", ("t3",))
COLUMNS = Layout("own", Split(True, (Leaf("t1"), Leaf("t2"))))
DOWN, MOVE, UP = events.MouseDown, events.MouseMove, events.MouseUp


def framed(*frames: Frame, **more: Any) -> dict[str, Any]:
    return {"frames": list(frames or (API, WEB)), **more}


def top(r: Room) -> str:
    return r.app.room.top.text().split("◆ 1 need")[0].rstrip().removesuffix("tiles").rstrip()


def shown(r: Room) -> list[str]:
    return list(r.app.room.grid.sizes)


def boxes(r: Room) -> dict[str, tuple[int, int, int, int]]:
    views = ((tile_id, r.app.room.grid.view(tile_id)) for tile_id in shown(r))
    return {name: tuple(view.region) for name, view in views if view}  # type: ignore[misc]


async def mouse(r: Room, kind: type[events.MouseEvent], place: tuple[int, int], **more: Any) -> None:
    await r.pilot._post_mouse_events([kind], offset=place, **{"button": 1, **more})
    await r.pause()


async def drag(r: Room, start: tuple[int, int], *places: tuple[int, int]) -> None:
    """Press there, go over the places, let go at the last one."""
    await mouse(r, DOWN, start)
    for place in places:
        await mouse(r, MOVE, place)
    await mouse(r, UP, places[-1])

"""Frames: which tiles belong together, in which order and how they lie. Every tile of the hive is in one of them.

A tile joins the frame of its repository, worktree or folder; where there is none, one is made, and it goes again with
its last tile. Every client shows the same frames; which one it looks at is its own business.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from hivemind.base.errors import BadRequestError, HiveError, InvalidFileError
from hivemind.base.places import written_path
from hivemind.base.repository import Place, place_of
from hivemind.hive import frame_store
from hivemind.hive.names import clean_name, new_id
from hivemind.protocol import splits
from hivemind.protocol.events import Event, FramesChanged, Notice
from hivemind.protocol.frame import Frame, Kind, Layout, Node

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Home:
    """Where a new tile will go."""

    frame: str = ""
    """A frame's id; empty: the one of its place."""
    place: Place | None = None
    beside: str = ""
    """The tile that it is put next to."""
    across: bool = True
    """Whether it goes to the right of that one; else below it."""


class Frames:
    """All frames, in the order of their tabs."""

    def __init__(
        self,
        path: Path,
        *,
        run: Callable[[Coroutine[Any, Any, None]], object],
        publish: Callable[[Event], None],
    ) -> None:
        self._path = path
        self._run = run
        self._publish = publish
        self._frames: dict[str, Frame] = {}
        self._is_stale = False
        self._is_unkept = False
        """Whether the file could not be written the last time."""
        self._writing = asyncio.Lock()
        self.problem = ""
        """What a person must know of the file that frames are kept in."""

    # -- the file ------------------------------------------------------------------------------------------------

    def load(self) -> None:
        """Begin with what an earlier daemon kept."""
        try:
            kept = frame_store.read(self._path)
        except InvalidFileError as error:
            logger.warning("frames not read", extra={"reason": error.message})
            self.problem = f"{error.message}; {error.hint}"
            return
        self._frames = {frame.frame_id: frame for frame in kept}

    async def settle(self, folders: Mapping[str, str]) -> None:
        """After `load`: tiles that are gone leave their frames, tiles of no frame get one. `folders` is by tile id."""
        left = set(folders)
        for frame in self.all:
            here = tuple(tile for tile in dict.fromkeys(frame.tiles) if tile in left)
            left -= set(here)  # a file that was changed by hand may name a tile twice
            self._set(frame, tiles=here)
        for tile, folder in folders.items():
            if self.of(tile) is None:
                self._put(tile, Home(place=await asyncio.to_thread(place_of, folder)))
        self._changed()

    async def flush(self) -> None:
        """Write what is not written yet."""
        async with self._writing:
            if not self._is_stale:
                return
            self._is_stale = False
            try:
                await asyncio.to_thread(frame_store.write, self._path, self.all)
            except HiveError as error:
                logger.warning("frames not kept", extra={"reason": error.message})
                if not self._is_unkept:  # said once, not at every change
                    self._is_unkept, self.problem = True, error.message
                    self._publish(Notice(error.message, is_error=True))
            else:
                if self._is_unkept:
                    self._is_unkept, self.problem = False, ""

    async def look(self) -> None:
        """Look anew at what is checked out in each frame's folder."""
        for frame in self.all:
            place = await asyncio.to_thread(place_of, frame.folder) if frame.folder else Place("")
            now = self._frames.get(frame.frame_id)
            if now and now.branch != place.branch and place.folder == now.folder:
                self._frames[frame.frame_id] = replace(now, branch=place.branch)
                self._changed()

    # -- facts ---------------------------------------------------------------------------------------------------

    @property
    def all(self) -> tuple[Frame, ...]:
        """Every frame."""
        return tuple(self._frames.values())

    def of(self, tile: str) -> Frame | None:
        """The frame that a tile is in."""
        return next((frame for frame in self.all if tile in frame.tiles), None)

    def find(self, word: str) -> Frame:
        """The frame with that id, that name in any case, that folder's name, or a name that contains the word.

        Raises:
            HiveError: there is none.
            BadRequestError: several fit.
        """
        if word in self._frames:
            return self._frames[word]
        low = word.casefold()
        for fits in (
            [frame for frame in self.all if frame.name.casefold() == low],
            [frame for frame in self.all if word and Path(frame.folder).name == word],
            [frame for frame in self.all if low and low in frame.name.casefold()],
        ):
            if len(fits) == 1:
                return fits[0]
            if fits:
                names = ", ".join(f"{frame.name} ({frame.frame_id})" for frame in fits)
                raise BadRequestError(f"'{word}' fits several frames: {names}", hint="name one of them by its id")
        raise HiveError(f"no frame '{word}'", code="NOT_FOUND", hint="see them: hive ctl frames")

    # -- tiles ---------------------------------------------------------------------------------------------------

    def put(self, tile: str, home: Home) -> None:
        """A new tile goes home."""
        self._put(tile, home)
        self._changed()

    def drop(self, tile: str) -> None:
        """A tile is gone."""
        if frame := self.of(tile):
            self._set(frame, tiles=tuple(one for one in frame.tiles if one != tile))
            self._changed()

    def move(self, tile: str, word: str) -> Frame:
        """A tile goes to the end of another frame, which it returns; raises as `find` does."""
        target = self.find(word)
        before = self.of(tile)
        if before is None or before.frame_id != target.frame_id:
            if before:
                self._set(before, tiles=tuple(one for one in before.tiles if one != tile))
            self._put(tile, Home(target.frame_id))
            self._changed()
        return self._frames[target.frame_id]

    def break_out(self, tile: str, name: str) -> Frame:
        """A tile goes to a frame of its own, which it returns: of the same folder, and gone with its last tile."""
        before = self.of(tile)
        place = Place(before.folder, before.branch) if before else Place("")
        frame = self._add(self._free(clean_name(name) or (before.name if before else "tiles")), place)
        return self.move(tile, frame.frame_id)

    def swap(self, one: str, other: str) -> None:
        """Two tiles change places, within a frame or between two."""
        names = {one: other, other: one}
        for frame in {frame.frame_id: frame for tile in names if (frame := self.of(tile))}.values():
            layout = replace(frame.layout, splits=splits.renamed(frame.layout.splits, names))
            self._set(frame, tiles=tuple(names.get(tile, tile) for tile in frame.tiles), layout=layout)
        self._changed()

    def _put(self, tile: str, home: Home) -> None:
        frame = self._frames.get(home.frame) or self._at(home.place or Place(""))
        at = frame.tiles.index(home.beside) + 1 if home.beside in frame.tiles else len(frame.tiles)
        layout = frame.layout
        if layout.splits and home.beside in frame.tiles:
            new = splits.split(layout.splits, home.beside, tile, across=home.across)
            layout = replace(layout, splits=new)
        self._set(frame, tiles=(*frame.tiles[:at], tile, *frame.tiles[at:]), layout=layout)

    def _at(self, place: Place) -> Frame:
        """The frame of a place, made when there is none."""
        found = next((frame for frame in self.all if frame.folder == place.folder), None)
        if found is None:
            name = clean_name(Path(place.folder).name) or place.folder or "tiles"
            found = self._add(self._free(name), place)
        return found

    # -- frames --------------------------------------------------------------------------------------------------

    def new(self, name: str, place: Place) -> Frame:
        """A frame that a person wants, empty; without a name it gets its folder's.

        Raises:
            BadRequestError: there is one of that name.
        """
        wanted = clean_name(name)
        if wanted:
            self._check_free(wanted)
        frame = self._add(
            wanted or self._free(clean_name(Path(place.folder).name) or place.folder), place, is_kept=True
        )
        self._changed()
        return frame

    async def new_at(self, name: str, base: str, folder: str) -> Frame:
        """A frame for a folder, which may be relative to `base`; raises as `new` does, and where there is no folder."""
        return self.new(name, await asyncio.to_thread(_place, base, folder))

    def rename(self, word: str, name: str) -> Frame:
        """Call a frame something else; raises as `find` and `new` do, and for a name that is empty."""
        frame = self.find(word)
        wanted = clean_name(name)
        if not wanted:
            raise BadRequestError("the name is empty")
        self._check_free(wanted, but=frame.frame_id)
        self._frames[frame.frame_id] = replace(frame, name=wanted, is_kept=True)
        self._changed()
        return self._frames[frame.frame_id]

    def remove(self, word: str) -> Frame:
        """An empty frame goes.

        Raises:
            BadRequestError: it has tiles.
            HiveError: as `find`.
        """
        frame = self.find(word)
        if frame.tiles:
            count = "1 tile" if len(frame.tiles) == 1 else f"{len(frame.tiles)} tiles"
            raise BadRequestError(
                f"there {'is' if len(frame.tiles) == 1 else 'are'} {count} in {frame.name}",
                hint=f"move them, or end them with it: hive ctl close-frame {frame.frame_id} --tiles",
            )
        del self._frames[frame.frame_id]
        self._changed()
        return frame

    def shift(self, word: str, place: int) -> None:
        """A frame's tab goes to that place, counted from 0; raises as `find` does."""
        frame = self.find(word)
        rest = [one for one in self.all if one.frame_id != frame.frame_id]
        rest.insert(max(0, place), frame)
        self._frames = {one.frame_id: one for one in rest}
        self._changed()

    def arrange(
        self, word: str, *, kind: Kind | None = None, tree: Node | None = None, is_zoomed: bool | None = None
    ) -> None:
        """Lay a frame out; what is None stays.

        Raises:
            BadRequestError: it has never been split by hand, so that there is nothing to go back to.
            HiveError: as `find`.
        """
        frame = self.find(word)
        had = frame.layout
        if kind == "own" and tree is None and had.splits is None:
            raise BadRequestError(f"{frame.name} has never been split by hand", hint="give grid, columns, rows or main")
        layout = Layout(
            kind=kind or had.kind,
            splits=had.splits if tree is None else tree,
            is_zoomed=had.is_zoomed if is_zoomed is None else is_zoomed,
        )
        self._set(frame, tiles=frame.tiles, layout=layout)
        self._changed()

    # -- within --------------------------------------------------------------------------------------------------

    def _set(self, frame: Frame, *, tiles: tuple[str, ...], layout: Layout | None = None) -> None:
        """Change a frame, whose splits always hold just its tiles; without tiles it goes, unless a person made it."""
        if not tiles and not frame.is_kept:
            self._frames.pop(frame.frame_id, None)
            return
        layout = layout or frame.layout
        if layout.splits is not None:
            layout = replace(layout, splits=splits.complete(layout.splits, tiles))
        if layout.kind == "own" and layout.splits is None:
            layout = replace(layout, kind="grid")
        if not tiles:
            layout = replace(layout, is_zoomed=False)
        self._frames[frame.frame_id] = replace(frame, tiles=tiles, layout=layout)

    def _add(self, name: str, place: Place, *, is_kept: bool = False) -> Frame:
        frame = Frame(new_id(self._frames), name, place.folder, place.branch, is_kept=is_kept)
        self._frames[frame.frame_id] = frame
        return frame

    def _free(self, name: str) -> str:
        taken = {frame.name.casefold() for frame in self.all}
        number, free = 1, name
        while free.casefold() in taken:
            number += 1
            free = f"{name} {number}"
        return free

    def _check_free(self, name: str, *, but: str = "") -> None:
        if any(one.name.casefold() == name.casefold() and one.frame_id != but for one in self.all):
            raise BadRequestError(f"there is a frame called '{name}' already")

    def _changed(self) -> None:
        """Tell everybody, and write it down once for all changes of this turn of the loop."""
        self._publish(FramesChanged(self.all))
        if not self._is_stale:
            self._is_stale = True
            self._run(self.flush())


def _place(base: str, folder: str) -> Place:
    path = os.path.normpath(written_path(base, folder))
    if not os.path.isdir(path):  # noqa: PTH112 (that of `Path` raises for a name that is too long)
        raise BadRequestError(f"there is no folder {path}")
    return place_of(path)

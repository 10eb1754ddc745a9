"""Ids and names of tiles, and finding a tile by either."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import Protocol, TypeVar

from hivemind.base.errors import BadRequestError, TileNotFoundError
from hivemind.base.oneline import one_line

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""Nothing that looks like something else."""

NAME_LIMIT = 80
"""Characters of a name."""


class Named(Protocol):
    """What can be found by name."""

    @property
    def name(self) -> str:
        """What people call it."""
        ...


T = TypeVar("T", bound=Named)


def new_id(taken: Iterable[str]) -> str:
    """Six characters, the first a letter, not among `taken`."""
    used = set(taken)
    while True:
        candidate = secrets.choice(ALPHABET[:24]) + "".join(secrets.choice(ALPHABET) for _ in range(5))
        if candidate not in used:
            return candidate


def clean_name(text: str) -> str:
    """A name on one line: whitespace runs become one space, control characters go, at most `NAME_LIMIT` characters."""
    return one_line(text, NAME_LIMIT)


def next_label(template: str, taken: Iterable[str]) -> str:
    """`template` with `{n}` replaced by the first number whose label is not taken."""
    used = set(taken)
    number = 1
    while True:
        label = template.replace("{n}", str(number))
        if label not in used:
            return label
        number += 1
        if "{n}" not in template:
            template += " {n}"


def find(tiles: Mapping[str, T], word: str) -> T:
    """The tile with that id, that name, or an id that begins so and no other does.

    Raises:
        TileNotFoundError: there is none.
        BadRequestError: several fit.
    """
    bare = word.removeprefix("hm:")
    if bare in tiles:
        return tiles[bare]
    named = [tile_id for tile_id, tile in tiles.items() if tile.name == word]
    fits = named or [tile_id for tile_id in tiles if bare and tile_id.startswith(bare)]
    if len(fits) == 1:
        return tiles[fits[0]]
    if fits:
        raise BadRequestError(f"'{word}' fits several tiles: {', '.join(fits)}", hint="name one of them by its id")
    raise TileNotFoundError(f"no tile '{word}'", hint="see them: hive ctl list")

"""Where a cell leads: to the address its program gave it (OSC 8), else to one that can be read there."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hivemind.tui.copying.lines import Lines, Spot

_ADDRESS = re.compile(r"https?://[^\s<>\"'`│┃|\x00-\x1f]+", re.IGNORECASE)

_ENDS = ".,;:!?'\""
"""Stand behind an address and are no part of it."""

_PAIRS = {")": "(", "]": "[", "}": "{"}


@dataclass(frozen=True, slots=True)
class Link:
    """An address, and whether it can be read where it stands: else nobody saw where they go."""

    address: str
    is_plain: bool


def link_at(lines: Lines, spot: Spot) -> Link | None:
    """The link of a cell; None when it leads nowhere. Raises UnfetchedError."""
    if spot.column >= len(lines.cells(spot.line)):
        return None
    spot = lines.clamp(spot)
    cells = list(lines.whole(spot.line))
    at = next((index for index, (place, _) in enumerate(cells) if place == spot), None)
    if at is None:
        return None
    text = "".join(character or " " for _, character in cells)
    plain = next((address for start, address in addresses(text) if start <= at < start + len(address)), None)
    given = lines.style(spot).link
    if given:
        return Link(given, is_plain=given == plain)
    return Link(plain, is_plain=True) if plain else None


def addresses(text: str) -> list[tuple[int, str]]:
    """The web addresses in a line, each with where it begins."""
    return [(match.start(), _trimmed(match[0])) for match in _ADDRESS.finditer(text)]


def _trimmed(address: str) -> str:
    """Without what closes the sentence or the bracket that it stands in."""
    while True:
        last = address[-1]
        if last in _ENDS or (last in _PAIRS and address.count(last) > address.count(_PAIRS[last])):
            address = address[:-1]
        else:
            return address

"""Keys and what they do, in groups side by side: how the pages of keys are set."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise, zip_longest
from typing import Final

from rich.cells import cell_len
from rich.text import Text

from hivemind.tui.look import Look
from hivemind.tui.visible import clip

MOST_COLUMNS: Final = 3

GAP: Final = 2
"""Cells between columns, and between keys and what they do."""

Group = tuple[str, Sequence[tuple[str, str]]]
"""A heading, and below it keys with what they do."""


def page(groups: Sequence[Group], look: Look, width: int) -> Text:
    """The groups in as many columns as fit without a word cut off."""
    room = [max((cell_len(keys) for keys, _ in lines), default=0) + GAP for _, lines in groups]
    widest = max(room[at] + cell_len(told) for at, (_, lines) in enumerate(groups) for _, told in lines)
    columns = max(1, min(MOST_COLUMNS, len(groups), (width + GAP) // (widest + GAP)))
    each = (width + GAP) // columns - GAP
    blocks = [_block(*group, look, room=room[at], width=each) for at, group in enumerate(groups)]
    rows = zip_longest(*_level(blocks, columns), fillvalue=Text())
    return Text("\n").join([_beside(row, each + GAP) for row in rows])


def _block(title: str, lines: Sequence[tuple[str, str]], look: Look, *, room: int, width: int) -> list[Text]:
    """A heading, and a line for each."""
    palette = look.palette
    made = [Text(title, style=f"bold {palette.dim}")]
    for keys, told in lines:
        line = Text(keys + " " * (room - cell_len(keys)), style=palette.focus)
        made.append(line.append(clip(told, width - room, look.signs.ellipsis), style=palette.text))
    return made


def _level(blocks: Sequence[list[Text]], columns: int) -> list[list[Text]]:
    """Blocks in their order in so many columns, a blank line between two, where the highest is as low as can be."""

    def stacked(cuts: Sequence[int]) -> list[list[Text]]:
        parts = [blocks[first:last] for first, last in pairwise([0, *cuts, len(blocks)])]
        return [[line for at, block in enumerate(part) for line in ([Text()] if at else []) + block] for part in parts]

    return min(map(stacked, combinations(range(1, len(blocks)), columns - 1)), key=lambda made: max(map(len, made)))


def _beside(cells: Sequence[Text], width: int) -> Text:
    """One line of all columns."""
    line = Text()
    for text in cells:
        line.append_text(text).append(" " * (width - text.cell_len))
    line.rstrip()
    return line

"""Every key, from the table that the keyboard uses, and what the signs mean."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise, zip_longest
from typing import Final

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from hivemind.protocol.status import Status
from hivemind.tui.keymap import shown, spelled
from hivemind.tui.screens.dialog import Dialog, plain
from hivemind.tui.screens.foot import CLOSES, SCROLLS, Foot
from hivemind.tui.signs import colour_of
from hivemind.tui.visible import clip

WIDEST: Final = 116
"""Cells of the page; a wider one would be slower to read."""

MOST_COLUMNS: Final = 3

GAP: Final = 2
"""Cells between columns."""

AROUND: Final = 8
"""Rows of the dialog that are not the page: border, title, and the last lines with the gap above them."""

MEANINGS = {
    Status.PERMISSION: "asks permission",
    Status.QUESTION: "asks something",
    Status.BLOCKED: "waits for you",
    Status.WORKING: "working",
    Status.IDLE: "idle",
    Status.RUNNING: "running",
    Status.EXITED: "has ended",
}
"""What each sign stands for, in the help."""


class Help(Dialog[None]):
    """All keys on one page, from the keymap in force; scrolls where it is higher than the screen."""

    DEFAULT_CSS = f"""
    Help > .box {{ width: {WIDEST + 6}; }}
    Help VerticalScroll {{ height: auto; }}
    """

    def compose(self) -> ComposeResult:
        """Groups of keys side by side, then the signs; below them what closes it, always in sight."""
        keys = self.look.keys
        prefix, width = spelled(keys.prefix), min(WIDEST, self.app.size.width - 7)
        each, rest = f"Keys, each after {prefix}", f"Without {prefix} every key goes to the program."
        if not keys.is_plain:
            each, rest = f"Keys, where {shown(keys.prefix)} is {prefix}", "Every other key goes to the program."
        with Vertical(classes="box"):
            yield plain(each, "title")
            with VerticalScroll():
                yield Static(self._keys(width))
                yield plain("Signs", "title")
                yield Static(self._signs(width))
            yield Foot(self.look, ("", rest), SCROLLS, CLOSES)

    def on_resize(self) -> None:
        """The page has the rows that the rest leaves to it."""
        self.query_one(VerticalScroll).styles.max_height = max(1, self.size.height - AROUND)

    def action_confirm(self) -> None:
        """Enter closes it, as Esc does."""
        self.dismiss(None)

    def _keys(self, width: int) -> Text:
        """Groups in as many columns as fit without a word cut off."""
        groups = [(group.title, list(self.look.keys.lines(group))) for group in self.look.keys.groups]
        room = [max((cell_len(keys) for keys, _ in lines), default=0) + 2 for _, lines in groups]
        widest = max(room[at] + cell_len(told) for at, (_, lines) in enumerate(groups) for _, told in lines)
        columns = max(1, min(MOST_COLUMNS, (width + GAP) // (widest + GAP)))
        each = (width + GAP) // columns - GAP
        blocks = [self._group(*group, room=room[at], width=each) for at, group in enumerate(groups)]
        rows = zip_longest(*_level(blocks, columns), fillvalue=Text())
        return Text("\n").join([_beside(row, each + GAP) for row in rows]).append("\n")

    def _group(self, title: str, lines: Sequence[tuple[str, str]], *, room: int, width: int) -> list[Text]:
        """A heading, and a line an action: its keys, what it does."""
        palette = self.look.palette
        made = [Text(title, style=f"bold {palette.dim}")]
        for keys, told in lines:
            line = Text(keys + " " * (room - cell_len(keys)), style=palette.focus)
            made.append(line.append(clip(told, width - room, self.look.signs.ellipsis), style=palette.text))
        return made

    def _signs(self, width: int) -> Text:
        look = self.look
        told = [(look.signs.glyphs[one], meaning, colour_of(one, look.palette)) for one, meaning in MEANINGS.items()]
        told.append((look.signs.done, "done, not looked at", look.palette.good))
        told.append((look.signs.fault, "did not end well", look.palette.warning))
        rows = [Text()]
        for sign, meaning, colour in told:
            piece = Text(sign, style=colour).append(f" {meaning}   ", style=look.palette.text)
            if rows[-1].cell_len + piece.cell_len - 3 > width:
                rows.append(Text())
            rows[-1].append_text(piece)
        return Text("\n").join(rows)


def _level(blocks: Sequence[list[Text]], columns: int) -> list[list[Text]]:
    """Blocks in their order in so many columns, a blank line between two, where the highest is as low as can be."""

    def stacked(cuts: Sequence[int]) -> list[list[Text]]:
        ends = [0, *cuts, len(blocks)]
        parts = [blocks[first:last] for first, last in pairwise(ends)]
        return [[line for at, block in enumerate(part) for line in ([Text()] if at else []) + block] for part in parts]

    return min(map(stacked, combinations(range(1, len(blocks)), columns - 1)), key=lambda made: max(map(len, made)))


def _beside(cells: Sequence[Text], width: int) -> Text:
    """One line of all columns."""
    line = Text()
    for text in cells:
        line.append_text(text).append(" " * (width - text.cell_len))
    line.rstrip()
    return line

"""Screens as they come from files and pipes, to what rules look at; and text of screens made safe to print."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hivemind.detect.text import ScreenText

MAX_ROWS = 10_000
"""Rows of a screen; a taller one is refused."""


class Mark(msgspec.Struct, frozen=True):
    """A screen as recordings' marks and `--batch` lines have it; unknown keys are ignored."""

    screen: tuple[str, ...]
    """Rows, top to bottom."""
    title: str = ""
    cursor: tuple[int, int] | None = None
    """Row and column, from 0."""
    cursor_hidden: bool = False
    cols: int = 0
    """Cells of a row; 0: as wide as the longest."""
    osc7501: str | None = None
    """The text of the last status record, or nothing."""

    @property
    def text(self) -> ScreenText:
        """The screen as rules see it."""
        cursor = None if self.cursor_hidden else self.cursor
        return text_of(self.screen, self.title, cursor, columns=self.cols, record=self.osc7501 or "")


def text_of(
    rows: Sequence[str], title: str = "", cursor: tuple[int, int] | None = None, *, columns: int = 0, record: str = ""
) -> ScreenText:
    """A screen of plain rows with what its program said of itself."""
    from_mark = getattr(ScreenText, "from_mark", None)
    if from_mark is None:
        return ScreenText(rows, title, cursor, columns=columns)
    mark = {"screen": list(rows), "title": title, "cursor": cursor, "cols": columns, "osc7501": record or None}
    text: ScreenText = from_mark(mark)
    return text


def of_plain_text(text: str) -> ScreenText:
    """A screen that somebody saved as text: one row a line."""
    return text_of(text.removesuffix("\n").split("\n"))


def mark_from(line: bytes | str) -> Mark:
    """The screen that a JSON object describes. Raises ValueError saying what is wrong with it."""
    try:
        mark = msgspec.json.decode(line, type=Mark)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise ValueError(str(error)) from error
    if len(mark.screen) > MAX_ROWS:
        raise ValueError(f"the screen has {len(mark.screen)} rows, at most {MAX_ROWS} are read")
    return mark


def visible(text: str) -> str:
    """The text with its control and format characters written out, so that a terminal acts on none of them."""
    return "".join(c if c.isprintable() else _written(c) for c in text)


def _written(character: str) -> str:
    if character in "\u00a0\u3000" or character.isspace():
        return " "
    return character.encode("unicode_escape", "backslashreplace").decode("ascii")

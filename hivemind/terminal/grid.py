"""A pyte screen whose lines are two strings: modes, character sets, the two screens, resizing.

No bytes come in here (see `parser`) and none go out: answers and what people should know are collected in `talk`.
"""

from __future__ import annotations

import copy
import operator
from typing import Any, NamedTuple

import msgspec
from pyte import charsets as cs
from pyte import modes as mo
from pyte.screens import Savepoint

from hivemind.terminal import private
from hivemind.terminal.keyboards import Keyboard
from hivemind.terminal.motions import TAB_WIDTH, MotionScreen
from hivemind.terminal.reflow import Picture, clip, resize_main
from hivemind.terminal.scrollback import Scrollback
from hivemind.terminal.styles import PLAIN
from hivemind.terminal.talk import Talk
from hivemind.terminal.views import BufferView, PenCursor

LAST_SHAPE = 6
"""The last cursor shape that DECSCUSR knows."""

TITLES = 10
"""Titles a program can push (CSI 22 t), as in xterm."""

LINE_DRAWING = "".join(map(chr, range(0x5F))) + " " + cs.VT100_MAP[0x60:0x7F]
"""DEC special graphics as in xterm: only these characters change (pyte's map, from Linux, has arrows elsewhere)."""

UNITED_KINGDOM = "".join(map(chr, range(ord("#")))) + "£"
"""Where the number sign is the pound sign."""

CHARSETS = {"0": LINE_DRAWING, "A": UNITED_KINGDOM}
"""What the others stand for leaves the text as it is."""


class Page(msgspec.Struct):
    """What belongs to one of the two screens while the other one is shown."""

    texts: list[str]
    marks: list[str]
    scrollback: Scrollback
    savepoints: list[Savepoint]
    keyboard: Keyboard

    def copy(self) -> Page:
        """The same in lists of its own, without the lines of the scrollback."""
        lines = self.texts.copy(), self.marks.copy(), Scrollback(0)
        return Page(*lines, self.savepoints.copy(), copy.copy(self.keyboard))


class Below(NamedTuple):
    """Lines that a smaller size cut off below the cursor: they come back as long as nothing else has changed."""

    texts: list[str]
    marks: list[str]
    shown: list[str]
    """The lines that stayed."""

    def fits(self, shown: list[str]) -> bool:
        """Whether those lines are the same still; one that was written anew is another object."""
        return len(shown) == len(self.shown) and all(map(operator.is_, shown, self.shown))


class Grid(MotionScreen):
    """The screen of one tile. Wherever it is asked to go, the cursor stays inside."""

    def __init__(self, columns: int, lines: int) -> None:
        self.talk = Talk()
        self.keyboard = Keyboard()
        self.cursor_shape = 0
        self.is_alternate = False
        self.title = ""
        self._away = Page([""] * lines, [""] * lines, Scrollback(0), [], Keyboard())
        self._below: Below | None = None
        self._more_charsets = [cs.LAT1_MAP, cs.LAT1_MAP]
        """G2 and G3."""
        super().__init__(columns, lines)

    @property
    def top(self) -> int:
        """The stable number of the first visible line; the main and the alternate screen count apart."""
        return self.scrollback.end

    @property
    def past(self) -> Scrollback:
        """The scrollback of the main screen, whichever screen is shown."""
        return self._away.scrollback if self.is_alternate else self.scrollback

    @property
    def pages(self) -> tuple[Page, Page]:
        """The main and the alternate screen, whichever is shown."""
        shown = Page(self.texts, self.marks, self.scrollback, self.savepoints, self.keyboard)
        return (self._away, shown) if self.is_alternate else (shown, self._away)

    @property
    def charsets(self) -> tuple[str, str, str, str]:
        """What G0 to G3 stand for."""
        return (self.g0_charset, self.g1_charset, self._more_charsets[0], self._more_charsets[1])

    @property
    def main_texts(self) -> list[str]:
        """The lines of the main screen, whichever is shown."""
        return self._away.texts if self.is_alternate else self.texts

    def copy(self) -> Grid:
        """A screen that shows the same and goes on in the same way, in lists and with a scrollback of its own.

        It shares the tables of styles and clusters, and the lines, which never change. Nobody hears what it tells.
        """
        twin = copy.copy(self)
        twin.part()
        return twin

    def part(self) -> None:
        """Share nothing that changes with the one that this is a copy of."""
        shown = Page(self.texts, self.marks, self.scrollback, self.savepoints, self.keyboard).copy()
        self.texts, self.marks, self.scrollback = shown.texts, shown.marks, shown.scrollback
        self.savepoints, self.keyboard = shown.savepoints, shown.keyboard
        self._away, self._below = self._away.copy(), None
        self._more_charsets = self._more_charsets.copy()
        self.mode, self.tabstops = set(self.mode), set(self.tabstops)
        self.cursor, self.talk = self.cursor.copy(), self.talk.copy()
        self.buffer = BufferView(self)  # type: ignore[assignment]

    # Resetting

    def reset(self) -> None:
        """RIS: as new, except for the title, the scrollback and the numbers of the lines.

        All that pyte's own does, which is not called: most of it would be undone at once.
        """
        self.use_alternate(on=False)
        self._keep_screen()
        self._below = None
        self._away = Page([""] * self.lines, [""] * self.lines, Scrollback(0), [], Keyboard())
        self.clear()
        self.savepoints = []
        self.cursor = PenCursor(0, 0, self.styles)
        self.cursor_shape = 0
        self.margins = None
        self.mode = {mo.DECAWM, mo.DECTCEM}
        self.icon_name = ""
        self.saved_columns = None
        self.talk.reset()
        self.keyboard = Keyboard()
        self._forget_charsets()
        self.shift_in()
        self.default_tab_stops()

    def soft_reset(self) -> None:
        """DECSTR (DEC STD 070): modes, margins, character sets, pen and saved cursor; the screen stays."""
        self.mode -= {mo.IRM, mo.DECOM, private.CURSOR_KEYS << private.SHIFT, private.KEYPAD << private.SHIFT}
        self.mode |= {mo.DECAWM, mo.DECTCEM}
        self.cursor.hidden = False
        self.cursor.pen = PLAIN
        self.margins = None
        self.savepoints = []
        self._forget_charsets()
        self.shift_in()

    # To the program and to people

    def write_process_input(self, data: str) -> None:
        """Keep an answer until somebody takes it to the program."""
        self.talk.answer(data)

    def bell(self, *_args: Any) -> None:
        """BEL."""
        self.talk.ring()

    def push_title(self) -> None:
        """XTWINOPS 22."""
        self.talk.pushed_titles = [*self.talk.pushed_titles[-TITLES + 1 :], self.title]

    def pop_title(self) -> None:
        """XTWINOPS 23."""
        if self.talk.pushed_titles:
            self.title = self.talk.pushed_titles.pop()

    # The keyboard

    def push_keyboard(self, flags: int) -> None:
        """Kitty's protocol, on this screen."""
        self.keyboard.push(flags)

    def pop_keyboard(self, count: int) -> None:
        """Kitty's protocol, on this screen."""
        self.keyboard.pop(count)

    def change_keyboard(self, flags: int, how: int) -> None:
        """Kitty's protocol, on this screen."""
        self.keyboard.change(flags, how)

    def set_modify_other_keys(self, level: int) -> None:
        """XTMODKEYS, resource 4."""
        self.talk.modify_keys(level)

    # Modes

    def set_mode(self, *modes: int, **kwargs: Any) -> None:
        """SM, or DECSET with `private=True`; unknown modes change nothing."""
        self._change_modes(modes, is_private=bool(kwargs.get("private")), on=True)

    def reset_mode(self, *modes: int, **kwargs: Any) -> None:
        """RM, or DECRST with `private=True`."""
        self._change_modes(modes, is_private=bool(kwargs.get("private")), on=False)

    def change_private(self, numbers: tuple[int, ...], on: bool) -> None:  # noqa: FBT001
        """DECSET or DECRST of several modes."""
        self._change_modes(numbers, is_private=True, on=on)

    def show_cursor(self, on: bool) -> None:  # noqa: FBT001
        """DECTCEM."""
        (self.mode.add if on else self.mode.discard)(mo.DECTCEM)
        self.cursor.hidden = not on

    def add_modes(self, modes: frozenset[int]) -> None:
        """Remember modes, numbered as pyte does, that change nothing else (`private.FLAGS`)."""
        self.mode |= modes

    def drop_modes(self, modes: frozenset[int]) -> None:
        """Forget such modes."""
        self.mode -= modes

    def _change_modes(self, numbers: tuple[int, ...], *, is_private: bool, on: bool) -> None:
        for number in numbers:
            if is_private:
                self._change_private(number, on=on)
            elif number in {mo.IRM, mo.LNM}:
                (self.mode.add if on else self.mode.discard)(number)

    def _change_private(self, number: int, *, on: bool) -> None:
        if number in private.MOUSE:
            self._only(private.MOUSE, number, on=on)
        elif number in private.MOUSE_ENCODINGS and on:
            self._only(private.MOUSE_ENCODINGS, number, on=on)
        elif number in private.ALTERNATES:
            self._change_screen(number, on=on)
        elif number == private.SAVE_CURSOR:
            self.save_cursor() if on else self.restore_cursor()
        elif number in private.KNOWN:
            (self.mode.add if on else self.mode.discard)(number << private.SHIFT)
            if number == private.ORIGIN:
                self.cursor_position()
            elif number == private.CURSOR_VISIBLE:
                self.cursor.hidden = not on

    def _only(self, group: tuple[int, ...], number: int, *, on: bool) -> None:
        self.mode.difference_update(other << private.SHIFT for other in group)
        if on:
            self.mode.add(number << private.SHIFT)

    # The two screens

    def _change_screen(self, number: int, *, on: bool) -> None:
        """47, 1047 and 1049 (xterm ctlseqs): which clears, and which keeps the cursor."""
        saves_cursor = number == 1049
        if on and saves_cursor:
            self.save_cursor()
        if not on and number == 1047 and self.is_alternate:
            self._blank_lines(0, self.lines, self.blank)
        self.use_alternate(on=on)
        if on and saves_cursor:
            self._blank_lines(0, self.lines, self.blank)
        if not on and saves_cursor and self.savepoints:
            self.restore_cursor()

    def use_alternate(self, *, on: bool) -> None:
        """Show the alternate or the main screen; the cursor stays where it is."""
        if on == self.is_alternate:
            return
        shown = Page(self.texts, self.marks, self.scrollback, self.savepoints, self.keyboard)
        hidden, self._away = self._away, shown
        self.texts, self.marks, self.scrollback = hidden.texts, hidden.marks, hidden.scrollback
        self.savepoints, self.keyboard = hidden.savepoints, hidden.keyboard
        self.is_alternate = on

    # Character sets

    def define_charset(self, code: str, mode: str) -> None:
        """Choose what G0 to G3 stand for; `mode` is `(`, `)`, `*` or `+`."""
        charset = CHARSETS.get(code, cs.LAT1_MAP)
        if mode == "(":
            self.g0_charset = charset
        elif mode == ")":
            self.g1_charset = charset
        else:
            self._more_charsets[mode == "+"] = charset
        self._choose_charset()

    def lock_shift(self, number: int) -> None:
        """LS2, LS3."""
        self.charset = number
        self._choose_charset()

    def shift_once(self, number: int) -> None:
        """SS2, SS3: the next character only."""
        self.single_charset = self._more_charsets[number - 2]

    def _forget_charsets(self) -> None:
        self.g0_charset = self.g1_charset = cs.LAT1_MAP
        self._more_charsets = [cs.LAT1_MAP, cs.LAT1_MAP]
        self.single_charset = None

    def shift_in(self) -> None:
        """SI: G0."""
        self.lock_shift(0)

    def shift_out(self) -> None:
        """SO: G1."""
        self.lock_shift(1)

    def _choose_charset(self) -> None:
        charset = self.charsets[self.charset]
        self.charmap = None if charset is cs.LAT1_MAP else charset

    # The cursor

    def save_cursor(self) -> None:
        """DECSC: one place for each screen."""
        point = Savepoint(
            self.cursor.copy(),
            self.g0_charset,
            self.g1_charset,
            self.charset,
            mo.DECOM in self.mode,
            mo.DECAWM in self.mode,
        )
        self.savepoints[:] = [point]

    def restore_cursor(self) -> None:
        """DECRC: what was saved, as often as it is asked for; home when nothing was."""
        hidden, saved = self.cursor.hidden, _saved_cursor(self.savepoints)
        if saved is None:
            self.mode.discard(mo.DECOM)
            self.cursor = PenCursor(0, 0, self.styles)
            self.g0_charset = self.g1_charset = cs.LAT1_MAP
            self.charset = 0
        else:
            point = self.savepoints[-1]
            self.cursor = saved.copy()
            self.g0_charset, self.g1_charset, self.charset = point.g0_charset, point.g1_charset, point.charset
            (self.mode.add if point.origin else self.mode.discard)(mo.DECOM)
            if self.cursor.x > self.columns:
                self.cursor.x = self.columns - 1
            self.ensure_vbounds()
        self.cursor.hidden = hidden
        self._choose_charset()

    def set_cursor_shape(self, shape: int) -> None:
        """DECSCUSR."""
        if shape <= LAST_SHAPE:
            self.cursor_shape = shape

    # Size

    def resize(self, lines: int | None = None, columns: int | None = None) -> None:
        """Change the size: the main screen wraps anew, the alternate one is clipped, the region is the whole screen."""
        lines, columns = lines or self.lines, columns or self.columns
        if (lines, columns) == (self.lines, self.columns):
            return
        shown = Page(self.texts, self.marks, self.scrollback, self.savepoints, self.keyboard)
        for page in (shown, self._away):
            cursor = self.cursor if page is shown else _saved_cursor(page.savepoints) or PenCursor(0, 0, self.styles)
            is_main = (page is shown) != self.is_alternate
            if is_main:
                self._resize_main(page, cursor, lines=lines, columns=columns)
            else:
                picture = clip(self._picture(page, cursor), lines=lines, columns=columns)
                page.texts, page.marks, cursor.y, cursor.x = picture
        self.texts, self.marks = shown.texts, shown.marks
        stops = set(range(TAB_WIDTH, columns, TAB_WIDTH)) - set(range(self.columns)) if self.tabstops else set()
        self.lines, self.columns = lines, columns
        self.margins = None
        self.place_tabs({stop for stop in self.tabstops | stops if stop < columns})

    def _picture(self, page: Page, cursor: PenCursor) -> Picture:
        return Picture(page.texts, page.marks, min(cursor.y, self.lines - 1), min(cursor.x, self.columns))

    def _resize_main(self, page: Page, cursor: PenCursor, *, lines: int, columns: int) -> None:
        below, picture = self._below, self._picture(page, cursor)
        if below is not None and below.fits(picture.texts):
            picture = picture._replace(texts=picture.texts + below.texts, marks=picture.marks + below.marks)
        picture = resize_main(picture, page.scrollback, lines=lines, columns=columns)
        page.texts, page.marks, cursor.y, cursor.x = picture.texts[:lines], picture.marks[:lines], picture.y, picture.x
        cut = picture.texts[lines:]
        self._below = Below(cut, picture.marks[lines:], list(page.texts)) if cut else None


def _saved_cursor(savepoints: list[Savepoint]) -> PenCursor | None:
    cursor = savepoints[-1].cursor if savepoints else None
    return cursor if isinstance(cursor, PenCursor) else None

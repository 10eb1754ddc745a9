"""Painted past the compositor: the same cells as it would paint, and only where nothing covers them."""

from __future__ import annotations

import asyncio
import inspect

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from textual._compositor import Compositor
from textual._styles_cache import StylesCache
from textual.app import App
from textual.geometry import Region
from textual.screen import Screen
from textual.widget import Widget

from hivemind.daemon.peer import Seen, difference
from hivemind.protocol.screen import Size
from hivemind.terminal.emulator import Emulator
from hivemind.testing.scene import TILES
from hivemind.tui.direct import SYNC_END, SYNC_START, free_widgets
from hivemind.tui.screens.help import Help
from hivemind.tui.tile_view import TileView
from tests.tui.terminal import Shown, cells, shown

ONE, TWO = "t1", "t2"


class Program:
    """A program in a tile: what it writes reaches the app as the daemon would send it."""

    def __init__(self, shown: Shown, tile: str, size: Size) -> None:
        self._shown, self._tile = shown, tile
        self._emulator = Emulator(size)
        self._seen: Seen | None = None

    def write(self, *texts: str) -> None:
        self._emulator.feed("".join(texts).encode())
        snapshot = self._emulator.snapshot()
        self._shown.link.emit(difference(self._tile, self._seen, snapshot))
        self._seen = Seen(snapshot, len(snapshot.styles), len(snapshot.clusters))


def program(shown: Shown, tile: str = ONE) -> Program:
    made = Program(shown, tile, Size(*shown.app.room.grid.sizes[tile]))
    made.write("\x1b[H")
    return made


def compositions(shown: Shown) -> list[int]:
    """Grows by one entry whenever the compositor draws."""
    counted: list[int] = []
    compositor = shown.app.room._compositor
    render = compositor.render_update

    def counting(*args: object, **named: object) -> object:
        counted.append(1)
        return render(*args, **named)  # type: ignore[arg-type]

    compositor.render_update = counting  # type: ignore[method-assign,assignment]
    return counted


PIECES = st.sampled_from(
    [
        *("abc", "漢字", "🐝x", "e\u0301", "👩\u200d💻", "─" * 30, "x" * 130, "  ", "\u202e", "\ufe0f", "❤\ufe0f"),
        *("\x1b[31m", "\x1b[48;5;30m", "\x1b[38;2;1;2;3m", "\x1b[1;3;9m", "\x1b[7m", "\x1b[2m", "\x1b[8m", "\x1b[4:3m"),
        *("\x1b[0m", "\r\n", "\r", "\t", "\b\b", "\x1b[K", "\x1b[2J", "\x1b[H", "\x1b[24;70H", "\x1b[5;79H", "\x1b[3L"),
        *("\x1b[?25l", "\x1b[?25h", "\x1b[?1049h", "\x1b[?1049l", "\x1b[2S", "\x1b[4h", "\x1b[2P", "\x1b]8;;u\x07"),
    ]
)
WRITES = st.lists(st.tuples(st.sampled_from([ONE, TWO, "t3"]), st.lists(PIECES, min_size=1, max_size=8)), max_size=8)


@given(WRITES, st.sampled_from([(80, 24), (120, 40), (200, 60), (64, 20)]))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_both_ways_paint_the_same_cells(writes: list[tuple[str, list[str]]], size: tuple[int, int]) -> None:
    async def check() -> None:
        async with shown(size) as r:
            programs = {tile: program(r, tile) for tile in r.app.room.grid.sizes}
            await r.quiet()
            for tile, pieces in writes:
                if tile in programs:
                    programs[tile].write(*pieces)
                    await r.pause(1)
            await r.quiet()
            assert cells(r.emulator.snapshot()) == cells(r.compositor())

    asyncio.run(check())


async def test_what_a_program_writes_is_painted_without_the_compositor() -> None:
    async with shown() as r:
        one = program(r)
        await r.quiet()
        counted = compositions(r)
        one.write("\x1b[2;1Hhello")
        await r.until(lambda: bool(r.written))
        assert counted == []
        written = r.written[-1].decode()
        assert written.startswith(SYNC_START)
        assert written.endswith(SYNC_END)
        assert "hello" in written
        assert len(written) < 400


async def test_what_changes_in_tiles_beside_is_one_update_and_the_focused_one_waits_for_none() -> None:
    async with shown((200, 60)) as r:
        one, two, three = program(r), program(r, TWO), program(r, "t3")
        await r.quiet()
        two.write("second")
        three.write("third")
        one.write("first")
        await r.until(lambda: b"third" in (seen := b"".join(r.written)) and seen.endswith(SYNC_END.encode()))
        updates = b"".join(r.written).decode().split(SYNC_START)[1:]
        told = [[word for word in ("first", "second", "third") if word in update] for update in updates]
        assert [words for words in told if words] == [["first"], ["second", "third"]]  # an age may go on meanwhile
        assert all(update.endswith(SYNC_END) for update in updates)


async def test_the_compositor_never_brings_back_what_stood_there_before() -> None:
    async with shown() as r:
        one = program(r)
        one.write("\x1b[2;1Hbefore")
        await r.quiet()
        r.app.room.refresh()
        await r.quiet()
        one.write("\x1b[2;1Hafterwards")
        await r.quiet()
        r.app.room.refresh()
        await r.quiet()
        text = "\n".join(row.text for row in r.emulator.snapshot().lines)
        assert "afterwards" in text
        assert "before" not in text


async def test_nothing_is_painted_over_a_dialog_and_behind_it_the_tile_is_right_afterwards() -> None:
    async with shown() as r:
        one = program(r)
        await r.quiet()
        r.app.call_next(r.app.act, "help")
        await r.until(lambda: isinstance(r.app.screen, Help))
        await r.quiet()
        one.write("\x1b[10;1H", "behind " * 10)
        await r.quiet()
        assert cells(r.emulator.snapshot()) == cells(r.compositor())
        r.app.pop_screen()
        await r.quiet()
        assert "behind behind" in "\n".join(row.text for row in r.emulator.snapshot().lines)
        assert cells(r.emulator.snapshot()) == cells(r.compositor())


async def test_a_tile_that_something_lies_over_is_painted_in_the_ordinary_way() -> None:
    async with shown() as r:
        programs = {tile: program(r, tile) for tile in r.app.room.grid.sizes}
        await r.quiet()
        r.app.notify("a notice that lies over the last tile", timeout=60)
        await r.until(lambda: "a notice" in "\n".join(row.text for row in r.emulator.snapshot().lines))
        await r.quiet()
        free = free_widgets(r.app.room._compositor.visible_widgets)
        assert sum(isinstance(widget, TileView) for widget in free) < len(programs)
        for one in programs.values():
            one.write("\x1b[H", *(f"\x1b[{row};1H{'under ' * 20}" for row in range(1, 25)))
        await r.quiet()
        assert cells(r.emulator.snapshot()) == cells(r.compositor())
        assert "a notice" in "\n".join(row.text for row in r.emulator.snapshot().lines)


async def test_the_terminals_cursor_goes_to_the_focused_programs() -> None:
    async with shown() as r:
        one = program(r)
        await r.quiet()
        one.write("\x1b[3;5H")
        await r.quiet()
        one.write("x")
        await r.quiet()
        region = r.app.room.grid.view(ONE).region  # type: ignore[union-attr]
        cursor = r.emulator.snapshot().cursor
        assert (cursor.row, cursor.column) == (region.y + 3, region.x + 6)


async def test_a_terminal_that_reads_slowly_misses_pictures_and_blocks_nothing() -> None:
    async with shown() as r:
        one = program(r)
        await r.quiet()
        r.is_read = False
        for number in range(600):
            one.write("\x1b[H", *(f"\x1b[{row};1H{number:03} {'line ' * 14}" for row in range(1, 25)))
            await r.pause(1)
        assert r.driver.is_busy
        waiting = len(r.read()) + r.driver._outlet.pending  # type: ignore[union-attr]
        assert waiting < 600 * 24 * 70 / 4
        r.is_read = True
        await r.quiet()
        assert "599 line" in "\n".join(row.text for row in r.emulator.snapshot().lines)
        assert cells(r.emulator.snapshot()) == cells(r.compositor())


async def test_nothing_is_written_once_the_ui_is_being_left() -> None:
    async with shown() as r:
        one = program(r)
        await r.quiet()
        view = r.app.room.grid.view(ONE)
        assert view
        one.write("late")
        r.app.exit(0)
        r.app.viewers._direct.paint(view, [1])
        await r.until(lambda: not r.app.is_running)
        r.read()
        rest = b"".join(r.written)
        assert b"late" not in rest.partition(b"\x1b[?1049l")[2]


@pytest.mark.parametrize("count", [1, 3])
async def test_hidden_tiles_are_never_painted(count: int) -> None:
    async with shown((80, 24), tiles=TILES[:count]) as r:
        shown_tiles = r.app.room.grid.sizes.keys()
        programs = {tile.tile_id: Program(r, tile.tile_id, Size(24, 80)) for tile in TILES[:count]}
        for tile, one in programs.items():
            one.write(f"of {tile}")
        await r.quiet()
        text = "\n".join(row.text for row in r.emulator.snapshot().lines)
        assert [f"of {tile}" in text for tile in programs] == [tile in shown_tiles for tile in programs]


def test_the_private_parts_of_textual_are_as_we_know_them() -> None:
    """When this fails, look at what `direct` uses."""
    assert list(inspect.signature(StylesCache.set_dirty).parameters) == ["self", "regions"]
    assert isinstance(inspect.getattr_static(Compositor, "visible_widgets"), property)
    assert "sort(key=itemgetter(0), reverse=True)" in inspect.getsource(Compositor.visible_widgets.fget)  # type: ignore[attr-defined]
    assert "self._visible_widgets = None" in inspect.getsource(Compositor.reflow)
    assert "self._compositor" in inspect.getsource(Screen._compositor_refresh)
    assert "self._styles_cache" in inspect.getsource(Widget.render_lines)
    display = inspect.getsource(App._display)
    assert all(part in display for part in ("self._batch_count", "self._driver", "self.cursor_position"))
    assert "self._sync_available" in inspect.getsource(App._begin_update)


def test_what_overlaps_or_is_cut_is_not_free() -> None:
    class Other(Widget):
        pass

    assert free_widgets({Other(): (Region(0, 0, 10, 10), Region(0, 0, 10, 10))}) == {}

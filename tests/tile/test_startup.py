from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from hivemind.base.errors import HiveError
from hivemind.detect.text import ScreenText
from hivemind.manifest import manifest
from hivemind.manifest.parts.spawn import Dismissal
from hivemind.protocol.status import Status
from hivemind.testing import toy
from hivemind.testing.toy import Toy
from hivemind.tile.reader import Reader
from hivemind.tile.startup import LATE_LOOK, LOOK, start_up

IDLE = frozenset({Status.IDLE})


async def test_a_task_goes_in_when_the_screen_is_idle_and_quiet(tmp_path: Path) -> None:
    it = Toy(tmp_path, lambda data: toy.working() if data == b"\r" else toy.idle(data.decode()), task="do it")
    it.pty.feed(toy.idle())
    await start_up(it.tile, "do it")
    assert it.pty.written == [b"do it", b"\r"]
    assert it.tile.record.pending_task == ""


async def test_a_task_waits_for_the_idle_screen_that_the_file_describes_but_not_for_ever(tmp_path: Path) -> None:
    """A program that has not drawn anything yet would lose it."""
    it = Toy(tmp_path, lambda data: toy.working() if data == b"\r" else toy.idle(data.decode()), task="do it")
    real_sleep = it.clock.sleep
    looks = 0

    async def sleep(seconds: float) -> None:
        nonlocal looks
        looks += 1
        if looks == LATE_LOOK + 2:
            assert it.pty.written == []
            it.pty.feed(toy.screen("it has another prompt now:"))
        await real_sleep(0)

    it.clock.sleep = sleep  # type: ignore[method-assign]
    await start_up(it.tile, "do it")
    assert looks > LATE_LOOK + 2
    assert it.pty.written == [b"do it", b"\r"]


async def test_a_task_waits_while_a_screen_waits_and_goes_in_after(tmp_path: Path) -> None:
    """As Codex does it: the first key brings the trust screen, and what was typed stands in the box afterwards."""
    screens = iter([toy.trust(), toy.working()])

    def program(data: bytes) -> bytes:
        return next(screens)

    it = Toy(tmp_path, program, task="do it")
    it.pty.feed(toy.idle())
    looks = 0
    real_sleep = it.clock.sleep

    async def sleep(seconds: float) -> None:
        nonlocal looks
        looks += 1
        if looks == 8:
            it.pty.feed(toy.idle("do it"))
        await real_sleep(seconds)

    it.clock.sleep = sleep  # type: ignore[method-assign]
    await start_up(it.tile, "do it")
    assert it.pty.written == [b"do it", b"\r"]


async def test_a_screen_that_the_manifest_dismisses_is_dismissed_once(tmp_path: Path) -> None:
    def program(data: bytes) -> bytes:
        return {b"\x1b": toy.idle(), b"\r": toy.working()}.get(data) or toy.idle(data.decode())

    it = Toy(tmp_path, program, task="do it")
    it.pty.feed(toy.screen("what is new", "everything"))
    await start_up(it.tile, "do it")
    assert it.pty.written == [b"\x1b", b"do it", b"\r"]


MANY = (b"what is new", b"news two", b"news three")


def _shows(text: str) -> Callable[[ScreenText], bool]:
    return lambda screen: text in screen.rows[0]


def _with_three_dismissals(tmp_path: Path) -> Toy:
    """A program whose escape brings the next of three screens."""
    rest = iter(MANY[1:])
    it = Toy(tmp_path, lambda data: toy.screen(next(rest, b"over").decode()))
    entries = tuple(Dismissal(_shows(word.decode()), ("escape",)) for word in MANY)
    spawn = msgspec.structs.replace(it.manifest.spawn, dismiss=entries)
    it.tile.manifest = msgspec.structs.replace(it.manifest, spawn=spawn)
    it.pty.feed(toy.screen(MANY[0].decode()))
    return it


async def test_at_most_two_screens_are_dismissed(tmp_path: Path) -> None:
    """2.6: at most twice in a session."""
    it = _with_three_dismissals(tmp_path)
    await start_up(it.tile, "")
    assert it.pty.written == [b"\x1b"] * 2


async def test_nothing_is_dismissed_later_than_90_seconds_after_the_start(tmp_path: Path) -> None:
    """2.6: only within 90 s, also when another daemon started it."""
    it = _with_three_dismissals(tmp_path)
    it.tile.record = msgspec.structs.replace(it.tile.record, started=it.clock.epoch_ms() - 90_000)
    await start_up(it.tile, "")
    assert it.pty.written == []


async def test_nothing_is_dismissed_after_a_person_typed_even_into_a_waiting_screen(tmp_path: Path) -> None:
    """2.6: never after the person has typed."""
    it = _with_three_dismissals(tmp_path)
    it.pty.feed(toy.trust())
    await it.tile.look()
    it.tile.note_person()
    it.pty.feed(toy.screen(MANY[0].decode()))
    await start_up(it.tile, "")
    assert it.pty.written == []


async def test_the_window_title_says_what_the_tile_does(tmp_path: Path) -> None:
    """2.7: by the templates; a title that says nothing clears it, and the state stays."""
    it = Toy(tmp_path)
    spawn = msgspec.structs.replace(it.manifest.spawn, titles=("Toy", "{task} - toy"))
    it.tile.manifest = msgspec.structs.replace(it.manifest, spawn=spawn)
    seen = []
    for title in ("⠋ fix the nav - toy", "⠙ fix the nav - toy", "✳ Toy", "something else"):
        it.pty.feed(toy.idle() + f"\x1b]0;{title}\x07".encode())
        await it.tile.look()
        seen.append((it.tile.summary().title, it.tile.summary().status))
    titles = ["fix the nav", "fix the nav", "", "something else"]
    assert seen == [(title, Status.IDLE) for title in titles]


async def test_a_person_who_types_first_ends_it_and_the_tile_says_so(tmp_path: Path) -> None:
    it = Toy(tmp_path, task="do it")
    it.pty.feed(toy.idle())
    await it.tile.look()
    it.tile.note_person()
    await start_up(it.tile, "do it")
    assert it.pty.written == []
    assert it.tile.note == "the task was not typed: somebody typed into the tile first"
    with pytest.raises(HiveError) as caught:
        await it.tile.wait_until(IDLE, timeout=5)
    assert caught.value.code == "UNDELIVERED"


async def test_answering_a_start_up_screen_is_not_typing_first(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.trust())
    await it.tile.look()
    it.tile.note_person()
    assert not it.tile.person_typed


PASTES, NO_PASTES = b"\x1b[?2004h", b"\x1b[?2004l"
BEGUN, ENDED = b"\x1b[200~", b"\x1b[201~"
TASK = BEGUN + b"do it" + ENDED


def _at_look(it: Toy, screens: dict[int, bytes]) -> None:
    """The program draws these screens of itself, each before the look of that number; none is there to be dismissed."""
    assert it.tile.manifest
    spawn = msgspec.structs.replace(it.tile.manifest.spawn, dismiss=())
    it.tile.manifest = msgspec.structs.replace(it.tile.manifest, spawn=spawn)
    real_sleep = it.clock.sleep
    looks = 0

    async def sleep(seconds: float) -> None:
        nonlocal looks
        if seconds == LOOK:
            looks += 1
            it.pty.feed(screens.get(looks, b""))
            await real_sleep(0)
        else:
            await real_sleep(seconds)

    it.clock.sleep = sleep  # type: ignore[method-assign]


def _composer(data: bytes) -> bytes:
    """A composer that holds what was pasted."""
    return toy.working() if data == b"\r" else toy.idle(data.removeprefix(BEGUN).removesuffix(ENDED).decode())


async def test_a_task_waits_for_a_composer_that_went_away_though_the_last_screen_reads_idle(tmp_path: Path) -> None:
    """As Gemini CLI does it, which starts once more when its folder is trusted."""
    it = Toy(tmp_path, _composer, task="do it")
    it.pty.feed(PASTES + toy.trust())
    _at_look(it, {2: toy.idle() + NO_PASTES, 60: PASTES + toy.idle()})
    await start_up(it.tile, "do it")
    assert it.pty.written == [TASK, b"\r"], "in brackets, so it waited for the second start"


async def test_a_composer_that_never_comes_back_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    it = Toy(tmp_path, _composer, task="do it")
    it.pty.feed(PASTES + toy.idle())
    _at_look(it, {1: NO_PASTES})
    await start_up(it.tile, "do it")
    assert it.pty.written == [b"do it", b"\r"]


async def test_a_task_that_went_down_with_its_composer_is_typed_into_the_next_one(tmp_path: Path) -> None:
    answers = iter([NO_PASTES, toy.idle("do it"), toy.working()])
    it = Toy(tmp_path, lambda data: next(answers), task="do it")
    it.pty.feed(PASTES + toy.idle())
    _at_look(it, {10: PASTES + toy.idle()})
    await start_up(it.tile, "do it")
    assert it.pty.written == [TASK, TASK, b"\r"]
    assert it.tile.note == ""
    assert it.tile.record.pending_task == ""


async def test_a_task_that_the_next_composer_holds_gets_only_its_enter(tmp_path: Path) -> None:
    """The terminal keeps what nobody has read."""
    answers = iter([NO_PASTES, toy.working()])
    it = Toy(tmp_path, lambda data: next(answers), task="do it")
    it.pty.feed(PASTES + toy.idle())
    _at_look(it, {10: PASTES + toy.idle("do it")})
    await start_up(it.tile, "do it")
    assert it.pty.written == [TASK, b"\r"]


@pytest.mark.parametrize(
    ("task", "next_screen"),
    [("do it", toy.screen("hello", "", "> do it", "model x", cursor=(3, 0))), ("do\nit", toy.idle("[pasted 2 lines]"))],
)
async def test_a_task_that_the_next_composer_may_hold_is_not_typed_twice(
    task: str, next_screen: bytes, tmp_path: Path
) -> None:
    it = Toy(tmp_path, lambda data: NO_PASTES, task=task)
    it.pty.feed(PASTES + toy.idle())
    _at_look(it, {10: PASTES + next_screen})
    await start_up(it.tile, task)
    assert it.pty.written == [BEGUN + task.replace("\n", "\r").encode() + ENDED]
    assert it.tile.note == "the task was not typed: it may stand there already, without its Enter"


async def test_a_title_over_a_blank_screen_is_not_yet_a_composer(tmp_path: Path) -> None:
    rule = "  rules:\n    - {when: {title: [{startsWith: Ready}]}, then: idle}\n"
    (tmp_path / "agent.yaml").write_text(toy.MANIFEST.replace("  rules:\n", rule))
    titled = manifest.load(tmp_path / "agent.yaml").manifest
    assert titled
    it = Toy(tmp_path, _composer, task="do it")
    it.tile.manifest, it.tile.reader = titled, Reader(titled.detect)
    it.pty.feed(b"\x1b]0;Ready\x07\x1b[3;3H")
    _at_look(it, {20: PASTES + toy.idle()})
    await start_up(it.tile, "do it")
    assert it.pty.written == [TASK, b"\r"]


async def test_a_composer_that_is_slow_to_show_the_task_gets_its_enter_once_it_does(tmp_path: Path) -> None:
    answers = iter([b"", toy.working()])
    it = Toy(tmp_path, lambda data: next(answers), task="do it", haste=200)
    it.pty.feed(PASTES + toy.idle())
    _at_look(it, {12: toy.idle("do it")})
    await start_up(it.tile, "do it")
    assert it.pty.written == [TASK, b"\r"]
    assert it.tile.note == ""


async def test_a_task_that_never_shows_is_given_up_and_typed_once(tmp_path: Path) -> None:
    it = Toy(tmp_path, task="do it", haste=200)
    it.pty.feed(PASTES + toy.idle())
    _at_look(it, {})
    await start_up(it.tile, "do it")
    assert it.pty.written == [TASK]
    assert it.tile.note.startswith("the task was not typed: the text did not show on the screen of toy")

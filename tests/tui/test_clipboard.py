"""Copied text finds its way out."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Awaitable, Sequence

import pytest

from hivemind.tui.clipboard import LARGE, Clipboard
from hivemind.tui.outside import Outside

PLAIN = "\x1b]52;c;aGk=\x07"


class Desk(Outside):
    """A machine with these programs; those named `no…` fail."""

    def __init__(self, env: dict[str, str], programs: Sequence[str] = (), *, fails: bool = False) -> None:
        super().__init__(env)
        self._programs = programs
        self._fails = fails
        self.given: list[tuple[tuple[str, ...], str]] = []

    def has(self, program: str) -> bool:
        return program in self._programs

    async def give(self, argv: Sequence[str], text: str) -> bool:
        self.given.append((tuple(argv), text))
        return not self._fails


def copied(desk: Desk, what: str = "hi") -> tuple[str, list[str], Clipboard]:
    """What was written to the terminal, and what was said."""
    written: list[str] = []
    said: list[str] = []

    def say(text: str, *, is_error: bool = False, is_refusal: bool = False) -> None:
        assert not is_error
        said.append(text)

    async def run() -> Clipboard:
        tasks: list[asyncio.Task[None]] = []

        def start(work: Awaitable[None]) -> None:
            tasks.append(asyncio.ensure_future(work))

        clipboard = Clipboard(desk, write=written.append, say=say, start=start)
        clipboard.copy(what)
        await asyncio.gather(*tasks)
        return clipboard

    clipboard = asyncio.run(run())
    return "".join(written), said, clipboard


def test_the_terminal_is_told_and_the_text_is_kept() -> None:
    desk = Desk({})
    written, said, clipboard = copied(desk)
    assert (written, said, clipboard.text, desk.given) == (PLAIN, ["copied 2 characters"], "hi", [])


def test_tmux_passes_it_on_and_is_not_told_twice() -> None:
    desk = Desk({"TMUX": "/tmp/tmux-0/x,1,0"})
    assert copied(desk)[0] == ""
    assert desk.given == [(("tmux", "load-buffer", "-w", "-"), "hi")]


def test_a_tmux_that_does_not_take_it_is_told_in_both_of_its_ways() -> None:
    written = copied(Desk({"TMUX": "x"}, fails=True))[0]
    assert written == PLAIN + "\x1bPtmux;\x1b" + PLAIN + "\x1b\\"


def test_gnu_screen_hands_it_on() -> None:
    assert copied(Desk({"STY": "1.x"}))[0] == f"\x1bP{PLAIN}\x1b\\"


@pytest.mark.parametrize(
    ("env", "programs", "argv"),
    [
        ({"WAYLAND_DISPLAY": "w"}, ["wl-copy", "xclip"], [("wl-copy",)]),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "w"}, ["xsel"], [("xsel", "--clipboard", "--input")]),
        ({"DISPLAY": ":0"}, ["wl-copy"], []),
        ({}, ["xclip"], []),
        ({"DISPLAY": ":0", "SSH_CONNECTION": "a b"}, ["xclip"], []),
    ],
)
def test_the_desktop_gets_it_where_the_person_sits_at_it(
    env: dict[str, str], programs: list[str], argv: list[tuple[str, ...]]
) -> None:
    desk = Desk(env, programs)
    assert copied(desk)[0] == PLAIN
    assert [given for given, _ in desk.given] == argv


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x", "copied 1 character"),
        ("a\nb", "copied 2 lines"),
        ("x" * (LARGE + 1), f"copied {LARGE + 1} characters (a long text: not every terminal takes it)"),
    ],
)
def test_it_is_said_how_much_it_was(text: str, said: str) -> None:
    written, sentences, _ = copied(Desk({}), text)
    assert sentences == [said]
    assert base64.b64decode(written.removeprefix("\x1b]52;c;").removesuffix("\x07")).decode() == text


def test_of_two_texts_in_a_row_the_last_one_stays() -> None:
    class Slow(Desk):
        """The first text takes longer than all others together."""

        async def give(self, argv: Sequence[str], text: str) -> bool:
            for _ in range(50 if text == "first" else 1):
                await asyncio.sleep(0)
            return await super().give(argv, text)

    async def run(desk: Desk) -> None:
        tasks: list[asyncio.Task[None]] = []
        clipboard = Clipboard(
            desk,
            write=lambda _: None,
            say=lambda *_, **__: None,
            start=lambda work: tasks.append(asyncio.ensure_future(work)),
        )
        clipboard.pass_on("first")
        await asyncio.sleep(0)
        for text in ("second", "third"):
            clipboard.pass_on(text)
        await asyncio.gather(*tasks)

    desk = Slow({"TMUX": "/tmp/tmux-0/x,1,0"})
    asyncio.run(run(desk))
    assert [text for _, text in desk.given] == ["first", "third"]

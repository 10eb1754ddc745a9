"""Which links are opened, and what is asked before."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import pytest

from hivemind.tui.clipboard import Clipboard
from hivemind.tui.copying.links import Link
from hivemind.tui.opener import Opener
from hivemind.tui.outside import Outside

DESK = {"DISPLAY": ":0"}


class Desk(Outside):
    """A machine that opens everything, or nothing."""

    def __init__(self, env: dict[str, str], *, works: bool = True) -> None:
        super().__init__(env)
        self._works = works
        self.started: list[tuple[str, ...]] = []

    def has(self, program: str) -> bool:
        return program in {"xdg-open", "open"}

    async def start(self, argv: Sequence[str]) -> bool:
        self.started.append(tuple(argv)[1:])
        return self._works


class Tried:
    """What came of opening a link."""

    def __init__(self, link: Link, desk: Desk, *, yes: bool = True) -> None:
        self.asked: list[str] = []
        self.said: list[str] = []
        self._yes = yes
        self._work: list[Awaitable[None]] = []
        clipboard = Clipboard(desk, write=lambda _: None, say=self._say, start=self._work.append)
        Opener(desk, clipboard, ask=self._ask, say=self._say, start=self._work.append).open(link)
        self.copied = clipboard.text

        async def run() -> None:
            for work in self._work:
                await work

        asyncio.run(run())
        self.started = desk.started

    def _say(self, text: str, *, is_error: bool = False, is_refusal: bool = False) -> None:
        self.said.append(("! " if is_error else "") + text)

    def _ask(self, question: str, _detail: str, _verb: str, do: Callable[[], None]) -> None:
        self.asked.append(question)
        if self._yes:
            do()


@pytest.mark.parametrize("address", ["https://a.example/x", "HTTP://a.example", "mailto:me@a.example"])
def test_what_can_be_read_where_it_stands_is_opened_at_once(address: str) -> None:
    tried = Tried(Link(address, is_plain=True), Desk(DESK))
    assert (tried.asked, tried.started, tried.said) == ([], [(address,)], [f"opening {address}"])


@pytest.mark.parametrize(
    "link",
    [
        Link("https://a.example", is_plain=False),
        Link("file:///etc/passwd", is_plain=False),
        Link("file:///etc/passwd", is_plain=True),
    ],
)
def test_an_address_that_nobody_read_is_shown_first_and_so_is_every_file(link: Link) -> None:
    assert Tried(link, Desk(DESK)).started == [(link.address,)]
    tried = Tried(link, Desk(DESK), yes=False)
    assert (tried.asked, tried.started) == ([f"Open {link.address}?"], [])


@pytest.mark.parametrize("address", ["javascript:alert(1)", "ssh://a", "vscode://x", "relative", "http://[", ""])
def test_nothing_else_is_opened(address: str) -> None:
    tried = Tried(Link(address, is_plain=False), Desk(DESK))
    assert (tried.asked, tried.started) == ([], [])
    assert tried.said == [f"! only web, mail and file links are opened, not {address}"]


@pytest.mark.parametrize("env", [{}, {"SSH_CONNECTION": "a b"}])
def test_without_a_desktop_the_address_is_copied(env: dict[str, str]) -> None:
    tried = Tried(Link("https://a.example", is_plain=False), Desk(env))
    assert (tried.copied, tried.started) == ("https://a.example", [])
    assert tried.said == ["nothing here opens links; copied: https://a.example"]


def test_what_does_not_open_is_said() -> None:
    tried = Tried(Link("https://a.example", is_plain=True), Desk(DESK, works=False))
    assert tried.said[-1].startswith("! ")
    assert tried.said[-1].endswith("could not open https://a.example")


def test_what_does_not_print_is_written_out() -> None:
    assert Tried(Link("https://a\u202egpj.example", is_plain=False), Desk(DESK)).asked == [
        "Open https://a⟨U+202E⟩gpj.example?"
    ]

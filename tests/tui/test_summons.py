"""A summons as the person wants it of their terminal."""

from __future__ import annotations

import pytest

from hivemind.protocol.events import Summons
from hivemind.settings.settings import Notify
from hivemind.terminal import notices
from hivemind.terminal.events import Notified
from hivemind.tui.summons import sequences

SUMMONS = Summons("ann asks for permission", "Run it? rm x", "t1", "permission", 1)


@pytest.mark.parametrize(
    ("settings", "written"),
    [
        (Notify(), ""),
        (Notify(bell=True), "\x07"),
        (Notify(terminal="osc9"), "\x1b]9;hive: ann asks for permission: Run it? rm x\x07"),
        (Notify(terminal="osc777"), "\x1b]777;notify;ann asks for permission;Run it? rm x\x07"),
        (Notify(bell=True, terminal="osc777"), "\x1b]777;notify;ann asks for permission;Run it? rm x\x07\x07"),
    ],
    ids=["nothing", "bell", "osc9", "osc777", "both"],
)
def test_what_settings_want_is_written(settings: Notify, written: str) -> None:
    assert sequences(SUMMONS, settings, {}) == written


def test_tmux_gets_a_notification_for_its_terminal_and_the_bell_for_itself() -> None:
    written = sequences(SUMMONS, Notify(bell=True, terminal="osc9"), {"TMUX": "/tmp/t,1,0"})
    assert written == "\x1bPtmux;\x1b\x1b]9;hive: ann asks for permission: Run it? rm x\x07\x1b\\\x07"


@pytest.mark.parametrize("terminal", ["osc9", "osc777"])
@pytest.mark.parametrize("name", ["4;1;50", "12", "a;b;c", "\x1b]0;x\x07", "\u202e"])
def test_no_text_is_another_command(terminal: str, name: str) -> None:
    summons = Summons(f"{name} is done", "\x1b\\\x07x;y", "t1", "done", 1)
    written = sequences(summons, Notify(terminal=terminal), {})  # type: ignore[arg-type] # one of them
    body = written.removeprefix("\x1b]").removesuffix("\x07")
    assert not any(character < " " for character in body)
    number, _, text = body.partition(";")
    read = notices.notification(text) if number == "9" else notices.extension(text)
    assert isinstance(read, Notified)
    assert read.body.endswith("x;y")


def test_several_are_named_once() -> None:
    summons = Summons("hive: 2 need you", "", "t1", "permission", 2)
    assert sequences(summons, Notify(terminal="osc9"), {}) == "\x1b]9;hive: 2 need you\x07"

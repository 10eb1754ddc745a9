"""Programs that tell a person: by argv, and never fatal."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from hivemind.hive.news import Told
from hivemind.hive.tellers import Tellers, filled, programs
from hivemind.settings.settings import Notify
from hivemind.testing.sandbox import is_alive
from hivemind.testing.waiting import until_async

TOLD = Told("ann is done", "<b>5 & 6</b> -- {title}", "t1", "done", 1)


@pytest.fixture
def path(tmp_path: Path) -> str:
    for name in ("notify-send", "osascript", "fine", "bad"):
        (tmp_path / name).write_text(f"#!/bin/sh\nexit {3 if name == 'bad' else 0}\n")
        (tmp_path / name).chmod(0o755)
    return str(tmp_path)


def test_a_desktop_gets_texts_that_are_no_markup_and_no_options(path: str) -> None:
    (argv,) = programs(Notify(), TOLD, {"PATH": path, "DISPLAY": ":0"}, "linux")
    assert argv[:2] == ["notify-send", "--app-name=hive"]
    assert argv[2:] == ["--", "ann is done", "&lt;b&gt;5 &amp; 6&lt;/b&gt; -- {title}"]


def test_macos_gets_texts_as_arguments_of_a_script(path: str) -> None:
    (argv,) = programs(Notify(), TOLD, {"PATH": path}, "darwin")
    assert argv[0] == "osascript"
    assert argv[-3:] == ["--", TOLD.title, TOLD.text]
    assert all(TOLD.text not in word for word in argv[:-1])


@pytest.mark.parametrize("missing", ["PATH", "DISPLAY"])
def test_without_a_desktop_nothing_is_started(path: str, missing: str) -> None:
    env = {"PATH": path, "DISPLAY": ":0"}
    del env[missing]
    assert programs(Notify(), TOLD, env, "linux") == []


def test_the_desktop_can_be_switched_off(path: str) -> None:
    assert programs(Notify(desktop=False), TOLD, {"PATH": path, "DISPLAY": ":0"}, "linux") == []


def test_what_is_filled_in_is_not_looked_through_again() -> None:
    command = ["say", "{title}: {text}", "{event}/{count}/{tile}", "{other}"]
    assert filled(command, TOLD) == ["say", f"ann is done: {TOLD.text}", "done/1/t1", "{other}"]


def test_what_a_program_calls_itself_is_no_option_of_a_persons_command() -> None:
    told = Told("--exec=x is done", "-y", "t1", "done", 1)
    command = ["say", "-v", "{title}", "{text}", "--text={text}", "-{count}"]
    assert filled(command, told) == ["say", "-v", " --exec=x is done", " -y", "--text=-y", "-1"]


async def test_one_that_fails_is_logged_once(path: str, caplog: pytest.LogCaptureFixture) -> None:
    tellers = Tellers()
    with caplog.at_level(logging.WARNING):
        for program in ("fine", "bad", "bad", "absent", "absent"):
            await tellers.start([program, "x"], {"PATH": path})
        await tellers.start(["fine", "a\0b"], {"PATH": path})
    said = [(record.__dict__["program"], record.__dict__["reason"]) for record in caplog.records]
    assert [program for program, _ in said] == ["bad", "absent", "fine"]
    assert said[0][1] == "exit 3"


async def test_one_that_still_runs_when_the_hive_ends_is_ended(tmp_path: Path) -> None:
    script, pid = tmp_path / "slow", tmp_path / "pid"
    script.write_text(f"#!/bin/sh\necho $$ > {pid}\nexec sleep 100\n")
    script.chmod(0o755)
    telling = asyncio.create_task(Tellers().start([str(script)], {"PATH": "/usr/bin:/bin"}))
    started = await until_async("it runs", lambda: pid.exists() and pid.read_text(), seconds=10)
    telling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await telling
    assert not is_alive(int(started or 0))

"""A UI that breaks tells a person one sentence, keeps the trace in a file, and draws no variables."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from hivemind.testing.scene import Scene
from hivemind.tui.broken import LOG_BYTES, TraceFile, told
from tests.tui.room import MIDDLE

SECRET = "a secret that a variable holds"


@pytest.fixture
def traces(tmp_path: Path) -> Iterator[TraceFile]:
    root = logging.getLogger()
    before = root.handlers[:]
    yield TraceFile(tmp_path / "state" / "ui.log")
    root.handlers[:] = before


async def breaks() -> None:
    held = SECRET
    raise ValueError(f"no {len(held)}\x1b[2J")


def broken() -> ValueError:
    try:
        asyncio.run(breaks())
    except ValueError as error:
        return error
    raise AssertionError("it breaks")


async def test_an_app_that_breaks_keeps_its_error_and_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    app = Scene().app

    async def leave() -> None:
        async with app.run_test(size=MIDDLE) as pilot:
            app.start(breaks())
            await pilot.pause()

    with pytest.raises(Exception, match="Worker raised"):
        await leave()
    app._print_error_renderables()
    assert (type(app.broke), app.return_code) == (ValueError, 1)
    assert capfd.readouterr() == ("", "")


async def test_of_many_errors_the_first_one_counts() -> None:
    app = Scene().app
    first, second = ValueError("cause"), KeyError("ruins")

    async def leave() -> None:
        async with app.run_test(size=MIDDLE):
            app._handle_exception(first)
            app._handle_exception(second)

    with pytest.raises(ValueError, match="cause"):
        await leave()
    assert app.broke is first


def test_a_person_gets_a_sentence_and_the_file_the_trace(traces: TraceFile) -> None:
    sentence = traces.keep(broken())
    assert sentence.startswith("The UI broke: ValueError: no 30␛[2J (test_broken.py:")
    assert sentence.endswith(f"). Details are in {traces.path}.")
    kept = traces.path.read_text()
    assert "in breaks\n" in kept
    assert "no 30\\x1b[2J\n" in kept
    assert SECRET not in kept
    assert traces.path.stat().st_mode & 0o777 == 0o600


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where the folder should be")
    sentence = TraceFile(tmp_path / "state" / "ui.log").keep(broken())
    assert sentence.endswith("It could not be logged: File exists.")


def test_the_file_does_not_grow_for_ever(traces: TraceFile) -> None:
    traces.keep(broken())
    traces.path.write_bytes(b"x" * (LOG_BYTES + 1))
    traces.keep(broken())
    assert 0 < traces.path.stat().st_size < LOG_BYTES


def test_what_is_logged_goes_to_the_file(traces: TraceFile, capfd: pytest.CaptureFixture[str]) -> None:
    traces.take_logging()
    logging.getLogger("hivemind.client").warning("the link was slow")
    assert "the link was slow" in traces.path.read_text()
    assert capfd.readouterr() == ("", "")


def test_trouble_of_the_event_loop_is_kept_and_said_once_each(
    traces: TraceFile, capfd: pytest.CaptureFixture[str]
) -> None:
    said: list[str] = []
    traces.take_logging()

    def fails() -> None:
        raise KeyError("row")

    async def run() -> None:
        traces.take_trouble(said.append)
        for _ in range(3):
            asyncio.get_running_loop().call_soon(fails)
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    asyncio.run(run())
    assert len(said) == 1
    assert said[0].startswith("something in the UI failed: KeyError: 'row' (test_broken.py:")
    assert said[0].endswith(f"Details are in {traces.path}.")
    assert "in fails" in traces.path.read_text()
    assert capfd.readouterr() == ("", "")


def test_a_long_error_is_cut_and_one_without_words_is_named() -> None:
    assert told(TimeoutError()) == "TimeoutError"
    assert len(told(ValueError("x" * 5000))) == 200

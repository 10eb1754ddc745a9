from __future__ import annotations

import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from hivemind.base.errors import UnavailableError
from hivemind.base.places import Places
from hivemind.client.start import answers, ensure_daemon, is_running, socket_of


@pytest.fixture
def places() -> Iterator[Places]:
    with tempfile.TemporaryDirectory(prefix="hv") as folder:
        found = Places.from_env({"HOME": folder, "XDG_RUNTIME_DIR": folder, "XDG_STATE_HOME": folder})
        found.make_runtime()
        yield found


def listen(path: Path) -> socket.socket:
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(path))
    server.listen()
    return server


def test_the_socket_is_the_named_one_else_our_own(places: Places) -> None:
    assert socket_of(places, {"HIVE_HCP_SOCK": "/x/y"}) == Path("/x/y")
    assert socket_of(places, {}) == places.socket


def test_a_socket_file_that_nobody_listens_at_does_not_answer(places: Places) -> None:
    listen(places.socket).close()
    assert places.socket.exists()
    assert not answers(places.socket)
    assert not is_running(places)


def test_a_running_daemon_is_taken_as_it_is(places: Places) -> None:
    with listen(places.socket):
        assert is_running(places)
        assert ensure_daemon(places, {}) == places.socket


def test_a_named_socket_that_is_dead_starts_nothing(places: Places) -> None:
    with pytest.raises(UnavailableError, match="HIVE_HCP_SOCK=/nowhere"):
        ensure_daemon(places, {"HIVE_HCP_SOCK": "/nowhere"})
    assert not places.log.exists()


def test_a_daemon_that_cannot_start_is_said_with_its_own_last_words(places: Places) -> None:
    places.daemon_lock.mkdir()
    env = {
        "HOME": str(places.state),
        "XDG_RUNTIME_DIR": str(places.runtime.parent),
        "XDG_STATE_HOME": str(places.state.parent),
    }
    with pytest.raises(UnavailableError, match="IsADirectoryError"):
        ensure_daemon(places, env)

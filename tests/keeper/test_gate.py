"""The lock and the socket of a runtime folder."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from hivemind.base.errors import UnavailableError
from hivemind.base.places import Places
from hivemind.keeper.gate import Gate


@pytest.fixture
def places(folder: Path) -> Places:
    return Places(config=folder, state=folder / "s", cache=folder, runtime=folder / "r")


@pytest.fixture
def gate(places: Places) -> Iterator[Gate]:
    gate = Gate(places)
    assert gate.open()
    yield gate
    gate.close()


def can_connect(places: Places) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
        try:
            sock.connect(str(places.keeper_socket))
        except OSError:
            return False
    return True


def test_only_one_gate_opens(places: Places, gate: Gate) -> None:
    other = Gate(places)
    assert not other.open()
    other.close()
    assert can_connect(places)


def test_a_closed_gate_leaves_no_socket_and_lets_the_next_one_open(places: Places, gate: Gate) -> None:
    gate.close()
    assert not places.keeper_socket.exists()
    other = Gate(places)
    assert other.open()
    other.close()


@pytest.mark.parametrize("swept", ["socket", "folder"])
def test_a_swept_gate_opens_again(places: Places, gate: Gate, swept: str) -> None:
    assert not gate.is_swept()
    if swept == "socket":
        places.keeper_socket.unlink()
    else:
        shutil.rmtree(places.runtime)
    assert gate.is_swept()
    assert gate.reopen()
    assert not gate.is_swept()
    assert can_connect(places)
    assert not Gate(places).open()


def test_a_swept_gate_yields_to_a_successor(places: Places, gate: Gate) -> None:
    shutil.rmtree(places.runtime)
    successor = Gate(places)
    assert successor.open()
    assert not gate.reopen()
    gate.close()
    assert can_connect(places)
    successor.close()


def test_a_dead_socket_is_replaced(places: Places) -> None:
    places.make_runtime()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as dead:
        dead.bind(str(places.keeper_socket))
    assert not can_connect(places)
    gate = Gate(places)
    assert gate.open()
    assert can_connect(places)
    gate.close()


def test_a_folder_that_cannot_be_made_is_a_clear_error(folder: Path) -> None:
    (folder / "file").write_text("")
    places = Places(config=folder, state=folder, cache=folder, runtime=folder / "file" / "r")
    with pytest.raises(UnavailableError, match="cannot be made"):
        Gate(places).open()


def test_the_lock_stays_when_the_socket_cannot_be_put_back(places: Places, gate: Gate) -> None:
    places.keeper_socket.unlink()
    places.keeper_socket.mkdir()
    with pytest.raises(UnavailableError):
        gate.reopen()
    assert not Gate(places).open()
    places.keeper_socket.rmdir()
    assert gate.reopen()
    assert can_connect(places)

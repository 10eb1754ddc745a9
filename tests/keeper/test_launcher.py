"""One keeper, found or started, and whose it is: daemons and keepers that die, hang or come twice. Real processes."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from pathlib import Path

import pytest

from hivemind.base.errors import (
    UnavailableError,
)
from hivemind.base.places import Places
from hivemind.keeper.client import KeeperClient

from .conftest import Rig, children_of, fd_of, is_alive


async def test_programs_outlive_a_killed_daemon_and_the_next_one_has_them(rig: Rig) -> None:
    daemon, pids = rig.another_daemon(["cat"], ["sh", "-c", "read line; exit 7"], ["sh", "-c", "printf bye; exit 4"])
    daemon.kill()
    daemon.wait()
    client = await rig.connect()
    await rig.until("the third has ended", lambda: not is_alive(pids[2]))
    programs = await rig.adopt(client)
    assert [program.pid for program in programs] == pids
    assert [program.record for program in programs] == ["record 0", "record 1", "record 2"]
    assert [(program.rows, program.columns) for program in programs] == [(5, 40)] * 3
    os.write(fd_of(programs[0]), b"still here\n")
    await rig.read_until(fd_of(programs[0]), b"still here\r\nstill here\r\n")
    os.write(fd_of(programs[1]), b"\n")
    assert await rig.exit_of(programs[1].id) == 7
    assert await rig.read_all(fd_of(programs[2])) == b"bye"
    assert [(p.has_ended, p.exit) for p in await rig.adopt(client)] == [(False, None), (True, 7), (True, 4)]


async def test_a_hung_daemon_is_killed_before_its_successor_is_let_in(rig: Rig) -> None:
    daemon, pids = rig.another_daemon(["cat"])
    os.kill(daemon.pid, signal.SIGSTOP)
    client = await rig.connect()
    assert daemon.wait(1) == -signal.SIGKILL
    assert [program.pid for program in await rig.adopt(client)] == pids


async def test_a_second_connection_of_one_process_takes_over_without_a_kill(rig: Rig) -> None:
    first = await rig.connect()
    child = await rig.spawn(first, "cat")
    second = await rig.connect()
    await rig.until("the first connection is closed", first.closed.is_set)
    assert [program.pid for program in await rig.adopt(second)] == [child.pid]
    with pytest.raises(UnavailableError):
        await first.adopt()


async def test_the_keeper_is_a_session_of_its_own_and_nobodys_child(rig: Rig) -> None:
    client = await rig.connect()
    assert os.getsid(client.keeper_pid) == client.keeper_pid
    assert client.keeper_pid not in [pid for pid, _ in children_of(os.getpid())]
    keeper = Path(f"/proc/{client.keeper_pid}")
    links = [str((keeper / name).readlink()) for name in ("cwd", "fd/0", "fd/1", "fd/2")]
    assert links == ["/", "/dev/null", "/dev/null", str(rig.places.state / "keeper.log")]


async def test_many_clients_at_once_find_one_keeper(rig: Rig) -> None:
    clients = await asyncio.gather(*(rig.connect() for _ in range(4)))
    assert len({client.keeper_pid for client in clients}) == 1


async def test_a_keeper_that_died_is_replaced_and_takes_its_programs_back(rig: Rig) -> None:
    first = await rig.connect()
    child = await rig.spawn(first, "sh", "-c", 'while read line; do echo "got $line"; done')
    os.kill(first.keeper_pid, signal.SIGKILL)
    await rig.until("the loss is noticed", first.closed.is_set)
    second = await rig.connect()
    number = await second.hand(child.pid, child.fd, record="kept")
    (program,) = await rig.adopt(second)
    assert (program.id, program.pid, program.record, program.has_ended) == (number, child.pid, "kept", False)
    os.write(fd_of(program), b"word\n")
    await rig.read_until(fd_of(program), b"got word")
    await second.signal(number, signal.SIGTERM)
    assert await rig.exit_of(number) is None
    assert [(p.has_ended, p.exit) for p in await rig.adopt(second)] == [(True, None)]


async def test_a_program_that_ended_while_no_keeper_ran_is_told_as_ended(rig: Rig) -> None:
    first = await rig.connect()
    child = await rig.spawn(first, "cat")
    os.kill(first.keeper_pid, signal.SIGKILL)
    await rig.until("the loss is noticed", first.closed.is_set)
    os.kill(child.pid, signal.SIGKILL)
    await rig.until("the program is gone", lambda: not is_alive(child.pid))
    second = await rig.connect()
    number = await second.hand(child.pid, child.fd)
    assert await rig.exit_of(number) is None


async def test_a_keeper_that_cannot_start_says_why(folder: Path) -> None:
    places = Places(config=folder, state=folder / "s", cache=folder, runtime=folder / "r")
    with pytest.raises(UnavailableError, match=r"(?s)could not be started.*unrecognized arguments: --nonsense"):
        await KeeperClient.connect(places, lambda *_: None, keeper_options=("--nonsense",))


async def test_a_keeper_of_another_protocol_is_not_used(folder: Path) -> None:
    places = Places(config=folder, state=folder / "s", cache=folder, runtime=folder / "r")
    places.make_runtime()

    answered = asyncio.Event()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = json.loads(await reader.readline())
        writer.write(json.dumps({"n": request["n"], "protocol": 99, "pid": 1}).encode() + b"\n")
        await writer.drain()
        await reader.read()
        writer.close()
        await writer.wait_closed()
        answered.set()

    async with await asyncio.start_unix_server(answer, places.keeper_socket):
        with pytest.raises(UnavailableError, match="the running keeper speaks protocol 99, this version 1"):
            await KeeperClient.connect(places, lambda *_: None)
        await answered.wait()

"""The keeper as a process: one per folder, hard to kill, gone when nothing is left to keep."""

from __future__ import annotations

import array
import asyncio
import contextlib
import json
import os
import random
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hivemind.base.errors import UnavailableError
from hivemind.keeper.client import Child
from hivemind.keeper.keeper import GUEST_LIMIT
from hivemind.keeper.wire import MESSAGE_LIMIT

from .conftest import ENV, KEEPER_OPTIONS, PACKAGE, Raw, Rig, children_of, is_alive, open_descriptors

MakeRaw = Callable[[], Raw]


def run_keeper(rig: Rig, *options: str, preexec_fn: Callable[[], None] | None = None) -> tuple[int, str, str]:
    """Exit code, stdout and stderr (up to the detaching, if it detaches) of the command."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        code = subprocess.run(
            [sys.executable, "-m", "hivemind.keeper", "--runtime", str(rig.places.runtime), *options],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            timeout=30,
            check=False,
            env={**os.environ, "PYTHONPATH": PACKAGE},
            preexec_fn=preexec_fn,
        ).returncode
        out.seek(0)
        err.seek(0)
        return code, out.read(), err.read()


async def test_a_second_keeper_leaves_without_a_word(rig: Rig) -> None:
    client = await rig.connect()
    assert run_keeper(rig) == (0, "", "")
    assert await client.adopt() == []


def test_the_keeper_loads_the_standard_library_and_ptyprocess_only() -> None:
    """It lives for weeks and holds everything: what is not loaded cannot break it."""
    code = "import sys, hivemind.keeper.__main__; print(*sorted(m.partition('.')[0] for m in sys.modules))"
    out = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": PACKAGE},
    ).stdout
    bare = subprocess.run(
        [sys.executable, "-c", "import sys; print(*sys.modules)"], capture_output=True, text=True, check=True
    )
    foreign = set(out.split()) - set(sys.stdlib_module_names) - {name.partition(".")[0] for name in bare.stdout.split()}
    assert foreign == {"hivemind", "ptyprocess"}
    assert "asyncio" not in out.split()


async def test_socket_and_lock_are_the_owners_alone(rig: Rig) -> None:
    await rig.connect()
    paths = (rig.places.runtime, rig.places.keeper_socket, rig.places.keeper_lock)
    assert [path.stat().st_mode & 0o777 for path in paths] == [0o700, 0o600, 0o600]


def knock_as(uid: int, path: str) -> bool:
    """Whether the keeper hangs up on that user without a word. Only root can become another user."""
    child = os.fork()
    if child == 0:
        code = 9
        with contextlib.suppress(BaseException):
            os.setuid(uid)
            sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            sock.settimeout(10)
            sock.connect(path)
            try:
                sock.sendall(b'{"n": 1, "op": "hello"}\n')
                code = 1 if sock.recv(100) else 0
            except (BrokenPipeError, ConnectionResetError):
                code = 0
        os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


async def test_another_user_is_refused_even_when_the_folder_lets_him_in(rig: Rig) -> None:
    if os.getuid() != 0:
        pytest.skip("only root can become another user")
    await rig.connect()
    for path in (rig.places.runtime.parent, rig.places.runtime):
        path.chmod(0o755)
    rig.places.keeper_socket.chmod(0o666)
    assert await asyncio.to_thread(knock_as, 65534, str(rig.places.keeper_socket))
    assert "uid 65534 refused" in (rig.places.state / "keeper.log").read_text()


async def test_the_keeper_ends_when_nothing_is_left_to_keep(rig: Rig) -> None:
    client = await rig.connect()
    client.close()
    await rig.until("the keeper is gone", lambda: not is_alive(client.keeper_pid))
    assert not rig.places.keeper_socket.exists()


async def test_the_keeper_stays_while_a_program_lives(rig: Rig) -> None:
    client = await rig.connect()
    began = time.monotonic()
    await rig.spawn(client, "sleep", "1.5")  # five times the keeper's linger
    client.close()
    await rig.until("the keeper is gone", lambda: not is_alive(client.keeper_pid))
    assert time.monotonic() - began >= 1.5


async def test_sigterm_ends_programs_and_keeper_and_sighup_does_not(rig: Rig) -> None:
    client = await rig.connect()
    child = await rig.spawn(client, "cat")
    for number in (signal.SIGHUP, signal.SIGINT):
        os.kill(client.keeper_pid, number)
    assert [program.id for program in await rig.adopt(client)] == [child.id]
    os.kill(client.keeper_pid, signal.SIGTERM)
    await rig.until("keeper and program are gone", lambda: not (is_alive(client.keeper_pid) or is_alive(child.pid)))
    assert not rig.places.keeper_socket.exists()


async def test_a_socket_swept_away_is_put_back(rig: Rig) -> None:
    client = await rig.connect()
    child = await rig.spawn(client, "cat")
    shutil.rmtree(rig.places.runtime)
    await rig.until("the socket is back", rig.places.keeper_socket.exists)
    again = await rig.connect()
    assert again.keeper_pid == client.keeper_pid
    assert [program.pid for program in await rig.adopt(again)] == [child.pid]
    assert run_keeper(rig) == (0, "", "")


async def test_a_keeper_started_after_a_crash_removes_the_dead_socket(rig: Rig) -> None:
    client = await rig.connect()
    os.kill(client.keeper_pid, signal.SIGKILL)
    await rig.until("the keeper is gone", lambda: not is_alive(client.keeper_pid))
    assert rig.places.keeper_socket.exists()
    again = await rig.connect()
    assert again.keeper_pid != client.keeper_pid


async def test_who_says_no_hello_gets_nothing_and_does_not_end_the_daemon(rig: Rig, raw: MakeRaw) -> None:
    daemon, pids = rig.another_daemon(["cat"])
    for request in ({"n": 1, "op": "adopt"}, {"n": 2, "op": "stop"}):
        guest = raw()
        assert guest.ask(**request) == {
            "n": request["n"],
            "error": {"code": "BAD_REQUEST", "message": "say hello first", "hint": ""},
        }
        assert guest.is_closed()
    silent = [raw() for _ in range(GUEST_LIMIT + 3)]
    assert [guest.is_closed() for guest in silent[:3]] == [True] * 3
    assert daemon.poll() is None
    assert [is_alive(pid) for pid in pids] == [True]


MALFORMED = [
    (b"", "a message is not JSON"),
    (b"{", "a message is not JSON"),
    (b"\xff\xfe\x00", "a message is not JSON"),
    (b"[" * 100_000, "a message is not JSON"),
    (b"[]", "a message is not a JSON object"),
    (b"null", "a message is not a JSON object"),
    (b"{}", "there is no such operation"),
    (b'{"op": ["spawn"]}', "there is no such operation"),
    (b'{"op": "run", "n": {}}', "there is no such operation"),
    (b'{"op": "spawn", "argv": "cat"}', "argv is not a list of words"),
    (b'{"op": "spawn", "argv": [1]}', "argv is not a list of words"),
    (b'{"op": "spawn", "argv": ["cat"], "env": []}', "env is not a table of text"),
    (b'{"op": "spawn", "argv": ["cat"], "env": {"A": 1}}', "env is not a table of text"),
    (b'{"op": "spawn", "argv": ["cat"], "env": {}}', "record is not text"),
    (
        b'{"op": "spawn", "argv": ["cat"], "env": {}, "record": "", "rows": true}',
        "rows is not a number from 1 to 65535",
    ),
    (b'{"op": "hand"}', "a message came without the descriptor it speaks of"),
    (b'{"op": "forget", "id": [1]}', "the keeper has no program [1]"),
]


async def test_a_malformed_request_is_an_error_reply(rig: Rig, raw: MakeRaw) -> None:
    (await rig.connect()).close()
    daemon = raw()
    assert daemon.ask(n=1, op="hello")["protocol"] == 1
    for line, message in MALFORMED:
        reply = daemon.ask_line(line)
        assert (reply["n"], reply["error"]["message"]) == (None, message)
    assert daemon.ask(n=2, op="adopt") == {"n": 2, "done": True}


ODD_FIELDS: list[tuple[str, Any, str]] = [
    ("cwd", None, "cwd is not text"),
    ("env", {"": "x"}, "a variable's name is empty or holds '='"),
    ("env", {"A=B": "x"}, "a variable's name is empty or holds '='"),
    ("env", {"A": "\0"}, "a word or variable holds a NUL character"),
    ("argv", ["cat", "\ud800"], "a word or variable is not text"),
    ("rows", 1.5, "rows is not a number from 1 to 65535"),
    ("record", "x" * 65537, "a record is longer than 65536 bytes"),
]


async def test_a_spawn_with_an_odd_field_starts_nothing(rig: Rig, raw: MakeRaw) -> None:
    keeper = (await rig.connect()).keeper_pid
    daemon = raw()
    daemon.ask(n=1, op="hello")
    good = {"argv": ["cat"], "env": ENV, "cwd": "/", "rows": 24, "columns": 80, "record": ""}
    for field, value, message in ODD_FIELDS:
        assert daemon.ask(n=2, op="spawn", **good | {field: value})["error"]["message"] == message
    assert children_of(keeper) == []


async def test_a_line_that_never_ends_closes_only_its_connection(rig: Rig, raw: MakeRaw) -> None:
    client = await rig.connect()
    guest = raw()
    with contextlib.suppress(OSError):
        guest.sock.sendall(b"x" * (MESSAGE_LIMIT * 2))
    with contextlib.suppress(ConnectionResetError):
        assert guest.reply()["error"]["message"] == f"a message is longer than {MESSAGE_LIMIT} bytes"
    assert guest.is_closed()
    assert await client.adopt() == []


async def test_descriptors_nobody_asked_for_are_closed(rig: Rig, raw: MakeRaw) -> None:
    client = await rig.connect()
    before = open_descriptors(client.keeper_pid)
    guest = raw()
    for _ in range(40):
        rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0, 1, 2]))
        try:
            guest.sock.sendmsg([b" "], [rights])
        except OSError:
            break
    guest.close()
    await rig.until("they are closed", lambda: open_descriptors(client.keeper_pid) == before)


def peak_memory(pid: int) -> int:
    """Bytes, as Linux counts them."""
    (line,) = [line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmHWM")]
    return int(line.split()[1]) * 1024


async def test_a_daemon_that_reads_no_replies_is_served_no_further_but_holds_nothing_up(rig: Rig, raw: MakeRaw) -> None:
    client = await rig.connect()
    child = await rig.spawn(client, "cat", record="x" * 60_000)
    client.close()
    deaf = raw()
    deaf.ask(n=0, op="hello")
    deaf.sock.settimeout(0)
    with contextlib.suppress(BlockingIOError):
        while True:
            deaf.sock.send(b'{"n":1,"op":"adopt"}\n' * 4000)
    again = await rig.connect()
    assert [program.pid for program in await rig.adopt(again)] == [child.pid]
    assert again.keeper_pid == client.keeper_pid
    assert peak_memory(again.keeper_pid) < 64 << 20


def junk(chance: random.Random) -> bytes:
    """A line of noise, or a request with noise in a field."""
    values: list[Any] = [None, True, -1, 1 << 70, 1.5, "", "x" * 1000, [], {}, ["cat"], {"A": "b"}, "\udc80", "hello"]
    if chance.random() < 0.3:
        return chance.randbytes(chance.randrange(300))
    names = ["n", "op", "argv", "env", "cwd", "rows", "columns", "record", "id", "signal", "pid", "descriptors"]
    request = {name: chance.choice(values) for name in chance.sample(names, chance.randrange(len(names)))}
    if chance.random() < 0.8:
        request["op"] = chance.choice(["hello", "spawn", "hand", "adopt", "record", "signal", "forget"])
    line = json.dumps(request).encode()
    return line[: chance.randrange(len(line))] if chance.random() < 0.2 else line


async def test_noise_on_the_socket_never_hurts_keeper_or_programs(rig: Rig, raw: MakeRaw) -> None:
    client = await rig.connect()
    child = await rig.spawn(client, "cat")
    client.close()
    chance = random.Random(20)
    for _ in range(500):
        one = raw()
        with contextlib.suppress(OSError):
            if chance.random() < 0.7:
                one.ask(n=1, op="hello")
            for _ in range(chance.randrange(12)):
                one.sock.sendall(junk(chance) + b"\n" * (chance.random() < 0.9))
        one.close()  # often in the middle of a line
    again = await rig.connect()
    assert again.keeper_pid == client.keeper_pid
    assert [program.pid for program in await rig.adopt(again)] == [child.pid]
    os.write(child.fd, b"well\n")
    await rig.read_until(child.fd, b"well\r\nwell\r\n")
    assert "a step failed" not in (rig.places.state / "keeper.log").read_text()


def limit_descriptors() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40))


async def test_too_few_descriptors_refuse_a_program_and_spare_the_rest(rig: Rig) -> None:
    run_keeper(rig, "--detach", *KEEPER_OPTIONS, preexec_fn=limit_descriptors)
    client = await rig.connect()
    started: list[Child] = []

    async def spawn_too_many() -> None:
        while len(started) < 40:
            started.append(await rig.spawn(client, "cat"))

    with pytest.raises(UnavailableError, match="the keeper has too many open files"):
        await spawn_too_many()
    assert len(started) > 10
    again = await rig.connect()
    assert [program.pid for program in await rig.adopt(again)] == [child.pid for child in started]
    await again.forget(started[0].id)
    await rig.until("one is gone", lambda: not is_alive(started[0].pid))
    assert await rig.spawn(again, "cat")

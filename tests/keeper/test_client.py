"""The keeper as a daemon meets it: real processes throughout."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import socket
import sys
import time
from pathlib import Path

import pytest

from hivemind.base.errors import (
    BadRequestError,
    ExitedError,
    HiveError,
    NotInstalledError,
    UnavailableError,
)
from hivemind.keeper.client import KeeperClient
from hivemind.keeper.wire import RECORD_LIMIT

from .conftest import ENV, Rig, children_of, fd_of, is_alive, open_descriptors


async def test_a_program_talks_through_its_terminal(rig: Rig) -> None:
    client = await rig.connect()
    child = await rig.spawn(client, "cat")
    os.write(child.fd, b"caf\xc3\xa9\n")
    got = await rig.read_until(child.fd, b"caf\xc3\xa9\r\ncaf\xc3\xa9\r\n")
    assert got == b"caf\xc3\xa9\r\ncaf\xc3\xa9\r\n"


async def test_an_exit_is_told_with_its_code_or_signal(rig: Rig) -> None:
    client = await rig.connect()
    for script, exit_code in [("exit 0", 0), ("exit 3", 3), ("exit 255", 255), ("kill -9 $$", -9), ("kill $$", -15)]:
        child = await rig.spawn(client, "sh", "-c", script)
        assert await rig.exit_of(child.id) == exit_code


async def test_an_exit_is_told_after_the_spawn_returned(rig: Rig) -> None:
    """A daemon files the program when `spawn` returns; an exit it cannot place would be lost."""
    known: set[int] = set()
    placed: list[bool] = []

    def serve(listener: socket.socket) -> None:
        sock, _ = listener.accept()
        with sock, sock.makefile("rb") as lines:
            for reply in ({"protocol": 1, "pid": 0}, {"id": 7, "pid": 1}):
                told = {"n": json.loads(lines.readline())["n"], **reply}
                event = {"event": "exited", "id": 7, "exit": 0}
                sock.sendall(b"".join(json.dumps(line).encode() + b"\n" for line in (told, event)))
            lines.readline()

    rig.places.make_runtime()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        listener.bind(str(rig.places.keeper_socket))
        listener.listen()
        serving = asyncio.create_task(asyncio.to_thread(serve, listener))
        client = await KeeperClient.connect(rig.places, lambda number, _: placed.append(number in known))
        child = await client.spawn(["true"], {}, "/", rows=1, columns=1)
        known.add(child.id)
        await rig.until("both exits are told", lambda: len(placed) == 2)
        client.close()
        await serving
    rig.places.keeper_socket.unlink()
    assert placed == [False, True]


async def test_the_last_bytes_before_an_exit_are_never_lost(rig: Rig) -> None:
    client = await rig.connect()
    for _ in range(10):
        child = await rig.spawn(client, "sh", "-c", "head -c 200000 /dev/zero | tr '\\0' x; printf end")
        got = await rig.read_all(child.fd)
        assert len(got) == 200003
        assert got.endswith(b"xend")
        assert await rig.exit_of(child.id) == 0


async def test_output_can_be_read_after_the_exit_was_told(rig: Rig) -> None:
    client = await rig.connect()
    child = await rig.spawn(client, "sh", "-c", "printf goodbye")
    assert await rig.exit_of(child.id) == 0
    assert await rig.read_all(child.fd) == b"goodbye"


async def test_the_environment_is_exactly_what_was_asked_for(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEEPER_START_VARIABLE", "must not show")
    client = await rig.connect()
    wanted = {"PATH": ENV["PATH"], "ÜMLAUT": "ü", "RAW": "\udcff", "EMPTY": "", "LINES": "a\nb"}
    child = await rig.spawn(client, "env", "-0", env=wanted)
    got = (await rig.read_all(child.fd)).replace(b"\r\n", b"\n").split(b"\0")
    assert got == [*(os.fsencode(f"{name}={value}") for name, value in wanted.items()), b""]


async def test_a_program_has_only_its_three_descriptors(rig: Rig) -> None:
    client = await rig.connect()
    for _ in range(3):
        await rig.spawn(client, "cat")
    code = (
        "import os\n"
        "def is_open(n):\n"
        "    try: os.fstat(n); return True\n"
        "    except OSError: return False\n"
        "print([n for n in range(4096) if is_open(n)], [os.isatty(n) for n in range(3)], end='|')"
    )
    child = await rig.spawn(client, sys.executable, "-I", "-c", code)
    assert await rig.read_until(child.fd, b"|") == b"[0, 1, 2] [True, True, True]|"


async def test_ignored_and_blocked_signals_are_not_inherited(rig: Rig) -> None:
    """A keeper started by `nohup` or in the background would else start agents that Ctrl+C cannot reach."""
    ignored = {number: signal.signal(number, signal.SIG_IGN) for number in (signal.SIGINT, signal.SIGQUIT)}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
    try:
        client = await rig.connect()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for number, handler in ignored.items():
            signal.signal(number, handler)
    code = (
        "import signal\n"
        "numbers = signal.valid_signals() - {signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT}\n"
        "odd = [n for n in numbers if signal.getsignal(n) is signal.SIG_IGN]\n"
        "ctrl_c = signal.getsignal(signal.SIGINT) is signal.default_int_handler\n"
        "print(odd, ctrl_c, signal.pthread_sigmask(signal.SIG_BLOCK, []), end='|')"
    )
    child = await rig.spawn(client, sys.executable, "-I", "-c", code)
    assert await rig.read_until(child.fd, b"|") == b"[] True set()|"


async def test_backspace_takes_a_whole_character_of_utf_8(rig: Rig) -> None:
    client = await rig.connect()
    child = await rig.spawn(client, "sh", "-c", "stty -echo; echo ready; head -n 1 | od -An -tx1")
    await rig.read_until(child.fd, b"ready\r\n")
    os.write(child.fd, b"ab\xc3\xa9\x7f\n")
    assert (await rig.read_all(child.fd)).split() == [b"61", b"62", b"0a"]


async def test_ctrl_c_typed_into_the_terminal_ends_a_program(rig: Rig) -> None:
    client = await rig.connect()
    child = await rig.spawn(client, "sh", "-c", "echo ready; exec sleep 100")
    await rig.read_until(child.fd, b"ready")
    os.write(child.fd, b"\x03")
    assert await rig.exit_of(child.id) == -signal.SIGINT


async def test_each_program_leads_a_session_on_a_terminal_of_the_asked_size(rig: Rig) -> None:
    client = await rig.connect()
    code = "import os; print(os.getsid(0) == os.getpid(), os.getpid(), os.get_terminal_size(0), os.getcwd(), end='|')"
    child = await rig.spawn(client, sys.executable, "-I", "-c", code, rows=33, columns=111, cwd="/usr")
    size = os.terminal_size((111, 33))
    assert (await rig.read_until(child.fd, b"|")).decode() == f"True {child.pid} {size} /usr|"


async def test_a_program_is_found_in_the_path_of_its_own_environment(rig: Rig, folder: Path) -> None:
    script = folder / "only-here"
    script.write_text("#!/bin/sh\nprintf found\n")
    script.chmod(0o755)
    client = await rig.connect()
    by_path = await rig.spawn(client, "only-here", env={"PATH": f"/nowhere:{folder}"})
    by_folder = await rig.spawn(client, "./only-here", cwd=str(folder))
    assert [await rig.read_all(child.fd) for child in (by_path, by_folder)] == [b"found", b"found"]


async def test_what_cannot_be_started_is_a_clear_error_and_leaves_nothing_behind(rig: Rig, folder: Path) -> None:
    client = await rig.connect()
    no_shebang, bad_shebang, plain = folder / "noshebang", folder / "badshebang", folder / "plain"
    no_shebang.write_text("echo hello\n")
    bad_shebang.write_text("#!/no/such/thing\n")
    plain.write_text("text\n")
    no_shebang.chmod(0o755)
    bad_shebang.chmod(0o755)
    plain.chmod(0o644)
    cases = [
        ((["no-such-program"], "/"), NotInstalledError, "no-such-program is not on PATH"),
        ((["/no/such/program"], "/"), NotInstalledError, "/no/such/program was not found"),
        ((["/usr"], "/"), NotInstalledError, "/usr was not found"),
        (([str(plain)], "/"), NotInstalledError, f"{plain} is not executable"),
        ((["cat"], "/no/such/folder"), BadRequestError, "there is no folder /no/such/folder"),
        ((["cat"], str(plain)), BadRequestError, f"there is no folder {plain}"),
        ((["cat"], "relative"), BadRequestError, "the folder 'relative' is not absolute"),
        ((["cat", "a\0b"], "/"), BadRequestError, "a word or variable holds a NUL character"),
        ((["cat", "x" * 140_000], "/"), BadRequestError, "/cat cannot be run: its words and variables are too long"),
        ((["cat", "x" * (1 << 20)], "/"), BadRequestError, "a message to the keeper is longer than 1048576 bytes"),
        ((["", "x"], "/"), BadRequestError, "the command is empty"),
        (([], "/"), BadRequestError, "argv is not a list of words"),
        (([str(no_shebang)], "/"), NotInstalledError, f"{no_shebang} cannot be run: Exec format error"),
        (([str(bad_shebang)], "/"), NotInstalledError, f"{bad_shebang} cannot be run: No such file or directory"),
    ]
    first = await rig.spawn(client, "cat")
    descriptors = open_descriptors(client.keeper_pid)
    for (argv, cwd), kind, message in cases:
        with pytest.raises(kind) as caught:
            await rig.spawn(client, *argv, cwd=cwd)
        assert caught.value.message.endswith(message)
    assert open_descriptors(client.keeper_pid) == descriptors
    assert [pid for pid, _ in children_of(client.keeper_pid)] == [first.pid]
    assert [program.id for program in await rig.adopt(client)] == [first.id]


async def test_an_impossible_size_is_refused(rig: Rig) -> None:
    client = await rig.connect()
    for rows, columns in [(0, 80), (24, 0), (65536, 80), (24, -1)]:
        with pytest.raises(BadRequestError, match="is not a number from 1 to 65535"):
            await rig.spawn(client, "cat", rows=rows, columns=columns)


async def test_a_record_is_kept_and_bounded(rig: Rig) -> None:
    client = await rig.connect()
    child = await rig.spawn(client, "cat", record="first")
    longest = "ä" * (RECORD_LIMIT // 2)
    await client.set_record(child.id, longest)
    with pytest.raises(BadRequestError, match="a record is longer than 65536 bytes"):
        await client.set_record(child.id, longest + "x")
    assert [program.record for program in await rig.adopt(client)] == [longest]


async def test_a_signal_reaches_the_program_and_its_foreground(rig: Rig) -> None:
    """An interactive shell gives each command a group of its own and minds no SIGTERM itself."""
    client = await rig.connect()
    child = await rig.spawn(client, "sh", "-c", "trap : TERM; set -m; sleep 100; echo code=$?; exit 5")
    await rig.until("the command runs", lambda: _foreground(child.fd) not in {child.pid, 0})
    await client.signal(child.id, signal.SIGTERM)
    await rig.read_until(child.fd, b"code=143")
    assert await rig.exit_of(child.id) == 5
    with pytest.raises(ExitedError):
        await client.signal(child.id, signal.SIGTERM)


def _foreground(fd: int) -> int:
    try:
        return os.tcgetpgrp(fd)
    except OSError:
        return 0


async def test_unknown_programs_and_signals_are_refused(rig: Rig) -> None:
    client = await rig.connect()
    child = await rig.spawn(client, "cat")
    for action in (client.forget(99), client.signal(99, 15), client.set_record(99, "")):
        with pytest.raises(HiveError, match="the keeper has no program 99") as caught:
            await action
        assert caught.value.code == "NOT_FOUND"
    for number in (0, -9, 1000):
        with pytest.raises(BadRequestError):
            await client.signal(child.id, number)
    assert is_alive(child.pid)


async def test_a_forgotten_program_is_hung_up_and_leaves_no_zombie(rig: Rig) -> None:
    client = await rig.connect()
    child = await rig.spawn(client, "cat")
    await client.forget(child.id)
    await rig.until("no child is left", lambda: not children_of(client.keeper_pid))
    assert await rig.adopt(client) == []
    assert rig.exits == {}


async def test_a_forgotten_program_that_ignores_the_hangup_is_killed(rig: Rig) -> None:
    client = await rig.connect()
    child = await rig.spawn(client, "sh", "-c", "trap '' HUP TERM; echo ready; while :; do sleep 100; done")
    await rig.read_until(child.fd, b"ready")
    await client.forget(child.id)
    await rig.until("no child is left", lambda: not children_of(client.keeper_pid))


async def test_ended_programs_are_reaped_and_can_be_forgotten(rig: Rig) -> None:
    client = await rig.connect()
    children = [await rig.spawn(client, "true") for _ in range(20)]
    for child in children:
        assert await rig.exit_of(child.id) == 0
    assert children_of(client.keeper_pid) == []
    for child in children:
        await client.forget(child.id)
    assert await rig.adopt(client) == []


async def test_stop_ends_every_program_and_the_keeper_in_time(rig: Rig) -> None:
    client = await rig.connect()
    stubborn = "trap '' HUP TERM; echo ready; while :; do sleep 100; done"
    children = [await rig.spawn(client, "cat"), await rig.spawn(client, "sh", "-c", stubborn)]
    await rig.read_until(children[1].fd, b"ready")
    stopped = await rig.spawn(client, "sh", "-c", "trap 'echo bye; exit' HUP; echo stopping; kill -STOP $$; sleep 100")
    await rig.read_until(stopped.fd, b"stopping")
    began = time.monotonic()
    await client.stop()
    assert time.monotonic() - began < 4
    assert [is_alive(child.pid) for child in [*children, stopped]] == [False] * 3
    assert await rig.read_all(stopped.fd) == b"bye\r\n"
    await rig.until("the keeper is gone", lambda: not is_alive(client.keeper_pid))
    assert not rig.places.keeper_socket.exists()


async def test_a_process_that_does_not_lead_the_terminal_is_never_signalled(rig: Rig) -> None:
    """A number that was free again may be anybody's: here a process with another terminal."""
    client = await rig.connect()
    innocent = await rig.spawn(client, "cat")
    other = await rig.spawn(client, "cat")
    number = await client.hand(innocent.pid, other.fd)
    assert await rig.exit_of(number) is None
    with pytest.raises(ExitedError):
        await client.signal(number, signal.SIGKILL)
    await client.forget(number)
    assert is_alive(innocent.pid)


async def test_only_terminals_can_be_handed_over(rig: Rig) -> None:
    client = await rig.connect()
    with open(os.devnull, "rb") as file, pytest.raises(BadRequestError, match="not a terminal's"):  # noqa: ASYNC230, PTH123
        await client.hand(os.getpid(), file.fileno())


async def test_a_cancelled_spawn_leaves_no_program_and_no_descriptor(rig: Rig) -> None:
    client = await rig.connect()
    before = open_descriptors()
    task = asyncio.create_task(client.spawn(["sleep", "100"], ENV, "/", rows=24, columns=80))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    before_adoption = await client.adopt()  # the keeper has served the spawn by now
    for program in before_adoption:
        os.close(fd_of(program))
    await rig.until("the program is gone", lambda: not children_of(client.keeper_pid))
    assert await client.adopt() == []
    assert open_descriptors() == before


async def test_a_spawn_that_is_cancelled_as_its_reply_comes_leaves_neither_too(rig: Rig) -> None:
    """A client may go in the very turn of the loop in which the keeper answers."""
    client = await rig.connect()
    before = open_descriptors()
    task = asyncio.create_task(client.spawn(["sleep", "1000"], ENV, "/", rows=24, columns=80))
    await asyncio.sleep(0)
    (waiting,) = client._pending.values()
    while not waiting.reply.done():  # noqa: ASYNC110 (every turn of the loop counts here)
        await asyncio.sleep(0)
    pid = waiting.reply.result()["pid"]
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await rig.until("the program is gone", lambda: not is_alive(pid))
    assert open_descriptors() == before


async def test_a_daemon_without_room_for_a_descriptor_still_hears_of_its_program(rig: Rig) -> None:
    client = await rig.connect()
    children = [await rig.spawn(client, "cat") for _ in range(2)]
    next_number = os.dup(0)
    os.close(next_number)
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (next_number, limits[1]))
    try:
        without_room = await client.adopt()
        with pytest.raises(UnavailableError, match="too many open files"):
            await rig.spawn(client, "cat")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    assert [(program.pid, program.fd) for program in without_room] == [(child.pid, None) for child in children]
    await rig.until("the third is gone", lambda: len(children_of(client.keeper_pid)) == 2)
    assert [program.pid for program in await rig.adopt(client)] == [child.pid for child in children]


async def test_descriptors_are_non_blocking_and_closed_on_exec(rig: Rig) -> None:
    client = await rig.connect()
    child = await rig.spawn(client, "cat")
    (program,) = await rig.adopt(client)
    got = [(os.get_blocking(fd), os.get_inheritable(fd)) for fd in (child.fd, fd_of(program))]
    assert got == [(False, False)] * 2

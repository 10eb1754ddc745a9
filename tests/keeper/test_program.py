"""Starting one program, without a keeper around it."""

from __future__ import annotations

import contextlib
import os
import resource
import signal

import pytest

from hivemind.base.errors import UnavailableError
from hivemind.keeper.program import Program, start
from hivemind.testing.waiting import until

from .conftest import DEADLINE, ENV, open_descriptors


def wait_for_end(program: Program) -> None:
    until("the program has ended", program.look, seconds=DEADLINE)


def begin(*argv: str) -> Program:
    pid, master = start(argv, ENV, "/", rows=24, columns=80)
    return Program(number=1, pid=pid, master=master, is_own=True)


def test_an_end_is_told_once_and_keeps_its_exit() -> None:
    program = begin("sh", "-c", "exit 4")
    wait_for_end(program)
    assert (program.has_ended, program.exit, program.look()) == (True, 4, False)
    program.send_signal(signal.SIGKILL)
    program.give_up()
    assert program.size() == (0, 0)


def test_starting_changes_nothing_in_the_starter() -> None:
    descriptors, blocked = open_descriptors(), signal.pthread_sigmask(signal.SIG_BLOCK, [])
    handlers = {number: signal.getsignal(number) for number in signal.valid_signals()}
    program = begin("cat")
    program.send_signal(signal.SIGKILL)
    wait_for_end(program)
    program.give_up()
    assert open_descriptors() == descriptors
    assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == blocked
    assert {number: signal.getsignal(number) for number in signal.valid_signals()} == handlers
    assert program.exit == -signal.SIGKILL


def start_without_processes() -> int:
    """0 when a start that cannot fork is a clear error and leaves no descriptor; runs in a process of its own."""
    if os.getuid() == 0:
        os.setuid(65534)  # root may always fork
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
    before = open_descriptors()
    try:
        start(["/bin/cat"], ENV, "/", rows=24, columns=80)
    except UnavailableError:
        return 0 if open_descriptors() == before else 1
    return 2


def test_a_system_without_free_processes_is_a_clear_error_and_leaks_nothing() -> None:
    child = os.fork()
    if child == 0:
        code = 9
        with contextlib.suppress(BaseException):
            code = start_without_processes()
        os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.parametrize("count", [1, 5])
def test_programs_do_not_hold_each_others_terminals(count: int) -> None:
    """A copy of a master in another program would keep a closed terminal alive."""
    programs = [begin("cat") for _ in range(count + 1)]
    programs[0].give_up()
    wait_for_end(programs[0])
    assert programs[0].exit == -signal.SIGHUP
    for program in programs[1:]:
        program.give_up()
        wait_for_end(program)

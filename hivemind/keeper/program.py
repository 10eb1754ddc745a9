"""One program of the keeper: started under a PTY in a session of its own, watched, signalled, reaped.

Standard library and ptyprocess only. Nothing here knows of sockets or messages.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import select
import signal
import stat
import struct
import sys
import termios
import traceback
from collections.abc import Mapping, Sequence

from ptyprocess import PtyProcess

from hivemind.base.errors import BadRequestError, HiveError, NotInstalledError, UnavailableError

SPARE_DESCRIPTORS = 12
"""Must be free before a program is started: what starting takes, and room for a daemon to connect."""

_TIOCGSID = 0x5429
"""Session of a terminal (Linux, asm-generic/ioctls.h; tcgetsid(3), which Python lacks)."""

_IUTF8 = 0x4000
"""Input flag (Linux and macOS, termios.h): erasing takes a whole UTF-8 character."""


class Program:
    """A program whose PTY master we hold. Ours, or taken over from a keeper that died (then not our child)."""

    def __init__(self, *, number: int, pid: int, master: int, is_own: bool) -> None:
        self.number = number
        self.pid = pid
        self.master = master
        """-1 once it was given up."""
        self.is_own = is_own
        self.record = ""
        """Opaque; the daemon's."""
        self.has_ended = False
        self.exit: int | None = None
        """Exit code, or minus the signal; None while it runs, and for ever when it was not ours to reap."""
        self.kill_at: float | None = None
        """Set once it was told to go: the moment (monotonic) at which it is killed."""
        self.pidfd = -1
        if not is_own:
            self._watch()

    def _watch(self) -> None:
        if sys.platform != "linux":
            return
        try:
            self.pidfd = os.pidfd_open(self.pid)
        except OSError:
            return
        # The process may be long gone and its number taken: it is ours only while it leads our terminal's session.
        if not _leads_session(self.pid, self.master):
            self.close_watch()

    def close_watch(self) -> None:
        """Close the pidfd; only once it is in no selector."""
        if self.pidfd >= 0:
            os.close(self.pidfd)
            self.pidfd = -1

    def look(self) -> bool:
        """Whether it has ended since the last look; an own one is reaped."""
        if self.has_ended:
            return False
        if self.is_own:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.has_ended, self.exit = True, os.waitstatus_to_exitcode(status)
        else:
            self.has_ended = not self._is_there()
        return self.has_ended

    def _is_there(self) -> bool:
        if self.pidfd < 0:
            return _leads_session(self.pid, self.master)
        # A pidfd becomes readable when its process ends (pidfd_open(2)).
        poll = select.poll()
        poll.register(self.pidfd, select.POLLIN)
        return not poll.poll(0)

    def send_signal(self, number: int) -> None:
        """Signal its process group, and the one in its terminal's foreground; nothing once it has ended."""
        if self.has_ended or not (self.is_own or self._is_there()):
            return
        groups = {self.pid}
        with contextlib.suppress(OSError):
            foreground = os.tcgetpgrp(self.master) if self.master >= 0 else self.pid
            if os.getsid(foreground) == self.pid:
                groups.add(foreground)
        for group in groups:
            # Gone between the look and now, or a group that changed its user.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(group, number)

    def size(self) -> tuple[int, int]:
        """Rows and columns of its terminal as they are now; zeros once it was given up."""
        if self.master < 0:
            return 0, 0
        rows, columns = termios.tcgetwinsize(self.master)
        return rows, columns

    def give_up(self) -> None:
        """Close the master; on the last copy the kernel hangs the terminal up."""
        if self.master >= 0:
            os.close(self.master)
            self.master = -1


def start(argv: Sequence[str], env: Mapping[str, str], cwd: str, *, rows: int, columns: int) -> tuple[int, int]:
    """Start a program; its pid and PTY master. It gets exactly that environment, default signals, and only 0, 1, 2.

    Text is UTF-8 with surrogate escapes. The name is looked up in the PATH of `env`, relative names from `cwd`.

    Raises:
        BadRequestError: the folder cannot be entered, or a word cannot be passed on.
        NotInstalledError: there is no such program, or it cannot be run.
        UnavailableError: the system has no more processes, terminals or descriptors.
    """
    folder = _checked_folder(cwd)
    words = [_raw(word) for word in argv]
    variables = {_raw(name): _raw(value) for name, value in env.items()}
    if any(not name or b"=" in name for name in variables):
        raise BadRequestError("a variable's name is empty or holds '='")
    words[0] = _locate(words[0], folder, variables.get(b"PATH", os.fsencode(os.defpath)))
    next_numbers = _probe_descriptors()[:4]
    parent = os.getpid()
    # A signal between fork and exec must find the program's own handlers, not ours.
    before = signal.pthread_sigmask(signal.SIG_SETMASK, signal.valid_signals())
    try:
        process = PtyProcess.spawn(words, env=variables, preexec_fn=lambda: _settle(folder), dimensions=(rows, columns))
    except Exception as error:  # noqa: BLE001 - ptyprocess raises what its child named
        if os.getpid() != parent:
            os._exit(127)
        failure = _failure(words[0], error)
        # Its frames hold the half-made process in a cycle; let it be reaped and closed now.
        traceback.clear_frames(error.__traceback__)
    else:
        return process.pid, _take_master(process)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    # When it cannot fork, ptyprocess leaves its pipe behind and `pty` both ends of the terminal; nothing else can have
    # these numbers by now.
    for descriptor in next_numbers:
        with contextlib.suppress(OSError):
            os.close(descriptor)
    raise failure


def _raw(text: str) -> bytes:
    try:
        raw = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise BadRequestError("a word or variable is not text") from error
    if b"\0" in raw:
        raise BadRequestError("a word or variable holds a NUL character")
    return raw


def _checked_folder(cwd: str) -> bytes:
    folder = _raw(cwd)
    if not folder.startswith(b"/"):
        raise BadRequestError(f"the folder {cwd!r} is not absolute")
    if not _has_kind(folder, stat.S_IFDIR):
        raise BadRequestError(f"there is no folder {cwd}")
    if not os.access(folder, os.X_OK):
        raise BadRequestError(f"the folder {cwd} may not be entered")
    return folder


def _locate(name: bytes, folder: bytes, path: bytes) -> bytes:
    """The program's absolute path. A name with a slash is taken as it is; else the first hit in `path` wins."""
    shown = name.decode("utf-8", "replace")
    if not name:
        raise BadRequestError("the command is empty")
    entries = [b""] if b"/" in name else path.split(b":")
    found = [file for file in (_under(folder, entry, name) for entry in entries) if _has_kind(file, stat.S_IFREG)]
    for file in found:
        if os.access(file, os.X_OK):
            return file
    if found:
        raise NotInstalledError(f"{shown} is not executable")
    raise NotInstalledError(f"{shown} was not found" if b"/" in name else f"{shown} is not on PATH")


def _under(folder: bytes, entry: bytes, name: bytes) -> bytes:
    return os.path.join(folder, entry, name)  # noqa: PTH118 - pathlib takes no bytes, and this need not be UTF-8


def _has_kind(file: bytes, kind: int) -> bool:
    try:
        return stat.S_IFMT(os.stat(file).st_mode) == kind  # noqa: PTH116 - as above
    except OSError:
        return False


def _probe_descriptors() -> list[int]:
    """The numbers that the next descriptors will get.

    Raises:
        UnavailableError: there are not enough.
    """
    numbers: list[int] = []
    try:
        for _ in range(SPARE_DESCRIPTORS):
            numbers.append(os.open(os.devnull, os.O_RDONLY))  # noqa: PERF401 - those opened before a failure count
    except OSError as error:
        raise UnavailableError("the keeper has too many open files", hint="close some tiles") from error
    finally:
        for number in numbers:
            os.close(number)
    return numbers


def require_descriptors() -> None:
    """Return when another program's descriptors fit.

    Raises:
        UnavailableError: they do not.
    """
    _probe_descriptors()


def _settle(folder: bytes) -> None:
    """Runs in the new process before its program: nothing of the keeper's own ways is passed on."""
    signal.set_wakeup_fd(-1)
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_DFL)
    attributes = termios.tcgetattr(0)
    attributes[0] |= _IUTF8
    termios.tcsetattr(0, termios.TCSANOW, attributes)
    os.chdir(folder)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])


def _take_master(process: PtyProcess) -> int:
    """Its master for us alone: the object would end the program when it is collected."""
    master = fcntl.fcntl(process.fd, fcntl.F_DUPFD_CLOEXEC, 3)
    process.fileobj.close()
    process.closed = True
    return master


def _failure(file: bytes, error: Exception) -> HiveError:
    shown = file.decode("utf-8", "replace")
    number = error.errno if isinstance(error, OSError) else None
    if number in {errno.ENOENT, errno.ENOEXEC, errno.EACCES, errno.EPERM, errno.ELIBBAD}:
        hint = "the program named in its first line is missing" if number == errno.ENOENT else ""
        return NotInstalledError(f"{shown} cannot be run: {os.strerror(number)}", hint=hint)
    if number == errno.E2BIG:
        return BadRequestError(f"{shown} cannot be run: its words and variables are too long")
    return UnavailableError(f"{shown} could not be started: {error}")


def _leads_session(pid: int, master: int) -> bool:
    """Whether that process leads the session on this terminal (on other systems than Linux: any session)."""
    try:
        if sys.platform == "linux":
            answer = fcntl.ioctl(master, _TIOCGSID, bytes(4))
            return answer == struct.pack("i", pid)
        return os.getsid(pid) == pid
    except OSError:
        return False

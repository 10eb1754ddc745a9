"""Runs in a pane of tmux: plays files to it, and says when it has seen the last byte. `python player.py SOCKET`.

Whoever listens on the socket sends a path a line; the answer `done` comes once the terminal has replied to a question
that was asked after the file. Standard library only: the pane has no environment of ours.
"""

import os
import select
import socket
import sys
import termios
import tty

END = b"\x1b\\\x1bc\x1b[?1049l\x1b[13;37H\x1b[6n"
"""Ends a string, resets, leaves the alternate screen, and asks where the cursor is."""

ANSWER = b"\x1b[13;37R"

CHUNK = 64 * 1024


def play(data: bytes) -> None:
    """Write everything to the terminal, and read what it answers until the last answer has come."""
    left = memoryview(data + END)
    heard = b""
    while ANSWER not in heard:
        readable, writable, _ = select.select([0], [1] if left else [], [])
        if readable:
            heard = heard[-len(ANSWER) :] + os.read(0, CHUNK)
        if writable:
            left = left[os.write(1, left[:CHUNK]) :]


def main() -> None:
    """Serve until the socket closes."""
    tty.setraw(0, termios.TCSANOW)
    os.set_blocking(1, False)
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(sys.argv[1])
        with connection.makefile("r") as paths:
            for path in paths:
                with open(path.rstrip("\n"), "rb") as file:  # noqa: PTH123 (as little as possible is imported)
                    data = file.read()
                play(data)
                connection.sendall(b"done\n")


if __name__ == "__main__":
    main()

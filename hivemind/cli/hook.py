"""What hooks of an agent's program run: reports an event (or the session's id) to the daemon.

Run as a file, many times a turn, so it loads nothing slow. It prints nothing, never fails and never takes longer than
`SECONDS`: whatever goes wrong, the agent goes on as if nobody had asked.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # typing is slow to load
if TYPE_CHECKING:
    from typing import Any, NoReturn

SECONDS = 1.5
"""It gives up after so long."""

PAYLOAD_SECONDS = 0.5
"""How long it waits for more of its input; then the event counts without it."""

PAYLOAD_LIMIT = 4 * 1024 * 1024
"""Bytes. A longer input is read to its end and not looked at."""

PROTOCOL = 1

TRACKER = "tracker"
"""The argument with which it reports no event, only which session the program is in."""


def main() -> None:
    """Report what the environment and the input say."""
    sys.path[0] = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # noqa: PTH100, PTH120 (pathlib is slow to load)
    _end_in_time()
    from hivemind.launch.hook_report import report, session_report  # noqa: PLC0415 (found only now)

    env = os.environ
    path, token = env.get("HIVE_HCP_SOCK", ""), env.get("HCP_TOKEN", "")
    if path and token:
        payload = read(0)
        found = session_report(env, payload) if sys.argv[1:] == [TRACKER] else report(env, payload)
        if found:
            send(path, token, found)


def read(descriptor: int) -> str:
    """The agent's own JSON; empty when there is none, or it does not end in time. A terminal is not read."""
    import select  # noqa: PLC0415 (not before the clock runs)

    if os.isatty(descriptor):
        return ""
    data = bytearray()
    is_whole = True
    while select.select([descriptor], [], [], PAYLOAD_SECONDS)[0]:
        piece = os.read(descriptor, 1 << 16)
        if not piece:
            return data.decode("utf-8", "replace") if is_whole else ""
        is_whole = is_whole and len(data) < PAYLOAD_LIMIT
        if is_whole:
            data += piece
    return ""


def send(path: str, token: str, params: dict[str, Any]) -> None:
    """Say who we are and what happened; wait until the daemon has taken it in."""
    import _socket as socket  # noqa: PLC0415 (what `socket` adds takes longer to load than all the rest)
    import json  # noqa: PLC0415 (not when there is nothing to send)

    messages = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocol": PROTOCOL, "token": token}},
        {"jsonrpc": "2.0", "id": 2, "method": "hook", "params": params},
    ]
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(SECONDS)
    connection.connect(path)
    connection.sendall("".join(json.dumps(message) + "\n" for message in messages).encode())
    answered = b""
    while answered.count(b"\n") < len(messages) and (piece := connection.recv(4096)):
        answered += piece
    connection.close()


def _end_in_time() -> None:
    import signal  # noqa: PLC0415

    signal.signal(signal.SIGALRM, _end)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)


def _end(*_: object) -> NoReturn:
    os._exit(0)


if __name__ == "__main__":
    try:
        main()
    finally:  # whatever happened: a hook that fails would stop the agent, and what it prints the agent would read
        os._exit(0)

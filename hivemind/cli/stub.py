"""`hive`: sends a `hive ctl` line to the daemon and prints what comes back; anything else goes to `cli.main`.

It imports nothing of ours and nothing slow, so that a command costs little more than Python's start. The few lines that
find and start the daemon stand in `base.places` and `client.start` too; tests hold them together.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # typing is slow to load
if TYPE_CHECKING:
    import socket
    from typing import Any

    from hivemind.tui.guard import Due

PROTOCOL = 1

REFUSED = {"UNSUPPORTED": 7, "UNAUTHORIZED": 6}
"""What the daemon may say instead of serving a line, and what we exit with then."""

ENDED_HINT = "programs run on; look whether it was done, and try again if not: hive ctl list"


def main() -> int:
    """Run one command line; the exit code. Ctrl+C while it is still being loaded ends it without a trace as well."""
    try:
        return dispatch(sys.argv[1:])
    except KeyboardInterrupt:
        return 130


def dispatch(argv: list[str]) -> int:
    """Load no more than the command needs, and run it."""
    if argv[:1] == ["ctl"]:
        return control(argv[1:])
    if argv[:2] == ["agents", "list"]:
        from hivemind.cli.roster import main as list_agents  # noqa: PLC0415 (without what other commands need)

        return list_agents(argv[2:])
    if not argv and all(os.isatty(stream) for stream in (0, 1, 2)):
        from hivemind.tui.guard import guarded  # noqa: PLC0415 (only the UI has a parent)

        return guarded(open_ui)
    from hivemind.cli.main import main as run  # noqa: PLC0415 (only what is not `ctl` pays for it)

    return run(argv)


def open_ui(due: Due) -> int:
    """`hive` without a command, in a child of its own; `due` tells its parent what to undo in the terminal."""
    from hivemind.cli.main import main as run  # noqa: PLC0415 (the parent stays small)

    return run([], due)


def control(argv: list[str]) -> int:
    """Serve `hive ctl ARGV`."""
    as_json = "--json" in argv[: argv.index("--") if "--" in argv else len(argv)]
    try:
        "".join(argv).encode()
    except UnicodeEncodeError:
        return fail("a word of this command is not UTF-8 text", as_json=as_json, code="USAGE", exit_code=2)
    try:
        connection = connect()
    except OSError as error:
        if not argv or "--help" in argv or "-h" in argv or argv[0] == "help":
            from hivemind.cli.main import local_help  # noqa: PLC0415 (no daemon to ask)

            return local_help(argv)
        return fail(f"no daemon: {error}", as_json=as_json)
    try:
        answer = ask(connection, argv, dict(os.environ))
    except (ConnectionError, ValueError):  # no answer, or half of one
        return fail("the daemon ended before it answered", as_json=as_json, hint=ENDED_HINT)
    except OSError as error:
        return fail(f"the daemon did not answer: {error}", as_json=as_json)
    if "error" in answer:
        data = answer["error"].get("data", {})
        code, message, hint = data.get("code", "INTERNAL"), answer["error"]["message"], data.get("hint", "")
        return fail(message, as_json=as_json, code=code, hint=hint, exit_code=REFUSED.get(code, 1))
    result = answer["result"]
    write(sys.stdout, result["stdout"])
    write(sys.stderr, result["stderr"])
    return int(result["exit"])


def ask(connection: socket.socket, argv: list[str], env: dict[str, str]) -> dict[str, Any]:
    """Send the line, wait for the reply: an object with `result` or `error`."""
    import json  # noqa: PLC0415 (not for other commands)

    try:
        cwd = os.getcwd()  # noqa: PTH109 (pathlib is slow to load)
    except OSError:
        cwd = "/"
    hello = {"protocol": PROTOCOL, "token": env.get("HCP_TOKEN", "")}
    line = {"argv": argv, "cwd": cwd, "env": env, "columns": 80}
    messages = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "id": 2, "method": "ctl", "params": line},
    ]
    text = "".join(json.dumps(message, ensure_ascii=False) + "\n" for message in messages)
    # a variable may hold bytes that are no text, which JSON cannot carry
    connection.sendall(text.encode("utf-8", "replace"))
    with connection.makefile("rb") as lines:
        for raw in lines:
            answer = json.loads(raw)
            if answer.get("id") == 2 or "error" in answer:
                return dict(answer)
    raise ConnectionError("it closed the connection")


def socket_path(env: dict[str, str]) -> tuple[str, str]:
    """The daemon's socket, and the state folder where its log lies; as `base.places` has them."""
    home = env.get("HOME") or "/"
    state_home = env.get("XDG_STATE_HOME", "")
    state = (state_home if state_home.startswith("/") else home + "/.local/state") + "/hivemind"
    runtime_dir = env.get("XDG_RUNTIME_DIR", "")
    has_runtime = runtime_dir.startswith("/") and os.path.isdir(runtime_dir)  # noqa: PTH112 (pathlib is slow to load)
    runtime = runtime_dir + "/hivemind" if has_runtime else state + "/run"
    return runtime + "/hcp.sock", state


def connect() -> socket.socket:
    """A connection to the daemon, which is started when it does not run; raises OSError when there is none."""
    import socket  # noqa: PLC0415 (not for other commands)

    env = dict(os.environ)
    own, state = socket_path(env)
    path = env.get("HIVE_HCP_SOCK") or own
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.connect(path)
    except OSError as error:
        if path != own:
            raise OSError(f"nobody answers at HIVE_HCP_SOCK={path} ({error.strerror or error})") from error
        start(state)
        connection.close()
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(path)
    return connection


def start(state: str) -> None:
    """Start the daemon in a session of its own and wait until it accepts; raises OSError when it does not."""
    os.makedirs(state, mode=0o700, exist_ok=True)  # noqa: PTH103 (pathlib is slow to load)
    log = state + "/daemon.log"
    ready, ready_end = os.pipe()
    argv = [sys.executable, "-P", "-m", "hivemind.daemon"]
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600),
        (os.POSIX_SPAWN_DUP2, 1, 2),
        (os.POSIX_SPAWN_DUP2, ready_end, 3),
    ]
    if ready_end == 3:
        os.set_inheritable(3, True)  # noqa: FBT003
        actions.pop()
    os.posix_spawn(sys.executable, argv, {**os.environ, "HIVE_READY_FD": "3"}, file_actions=actions, setsid=True)
    os.close(ready_end)
    said = os.read(ready, 1)
    os.close(ready)
    if not said:
        raise OSError(f"it could not be started; the reason is in {log}")


def fail(message: str, *, as_json: bool, code: str = "UNAVAILABLE", hint: str = "", exit_code: int = 3) -> int:
    """Say what went wrong, where scripts or people look; the exit code."""
    if as_json:
        import json  # noqa: PLC0415 (not for other commands)

        write(sys.stdout, json.dumps({"ok": False, "code": code, "message": message}) + "\n")
    else:
        write(sys.stderr, f"error [{code}] {message}\n" + (f"  {hint}\n" if hint else ""))
    return exit_code


def write(stream: object, text: str) -> None:
    """Print all of it; a reader that went away early (`| head`) is no error, nor is a closed stream (`>&-`)."""
    if not text or stream is None:
        return
    try:
        stream.buffer.write(text.encode("utf-8", "replace"))  # type: ignore[attr-defined]
        stream.flush()  # type: ignore[attr-defined]
    except OSError as error:
        # so that Python does not stumble over what is left when it ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # type: ignore[attr-defined]
        if not isinstance(error, BrokenPipeError):
            sys.exit(f"error [INTERNAL] the output could not be written: {error.strerror}")


if __name__ == "__main__":
    sys.exit(main())

"""Every path that Hivemind reads or writes, from the XDG variables (XDG Base Directory Specification 0.8).

`cli.stub` repeats the few lines it needs of this (it imports nothing of ours); a test holds the two together.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hivemind.base.errors import UnavailableError

SOCKET_PATH_LIMIT = 100
"""Bytes. A unix socket path longer than this does not fit into `sun_path` on every system (Linux 108, macOS 104)."""

NO_RUNTIME_DIR = "XDG_RUNTIME_DIR is not set or not a folder: sockets are kept in the state folder instead"


@dataclass(frozen=True, slots=True)
class Places:
    """Where things lie. Nothing is created until `make_runtime` or `make_state` is called."""

    config: Path
    """`$XDG_CONFIG_HOME/hivemind`: the person's agent files and settings."""
    state: Path
    """`$XDG_STATE_HOME/hivemind`: logs, and what agents get of us."""
    cache: Path
    """`$XDG_CACHE_HOME/hivemind`: what may be deleted at any time."""
    runtime: Path
    """`$XDG_RUNTIME_DIR/hivemind`, else `run` in the state folder: sockets and locks, mode 0700."""
    note: str = ""
    """Something a person should know about these places; empty when all is as usual."""

    @classmethod
    def from_env(cls, env: Mapping[str, str]) -> Places:
        """The places for an environment; relative XDG values are ignored, as the specification asks."""
        home = Path(env.get("HOME") or "/")

        def base(name: str, fallback: str) -> Path:
            value = env.get(name, "")
            return (Path(value) if value.startswith("/") else home / fallback) / "hivemind"

        state = base("XDG_STATE_HOME", ".local/state")
        runtime_dir = env.get("XDG_RUNTIME_DIR", "")
        has_runtime = runtime_dir.startswith("/") and os.path.isdir(runtime_dir)  # noqa: PTH112 (`Path` raises)
        return cls(
            config=base("XDG_CONFIG_HOME", ".config"),
            state=state,
            cache=base("XDG_CACHE_HOME", ".cache"),
            runtime=Path(runtime_dir) / "hivemind" if has_runtime else state / "run",
            note="" if has_runtime else NO_RUNTIME_DIR,
        )

    @property
    def socket(self) -> Path:
        """The daemon's socket; `HIVE_HCP_SOCK` overrides it for clients."""
        return self.runtime / "hcp.sock"

    @property
    def keeper_socket(self) -> Path:
        """The keeper's socket; only daemons connect to it."""
        return self.runtime / "keeper.sock"

    @property
    def daemon_lock(self) -> Path:
        """Held by the running daemon: one per user."""
        return self.runtime / "daemon.lock"

    @property
    def keeper_lock(self) -> Path:
        """Held by the running keeper."""
        return self.runtime / "keeper.lock"

    @property
    def log(self) -> Path:
        """The daemon's log."""
        return self.state / "daemon.log"

    @property
    def ui_log(self) -> Path:
        """What went wrong in the UI (`tui.broken`)."""
        return self.state / "ui.log"

    @property
    def user_agents(self) -> Path:
        """The person's own manifests; a folder here wins over a shipped one of the same id."""
        return self.config / "agents"

    @property
    def settings(self) -> Path:
        """What the person set (`settings.file`)."""
        return self.config / "settings.toml"

    @property
    def good_settings(self) -> Path:
        """The last settings that could be used, for when they cannot."""
        return self.state / "settings.good.toml"

    @property
    def agent_decisions(self) -> Path:
        """What the person decided about agents (`manifest.switches`)."""
        return self.config / "agents.json"

    @property
    def answers(self) -> Path:
        """The history of answers (`hive.ledger`)."""
        return self.state / "answers.jsonl"

    @property
    def saved(self) -> Path:
        """Recordings, pictures and bundles of tiles, where nobody said where else."""
        return self.state / "saved"

    @property
    def private(self) -> Path:
        """The private folders of agents, one for each id (`launch.private`)."""
        return self.state / "agents"

    @property
    def frames(self) -> Path:
        """How frames lie (`hive.frame_store`)."""
        return self.state / "frames.json"

    @property
    def agent_cache(self) -> Path:
        """Agent files as they were parsed (`manifest.cached`)."""
        return self.cache / "agents"

    def make_runtime(self) -> None:
        """Create the runtime folder, 0700.

        Raises:
            UnavailableError: it is somebody else's or cannot be made, or its path is too long for a socket.
        """
        if len(os.fsencode(self.socket)) > SOCKET_PATH_LIMIT:
            raise UnavailableError(
                f"the socket path {self.socket} is longer than {SOCKET_PATH_LIMIT} bytes",
                hint="set XDG_RUNTIME_DIR to a shorter folder",
            )
        try:
            self.runtime.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            if not self.runtime.exists():
                self.runtime.mkdir(exist_ok=True, mode=0o700)
            info = self.runtime.lstat()
        except OSError as error:
            raise UnavailableError(f"the folder {self.runtime} cannot be made: {error}") from error
        if not stat.S_ISDIR(info.st_mode) or info.st_uid != os.getuid():
            raise UnavailableError(f"{self.runtime} is not a folder of yours", hint="remove it and try again")
        if info.st_mode & 0o077:
            self.runtime.chmod(0o700)

    def make_state(self) -> None:
        """Create the state folder, 0700.

        Raises:
            UnavailableError: it cannot be made.
        """
        try:
            self.state.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise UnavailableError(f"the folder {self.state} cannot be made: {error}") from error


def current_folder() -> str:
    """Where we are; the root when that folder was deleted under us."""
    try:
        return str(Path.cwd())
    except OSError:
        return "/"


def written_path(folder: str, path: str) -> Path:
    """A path as a person writes it, from that folder on: `~` is a home, `~nobody` a name like any other."""
    return Path(folder) / os.path.expanduser(path)  # noqa: PTH111 (that of `Path` raises RuntimeError for `~nobody`)


def hook_door() -> Path:
    """The program that hooks run to report to us (`cli.hook`)."""
    return Path(__file__).resolve().parent.parent / "cli" / "hook.py"


def shipped_agents() -> Path:
    """The folder of agent files that came with this installation: inside the wheel, or beside a checkout's package."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "shipped" / "agents"
    return inside if inside.is_dir() else package.parent / "agents"

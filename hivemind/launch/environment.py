"""The environment of a program in a tile: the caller's, told the truth about its terminal."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

TERMINAL = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "TERM_PROGRAM": "hivemind"}
"""What every program is told of the terminal it runs in."""

OUTER = frozenset(
    {
        "COLUMNS",
        "INSIDE_EMACS",
        "LC_TERMINAL",
        "LC_TERMINAL_VERSION",
        "LINES",
        "OLDPWD",
        "STY",
        "TERMCAP",
        "TERMINAL_EMULATOR",
        "TERM_PROGRAM_VERSION",
        "TERM_SESSION_ID",
        "TMUX",
        "TMUX_PANE",
        "VTE_VERSION",
        "WINDOW",
        "WINDOWID",
        "WT_PROFILE_ID",
        "WT_SESSION",
        "XTERM_VERSION",
    }
)
"""Variables of the terminal or multiplexer that Hivemind itself runs in; in a tile they would be lies."""

OUTER_PREFIXES = ("ALACRITTY_", "GHOSTTY_", "GNOME_TERMINAL_", "ITERM_", "KITTY_", "KONSOLE_", "WEZTERM_", "ZELLIJ")
"""The same by family."""

OWN = frozenset(
    {
        "HCP_TOKEN",
        "HIVEMIND_TILE",
        "HIVE_AGENT_DEPTH",
        "HIVE_AGENT_ID",
        "HIVE_EVENT",
        "HIVE_EVENT_KIND",
        "HIVE_EVENT_OUTCOME",
        "HIVE_HCP_SOCK",
        "HIVE_HOOK_SOCK",
        "HIVE_INITIAL_PROMPT",
        "HIVE_SUPERVISE",
    }
)
"""Variables by which a program or a hook in a tile finds us; a caller's own never reach another tile."""

DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin"
"""For a caller without PATH."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """From where a program is started, and what it is told about the tile that it runs in."""

    env: Mapping[str, str]
    """The caller's environment."""
    cwd: str
    """The folder to run in, absolute."""
    socket: str
    """The daemon's socket."""
    token: str
    """Names the tile to the daemon; never logged."""
    tile_id: str
    scripts: Path
    """The folder that holds `hive` and `hive-demo-agent`; it comes last on PATH, so that it shadows nothing."""
    unset: frozenset[str] = frozenset()
    """Variables of the caller that agent files keep out of every terminal."""
    depth: int = 0
    """How many tiles stand between a person and this one."""


def child_environment(around: Surroundings) -> dict[str, str]:
    """The whole environment of a program that starts there."""
    child = {name: value for name, value in around.env.items() if not _is_dropped(name) and name not in around.unset}
    child |= TERMINAL
    child["LANG"] = around.env.get("LANG") or "C.UTF-8"
    child["PWD"] = around.cwd
    child["PATH"] = search_path(around.env, around.scripts)
    child["HIVE_HCP_SOCK"] = around.socket
    child["HCP_TOKEN"] = around.token
    child["HIVEMIND_TILE"] = around.tile_id
    return child


def search_path(env: Mapping[str, str], scripts: Path) -> str:
    """The PATH of a program that a caller with `env` starts."""
    return f"{env.get('PATH') or DEFAULT_PATH}{os.pathsep}{scripts}"


def _is_dropped(name: str) -> bool:
    return name in OUTER or name in OWN or name.startswith(OUTER_PREFIXES)


def find_program(name: str, path: str) -> str | None:
    """The first executable file of that name on PATH, absolute; None when there is none.

    Empty and relative entries of PATH are ignored: they mean the current folder, which is the agent's workplace.
    """
    for folder in path.split(os.pathsep):
        if folder.startswith("/"):
            candidate = Path(folder) / name
            if is_program(candidate):
                return str(candidate)
    return None


def is_program(path: Path) -> bool:
    """Whether it is a regular file that may be executed."""
    try:
        return path.is_file() and os.access(path, os.X_OK)
    except OSError:  # a folder on PATH that may not be entered holds nothing for us
        return False

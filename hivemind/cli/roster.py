"""`hive agents list`: light, since people and scripts run it often; whatever is slow is imported where it is needed.

The few lines that say where agents and programs lie stand in `base.places` and `launch.environment` too; tests hold
them together.
"""

from __future__ import annotations

import os
import sys
import time

from hivemind.cli.stub import write
from hivemind.manifest import index

TYPE_CHECKING = False  # typing is slow to load
if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin"


class DamagedError(Exception):
    """What a person decided about agents cannot be read; those who can say why are slow to load."""


def main(argv: list[str]) -> int:
    """Serve `hive agents list ARGV`; the exit code. Help, and whatever is wrong, is said by the command in full."""
    if set(argv) <= {"--json", "--found"}:
        try:
            return serve(os.environ, folder(), as_json="--json" in argv, found="--found" in argv)
        except DamagedError:
            pass
        except KeyboardInterrupt:
            return 130
    from hivemind.cli.main import main as run  # noqa: PLC0415 (slow to load)

    return run(["agents", "list", *argv])


def serve(env: Mapping[str, str], cwd: str, *, as_json: bool, found: bool) -> int:
    """Print the rows; the exit code."""
    rows = [row for row in rows_of(env, cwd) if not found or (row["found"] and row["state"] == "on")]
    if as_json:
        import json  # noqa: PLC0415 (only when it is printed)

        plain = [{key: value for key, value in row.items() if key != "state"} for row in rows]
        write(sys.stdout, json.dumps(plain, ensure_ascii=False) + "\n")
        return 0
    if not rows:
        write(sys.stdout, "no agent's program is here; see all: hive agents list\n" if found else "no agents\n")
        return 0
    width = max(len(str(row["id"])) for row in rows)
    write(sys.stdout, "".join(_lines(row, width) for row in rows))
    return 0


def rows_of(env: Mapping[str, str], cwd: str) -> list[dict[str, object]]:
    """One row for each agent, by id: the person's own, else those of the repository around `cwd`, else shipped ones."""
    config, cache = folder_of(env, "XDG_CONFIG_HOME", ".config"), folder_of(env, "XDG_CACHE_HOME", ".cache")
    off, replaced = decided(config + "/agents.json")
    roots = [("user", config + "/agents"), ("shipped", shipped()), ("repo", index.repository_agents(cwd))]
    path = f"{env.get('PATH') or DEFAULT_PATH}{os.pathsep}{os.path.dirname(sys.executable)}"  # noqa: PTH120
    rows: list[dict[str, object]] = []
    for facts in index.rows([pair for pair in roots if pair[1]], cache + "/agents.list", time.time_ns(), replaced):
        error, is_off = facts["error"] or None, facts["id"] in off
        usable = bool(facts["enabled"]) and not is_off and error is None
        rows.append(
            {
                **{name: facts[name] for name in ("id", "source", "label", "bin")},
                "error": error,
                "disabled": is_off,
                "file": facts["file"],
                "found": find_program(facts["bin"], path) if usable else None,
                "note": facts["note"],
                "install": facts["install"],
                "state": "error" if error else "on" if usable else "off" if is_off else "recognised",
            }
        )
    return rows


def decided(file: str) -> tuple[list[str], dict[str, str]]:
    """The ids that are switched off, and the reserved ones that were given to other programs.

    Raises:
        DamagedError: the file holds something else.
    """
    try:
        with open(file, "rb") as stream:  # noqa: PTH123 (pathlib is slow to load)
            text = stream.read()
    except FileNotFoundError:
        return [], {}
    except OSError as error:
        raise DamagedError from error
    import json  # noqa: PLC0415 (only where something was decided)

    try:
        held = json.loads(text)
        off, replaced = held.get("off", []), held.get("replaced", {})
    except (ValueError, AttributeError, RecursionError) as error:
        raise DamagedError from error
    texts = [*off, *replaced.values()] if isinstance(off, list) and isinstance(replaced, dict) else [None]
    if not all(isinstance(text, str) for text in texts):
        raise DamagedError
    return off, replaced


def folder_of(env: Mapping[str, str], name: str, fallback: str) -> str:
    """Our folder in the one that an XDG variable names; as `base.places` has it."""
    value = env.get(name, "")
    return (value if value.startswith("/") else f"{env.get('HOME') or '/'}/{fallback}") + "/hivemind"


def shipped() -> str:
    """The agents that came with this installation; as `base.places` has them."""
    package = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))  # noqa: PTH120
    inside = package + "/shipped/agents"
    return inside if os.path.isdir(inside) else os.path.dirname(package) + "/agents"  # noqa: PTH112, PTH120


def find_program(name: str, path: str) -> str | None:
    """The first executable file of that name on PATH; as `launch.environment` has it."""
    for entry in path.split(os.pathsep):
        candidate = f"{entry.rstrip('/')}/{name}"
        if entry.startswith("/") and os.path.isfile(candidate) and os.access(candidate, os.X_OK):  # noqa: PTH113
            return candidate
    return None


def folder() -> str:
    """Where we are; as `base.places` has it."""
    try:
        return os.getcwd()  # noqa: PTH109
    except OSError:
        return "/"


def _lines(row: Mapping[str, object], width: int) -> str:
    state, note, install = str(row["state"]), row["note"], row["install"]
    if state == "error":
        told = f"cannot be used: {row['error']}"
    elif state == "on":
        told = str(row["found"] or f"no '{row['bin']}' on PATH")
    else:
        told = {"off": "switched off", "recognised": "only recognised, never started"}[state]
    told = _visible(f"{row['id']!s:{width}}  {row['source']!s:7}  {state:10}  {told}")
    more = [f"note: {note}"] if note and state != "error" else []
    more += [f"install: {install}"] if install and state == "on" and not row["found"] else []
    return "".join(f"{line}\n" for line in [told, *(f"  {_visible(line)}" for line in more)])


def _visible(text: str) -> str:
    return "".join(c if c.isprintable() else "\ufffd" for c in text)

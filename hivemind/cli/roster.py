"""`hive agents list`: light, since people and scripts run it often; whatever is slow is imported where it is needed."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hivemind.base.errors import HiveError
from hivemind.base.places import Places, shipped_agents
from hivemind.cli.stub import write
from hivemind.cli.words import Form, parse

if TYPE_CHECKING:
    from pathlib import Path


def form() -> Form:
    """What the command takes."""
    return Form(
        "hive agents list [--found] [--json]",
        """Every agent: its id, where it comes from (user, shipped), whether it is on,
and where its program is.

--found    only those that can be started and whose program is here
--json     rows {id, source, label, bin, error, disabled, file, found, note,
           install}""",
        flags=("--found",),
    )


def main(argv: list[str]) -> int:
    """Serve `hive agents list ARGV`; the exit code."""
    try:
        words = parse(argv, form())
        if "--help" in words.flags:
            write(sys.stdout, form().help + "\n")
            return 0
        return serve(Places.from_env(os.environ), os.environ, as_json=words.as_json, found="--found" in words.flags)
    except HiveError as error:
        if "--json" in argv:
            write(sys.stdout, json.dumps({"ok": False, "code": error.code, "message": error.message}) + "\n")
        else:
            write(sys.stderr, f"error [{error.code}] {error.message}\n" + (f"  {error.hint}\n" if error.hint else ""))
        return error.exit_code
    except KeyboardInterrupt:
        return 130


def serve(places: Places, env: Mapping[str, str], *, as_json: bool, found: bool) -> int:
    """Print the rows; the exit code."""
    rows = [row for row in rows_of(places, env) if not found or (row["found"] and row["state"] == "on")]
    if as_json:
        write(sys.stdout, json.dumps([_plain(row) for row in rows], ensure_ascii=False) + "\n")
        return 0
    if not rows:
        write(sys.stdout, "no agent's program is here; see all: hive agents list\n" if found else "no agents\n")
        return 0
    width = max(len(row["id"]) for row in rows)
    lines = [_line(row, width) for row in rows]
    write(sys.stdout, "\n".join(lines) + "\n")
    return 0


def rows_of(places: Places, env: Mapping[str, str]) -> list[dict[str, Any]]:
    """One row for each agent, by id; an agent of the person's own hides a shipped one of the same id."""
    from hivemind.base.problems import Report  # noqa: PLC0415 (only when it is printed)
    from hivemind.launch.environment import find_program, search_path  # noqa: PLC0415 (only when it is printed)
    from hivemind.manifest import cached, manifest  # noqa: PLC0415 (slow to load)
    from hivemind.workbench.installed import read_switches  # noqa: PLC0415 (slow to load)

    off = read_switches(places).off
    rows: dict[str, dict[str, Any]] = {}
    path = search_path(env, _scripts())
    for source, root in (("user", places.user_agents), ("shipped", shipped_agents())):
        for file in sorted(root.glob(f"*/{manifest.FILE_NAME}")):
            name = file.parent.name
            if name.startswith(".") or name in rows:
                continue
            report = Report()
            root_node = cached.read(file, report, places.agent_cache)
            one = None if root_node is None else manifest.from_node(root_node, report, expected_id=name)
            row: dict[str, Any] = {
                "id": name,
                "source": source,
                "label": one.label if one else "",
                "bin": one.bin if one else "",
            }
            row["error"] = report.errors[0].render().split("\n")[0] if one is None else None
            row["disabled"] = name in off
            row["file"] = str(file)
            usable = one is not None and one.enabled and name not in off
            row["found"] = (find_program(one.bin, path) or None) if one is not None and usable else None
            row["note"], row["install"] = (one.note, one.install.hint) if one else ("", "")
            row["state"] = "error" if one is None else "on" if usable else "off" if name in off else "recognised"
            rows[name] = row
    return [rows[name] for name in sorted(rows)]


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: str(value) if key == "found" and value else value for key, value in row.items() if key != "state"}


def _line(row: Mapping[str, Any], width: int) -> str:
    state = row["state"]
    if state == "error":
        told = f"cannot be used: {row['error']}"
    elif state == "on":
        told = str(row["found"]) if row["found"] else f"no '{row['bin']}' on PATH"
        told += f"; see: hive agents show {row['id']}" if row["install"] and not row["found"] else ""
    else:
        told = {"off": "switched off", "recognised": "only recognised, never started"}[state]
    shown = "".join(c if c.isprintable() else "�" for c in told)
    return f"{row['id']:{width}}  {row['source']:7}  {state:10}  {shown}"


def _scripts() -> Path:
    from pathlib import Path  # noqa: PLC0415 (only when it is printed)

    return Path(sys.executable).parent

"""Record one case of one program: run by `record` in namespaces of its own, where HOME is an empty folder.

python -m hivemind.testing.record_case PROGRAM CASE VERSION BIN FOLDER
"""

from __future__ import annotations

import os
import subprocess
import sys
import traceback
from pathlib import Path
from typing import Any

from hivemind.testing.cases import Case, Ways, cases_of, recorded
from hivemind.testing.model import ModelServer
from hivemind.testing.played import Played
from hivemind.testing.recorded import save
from hivemind.testing.sandbox import PROJECT_FILES
from hivemind.testing.take import Take

HOME = Path("/home/dev")
"""Where every recording is made: paths are on the screen, and as long as they are in the others."""

SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"


def environment(bin_folder: Path) -> dict[str, str]:
    """What a person's shell would give a program, and nothing of ours."""
    return {
        "HOME": str(HOME),
        "USER": "dev",
        "LOGNAME": "dev",
        "SHELL": "/bin/bash",
        "PATH": os.pathsep.join((str(bin_folder), SYSTEM_PATH)),
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LANG": "C.UTF-8",
    }


def settle_project(env: dict[str, str]) -> Path:
    """The folder that the program works in: a git repository with two files."""
    project = HOME / "project"
    project.mkdir()
    for name, text in PROJECT_FILES.items():
        (project / name).write_text(text)
    (HOME / ".gitconfig").write_text(
        "[user]\n\tname = Dev\n\temail = dev@example.com\n[init]\n\tdefaultBranch = main\n"
    )
    for words in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "start")):
        subprocess.run(("git", *words), cwd=project, env=env, check=True)
    return project


def record(ways: Ways, name: str, case: Case, *, version: str, bin_folder: Path, folder: Path) -> bool:
    """Play the case and write its files, also those of a case that went wrong; whether it went well."""
    env = environment(bin_folder)
    project = settle_project(env)
    argv = case.argv or ways.program.argv
    with ModelServer(has_tools=ways.program.has_tools) as model:
        env |= ways.program.settle(HOME, project, model.url, case.is_trusted)
        for dropped in case.drops:
            env.pop(dropped, None)
            (HOME / dropped).unlink(missing_ok=True)
        with Played(argv, cwd=project, env=env, size=case.size, has_answers=True) as played:
            take = Take(played, model.script, project)
            went_well = True
            try:
                case.play(take)
            except (AssertionError, OSError):
                went_well = False
                traceback.print_exc()
            head: dict[str, Any] = {"agent": ways.name, "version": version, "case": name, "about": case.about}
            head |= {"cols": case.size.columns, "rows": case.size.rows, "argv": argv}
            save(take, folder, head, case.size)
    return went_well


def main(program: str, case: str, version: str, bin_folder: str, folder: str) -> int:
    """The exit status: 0 when the case went well."""
    ways = recorded()[program]
    return (
        0
        if record(
            ways, case, cases_of(program)[case], version=version, bin_folder=Path(bin_folder), folder=Path(folder)
        )
        else 1
    )


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

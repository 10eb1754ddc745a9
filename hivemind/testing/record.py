"""`make record`: every case of every program anew, on a model that is a script, and what changed since the last time.

Each case runs in namespaces of its own, where there is no network but the loopback: Linux, as root.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from hivemind.testing.cases import cases_of, recorded
from hivemind.testing.compare import Change, changes
from hivemind.testing.record_case import HOME
from hivemind.testing.shipped import shipped_for
from hivemind.workbench.cases import Screen, load_recording

REPOSITORY = Path(__file__).parents[2]
FIXTURES = REPOSITORY / "fixtures" / "screens"

ENDS = (".cast", ".cast.gz", ".json")
"""How the files of a recording end."""

CASE_SECONDS = 600
"""Longest that one case may take."""

INSIDE = 'ip link set lo up && hostname devbox && mount --bind "$1" "$2" && cd "$2" && shift 2 && exec "$@"'
"""What a shell does in the new namespaces before it becomes the recorder."""


@dataclass(frozen=True, slots=True)
class Job:
    """One case to record."""

    program: str
    case: str
    version: str


@dataclass(frozen=True, slots=True)
class Made:
    """What came of it."""

    job: Job
    error: str
    """What went wrong; empty when nothing did."""
    seconds: float


def jobs(wanted: list[str], versions: dict[str, str]) -> list[Job]:
    """The cases that words like `claude` and `claude/trust` name, of the programs that are installed; without any, all.

    Raises:
        ValueError: a word names none.
    """
    programs = recorded()
    found: list[Job] = []
    for word in wanted or sorted(programs):
        program, _, case = word.partition("/")
        if program not in programs:
            raise ValueError(f"'{program}' has no cases; these have: {', '.join(sorted(programs))}")
        if program not in versions:
            continue
        names = [name for name in cases_of(program) if not case or name == case or name.startswith(f"{case}_")]
        if not names:
            raise ValueError(f"{program} has no case '{case}'; it has: {', '.join(cases_of(program))}")
        found += [Job(program, name, versions[program]) for name in names]
    return found


def left_out(wanted: list[str], versions: dict[str, str]) -> list[str]:
    """The programs of these words, else of all, that have cases and are not installed."""
    programs = {word.partition("/")[0] for word in wanted} or recorded().keys()
    return sorted(programs - versions.keys())


def versions_in(listed: Path, bin_folder: Path | None = None) -> dict[str, str]:
    """Program to version, from a list as `scripts/agents.versions`; with a folder, of the programs that are in it."""
    rows = [line.split() for line in listed.read_text().splitlines()]
    versions = {row[0]: row[3] for row in rows if row and not row[0].startswith("#")}
    return {name: version for name, version in versions.items() if not bin_folder or (bin_folder / name).exists()}


def make(job: Job, bin_folder: Path, target: Path) -> Made:
    """Record one case in namespaces of its own; its files are written to `target`/PROGRAM."""
    began = time.monotonic()
    spaces = ("unshare", "--net", "--mount", "--pid", "--ipc", "--uts", "--fork", "--kill-child", "--mount-proc")
    folder = target / job.program
    folder.mkdir(parents=True, exist_ok=True)
    recorder = (sys.executable, "-m", "hivemind.testing.record_case", job.program, job.case, job.version)
    with tempfile.TemporaryDirectory(prefix="record-") as home:
        shell = ("sh", "-c", INSIDE, "sh", home, str(HOME))
        done = subprocess.run(
            (*spaces, *shell, *recorder, str(bin_folder), str(folder)),
            env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
            capture_output=True,
            text=True,
            timeout=CASE_SECONDS,
            check=False,
        )
    return Made(job, done.stderr.strip() if done.returncode else "", time.monotonic() - began)


def compared(job: Job, target: Path) -> list[Change]:
    """What is different from the kept recording, and what the rules read wrong in the new one."""
    manifest = shipped_for(job.program)
    kept = FIXTURES / job.program / f"{job.case}.json"
    before: list[Screen] | None = load_recording(kept) if kept.exists() else None
    now = load_recording(target / job.program / f"{job.case}.json")
    return changes(before, now, manifest.detect if manifest else None)


def keep(job: Job, target: Path) -> None:
    """Put a recording in place of the kept one, which may have been gzipped or not."""
    kept = FIXTURES / job.program
    kept.mkdir(exist_ok=True)
    for end in ENDS:
        (kept / f"{job.case}{end}").unlink(missing_ok=True)
        made = target / job.program / f"{job.case}{end}"
        if made.exists():
            shutil.copyfile(made, kept / made.name)


def told(made: Made, found: list[Change], *, has_rows: bool) -> str:
    """What is printed of one case."""
    job = made.job
    head = f"{job.program}/{job.case} ({job.version}, {made.seconds:.0f} s)"
    lines = [f"{head}: {'FAILED' if made.error else 'recorded'}"]
    if made.error:
        lines += [f"    {line}" for line in made.error.splitlines()[-40:]]
    for change in found:
        reads = f": READS {change.reads}, labelled {change.label}" if change.reads else ""
        lines.append(f"  {change.mark}{reads}" + (f" ({len(change.rows)} rows differ)" if change.rows else ""))
        if has_rows:
            lines += [f"      {row}" for row in change.rows]
    return "\n".join(lines)


def main(argv: list[str]) -> int:
    """The exit status: 0 when each case that was asked for was recorded and reads as labelled."""
    parser = argparse.ArgumentParser(prog="scripts/record", description=__doc__)
    parser.add_argument("cases", nargs="*", help="PROGRAM, PROGRAM/CASE or PROGRAM/START (as claude/tour); else all")
    parser.add_argument("--bin", type=Path, required=True, help="the folder of the programs")
    parser.add_argument("--versions", type=Path, required=True, help="the list of their versions")
    parser.add_argument(
        "--to", type=Path, required=True, help="where recordings are written; fixtures/screens keeps them"
    )
    parser.add_argument("--keep", action="store_true", help="put them in fixtures/screens, too")
    parser.add_argument("--jobs", type=int, default=2, help="cases at a time")
    parser.add_argument("--rows", action="store_true", help="print the rows that differ")
    asked = parser.parse_args(argv)
    versions = versions_in(asked.versions, asked.bin)
    try:
        todo = jobs(asked.cases, versions)
    except ValueError as error:
        parser.error(str(error))
    if os.geteuid() != 0 or sys.platform != "linux":
        parser.error("cases run in namespaces of their own: only root on Linux can make them")
    HOME.mkdir(parents=True, exist_ok=True)
    bin_folder, target = asked.bin.absolute(), asked.to.absolute()
    wrong = different = 0
    with ThreadPoolExecutor(asked.jobs) as pool:
        for made in pool.map(lambda job: make(job, bin_folder, target), todo):
            found = [] if made.error else compared(made.job, target)
            sys.stdout.write(told(made, found, has_rows=asked.rows) + "\n")
            sys.stdout.flush()
            wrong += bool(made.error) or any(change.reads for change in found)
            different += bool(found)
            if asked.keep and not made.error:
                keep(made.job, target)
    absent = left_out(asked.cases, versions)
    for program in absent:
        sys.stdout.write(f"{program}: not installed, left out\n")
    said = f"{len(todo)} cases, {different} with another screen, {wrong} failed or read wrong"
    sys.stdout.write(f"{said}; written to {target}\n")
    return 1 if wrong or absent else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

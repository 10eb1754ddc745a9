"""What exactly is started: program, arguments, environment, folder. Nothing is started here."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import msgspec

from hivemind.base.errors import BadRequestError, NotInstalledError
from hivemind.launch import wiring
from hivemind.launch.environment import Surroundings, child_environment, find_program, is_program
from hivemind.launch.options import arguments, checked_argument
from hivemind.launch.wiring import UNBOUND, SessionStart, Wired
from hivemind.manifest.manifest import Manifest


class Launch(msgspec.Struct, frozen=True):
    """A program, ready to be started."""

    argv: tuple[str, ...]
    """`argv[0]` is the program's absolute path."""
    env: dict[str, str]
    """Its whole environment."""
    cwd: str
    """An existing folder, absolute."""
    label: str
    """What to call the tile unless a person names it."""
    typed_task: str = ""
    """A task to type once the program waits for input; empty when there is none, or it is in `argv` already."""


def plan(  # noqa: PLR0913 (a start has that many sides)
    manifest: Manifest,
    around: Surroundings,
    *,
    prompt: str = "",
    choices: Mapping[str, str] | None = None,
    unattended: bool = False,
    taken: Collection[str] = (),
    session: SessionStart = UNBOUND,
    wired: Wired | None = None,
) -> Launch:
    """How to start that agent there, with its first task `prompt`.

    `choices` are launch options by id; `unattended` is for a start by another tile (see `options.arguments`); `taken`
    are the labels in use; `session` is a new one, or one to take up; `wired` is what was made ready for this launch. A
    task that begins with `-` and goes in as an argument gets a space before it, since no program must read it as a flag
    and not every program knows `--`.

    Raises:
        BadRequestError: the agent is switched off, has no such option or value, or the folder or task cannot be.
        NotInstalledError: its program is not on PATH.
    """
    if not manifest.enabled:
        note = f": {manifest.note}" if manifest.note else ""
        message = f"{manifest.id} cannot be started, it is only recognised{note}"
        raise BadRequestError(message, hint=manifest.install.hint)
    _check_folder(around.cwd)
    is_typed = manifest.caps.prompt_delivery == "typed"
    task = _task(prompt, is_typed=is_typed)
    options = arguments(manifest, choices or {}, unattended=unattended)
    child = child_environment(around)
    program = find_program(manifest.bin, child["PATH"])
    if program is None:
        message = f"the program '{manifest.bin}' of {manifest.label} is not on PATH"
        raise NotInstalledError(message, hint=how_to_get(manifest))
    own, wired = [*manifest.spawn.args, *options], wired or Wired(wiring.known(manifest, around))
    extra = {} if _has_own(manifest, around.env) else wiring.variables(manifest, wired.values, around.token)
    named = {"HIVE_AGENT_ID": manifest.id, "HIVE_AGENT_DEPTH": str(around.depth)}
    last = (task,) if task and not is_typed else ()
    return Launch(
        argv=(program, *wiring.arguments(manifest, own, wired, session=session), *last),
        env=child | named | extra | dict(wired.env),
        cwd=around.cwd,
        label=label(manifest, taken),
        typed_task=task if is_typed else "",
    )


def plan_command(command: Sequence[str], around: Surroundings) -> Launch:
    """How to start any program with its arguments; a name with `/` is taken from the folder, else looked up on PATH.

    Raises:
        BadRequestError: the command is empty or cannot be, or the folder does not exist.
        NotInstalledError: there is no such program.
    """
    if not command or not command[0]:
        raise BadRequestError("no command given", hint="write it after --, such as: -- sh")
    words = [checked_argument(word, "the command") for word in command]
    _check_folder(around.cwd)
    child = child_environment(around)
    path = Path(around.cwd, words[0])
    program = _program_at(path, words[0]) if "/" in words[0] else find_program(words[0], child["PATH"])
    if program is None:
        raise NotInstalledError(f"the program '{words[0]}' is not on PATH")
    return Launch(argv=(program, *words[1:]), env=child, cwd=around.cwd, label=path.name)


def how_to_get(manifest: Manifest) -> str:
    """How to get the agent's program, in one line, and the note of its file."""
    how = manifest.install.hint or f"install it, and put '{manifest.bin}' on PATH"
    return f"{how}; {manifest.note}" if manifest.note else how


def label(manifest: Manifest, taken: Collection[str]) -> str:
    """The first label of the agent's template that is not taken, counted from 1."""
    template = manifest.spawn.label.replace("{label}", manifest.label)
    if "{n}" not in template:
        return template
    number = 1
    while (found := template.replace("{n}", str(number))) in taken:
        number += 1
    return found


def _program_at(path: Path, name: str) -> str:
    if not is_program(path):
        raise NotInstalledError(f"'{name}' is not a file that can be executed", hint=f"looked at {path}")
    return str(path)


def _has_own(manifest: Manifest, env: Mapping[str, str]) -> bool:
    """Whether a person, or who cares for the machine, has settled what the file would set variables for."""
    found = manifest.launch.env_unless if manifest.launch else ()
    return any(Path(one).exists() if one.startswith("/") else bool(env.get(one)) for one in found)


def _check_folder(cwd: str) -> None:
    if "\0" in cwd or not Path(cwd).is_absolute() or not Path(cwd).is_dir():
        raise BadRequestError(f"'{cwd}' is not an existing folder", hint="give the absolute path of a folder")


def _task(prompt: str, *, is_typed: bool) -> str:
    """The task as it is given to the program; empty when there is nothing but blanks."""
    if not prompt.strip():
        return ""
    task = f" {prompt}" if prompt.startswith("-") and not is_typed else prompt
    return checked_argument(task, "the task")

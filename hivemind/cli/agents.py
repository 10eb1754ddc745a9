"""`hive agents`: agent files for those who write and install them. Needs no daemon."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from hivemind.base.errors import HiveError, InvalidFileError, UsageError
from hivemind.base.places import Places, current_folder
from hivemind.base.problems import Problem, Severity
from hivemind.cli import output, roster, trials
from hivemind.cli.capture import CAPTURE, capture
from hivemind.cli.files import agent_files, find_agent, load_agent, roots
from hivemind.cli.words import Form, Words, parse
from hivemind.manifest import manifest
from hivemind.manifest.checks import ANY_PROGRAM
from hivemind.manifest.manifest import Loaded
from hivemind.manifest.parts.icon import GENERIC
from hivemind.workbench import fetched, installed, starter
from hivemind.workbench.about import About, about
from hivemind.workbench.screens import visible

USAGE = """usage: hive agents COMMAND …

  list [--found]                 every agent: on or off, and its program
  validate DIR                   all problems of a file, and what it does
  show ID                        an agent in a few lines
  new ID [--bin B] [--dir D]     a starter file with comments
  test DIR|ID [SCREENS…]         labelled screens: which read right, which wrong
  lint DIR|ID [SCREENS…]         the same screens in other widths, quoted, cut …
  cost DIR|ID                    the bound of each rule, in steps
  doctor [ID]                    program, version, flags, hooks, sessions
  install DIR|OWNER/REPO [--yes] [--replace]
                                 copy it to your own agents
  remove ID                      remove one of your own
  enable ID, disable ID          offer it, or not
  icon ID                        its picture, as SVG
  unknown [NAME] [--label STATUS]    screens that no rule recognised
  capture TILE --label STATUS    what a tile shows now, as a labelled screen

Each takes --json and --help. Exit: 0 fine, 1 something found, 2 usage or an
invalid file, 5 not found. Screens: hive detect --help"""

LIST = Form(
    "hive agents list [--found] [--json]",
    """Every agent: its id, where it comes from (user, shipped, or repo: the repository
around this folder), whether it is on, and where its program is.

--found    only those that can be started and whose program is here
--json     rows {id, source, label, bin, error, disabled, file, found, note,
           install}""",
    flags=("--found",),
)
VALIDATE = Form("hive agents validate DIR [--json]", "Check an agent file as an install does.", least=1, most=1)
SHOW = Form("hive agents show ID|DIR [--json]", "What an agent is, runs and can do.", least=1, most=1)
NEW = Form(
    "hive agents new ID [--bin PROGRAM] [--dir FOLDER] [--json]",
    "Write FOLDER/ID/agent.yaml (here without --dir), a file that loads as it is;\nits comments say what to fill in.",
    least=1,
    most=1,
    valued=("--bin", "--dir"),
)
INSTALL = Form(
    "hive agents install DIR|OWNER/REPO [--ref REF] [--yes] [--replace]",
    """Copy an agent's file and its assets to your own agents, in place of one of the
same id there. OWNER/REPO is a public repository, fetched by git; so is an
https:// address.

--ref      its branch or tag
--yes      ask nothing, also where it was fetched or does more than start a
           program
--replace  give it a reserved id that belongs to another program""",
    least=1,
    most=1,
    flags=("--yes", "--replace"),
    valued=("--ref",),
)
REMOVE = Form("hive agents remove ID [--json]", "Remove an agent of your own.", least=1, most=1)
ENABLE = Form("hive agents enable ID [--json]", "Offer an agent again.", least=1, most=1)
DISABLE = Form("hive agents disable ID [--json]", "Offer an agent no more; its file stays.", least=1, most=1)
ICON = Form("hive agents icon ID|DIR", "Print an agent's picture as SVG.", least=1, most=1)


def run(argv: list[str], places: Places, env: Mapping[str, str]) -> int:
    """Serve `hive agents ARGV`; the exit code."""
    if not argv or argv in (["--help"], ["-h"], ["help"]):
        output.say(USAGE)
        return 0
    if argv[0] not in COMMANDS:
        raise UsageError(f"no command 'agents {visible(argv[0])}'", hint=f"there are: {', '.join(COMMANDS)}")
    form, serve = COMMANDS[argv[0]]
    words = parse(argv[1:], form)
    if "--help" in words.flags:
        output.say(form.help)
        return 0
    return serve(words, places, env)


def list_agents(words: Words, places: Places, env: Mapping[str, str]) -> int:
    """`list`, where it comes this way."""
    installed.read_switches(places)  # says what is wrong with them
    return roster.serve(env, current_folder(), as_json=words.as_json, found="--found" in words.flags)


def validate(words: Words, places: Places, env: Mapping[str, str]) -> int:  # noqa: ARG001 (one shape for all)
    """`validate`: an invalid file is told with every problem, exit 2."""
    loaded = manifest.load(find_agent(words.word(0), places))
    if loaded.manifest is None:
        return _invalid(loaded, as_json=words.as_json)
    told = about(loaded.manifest, loaded.report)
    if words.as_json:
        output.say_json(told)
    else:
        output.say(f"{_about_text(told, loaded)}\nvalid     {loaded.path}")
    return 0


def show(words: Words, places: Places, env: Mapping[str, str]) -> int:  # noqa: ARG001 (one shape for all)
    """`show`: what `validate` says, and what can be chosen."""
    loaded, found = load_agent(words.word(0), places)
    told = about(found, loaded.report)
    rules = len(found.detect.rules) if found.detect else None
    if words.as_json:
        more = {"file": str(loaded.path), "enabled": found.enabled, "rules": rules, "note": found.note}
        options = [{"id": one.id, "label": one.label, "values": list(one.values)} for one in found.options]
        output.say_json({**msgspec.to_builtins(told), **more, "install": found.install.hint, "options": options})
        return 0
    lines = [_about_text(told, loaded), f"file      {loaded.path}"]
    lines.append(f"rules     {'none: its screen is not read' if rules is None else rules}")
    lines += [f"option    {one.id}: {', '.join(one.values) or 'any text'}" for one in found.options]
    lines += [f"note      {found.note}"] if found.note else []
    lines += [f"install   {found.install.hint}"] if found.install.hint else []
    output.say("\n".join(lines))
    return 0


def new(words: Words, places: Places, env: Mapping[str, str]) -> int:  # noqa: ARG001 (one shape for all)
    """`new`: never overwrites."""
    root = Path(words.values.get("--dir", "."))
    path = starter.write_starter(words.word(0), root, program=words.values.get("--bin", ""))
    if words.as_json:
        output.say_json({"file": str(path)})
    else:
        output.say(f"{path}\nnext: fill in its rules, then: hive agents validate {path.parent}")
    return 0


def install(words: Words, places: Places, env: Mapping[str, str]) -> int:
    """`install`: asks first where the file does more than start a program, or was fetched."""
    word, ref = words.word(0), words.values.get("--ref", "")
    if not fetched.is_remote(word):
        return _install(words, places, word, source="")
    with fetched.fetched(word, ref, env) as folder:
        return _install(words, places, str(folder), source=word)


def _install(words: Words, places: Places, folder: str, *, source: str) -> int:
    replaced = ANY_PROGRAM if "--replace" in words.flags else ""
    loaded = manifest.load(find_agent(folder, places), replaced=replaced)
    found = loaded.manifest
    if found is None:
        return _invalid(loaded, as_json=words.as_json)
    told = about(found, loaded.report)
    if (told.does or told.warnings or source) and "--yes" not in words.flags:
        reasons = [f"it comes from {source} and runs {told.command}"] if source else []
        if words.as_json or not output.has_person():
            reason = visible("; ".join([*reasons, *told.does, *told.warnings]))
            more = f"{found.id} was fetched" if source else f"{found.id} does more than start a program"
            raise UsageError(f"{more}: {reason}", hint="agree with --yes")
        output.tell("\n".join([_about_text(told, loaded), *([f"from      {visible(source)}"] if source else [])]))
        if not output.confirm(f"Install {found.id}?"):
            output.tell("nothing was installed")
            return 1
    target = installed.install(loaded, found, places)
    rescanned = _tell_daemon(places)
    if words.as_json:
        output.say_json({"id": found.id, "folder": str(target), "rescanned": rescanned})
    else:
        output.say("\n".join([f"installed {found.id} in {target}", *(f"  {visible(line)}" for line in told.does)]))
    return 0


def remove(words: Words, places: Places, env: Mapping[str, str]) -> int:  # noqa: ARG001 (one shape for all)
    """`remove`: only what a person installed."""
    target = installed.remove(words.word(0), places)
    rescanned = _tell_daemon(places)
    if words.as_json:
        output.say_json({"id": words.word(0), "folder": str(target), "rescanned": rescanned})
    else:
        output.say(f"removed {target}")
    return 0


def enable(words: Words, places: Places, env: Mapping[str, str]) -> int:  # noqa: ARG001 (one shape for all)
    """`enable`."""
    return _switch(words, places, on=True)


def disable(words: Words, places: Places, env: Mapping[str, str]) -> int:  # noqa: ARG001 (one shape for all)
    """`disable`."""
    return _switch(words, places, on=False)


def icon(words: Words, places: Places, env: Mapping[str, str]) -> int:  # noqa: ARG001 (one shape for all)
    """`icon`: the generic one for an agent without."""
    _, found = load_agent(words.word(0), places)
    svg = (found.icon or GENERIC).svg()
    if words.as_json:
        output.say_json({"id": found.id, "svg": svg})
    else:
        output.say(svg)
    return 0


def _switch(words: Words, places: Places, *, on: bool) -> int:
    name = words.word(0)
    if name not in agent_files(roots(places)):
        raise HiveError(f"no agent '{visible(name)}'", hint="see them: hive agents list", code="NOT_FOUND")
    changed = installed.switch(places, name, on=on)
    state = "on" if on else "off"
    if words.as_json:
        output.say_json({"id": name, "disabled": not on, "changed": changed})
    else:
        output.say(f"{name} is {state}" + ("" if changed else " already"))
    return 0


def _invalid(loaded: Loaded, *, as_json: bool) -> int:
    error = InvalidFileError(loaded.report.render())
    if as_json:
        problems = [_problem(problem) for problem in loaded.report]
        output.say_json({"ok": False, "code": error.code, "message": error.message, "problems": problems})
    else:
        count = len(loaded.report.errors)
        output.tell(f"{error.message}\n{count} {'error' if count == 1 else 'errors'}")
    return error.exit_code


def _problem(problem: Problem) -> dict[str, object]:
    return {
        "path": problem.where.path,
        "line": problem.where.line,
        "column": problem.where.column,
        "severity": problem.severity.value,
        "code": problem.code,
        "message": problem.message,
        "hint": problem.hint,
    }


def _about_text(told: About, loaded: Loaded) -> str:
    lines = [
        f"agent     {told.label} ({told.id})",
        f"runs      {visible(told.command)}",
        f"worker    {'yes' if told.worker else 'no: the end of its turns is not reported'}",
    ]
    lines += [f"does      {visible(line)}" for line in told.does]
    warnings = [problem for problem in loaded.report if problem.severity is Severity.WARNING]
    lines += [problem.render(loaded.report.source) for problem in warnings]
    return "\n".join(lines)


def _tell_daemon(places: Places) -> bool:
    """Whether a daemon runs that will see the change: it looks at the files whenever an agent is named."""
    from hivemind.client.start import is_running  # noqa: PLC0415 (only these commands ask)

    return is_running(places)


Serve = Callable[[Words, Places, Mapping[str, str]], int]

COMMANDS: dict[str, tuple[Form, Serve]] = {
    "list": (LIST, list_agents),
    "validate": (VALIDATE, validate),
    "show": (SHOW, show),
    "new": (NEW, new),
    "test": (trials.TEST, trials.test),
    "lint": (trials.LINT, trials.lint),
    "cost": (trials.COST, trials.cost),
    "doctor": (trials.DOCTOR, trials.doctor),
    "install": (INSTALL, install),
    "remove": (REMOVE, remove),
    "enable": (ENABLE, enable),
    "disable": (DISABLE, disable),
    "icon": (ICON, icon),
    "unknown": (trials.UNKNOWN, trials.unknown),
    "capture": (CAPTURE, capture),
}

"""`hive agents test`, `lint`, `cost`, `doctor` and `unknown`: rules and programs, tried."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from hivemind.base.errors import HiveError
from hivemind.base.places import Places, shipped_agents
from hivemind.cli import output
from hivemind.cli.files import agent_files, load_agent, load_rules
from hivemind.cli.words import Form, Words
from hivemind.launch.discovery import probe
from hivemind.manifest.manifest import Loaded, Manifest, load
from hivemind.workbench import unknown as store
from hivemind.workbench.cases import Screen, find_cases
from hivemind.workbench.doctor import Diagnosis, diagnose
from hivemind.workbench.lint import Flip, Lint, RuleFinding
from hivemind.workbench.lint import lint as lint_rules
from hivemind.workbench.screens import visible
from hivemind.workbench.verdicts import Verdict, judge

SCREENS = """SCREENS  files or folders: CASE.json (marks of a recording with status, says,
         also) and *.screen. Without: 'screens' in the agent's folder, else
         fixtures/screens/ID here"""

MAX_NAMED = 5
"""Screens that are named in one line."""

TEST = Form(
    "hive agents test DIR|ID [SCREENS…] [--all] [--json]",
    f"""Read labelled screens with an agent's rules. Exit 1 when one reads wrong.

{SCREENS}
--all    also those that read right""",
    least=1,
    most=1000,
    flags=("--all",),
)
LINT = Form(
    "hive agents lint DIR|ID [SCREENS…] [--json]",
    f"""Read labelled screens as they would look otherwise: 40 to 200 columns wide,
scrolled, cut, quoted in prose above an idle input box, without title or status
record. Colours change nothing: rules see text. Tells which states flip, which
rules never match, are shadowed, or have no screen that shows them. Exit 1 when
something is found that the file does not explain by a comment in or above the
rule: # lint(KIND): why, such as # lint(width 40): its footer is cut there

{SCREENS}""",
    least=1,
    most=1000,
)
COST = Form(
    "hive agents cost DIR|ID [--rows N] [--columns N] [--json]",
    "The most steps each rule can take on a screen of that size (60x200 without).",
    least=1,
    most=1,
    valued=("--rows", "--columns"),
)
DOCTOR = Form(
    "hive agents doctor [ID|DIR] [--json]",
    """Look whether agents could start and be read here: the program and its version,
which flags its --help has, where hooks and sessions lie. Runs PROGRAM --version
and --help, nothing else. Exit 1 when something is wrong.""",
    most=1,
)
UNKNOWN = Form(
    "hive agents unknown [NAME] [--label STATUS] [--json]",
    """Screens that no rule recognised and that stood still, kept with secrets masked.

NAME     print that one
--label  what it is: idle, working, permission, question or blocked. The file is
         then a case: hive agents test ID FILE""",
    most=1,
    valued=("--label",),
)


def test(words: Words, places: Places, env: Mapping[str, str]) -> int:  # noqa: ARG001 (one shape for all)
    """`test`."""
    loaded, found, rules = load_rules(words.word(0), places)
    tally = judge(found, rules, _cases(words, loaded, found))
    if words.as_json:
        output.say_json({"right": tally.right, "total": tally.total, "cases": tally.verdicts})
        return 0 if tally.is_right else 1
    for verdict in tally.verdicts:
        if "--all" in words.flags or not verdict.right:
            output.say(_verdict_line(verdict))
    unseen = sum(not verdict.seen for verdict in tally.verdicts)
    output.say(f"{tally.right} of {tally.total} right" + (f", {unseen} by default" if unseen else ""))
    return 0 if tally.is_right else 1


def lint(words: Words, places: Places, env: Mapping[str, str]) -> int:  # noqa: ARG001 (one shape for all)
    """`lint`."""
    loaded, found, rules = load_rules(words.word(0), places)
    began = time.monotonic()
    told = lint_rules(found, rules, _cases(words, loaded, found), loaded.report.source)
    seconds = time.monotonic() - began
    if words.as_json:
        output.say_json({"clean": told.is_clean, "seconds": round(seconds, 3), **msgspec.to_builtins(told)})
    else:
        output.say("\n".join([*_lint_lines(told), f"{seconds:.1f} s"]))
    return 0 if told.is_clean else 1


def cost(words: Words, places: Places, env: Mapping[str, str]) -> int:  # noqa: ARG001 (one shape for all)
    """`cost`."""
    _, _, rules = load_rules(words.word(0), places)
    rows, columns = (words.number(name, default) for name, default in (("--rows", 60), ("--columns", 200)))
    costs = rules.costs(rows, columns)
    total = sum(item.steps for item in costs)
    if words.as_json:
        told = [
            {"rule": at, "line": item.where.line, "steps": item.steps, "formula": item.formula}
            for at, item in enumerate(costs)
        ]
        output.say_json({"rows": rows, "columns": columns, "total": total, "rules": told})
        return 0
    for at, item in enumerate(costs):
        output.say(f"rule {at:<3} line {item.where.line:<5} {item.steps:>10,}  {item.formula}")
    output.say(f"all rules, {columns}x{rows}:  {total:>10,} steps at most")
    return 0


def doctor(words: Words, places: Places, env: Mapping[str, str]) -> int:
    """`doctor`: one agent, or all that can be started."""
    manifests = [load_agent(words.word(0), places)[1]] if words.given else _all(places)
    told = [diagnose(one, probe(one.bin, env, places), env=env, own_folder=places.private) for one in manifests]
    if words.as_json:
        output.say_json([{**msgspec.to_builtins(one), "ok": one.is_well} for one in told])
    else:
        output.say("\n".join(line for one in told for line in _diagnosis_lines(one)))
    return 0 if all(one.is_well for one in told) else 1


def unknown(words: Words, places: Places, env: Mapping[str, str]) -> int:  # noqa: ARG001 (one shape for all)
    """`unknown`."""
    folder = store.folder_of(places)
    kept = store.kept(folder)
    name, status = words.word(0), words.values.get("--label")
    if status is not None:
        unlabelled = [one for one in kept if one.status is None]
        if not name and not unlabelled:
            raise HiveError("no screen without a label is kept", code="NOT_FOUND")
        path = store.label(folder, name or unlabelled[-1].name, status)
        output.say_json({"file": str(path)}) if words.as_json else output.say(f"{path} is a case now: {status}")
        return 0
    if name:
        kept = [one for one in kept if one.name == name]
        if not kept:
            raise HiveError(
                f"no screen '{visible(name)}' is kept", hint="see them: hive agents unknown", code="NOT_FOUND"
            )
    if words.as_json:
        output.say_json(kept)
    elif name:
        output.say("\n".join([f"title: {visible(kept[0].title)}", *(f"|{visible(row)}" for row in kept[0].rows)]))
    else:
        lines = [f"{one.name:28} {one.status or '-':11} {_last(one.rows)}".rstrip() for one in kept]
        output.say("\n".join(lines) if lines else "no screen was unknown so far")
    return 0


def _last(rows: Sequence[str]) -> str:
    return next((visible(row.strip())[:38] for row in reversed(rows) if row.strip()), "")


def _cases(words: Words, loaded: Loaded, found: Manifest) -> list[Screen]:
    """The labelled screens that are meant; of a folder with several agents' screens only this one's."""
    named = [Path(word) for word in words.given[1:]]
    own = loaded.path.parent / "screens"
    folders = (Path("fixtures"), shipped_agents().parent / "fixtures")
    usual = [own, *(folder / "screens" / name for folder in folders for name in found.names)]
    places = named or [place for place in usual if place.is_dir()][:1]
    if not places:
        hint = f"name files or a folder; looked in {', '.join(map(str, usual))}"
        raise HiveError(f"no screens of {found.id}", hint=hint, code="NOT_FOUND")
    absent = [str(place) for place in places if not place.exists()]
    if absent:
        raise HiveError(f"no such screens: {', '.join(absent)}", code="NOT_FOUND")
    cases = [case for case in find_cases(places) if case.program in found.names]
    if not cases:
        hint = "a case names its agent: 'agent' in a CASE.json, 'program' in a *.screen"
        raise HiveError(
            f"no labelled screen of {found.id} in {', '.join(map(str, places))}", hint=hint, code="NOT_FOUND"
        )
    return cases


def _all(places: Places) -> list[Manifest]:
    """Agents that can be started, by id, but not those of a repository, whose programs nobody chose to run."""
    files = agent_files([places.user_agents, shipped_agents()])
    loaded = (load(file, expected_id=name).manifest for name, file in sorted(files.items()))
    return [one for one in loaded if one is not None and one.enabled]


def _verdict_line(verdict: Verdict) -> str:
    expected = verdict.expected + (f"/{verdict.says}" if verdict.says else "")
    status = verdict.status + (f"/{verdict.said}" if verdict.said else "")
    rule = f"line {verdict.line}" if verdict.seen else "default"
    sign = "right" if verdict.right else "WRONG"
    name = visible(verdict.name)
    return f"{sign} {name:28.28} is {expected:18} reads {status} ({rule})" + (
        f"; {verdict.why}" if verdict.right and verdict.why else ""
    )


def _lint_lines(told: Lint) -> list[str]:
    lines = [f"wrong as it is: {visible(name)}" for name in told.wrong]
    titles = {"never matches": told.never, "no screen shows this rule": told.no_screen, "shadowed": told.shadowed}
    lines += [_finding(title, one) for title, found in titles.items() for one in found if not one.explained]
    for kind in told.kinds:
        left = kind.total - kind.right - kind.explained
        if left:
            lines.append(f"{kind.kind}: {left} of {kind.total} flip")
            lines += [_flip(flip) for flip in kind.flips if not flip.explained]
    lines += [
        f"explained: {_finding(title, one)}: {visible(one.explained)}"
        for title, found in titles.items()
        for one in found
        if one.explained
    ]
    for kind in told.kinds:
        reasons = list(dict.fromkeys(visible(flip.explained) for flip in kind.flips if flip.explained))
        if kind.explained:
            lines.append(": ".join(["explained", kind.kind, f"{kind.explained} of {kind.total} flip", *reasons[:1]]))
    lines += [f"line {one.line}: this comment explains nothing here ({one.kind})" for one in told.idle_comments]
    total, right = sum(kind.total for kind in told.kinds), sum(kind.right for kind in told.kinds)
    lines.append(f"{told.cases} screens, {total} mutations: {right} right ({_percent(right, total)})")
    bare = told.bare
    lost = f", wrong: {', '.join(map(visible, bare.wrong[:MAX_NAMED]))}" if bare.wrong else ""
    lines.append(f"without titles and records: {bare.right} of {bare.total} ({_percent(bare.right, bare.total)}){lost}")
    return lines


def _flip(flip: Flip) -> str:
    rule = f"line {flip.line}" if flip.line else "default"
    return f"    {visible(flip.name)[:48]}: {flip.expected} reads {flip.status} ({rule}; was line {flip.was or '-'})"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "none"


def _finding(title: str, finding: RuleFinding) -> str:
    by = f" by line {', '.join(map(str, finding.shadowed_by[:4]))}" if finding.shadowed_by else ""
    then = finding.then + (f"/{finding.says}" if finding.says else "")
    return f"rule {finding.rule}, line {finding.line} ({then}): {title}{by}"


def _diagnosis_lines(told: Diagnosis) -> list[str]:
    signs = {True: "ok", False: "WRONG", None: "?"}
    head = f"{told.id}: {'well' if told.is_well else 'not well'}"
    return [head, *(f"  {signs[check.ok]:5}  {check.name:10}  {visible(check.found)}" for check in told.checks)]

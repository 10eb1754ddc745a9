"""`hive sessions`: conversations that agents have kept on this machine, to be read or taken up. Needs no daemon."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from hivemind.base.clock import Clock, SystemClock
from hivemind.base.errors import BadRequestError, HiveError, NotInstalledError, UnsupportedError
from hivemind.base.oneline import visible
from hivemind.base.places import Places, current_folder, shipped_agents
from hivemind.cli import output
from hivemind.cli.words import Form, Words, parse
from hivemind.launch.discovery import list_sessions
from hivemind.launch.environment import search_path
from hivemind.manifest.catalog import Catalog
from hivemind.manifest.manifest import Manifest
from hivemind.protocol.session import SessionList
from hivemind.session.conversation import conversation
from hivemind.session.listing import DEFAULT_LIMIT, Ask, can_list, sessions
from hivemind.session.resume import can_resume
from hivemind.session.transcript import Entry
from hivemind.verbs.sessions import MOST, table

FORM = Form(
    "hive sessions [AGENT [ID]] [--cwd DIR|--all] [--limit N] [--json]",
    f"""The sessions that agents have kept of this folder, newest first: how long ago
something was said, the id, and its title or first words.

AGENT        only this one's
ID           the end of that conversation: what was said, what was run, what came of it
--cwd DIR    of that folder
--all        of every folder, where the agent can tell
--limit N    at most N of each agent (default {DEFAULT_LIMIT}, at most {MOST})
--json       {{agent, resumable, sessions: [{{id, cwd?, title?, prompt?, updated?}}]}};
             without AGENT a list of these, with ID {{agent, id, entries}}

Take one up: hive ctl spawn --agent AGENT --resume ID, or --resume last""",
    most=2,
    flags=("--all",),
    valued=("--cwd", "--limit"),
)


def run(argv: list[str], places: Places, env: Mapping[str, str], *, clock: Clock | None = None) -> int:
    """Serve `hive sessions ARGV`; the exit code."""
    words = parse(argv, FORM)
    if "--help" in words.flags:
        output.say(FORM.help)
        return 0
    folder = str(Path(current_folder(), words.values.get("--cwd", "")))
    catalog = Catalog(
        [places.user_agents, shipped_agents()], cache=places.agent_cache, decisions=places.agent_decisions
    )
    if words.word(1):
        return _tell(words, _named(words.word(0), catalog, folder), env, folder)
    found = _found(words, catalog, env, folder)
    if words.as_json:
        output.say_json(found[0] if words.word(0) else found)
        return 0
    if not any(kept.sessions for kept in found):
        where = "anywhere" if "--all" in words.flags else f"of {visible(folder)}; those of all folders: --all"
        output.say(f"no sessions {where}")
        return 0
    output.say(table(found, (clock or SystemClock()).epoch_ms(), with_folder="--all" in words.flags))
    return 0


def _found(words: Words, catalog: Catalog, env: Mapping[str, str], folder: str) -> list[SessionList]:
    limit = min(words.number("--limit", DEFAULT_LIMIT), MOST)
    cwd = "" if "--all" in words.flags else folder

    def kept(manifest: Manifest) -> SessionList:
        listed = sessions(
            manifest,
            env,
            ask=_ask(manifest, env, folder),
            cwd=cwd,
            limit=limit,
        )
        return SessionList(manifest.id, can_resume(manifest), listed)

    if name := words.word(0):
        return [kept(_named(name, catalog, folder))]
    found = []
    for manifest in catalog.manifests(folder):
        try:
            found += [kept(manifest)] if can_list(manifest) and not catalog.is_off(manifest.id) else []
        except NotInstalledError:
            continue  # what is not here has no sessions to take up
        except HiveError as error:  # one program that cannot tell must not hide what the others have
            output.tell(f"warning: {error.message}")
    return found


def _ask(manifest: Manifest, env: Mapping[str, str], folder: str) -> Ask:
    child = {**env, "PATH": search_path(env, Path(sys.executable).parent)}
    return lambda args: list_sessions(manifest, args, child, folder)


def _tell(words: Words, manifest: Manifest, env: Mapping[str, str], folder: str) -> int:
    """Print a conversation."""
    name = words.word(1)
    if manifest.session is None or manifest.session.transcript is None:
        raise UnsupportedError(f"the agent file of {manifest.id} does not say how a conversation is read")
    entries = conversation(manifest, name, env, ask=_ask(manifest, env, folder))
    if not entries:
        raise HiveError(
            f"{manifest.label} has kept nothing that was said in '{visible(name)}'",
            code="NOT_FOUND",
            hint=f"see its sessions: hive sessions {manifest.id} --all",
        )
    if words.as_json:
        output.say_json({"agent": manifest.id, "id": name, "entries": entries})
    else:
        output.say("\n".join(row for entry in entries for row in _rows(entry)))
    return 0


def _rows(entry: Entry) -> list[str]:
    """What a person said after `>`, what was run after `*`, and what came of it set in."""
    if "tool" in entry:
        return [f"* {visible(entry['tool']['name'])} {visible(entry['tool'].get('about', ''))}".rstrip()]
    mark = {"person": "> ", "agent": "", "tool": "    "}[entry["who"]]
    text = entry["text"] if "text" in entry else entry["result"]["text"]
    return [f"{mark}{visible(row)}".rstrip() for row in text.rstrip().splitlines()]


def _named(name: str, catalog: Catalog, folder: str) -> Manifest:
    try:
        return catalog.get(name, folder)
    except BadRequestError as error:
        able = [one.id for one in catalog.manifests(folder) if can_list(one)]
        raise BadRequestError(f"no agent '{visible(name)}'; sessions are known of: {', '.join(able)}") from error

"""What `launch` and `session.bind` of an agent file add when a tile starts its program. Pure.

One difference from the format on purpose: `{hcpToken}` is filled in variables only. Arguments can be read by every
process of the machine and are shown in lists, so there it stays as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from hivemind.launch.environment import OWN, Surroundings
from hivemind.manifest.manifest import Manifest
from hivemind.manifest.parts.launch import Launch

_NAME = re.compile(r"\{([^{}]*)\}")


class SessionStart(msgspec.Struct, frozen=True):
    """Which session a program starts with."""

    new_id: str = ""
    """For a new one, where the program takes an id; empty: it chooses its own."""
    resume: tuple[str, ...] = ()
    """The arguments that take up another; then no new one is bound."""


UNBOUND = SessionStart()
"""A new one, of which nothing is known."""


class Wired(msgspec.Struct, frozen=True):
    """What was made ready for one launch (`private.prepare`)."""

    values: Mapping[str, str] = {}
    """What placeholders stand for."""
    before: tuple[str, ...] = ()
    """Arguments in front of all others: the flag of the hooks, and their document."""
    env: Mapping[str, str] = {}
    """The variable that names the private home."""
    has_home: bool = False
    """Whether the private home is there."""
    is_whole: bool = True
    """Whether all files could be written; if not, the arguments that may name them are left out."""


def filled(text: str, values: Mapping[str, str]) -> str:
    """The text with its placeholders replaced; one that is unknown, or has no value now, stays as it is written."""
    return _NAME.sub(lambda name: values.get(name[1]) or name[0], text)


def known(manifest: Manifest, around: Surroundings) -> dict[str, str]:
    """What placeholders stand for in arguments."""
    return {
        "hcpSock": around.socket,
        "tileId": around.tile_id,
        "agentId": manifest.id,
        "cwd": around.cwd,
        "home": around.env.get("HOME", ""),
    }


def arguments(
    manifest: Manifest,
    own: Sequence[str],
    wired: Wired,
    *,
    session: SessionStart = UNBOUND,
) -> list[str]:
    """The arguments of a start: the hooks, a new session's id, the subcommand, the tile's `own`, and what is appended.

    What takes up a session goes where the file says.
    """
    launch = manifest.launch or Launch()
    if launch.requires_home and not wired.has_home:
        launch = Launch()
    position = manifest.session.resume.position if manifest.session and manifest.session.resume else "after"
    resume = {position: session.resume}
    first = resume.get("before", ()) if session.resume else bound(manifest, own, session.new_id)
    before = _missing([*wired.before, *first], own)
    subcommand = [launch.subcommand] if launch.subcommand and launch.subcommand not in own else []
    after = [filled(token, wired.values) for token in launch.args] if wired.is_whole else []
    after = [] if after[:1] and after[0] in own else after
    return [*before, *subcommand, *own, *resume.get("beforeLaunch", ()), *after, *resume.get("after", ())]


def bound(manifest: Manifest, own: Sequence[str], new_id: str) -> list[str]:
    """The arguments that give a fresh session that id; none when the tile's own arguments name a session."""
    bind = manifest.session.bind if manifest.session else None
    if bind is None or not new_id:
        return []
    flags = {word.partition("=")[0] for word in own}
    return [] if flags & set(bind.unless) else [filled(token, {"newId": new_id}) for token in bind.args]


def variables(manifest: Manifest, values: Mapping[str, str], token: str) -> dict[str, str]:
    """The variables that the agent's file sets; never those by which a program finds its tile."""
    env = manifest.launch.env if manifest.launch else {}
    full = {**values, "hcpToken": token}
    return {name: filled(value, full) for name, value in env.items() if name not in OWN}


def unset(manifests: Iterable[Manifest]) -> set[str]:
    """The variables that those agents keep out of every terminal."""
    return {name for one in manifests if one.launch for name in one.launch.unset_env}


def _missing(before: Sequence[str], own: Sequence[str]) -> list[str]:
    """`before` without the words that are among `own`, and without the values of such flags."""
    kept: list[str] = []
    is_skipping = False
    for word in before:
        is_flag = word.startswith("-")
        if word in own:
            is_skipping = is_flag
        elif is_flag or not is_skipping:
            kept.append(word)
            is_skipping = False
    return kept

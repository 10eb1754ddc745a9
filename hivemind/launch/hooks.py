"""The document that tells an agent's program to run our scripts, as `hooks` of its file shapes it. Pure.

Nothing is written here; `private` does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from hivemind.launch import vouch
from hivemind.manifest.parts.hooks import HookEntry, Hooks

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_WHOLE = re.compile(r"\{([^{}]*)\}")

ENTRY: Mapping[str, Any] = {"type": "command", "command": "{command}", "timeout": "{timeout}"}
GROUP: Mapping[str, Any] = {"matcher": "{matcher}", "hooks": "{entries}"}

EVENT = "event"
"""The built-in script that `emit` runs."""


class Script(msgspec.Struct, frozen=True):
    """A script that hooks can run."""

    path: str
    env: Mapping[str, str] = {}
    """Its own variables."""
    argument: str = ""
    is_plugin: bool = False
    """Whether it came with the agent: only such a script is told of supervision."""
    runner: str = ""
    """The program that runs it; empty for that of the launch."""


class Setting(msgspec.Struct, frozen=True):
    """The launch that a document is rendered for."""

    scripts: Mapping[str, Script]
    """By the names that hooks use; what is not there is not available."""
    runner: str
    """The program that runs them."""
    tile_id: str
    policy: tuple[str, ...] | None = None
    """The tools that need an approval; `("all",)` for all; None: the tile is not supervised."""
    is_shared: bool = False
    """Whether the document serves all tiles, so that it names none."""


def document(hooks: Hooks, setting: Setting) -> str | None:
    """The whole document; None when no entry is left."""
    if hooks.stable or setting.is_shared:
        setting = msgspec.structs.replace(setting, is_shared=True, policy=setting.policy if hooks.stable else None)
    events: dict[str, Any] = {
        name: groups for name, found in hooks.events.items() if (groups := _event(hooks, found, setting))
    }
    if not events:
        return None
    if hooks.vouch:
        events = {"state": vouch.reviewed(events), **events}
    text = toml(events) if hooks.format == "toml" else json.dumps(events, ensure_ascii=False, separators=(",", ":"))
    return hooks.template.replace("{events}", text, 1)


def command(script: Script, setting: Setting, told: Mapping[str, str]) -> str:
    """One command line for a POSIX shell; `told` are the variables of the event."""
    named = {} if setting.is_shared else {"HIVEMIND_TILE": setting.tile_id}
    is_told = script.is_plugin and setting.policy is not None and not setting.is_shared
    policy = {"HIVE_SUPERVISE": ",".join(setting.policy or ())} if is_told else {}
    variables = {**named, **policy, **script.env, **told}
    words = [f"{name}={_quoted(value)}" for name, value in variables.items()]
    argument = [_quoted(script.argument)] if script.argument else []
    return " ".join(["env", *words, _quoted(script.runner or setting.runner), _quoted(script.path), *argument])


def toml(value: Any) -> str:
    """An inline TOML value."""
    if isinstance(value, Mapping):
        inside = ",".join(f"{_key(key)}={toml(item)}" for key, item in value.items())
        return f"{{{inside}}}"
    if isinstance(value, list | tuple):
        return f"[{','.join(map(toml, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")  # which TOML forbids, and JSON does not


def _event(hooks: Hooks, found: Sequence[HookEntry], setting: Setting) -> list[Any]:
    """The value of one event."""
    groups: list[Any] = []
    for entry in found:
        script = setting.scripts.get(entry.hook or EVENT)
        if script is None or (entry.when == "supervised" and setting.policy is None):
            continue
        values: dict[str, Any] = {"command": command(script, setting, _told(entry))}
        if entry.timeout:
            values["timeout"] = int(entry.timeout) if entry.timeout == int(entry.timeout) else entry.timeout
        if matcher := _matcher(entry, setting):
            values["matcher"] = matcher
        shaped = _shaped(ENTRY if hooks.entry is None else hooks.entry, values)
        if hooks.group is not False:
            around = {"entries": [shaped]} | ({"matcher": matcher} if matcher else {})
            shaped = _shaped(GROUP if hooks.group is None else hooks.group, around)
        groups.append(shaped)
    return groups


def _told(entry: HookEntry) -> dict[str, str]:
    told = {"HIVE_EVENT": entry.emit, "HIVE_EVENT_OUTCOME": entry.outcome, "HIVE_EVENT_KIND": entry.kind}
    return {name: value for name, value in told.items() if value and entry.emit}


def _matcher(entry: HookEntry, setting: Setting) -> str:
    if entry.matcher != "supervise" or setting.policy is None:
        return entry.matcher
    return "*" if setting.policy == ("all",) else "|".join(setting.policy)


def _shaped(shape: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """The shape with each value that is wholly a placeholder replaced; its key goes where there is no value."""
    known = {"command", "timeout", "matcher", "entries"}
    found: dict[str, Any] = {}
    for key, value in shape.items():
        name = whole[1] if isinstance(value, str) and (whole := _WHOLE.fullmatch(value)) else None
        if name is None or name not in known:
            found[key] = value
        elif name in values:
            found[key] = values[name]
    return found


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"

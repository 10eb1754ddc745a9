"""What must fit together across the sections of a manifest."""

from __future__ import annotations

import difflib
from pathlib import Path

from hivemind.base import schema
from hivemind.base.problems import Report
from hivemind.base.schema import child, entries
from hivemind.base.yamldoc import Node
from hivemind.manifest import placeholders
from hivemind.manifest.part import items

VERSION = 2
"""The only `manifestVersion` that is read."""

RESERVED_IDS = {
    "aider": "aider",
    "amp": "amp",
    "antigravity": "agy",
    "auggie": "auggie",
    "claude": "claude",
    "cline": "cline",
    "codex": "codex",
    "continue": "cn",
    "copilot": "copilot",
    "crush": "crush",
    "cursor": "cursor-agent",
    "droid": "droid",
    "gemini": "gemini",
    "grok": "grok",
    "hermes": "hermes",
    "kimi": "kimi",
    "kiro": "kiro-cli",
    "mistral-vibe": "vibe",
    "openclaw": "openclaw",
    "opencode": "opencode",
    "openhands": "openhands",
    "pi": "pi",
    "qwen-code": "qwen",
}
"""Ids that have been published, with the program each stays tied to."""

ANY_PROGRAM = "/"
"""Instead of a program that may have a reserved id: whichever the file names (no `bin` is this)."""


RUNNERS = frozenset(
    (
        *("ash", "bash", "bun", "bunx", "cargo", "cmd", "csh", "dash", "deno", "docker", "dotnet", "env", "fish", "go"),
        *("java", "ksh", "lua", "make", "node", "npm", "npx", "osascript", "perl", "php", "pip", "pipx", "powershell"),
        *("pwsh", "pypy", "python", "rscript", "ruby", "rustc", "sh", "ssh", "sudo", "tcsh", "uv", "uvx", "zsh"),
    )
)
"""Programs that run whatever they are given, so that naming one says nothing of what will run."""


def is_runner(program: str) -> bool:
    """Whether it is a general-purpose runner, with or without a version at its end: `python3.12`."""
    return program.lower().removesuffix(".exe").rstrip("0123456789.-") in RUNNERS


def check(root: Node, report: Report, *, expected_id: str = "", replaced: str = "") -> None:
    """Report what does not fit together; also in a file whose sections have problems of their own.

    `replaced` is a program that may have a reserved id: the person gave it to that.
    """
    _check_version(root, report)
    _check_folder(root, expected_id, report)
    _check_reserved_id(root, report, replaced)
    _check_runner(root, report)
    _check_caps(root, report)
    _check_answer_groups(root, report)
    _check_scripts(root, report)
    _check_placeholders(root, report)


def check_files(root: Node, folder: Path, report: Report) -> None:
    """Warn of assets that do not lie in the folder."""
    for asset in items(child(root, "assets")):
        file = child(asset, "file")
        name = file.value if file is not None else None
        is_plain = isinstance(name, str) and Path(name).name == name and "\0" not in name
        if file is not None and is_plain and not (folder / str(name)).is_file():
            message = f"there is no file '{name}' beside the agent file, so the asset is left out"
            report.add(file.where, "manifest.missing_asset", message, warning=True)


def _check_version(root: Node, report: Report) -> None:
    node = child(root, "manifestVersion")
    if node is not None and isinstance(node.value, int) and node.value != VERSION:
        message = f"manifestVersion: found {schema.found(node.value)}, expected {VERSION}"
        report.add(node.where, "manifest.unsupported_version", message)


def _check_folder(root: Node, expected_id: str, report: Report) -> None:
    node = child(root, "id")
    if expected_id and node is not None and isinstance(node.value, str) and node.value != expected_id:
        message = f"the id '{node.value}' is not the name of its folder, '{expected_id}'"
        report.add(node.where, "manifest.folder_name", message, hint="rename the folder, or the id")


def _check_reserved_id(root: Node, report: Report, replaced: str) -> None:
    node, bin_node = child(root, "id"), child(root, "bin")
    name = node.value if node is not None else None
    if node is None or bin_node is None or not isinstance(name, str) or not isinstance(bin_node.value, str):
        return
    program = RESERVED_IDS.get(name, bin_node.value)
    if replaced != ANY_PROGRAM and bin_node.value not in (program, replaced):
        message = f"the id '{name}' belongs to the program '{program}', found '{bin_node.value}'"
        hint = "give it, and its folder, another id; or give it this one: hive agents install DIR --replace"
        report.add(bin_node.where, "manifest.reserved_id", message, hint=hint)


def _check_runner(root: Node, report: Report) -> None:
    node = child(root, "bin")
    if node is not None and isinstance(node.value, str) and is_runner(node.value):
        message = f"'{node.value}' runs whatever it is given, so this agent is never added without a person"
        report.add(node.where, "manifest.runner", message, warning=True)


def _check_scripts(root: Node, report: Report) -> None:
    """A hook that no asset provides is dropped at launch; a nested document needs the private home."""
    known = ["tracker", *_texts(child(root, "assets"), "hook")]
    hooks = child(root, "hooks")
    for event in entries(child(hooks, "events")).values():
        for entry in items(event.node) if isinstance(event.node.value, tuple) else (event.node,):
            hook = child(entry, "hook")
            if hook is not None and isinstance(hook.value, str) and hook.value not in known:
                hint = schema.did_you_mean(hook.value, known, "Scripts here")
                message = f"no asset has the hook '{hook.value}', so the entry is left out"
                report.add(hook.where, "manifest.unknown_hook", message, hint=hint, warning=True)
    file = child(hooks, "file")
    if file is not None and isinstance(file.value, str) and "/" in file.value and "home" not in entries(root):
        message = f"file: found '{file.value}', expected a plain name: a folder needs the section 'home'"
        report.add(file.where, "manifest.bad_value", message)


def _check_placeholders(root: Node, report: Report) -> None:
    assets, launch = child(root, "assets"), child(root, "launch")
    document = [] if "home" in entries(root) else _texts_of(child(root, "hooks"), "file")
    known = placeholders.launch_names([*_texts(assets, "name"), *document], _texts(assets, "hook"))
    for node in [*items(child(launch, "args")), *(entry.node for entry in entries(child(launch, "env")).values())]:
        placeholders.check(node, report, known=known)


def _texts(nodes: Node | None, key: str) -> list[str]:
    """The texts under that key of each mapping in a list."""
    return [text for node in items(nodes) for text in _texts_of(node, key)]


def _has_control(root: Node) -> bool:
    hcp = child(child(root, "launch"), "hcp")
    return hcp is not None and hcp.value is True


def _has_hooks(root: Node) -> bool:
    return "hooks" in entries(root) or any(items(child(root, "assets")))


def _asks_before_tools(root: Node) -> bool:
    """Whether something could ask: an asset (a script or a plugin), or a hook that is more than the tracker."""
    events = entries(child(child(root, "hooks"), "events")).values()
    listed = [items(event.node) if isinstance(event.node.value, tuple) else (event.node,) for event in events]
    hooks = {name for group in listed for entry in group for name in _texts_of(entry, "hook")}
    return any(items(child(root, "assets"))) or bool(hooks - {"tracker"})


def _texts_of(node: Node | None, key: str) -> list[str]:
    value = child(node, key)
    return [value.value] if value is not None and isinstance(value.value, str) else []


def _check_caps(root: Node, report: Report) -> None:
    caps = {key: entry.node.value for key, entry in entries(child(root, "caps")).items()}
    if caps.get("turnSignal") is True and not (_has_control(root) and _has_hooks(root)):
        where = schema.place(root, "caps", "turnSignal")
        message = "turnSignal is true, but nothing reports the end of a turn"
        hint = "it needs launch.hcp: true, and hooks or assets"
        report.add(where, "manifest.not_wired", message, hint=hint)
    if caps.get("supervise") == "broker" and not (_has_control(root) and _asks_before_tools(root)):
        where = schema.place(root, "caps", "supervise")
        message = "supervise is 'broker', but nothing asks a supervisor"
        hint = "it needs launch.hcp: true, and a script that hooks run before a tool, or a plugin among the assets"
        report.add(where, "manifest.not_wired", message, hint=hint)
    if caps.get("resume") in ("cwd", "tile") and "resume" not in entries(child(root, "session")):
        where = schema.place(root, "caps", "resume")
        message = f"resume is '{caps['resume']}', but session.resume is missing"
        report.add(where, "manifest.resume_without_session", message)
    if caps.get("blockedDetection") is True and "detect" not in entries(root):
        where = schema.place(root, "caps", "blockedDetection")
        message = "blockedDetection is true, but there is no detect"
        report.add(where, "manifest.blind", message, warning=True)


def _check_answer_groups(root: Node, report: Report) -> None:
    """A group of keys that no rule selects is a slip of the pen."""
    rules = child(child(root, "detect"), "rules")
    said = _texts(rules, "says")
    names = ["permission", *dict.fromkeys(said)]
    for name, entry in entries(child(root, "answer")).items():
        if name not in names:
            near = difflib.get_close_matches(name, names, n=1)
            hint = f"did you mean '{near[0]}'?" if near else f"names here: {', '.join(names)}"
            message = f"no rule says '{name}', so these keys are never typed"
            report.add(entry.key, "manifest.unused_answer", message, hint=hint, warning=True)

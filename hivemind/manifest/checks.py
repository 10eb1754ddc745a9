"""What must fit together across the sections of a manifest."""

from __future__ import annotations

import difflib

from hivemind.base import schema
from hivemind.base.problems import Report
from hivemind.base.schema import child, entries
from hivemind.base.yamldoc import Node
from hivemind.manifest.parts.caps import Caps

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


def check(root: Node, caps: Caps | None, report: Report, *, expected_id: str = "") -> None:
    """Report what does not fit together. `caps` is None when that section has problems of its own."""
    _check_version(root, report)
    _check_folder(root, expected_id, report)
    _check_reserved_id(root, report)
    if caps is not None:
        _check_caps(root, caps, report)
    _check_answer_groups(root, report)


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


def _check_reserved_id(root: Node, report: Report) -> None:
    node, bin_node = child(root, "id"), child(root, "bin")
    name = node.value if node is not None else None
    if node is None or bin_node is None or not isinstance(name, str) or not isinstance(bin_node.value, str):
        return
    program = RESERVED_IDS.get(name, bin_node.value)
    if program != bin_node.value:
        message = f"the id '{name}' belongs to the program '{program}', found '{bin_node.value}'"
        report.add(bin_node.where, "manifest.reserved_id", message, hint="give it, and its folder, another id")


def _check_caps(root: Node, caps: Caps, report: Report) -> None:
    launch = child(root, "launch")
    hcp, assets = child(launch, "hcp"), child(root, "assets")
    has_wires = "hooks" in entries(root) or "home" in entries(root) or bool(assets is not None and assets.value)
    is_wired = hcp is not None and hcp.value is True and has_wires
    if caps.turn_signal and not is_wired:
        where = schema.place(root, "caps", "turnSignal")
        message = "turnSignal is true, but nothing reports the end of a turn"
        hint = "it needs launch.hcp: true, and assets, hooks or home"
        report.add(where, "manifest.not_wired", message, hint=hint)
    if caps.supervise == "broker" and not is_wired:
        where = schema.place(root, "caps", "supervise")
        message = "supervise is 'broker', but nothing asks a supervisor"
        hint = "it needs launch.hcp: true, and assets, hooks or home"
        report.add(where, "manifest.not_wired", message, hint=hint)
    if caps.resume != "none" and "resume" not in entries(child(root, "session")):
        where = schema.place(root, "caps", "resume")
        message = f"resume is '{caps.resume}', but session.resume is missing"
        report.add(where, "manifest.resume_without_session", message)
    if caps.blocked_detection and "detect" not in entries(root):
        where = schema.place(root, "caps", "blockedDetection")
        message = "blockedDetection is true, but there is no detect"
        report.add(where, "manifest.blind", message, warning=True)


def _check_answer_groups(root: Node, report: Report) -> None:
    """A group of keys that no rule selects is a slip of the pen."""
    rules = child(child(root, "detect"), "rules")
    items = rules.value if rules is not None and isinstance(rules.value, tuple) else ()
    said = [says.value for item in items if (says := child(item, "says")) and isinstance(says.value, str)]
    names = ["permission", *dict.fromkeys(said)]
    for name, entry in entries(child(root, "answer")).items():
        if name not in names:
            near = difflib.get_close_matches(name, names, n=1)
            hint = f"did you mean '{near[0]}'?" if near else f"names here: {', '.join(names)}"
            message = f"no rule says '{name}', so these keys are never typed"
            report.add(entry.key, "manifest.unused_answer", message, hint=hint, warning=True)

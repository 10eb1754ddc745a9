"""Names in braces: which each place of a manifest knows. Unknown ones stay as they are written, so they only warn."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection

from hivemind.base.problems import Report
from hivemind.base.yamldoc import Node

LAUNCH = ("hcpSock", "hcpToken", "tileId", "agentId", "cwd", "private", "home", "execPath", "session")
"""What arguments and variables of `launch` know, beside the files of `asset:`, `hook:` and `hookCmd:`."""

BUILT_IN_HOOKS = ("event", "tracker")
"""Scripts that need no asset."""

_BRACES = re.compile(r"\{([^{}]*)\}")


def names(text: str) -> list[str]:
    """The names in braces, in order."""
    return _BRACES.findall(text)


def check(node: Node, report: Report, *, known: Collection[str]) -> None:
    """Warn of each name in braces that is not known; a node that is not text holds none."""
    for name in names(node.value) if isinstance(node.value, str) else ():
        if name not in known:
            near = difflib.get_close_matches(name, list(known), n=1)
            hint = f"did you mean '{{{near[0]}}}'?" if near else f"names here: {', '.join(sorted(known)) or 'none'}"
            message = f"'{{{name}}}' has no meaning here, so it stays as it is written"
            report.add(node.where, "manifest.unknown_placeholder", message, hint=hint, warning=True)


def check_tokens(node: Node | None, report: Report, *, name: str) -> None:
    """Warn of unknown names in braces, and of arguments that never name the session."""
    tokens = node.value if node is not None and isinstance(node.value, tuple) else ()
    for token in tokens:
        check(token, report, known=(name,))
    if node is not None and tokens and not any(f"{{{name}}}" in str(token.value) for token in tokens):
        message = f"no argument holds {{{name}}}, so they name no session"
        report.add(node.where, "manifest.missing_placeholder", message, warning=True)


def launch_names(assets: Collection[str], hooks: Collection[str]) -> list[str]:
    """What `launch` knows in a file with those assets and hook scripts."""
    scripts = dict.fromkeys([*hooks, *BUILT_IN_HOOKS])
    return [
        *LAUNCH,
        *(f"asset:{name}" for name in assets),
        *(f"{kind}:{name}" for kind in ("hook", "hookCmd") for name in scripts),
    ]

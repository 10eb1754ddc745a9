"""`launch`: what is passed and set beyond `spawn` when a tile starts the program.

Arguments and variables may hold `{asset:NAME}` (the path of an asset, or of the document of hooks where that is a file
of the tile), `{hook:NAME}` (the path of a script), `{hookCmd:NAME}` (the whole command that runs it), `{private}` (the
agent's private folder), `{execPath}` (the Python that runs scripts), `{tileId}`, `{agentId}`, `{hcpSock}`, `{cwd}`,
`{home}` (the person's), `{session}` (the one that is taken up), and variables `{hcpToken}`. What has no value stays as
it is written.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from hivemind.base import schema
from hivemind.base.problems import Report
from hivemind.base.schema import child, entries
from hivemind.base.yamldoc import Node
from hivemind.manifest.part import RULES, Part, items, refuse_nothing
from hivemind.manifest.shapes import VariableName, check_variable, check_variable_name

Token = Annotated[
    str,
    Meta(
        pattern=r"\A[A-Za-z0-9_{}:@./=+-]{1,200}\Z",
        description="1 to 200 letters, digits and '_ { } : @ . / = + -'",
    ),
]
Value = Annotated[
    str,
    Meta(
        pattern=r"\A[A-Za-z0-9_{}:@./=+-]{1,1000}\Z",
        description="1 to 1000 letters, digits and '_ { } : @ . / = + -'",
    ),
]


Own = Annotated[
    str,
    Meta(
        pattern=r"\A(?:[A-Z][A-Z0-9_]{0,63}|/[A-Za-z0-9_./ @+-]{1,200})\Z",
        description="the name of a variable, or the absolute path of a file",
    ),
]


class Launch(msgspec.Struct, frozen=True, rename="camel"):
    """What a tile's start adds."""

    hcp: bool = False
    """Whether the program gets the control plane."""
    args: Annotated[tuple[Token, ...], Meta(max_length=8, description="at most 8 arguments")] = ()
    """Appended, with placeholders."""
    subcommand: Annotated[
        str, Meta(pattern=r"\A[A-Za-z0-9_-]{1,32}\Z", description="1 to 32 letters, digits, '_' and '-'")
    ] = ""
    """Put before the tile's arguments unless it is among them."""
    requires_home: Literal[True] | None = None
    """True: `args` and `subcommand` are left out when the private home is not there."""
    env: dict[str, Value] = {}
    """Extra environment, with placeholders."""
    env_unless: Annotated[tuple[Own, ...], Meta(max_length=8, description="at most 8 variables and files")] = ()
    """`env` is left out where the person has one of these variables, or one of these files is there."""
    unset_env: Annotated[tuple[VariableName, ...], Meta(max_length=8, description="at most 8 names")] = ()
    """Variables that no terminal gets."""


def _read(node: Node, report: Report) -> Launch | None:
    before = len(report.errors)
    launch = schema.read(node, Launch, report, RULES, name="launch")
    refuse_nothing(node, report, "requiresHome")
    for name, entry in entries(child(node, "env")).items():
        check_variable_name(name, entry.key, report)
    for item in items(child(node, "unsetEnv")):
        check_variable(item, report)
    return launch if len(report.errors) == before else None


LAUNCH = Part(_read)

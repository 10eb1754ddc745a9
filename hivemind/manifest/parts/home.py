"""`home`: a private settings folder, for a program that finds its own by a variable."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from hivemind.base import schema
from hivemind.base.problems import Report
from hivemind.base.schema import child
from hivemind.base.yamldoc import Node
from hivemind.manifest import placeholders
from hivemind.manifest.part import RULES, Part, items, refuse_nothing, unique
from hivemind.manifest.shapes import HomePath, NestedName, PlainName, VariableName, check_variable, plain


class OwnFile(msgspec.Struct, frozen=True):
    """A settings file that is ours, not a link to the person's."""

    name: str
    """At most one folder deep."""
    merge: bool = False
    """Whether it begins as the person's own."""
    settings: dict[str, Any] = {}
    """The key `set`: put on top, key by key."""


class Home(msgspec.Struct, frozen=True):
    """The private folder that mirrors a real one."""

    root: str
    """The folder under the agent's private folder."""
    dir: str
    """The settings folder inside it; `.` for itself."""
    mirror: str
    """The real folder, below `{home}/`."""
    env: str
    """The variable that is set to the root's path."""
    own: tuple[OwnFile, ...] = ()


class _OwnFields(msgspec.Struct, frozen=True):
    name: NestedName
    merge: Literal[True] | None = None
    settings: dict[str, Node] = msgspec.field(name="set", default_factory=dict)


class _Fields(msgspec.Struct, frozen=True):
    root: PlainName
    dir: Annotated[
        str,
        Meta(
            pattern=r"\A(?!\.\.\Z)[A-Za-z0-9_.-]{1,64}\Z",
            description="'.' or a plain name: 1 to 64 letters, digits and '_ . -'",
        ),
    ]
    mirror: HomePath
    env: VariableName
    own: Annotated[tuple[_OwnFields, ...], Meta(max_length=8, description="at most 8 files")] = ()


def _read(node: Node, report: Report) -> Home | None:
    before = len(report.errors)
    fields = schema.read(node, _Fields, report, RULES, name="home")
    check_variable(child(node, "env"), report)
    mirror = child(node, "mirror")
    if mirror is not None:
        placeholders.check(mirror, report, known=("home",))
    own = list(items(child(node, "own")))
    unique(own, "name", report, code="manifest.duplicate_name", what="file")
    for file in own:
        refuse_nothing(file, report, "merge")
    if fields is None or len(report.errors) > before:
        return None
    files = tuple(
        OwnFile(file.name, file.merge is True, {key: plain(value) for key, value in file.settings.items()})
        for file in fields.own
    )
    return Home(fields.root, fields.dir, fields.mirror, fields.env, files)


HOME = Part(_read)

"""The whole of one `agent.yaml`: read, checked part by part and across parts, with every problem found in it.

A section's own rules stand in `parts/`; here is what stands at the top of the file and what ties sections together.
Once loaded a manifest is plain data: it names no program path, no regular expression and no place to write.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, cast

import msgspec

from hivemind.base import registry, schema, yamldoc
from hivemind.base.problems import Report
from hivemind.base.yamldoc import Node
from hivemind.detect.asking import NO_HINTS, Hints
from hivemind.detect.ruleset import Ruleset
from hivemind.manifest import checks
from hivemind.manifest.part import RULES, Line, Part
from hivemind.manifest.parts.answer import AnswerKeys
from hivemind.manifest.parts.assets import Asset
from hivemind.manifest.parts.caps import Caps
from hivemind.manifest.parts.home import Home
from hivemind.manifest.parts.hooks import Hooks
from hivemind.manifest.parts.icon import Icon
from hivemind.manifest.parts.install import Install
from hivemind.manifest.parts.launch import Launch
from hivemind.manifest.parts.options import Option
from hivemind.manifest.parts.session import Session
from hivemind.manifest.parts.spawn import Spawn

FILE_NAME = "agent.yaml"
"""The file in an agent's folder."""


class Manifest(msgspec.Struct, frozen=True):
    """What we know of a program: how to start it, read it and answer it."""

    id: str
    label: str
    """What people call it."""
    bin: str
    """The program's file name, looked up on PATH."""
    aliases: tuple[str, ...]
    """Other names of the program, by which a tile's status is recognised; never started."""
    enabled: bool
    """Whether it may be started; else it is only recognised."""
    note: str
    """One line shown where the agent is offered, and in refusals; may be empty."""
    caps: Caps
    spawn: Spawn = Spawn()
    options: tuple[Option, ...] = ()
    install: Install = Install()
    detect: Ruleset | None = None
    """None for a program whose screen is not read."""
    answer: dict[str, AnswerKeys] = {}
    """Keys by group: `permission`, or what a rule `says`."""
    choose: tuple[str, ...] = ()
    """Keys that pick an option by number; empty when not known."""
    write: tuple[str, ...] | None = None
    """Keys that open the field of an option for a text of one's own; None when not known."""
    asks: Hints = NO_HINTS
    """How it draws its questions, where that differs from most programs."""
    interrupt: tuple[str, ...] = ()
    """Keys that stop its turn; empty when not known."""
    steer: bool = False
    """Whether it takes in messages that are typed during a turn, at its next step."""
    pasted_images: bool = False
    """Whether pasting an image file's path alone attaches the image."""
    session: Session | None = None
    """None when nothing is known of its sessions."""
    launch: Launch | None = None
    assets: tuple[Asset, ...] = ()
    hooks: Hooks | None = None
    home: Home | None = None
    icon: Icon | None = None
    """None: draw `icon.GENERIC`."""
    min_app_version: str = ""
    """The version of the app that it needs, such as `2026.9.6`; empty for any."""

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that the program goes by in what others wrote of it, such as recordings: its id first."""
        return tuple(dict.fromkeys((self.id, self.bin, *self.aliases)))


@dataclass(frozen=True, slots=True)
class Loaded:
    """A file that was read."""

    path: Path
    manifest: Manifest | None
    """None when the report holds an error."""
    report: Report


def load(path: Path, *, expected_id: str = "", replaced: str = "") -> Loaded:
    """Read an `agent.yaml`, or the one in a folder; with `expected_id` another id is an error.

    `replaced` is a program that may have a reserved id: the person gave it to that.

    Never raises for what the file holds, or because it is missing.
    """
    path = path / FILE_NAME if _is_folder(path) else path
    report = Report()
    root = yamldoc.read(path, report)
    if root is not None:
        checks.check_files(root, path.parent, report)
    read = None if root is None else from_node(root, report, expected_id=expected_id, replaced=replaced)
    return Loaded(path, read, report)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # what cannot even be looked at is reported when it is read
        return False


def from_node(root: Node, report: Report, *, expected_id: str = "", replaced: str = "") -> Manifest | None:
    """The manifest, or None when the report holds an error; problems come in the order of the file."""
    head = schema.read(root, _Head, report, RULES)
    parts: dict[str, Any] = {}
    if isinstance(root.value, dict):
        for name, part in _parts().items():
            key = camel(name)
            if key in root.value:
                parts[name] = part.read(root.value[key].node, report)
        checks.check(root, report, expected_id=expected_id, replaced=replaced)
    report.problems.sort(key=lambda problem: (problem.where.line, problem.where.column))
    if head is None or report.errors:
        return None
    return Manifest(
        id=head.id,
        label=head.label,
        bin=head.bin,
        aliases=head.aliases,
        enabled=head.enabled,
        note=head.note,
        min_app_version=head.min_app_version,
        **parts,
    )


def camel(name: str) -> str:
    """A section's key for the name of its module: `pastedImages` for `pasted_images`."""
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


class _Head(msgspec.Struct, frozen=True, rename="camel"):
    """The keys at the top of the file. Sections are nodes: those with a module in `parts/` are read there."""

    manifest_version: int
    id: Annotated[
        str,
        msgspec.Meta(
            pattern=r"\A[a-z0-9][a-z0-9-]{0,31}\Z",
            description="1 to 32 lowercase letters, digits and '-', the first no '-'",
        ),
    ]
    label: Line
    bin: Annotated[
        str, msgspec.Meta(pattern=r"\A[^/\\\x00-\x1f\x7f-\x9f]+\Z", description="a file name without '/' and '\\'")
    ]
    caps: Node
    aliases: tuple[Line, ...] = ()
    enabled: bool = False
    note: Line = ""
    min_app_version: Annotated[
        str, msgspec.Meta(pattern=r"\A[0-9]+(\.[0-9]+)+\Z", description="a version such as '2026.9.6'")
    ] = ""
    spawn: Node | None = None
    options: Node | None = None
    install: Node | None = None
    detect: Node | None = None
    answer: Node | None = None
    choose: Node | None = None
    write: Node | None = None
    asks: Node | None = None
    interrupt: Node | None = None
    steer: Node | None = None
    pasted_images: Node | None = None
    session: Node | None = None
    launch: Node | None = None
    assets: Node | None = None
    hooks: Node | None = None
    home: Node | None = None
    icon: Node | None = None
    supervise: Node | None = None
    """Not part of the format; two published files carry it."""


@functools.cache
def _parts() -> dict[str, Part[Any]]:
    return cast("dict[str, Part[Any]]", registry.load("hivemind.manifest.parts", Part))

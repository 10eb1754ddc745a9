"""`launch`: what is passed and set beyond `spawn` when a tile starts the program."""

from __future__ import annotations

import msgspec

from hivemind.base.problems import Report
from hivemind.base.yamldoc import Node
from hivemind.manifest.part import Part


class Launch(msgspec.Struct, frozen=True, rename="camel"):
    """What a tile's start adds."""

    hcp: bool = False
    """Whether the program gets the control plane."""
    args: tuple[str, ...] = ()
    """Appended, with placeholders."""
    subcommand: str = ""
    """Put before the tile's arguments unless it is among them."""
    requires_home: bool = False
    """Whether `args` and `subcommand` are left out when the private home is not there."""
    env: dict[str, str] = {}
    """Extra environment, with placeholders."""
    unset_env: tuple[str, ...] = ()
    """Variables that no terminal gets."""


def _read(node: Node, report: Report) -> Launch | None:
    return Launch()


LAUNCH = Part(_read)

"""`install`: how a person gets the program. It is shown where the program is missing, and never run."""

from __future__ import annotations

from typing import Annotated

import msgspec

from hivemind.base import schema
from hivemind.base.problems import Report
from hivemind.base.yamldoc import Node
from hivemind.manifest.part import RULES, Part


class Install(msgspec.Struct, frozen=True):
    """How to get the program."""

    url: Annotated[
        str,
        msgspec.Meta(
            pattern=r"\Ahttps://[^\s\x00-\x1f\x7f-\x9f]+\Z", description="an address that begins with https://"
        ),
    ] = ""
    """The page that says how."""
    command: Annotated[
        str,
        msgspec.Meta(
            pattern=r"\A[^\x00-\x1f\x7f-\x9f]{1,300}\Z", description="one line of at most 300 characters, not empty"
        ),
    ] = ""
    """A command that installs it; for people."""

    @property
    def hint(self) -> str:
        """How to get it, in one line; empty when nothing is known."""
        if self.command and self.url:
            return f"install it with: {self.command}  ({self.url})"
        return f"install it with: {self.command}" if self.command else f"see {self.url}" if self.url else ""


def _read(node: Node, report: Report) -> Install | None:
    return schema.read(node, Install, report, RULES, name="install")


INSTALL = Part(_read)

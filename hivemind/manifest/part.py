"""What every section of a manifest shares: how it is read, and the small types that several of them use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar

import msgspec

from hivemind.base.problems import Report
from hivemind.base.schema import Rules
from hivemind.base.yamldoc import Node

T = TypeVar("T")

RULES = Rules("manifest")
"""Unknown keys are warnings, because published files carry keys of newer versions."""

Line = Annotated[
    str, msgspec.Meta(min_length=1, pattern=r"\A[^\x00-\x1f\x7f-\x9f]*\Z", description="one line of text, not empty")
]
"""Text that is shown to people, so it carries no control characters."""

Keys = Annotated[
    tuple[Annotated[str, msgspec.Meta(min_length=1, description="a key name or text to type")], ...],
    msgspec.Meta(min_length=1, max_length=4, description="1 to 4 keys"),
]
"""Keys to type one after another: a key's name in any case, or text that is typed as it is."""


@dataclass(frozen=True, slots=True)
class Part(Generic[T]):
    """One section of a manifest; the module that holds it is named as the section's key."""

    read: Callable[[Node, Report], T | None]
    """The section's value, or None with its problems in the report."""

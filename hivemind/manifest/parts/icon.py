"""`icon`: a drawing as shapes and attributes, from which an SVG is built; no markup is taken from a file."""

from __future__ import annotations

import msgspec

from hivemind.base.problems import Report
from hivemind.base.yamldoc import Node
from hivemind.manifest.part import Part


class Shape(msgspec.Struct, frozen=True):
    """One shape."""

    kind: str
    """`path`, `rect`, `circle` or `ellipse`."""
    attributes: dict[str, str]


class Icon(msgspec.Struct, frozen=True):
    """A drawing."""

    view_box: str
    shapes: tuple[Shape, ...]
    attrs: dict[str, str] = {}
    """Attributes of the whole, by their dashed names."""

    def svg(self) -> str:
        """The drawing as an SVG document; everything in it is escaped."""
        return ""


GENERIC = Icon("0 0 24 24", ())
"""For an agent without an icon."""


def _read(node: Node, report: Report) -> Icon | None:
    return GENERIC


ICON = Part(_read)

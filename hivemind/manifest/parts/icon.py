"""`icon`: a drawing as shapes and attributes, from which an SVG is built; no markup is taken from a file."""

from __future__ import annotations

import math
from html import escape

import msgspec

from hivemind.base import schema
from hivemind.base.problems import Report, Where
from hivemind.base.schema import child, entries
from hivemind.base.yamldoc import Node
from hivemind.manifest.part import RULES, Line, Part, exactly_one, items

SHAPES = ("path", "rect", "circle", "ellipse")

ATTRIBUTES = (
    *("d", "x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "fill", "stroke", "stroke-width"),
    *("stroke-linecap", "stroke-linejoin", "fill-rule", "clip-rule", "opacity", "transform"),
)
"""What a shape may carry."""

ROOT_ATTRIBUTES = (
    *("fill", "stroke", "opacity", "fill-rule", "clip-rule", "stroke-width", "stroke-linecap", "stroke-linejoin"),
)
"""What the whole drawing may carry."""


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
        head = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": self.view_box, **self.attrs}
        shapes = [f"<{shape.kind}{_attributes(shape.attributes)}/>" for shape in self.shapes]
        return f"<svg{_attributes(head)}>{''.join(shapes)}</svg>"


GENERIC = Icon(
    "0 0 24 24",
    (
        Shape("rect", {"x": "3", "y": "4", "width": "18", "height": "16", "rx": "3"}),
        Shape("path", {"d": "M7 9l3 3-3 3M12.5 15H17"}),
    ),
    {
        "fill": "none",
        "stroke": "currentColor",
        "stroke-width": "2",
        "stroke-linecap": "round",
        "stroke-linejoin": "round",
    },
)
"""A prompt in a box, for an agent without an icon."""


class _Fields(msgspec.Struct, frozen=True, rename="camel"):
    view_box: Line
    shapes: tuple[Node, ...]
    attrs: dict[str, Node] = {}


def _attributes(attributes: dict[str, str]) -> str:
    return "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())


def _read(node: Node, report: Report) -> Icon | None:
    before = len(report.errors)
    fields = schema.read(node, _Fields, report, RULES, name="icon")
    shapes = [_shape(item, report) for item in items(child(node, "shapes"))]
    attrs = _root_attributes(child(node, "attrs"), report)
    if fields is None or len(report.errors) > before:
        return None
    return Icon(fields.view_box, tuple(shape for shape in shapes if shape is not None), attrs)


def _shape(node: Node, report: Report) -> Shape | None:
    if not isinstance(node.value, dict):
        message = f"shapes: found {schema.found(node.value)}, expected a mapping with one shape"
        report.add(node.where, "manifest.wrong_type", message)
        return None
    for name, entry in entries(node).items():
        if name not in SHAPES:
            hint = schema.did_you_mean(name, SHAPES, "Shapes")
            report.add(entry.key, "manifest.unknown_shape", f"'{name}' is not a shape", hint=hint)
    if set(entries(node)) <= set(SHAPES):
        exactly_one(node, report, keys=SHAPES, name="shape")
    for kind in SHAPES:
        inside = child(node, kind)
        if inside is not None:
            return Shape(kind, _checked(inside, report, name=kind))
    return None


def _checked(node: Node, report: Report, *, name: str) -> dict[str, str]:
    """The attributes of a shape; what is wrong with them is reported."""
    if not isinstance(node.value, dict):
        report.add(node.where, "manifest.wrong_type", f"{name}: found {schema.found(node.value)}, expected a mapping")
        return {}
    for key, entry in node.value.items():
        if key not in ATTRIBUTES:
            _unknown(key, entry.key, report, known=ATTRIBUTES)
        value = entry.node.value
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not isinstance(value, str) and not (is_number and math.isfinite(value)):  # type: ignore[arg-type]
            message = f"{key}: found {schema.found(value)}, expected text or a number"
            report.add(entry.node.where, "manifest.wrong_type", message)
        _check_text(key, entry.node, report)
    return {key: str(entry.node.value) for key, entry in node.value.items()}


def _root_attributes(node: Node | None, report: Report) -> dict[str, str]:
    """The attributes of the whole by their dashed names; what is wrong with them is reported."""
    found: dict[str, str] = {}
    for key, entry in entries(node).items():
        name = "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in key)
        if name not in ROOT_ATTRIBUTES:
            _unknown(key, entry.key, report, known=ROOT_ATTRIBUTES)
        if not isinstance(entry.node.value, str):
            message = f"{key}: found {schema.found(entry.node.value)}, expected text"
            report.add(entry.node.where, "manifest.wrong_type", message, hint="quote it")
        _check_text(key, entry.node, report)
        found[name] = str(entry.node.value)
    return found


def _unknown(key: str, where: Where, report: Report, *, known: tuple[str, ...]) -> None:
    hint = schema.did_you_mean(key, known, "Attributes here")
    report.add(where, "manifest.unknown_attribute", f"'{key}' is not an attribute that an icon may have", hint=hint)


def _check_text(key: str, node: Node, report: Report) -> None:
    """Report text that no XML may hold, or that would fetch something."""
    text = node.value if isinstance(node.value, str) else ""
    if any(ord(letter) < ord(" ") and letter not in "\t\n\r" for letter in text):
        report.add(node.where, "manifest.bad_value", f"{key}: found a control character, expected text")
    if "url(" in text.lower().replace(" ", ""):
        report.add(node.where, "manifest.bad_value", f"{key}: found 'url(', expected a value that points nowhere")


ICON = Part(_read)

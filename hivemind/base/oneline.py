"""Text of others on one line."""

from __future__ import annotations


def one_line(text: str, limit: int) -> str:
    """Whitespace runs become one space, control characters go, trimmed, at most `limit` characters."""
    printable = "".join(c if c.isprintable() or c.isspace() else "" for c in text)
    return " ".join(printable.split())[:limit].rstrip()

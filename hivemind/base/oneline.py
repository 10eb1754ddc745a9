"""Text of others on one line."""

from __future__ import annotations


def one_line(text: str, limit: int) -> str:
    """Whitespace runs become one space, control characters go, trimmed, at most `limit` characters."""
    printable = "".join(c if c.isprintable() or c.isspace() else "" for c in text)
    return " ".join(printable.split())[:limit].rstrip()


def visible(text: str) -> str:
    """The text as a terminal may print it: characters that would act on it, or not show, are written out."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def visible_lines(text: str) -> str:
    """The same for a text of several lines, which keep their indentation."""
    return "".join(c if c in "\n\t" else visible(c) for c in text)

"""stdout is data, stderr is for people: the only module of the command line (beside the stub) that writes either."""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from hivemind.base.errors import HiveError
from hivemind.base.oneline import visible_lines
from hivemind.cli.stub import write


def say(text: str) -> None:
    """A line of data."""
    write(sys.stdout, text + "\n")


def say_json(value: Any) -> None:
    """A value as one line of JSON."""
    say(msgspec.json.encode(value).decode())


def tell(text: str) -> None:
    """A line for a person."""
    write(sys.stderr, text + "\n")


def fail(error: HiveError, *, as_json: bool = False) -> int:
    """Say what went wrong; the exit code."""
    if as_json:
        say_json({"ok": False, "code": error.code, "message": error.message})
    else:
        hint = f"\n  {error.hint}" if error.hint else ""
        tell(visible_lines(f"error [{error.code}] {error.message}{hint}"))
    return error.exit_code


def confirm(question: str) -> bool:
    """Ask a person on the terminal; only `y` or `yes` is a yes."""
    sys.stderr.write(question + " [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in {"y", "yes"}


def has_person() -> bool:
    """Whether somebody can be asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()

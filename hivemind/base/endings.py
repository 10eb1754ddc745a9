"""How a program ended, in words."""

from __future__ import annotations

import signal
from typing import Final

UNKNOWN: Final = -1
"""The exit code of a program whose end nobody saw; SIGHUP has the same."""


def ending(code: int) -> str:
    """`exited (3)`, or by which signal it was killed: `killed (SIGQUIT)`. A signal n is -n."""
    if code == UNKNOWN:
        return "exited"
    return f"exited ({code})" if code >= 0 else f"killed ({_name(-code)})"


def _name(number: int) -> str:
    """A signal's name; real-time signals have none and are numbers."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"

"""Every error a caller can act on: one tree, one stable code each.

The code travels on the wire (`Failure.code`) and decides the exit code of `hive ctl`. Codes are for ever.
"""

from __future__ import annotations

EXIT_CODES: dict[str, int] = {
    "INTERNAL": 1,
    "EXITED": 1,
    "UNDELIVERED": 1,
    "BAD_REQUEST": 2,
    "UNKNOWN_METHOD": 2,
    "USAGE": 2,
    "INVALID_FILE": 2,
    "UNAVAILABLE": 3,
    "TIMEOUT": 4,
    "ASK_UNCONFIRMED": 4,
    "TILE_NOT_FOUND": 5,
    "NOT_FOUND": 5,
    "UNAUTHORIZED": 6,
    "RATE_LIMITED": 7,
    "DEPTH_EXCEEDED": 7,
    "UNSUPPORTED": 7,
    "NOT_INSTALLED": 7,
    "ASK_STALE": 8,
    "ASK_SETTLED": 8,
}
"""What a command exits with when it fails with that code; a code that is not here exits 1."""


class HiveError(Exception):
    """Something went wrong that a person or a script can act on.

    `code` is stable, `hint` says what to try and may be empty.
    """

    code = "INTERNAL"

    def __init__(self, message: str, *, hint: str = "", code: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        if code:
            self.code = code

    @property
    def exit_code(self) -> int:
        """The exit code of a command that fails with this error."""
        return EXIT_CODES.get(self.code, 1)


class UsageError(HiveError):
    """The words of a command or the fields of a request are off; nothing was done."""

    code = "USAGE"


class BadRequestError(HiveError):
    """A request names something that cannot be: an unknown agent, an option that does not exist."""

    code = "BAD_REQUEST"


class InvalidFileError(HiveError):
    """A file that a command needs cannot be used; the message holds every problem found in it."""

    code = "INVALID_FILE"


class UnavailableError(HiveError):
    """No daemon (or keeper) could be reached or started."""

    code = "UNAVAILABLE"


class TimedOutError(HiveError):
    """What was waited for did not come in time; nothing was undone."""

    code = "TIMEOUT"


class TileNotFoundError(HiveError):
    """No tile has that id, prefix or name."""

    code = "TILE_NOT_FOUND"


class UnauthorizedError(HiveError):
    """The caller may not do that."""

    code = "UNAUTHORIZED"


class UnsupportedError(HiveError):
    """This agent, or this machine, cannot do that."""

    code = "UNSUPPORTED"


class NotInstalledError(HiveError):
    """The program is not on PATH; the hint says how to get it."""

    code = "NOT_INSTALLED"


class ExitedError(HiveError):
    """The tile's program has ended."""

    code = "EXITED"


class UndeliveredError(HiveError):
    """The first task could not be typed, so that idle will never mean that it is done."""

    code = "UNDELIVERED"


class AskStaleError(HiveError):
    """The ask changed or is gone; nothing was typed."""

    code = "ASK_STALE"


class AskSettledError(HiveError):
    """Somebody answered this ask before; nothing was typed."""

    code = "ASK_SETTLED"


class AskUnconfirmedError(HiveError):
    """The keys were typed once, but the question did not leave the screen in time; it stays open."""

    code = "ASK_UNCONFIRMED"

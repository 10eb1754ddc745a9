"""What a verb is: one thing a client can ask of the daemon.

A verb file holds one `Verb` subclass: its fields are the request (and the command line), `serve` does it, `show` prints
it. It imports only `base` and `protocol` at run time; the hive is passed to it.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, get_args, get_origin

import msgspec

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive

R = TypeVar("R")


class Access(enum.Enum):
    """Who may use a verb."""

    PERSON = "person"
    AGENT = "agent"
    """A program inside a tile, and people."""


class Caller(msgspec.Struct, frozen=True):
    """Who sent a request."""

    tile_id: str | None = None
    """The tile whose token was given; None is a person."""
    client: int = 0
    """Number of the connection; the bus knows it."""
    env: dict[str, str] = msgspec.field(default_factory=dict)
    """The caller's environment, where it was sent: programs are started with it."""
    cwd: str = "/"
    is_command: bool = False
    """Whether it came as a line of `hive ctl`."""


class Failure(msgspec.Struct, frozen=True):
    """An error as it travels."""

    code: str
    message: str
    hint: str = ""


class Verb(msgspec.Struct, Generic[R], kw_only=True, rename="camel"):
    """A request. Subclasses add fields, `serve` and `show`."""

    method: ClassVar[str]
    """The JSON-RPC method and the word after `hive ctl`."""
    access: ClassVar[Access] = Access.AGENT
    positional: ClassVar[tuple[str, ...]] = ()
    """Fields given by place on a command line, in order."""
    rest: ClassVar[str | None] = None
    """The field that takes everything after `--`."""
    bare: ClassVar[dict[str, str]] = {}
    """What options mean that are written without their value, at the end or before another option."""
    durations: ClassVar[frozenset[str]] = frozenset()
    """Fields in seconds that are written as durations (`20s`, `2m`, `500ms`; a bare number is milliseconds)."""
    help: ClassVar[dict[str, str]] = {}
    """One line per field, for `--help`."""

    async def serve(self, hive: Hive, caller: Caller) -> R:
        """Do it. Raises a HiveError when it cannot."""
        raise NotImplementedError

    def show(self, reply: R) -> str:
        """The reply as a person reads it; `--json` prints the raw reply instead."""
        raise NotImplementedError


AnyVerb = Verb[Any]


def reply_type(verb: type[AnyVerb]) -> Any:
    """The type of a verb's reply, from its class."""
    for base in getattr(verb, "__orig_bases__", ()):
        if get_origin(base) is Verb:
            return get_args(base)[0]
    raise TypeError(f"{verb.__name__} does not say what it replies")

"""What the keeper stores for us about a program, so that the next daemon can take it over.

To the keeper this is one opaque string. Unknown fields of a newer daemon are ignored, missing ones have defaults.
"""

from __future__ import annotations

import msgspec

from hivemind.base.errors import HiveError
from hivemind.protocol.ask import Ask
from hivemind.protocol.screen import Modes
from hivemind.protocol.status import Status


class TileRecord(msgspec.Struct, frozen=True):
    """A tile without its program."""

    id: str
    name: str
    agent: str | None
    argv: tuple[str, ...]
    cwd: str
    rows: int
    columns: int
    token: str = ""
    """The tile's own token: it still names the tile after the daemon has come back."""
    modes: Modes = Modes()
    """What the program asked of its terminal; a new emulator starts from here."""
    started: int = 0
    """Milliseconds since the epoch."""
    status: str = ""
    """The last settled status, and since when (milliseconds since the epoch): a new daemon goes on counting."""
    since: int = 0
    ask: str = ""
    """The fingerprint of its open ask, and since when that waits: a new daemon goes on counting."""
    asked: int = 0
    pending_task: str = ""
    """A first task that was not typed yet."""
    session: str = ""
    """The id of the session that the program is in, as its command line names it or its hooks told it last."""
    is_name_given: bool = True
    """Whether a person gave the name; one that an older daemon stored is shown as if."""
    task: str = ""
    """What the tile was started to do, in a few words."""
    store: dict[str, str] = {}
    """The variables of the program that say where its sessions are: HOME, and those of `session.moved`."""
    scrollback: int = 10_000
    """Lines that are kept of what left its screen."""
    done: bool = False
    """Whether a turn has ended since a person looked at it last."""
    recording: str = ""
    """The file that it is recorded to."""
    depth: int = 1
    """1 for a person's tile, one more for each tile that a tile started."""

    @property
    def had(self) -> tuple[str, int]:
        """The fingerprint of the ask that was open, and since when it waits."""
        return self.ask, self.asked


def settled(record: TileRecord, status: Status, now_ms: int) -> TileRecord:
    """The record of a tile whose status is now that: since when, and whether that means that a turn has ended."""
    since = record.since if record.status == status.value and record.since else now_ms
    is_at_rest = status in {Status.IDLE, Status.EXITED}
    done = is_at_rest and (record.done or record.status == Status.WORKING.value)
    return msgspec.structs.replace(record, status=status.value, since=since, done=done)


def noted(record: TileRecord, opened: Ask | None) -> TileRecord:
    """The record of a tile that has opened an ask, or (with none) has no open one any more."""
    ask, asked = (opened.fingerprint, opened.since) if opened else ("", 0)
    return msgspec.structs.replace(record, ask=ask, asked=asked)


def encode_record(record: TileRecord) -> str:
    """One line of JSON."""
    return msgspec.json.encode(record).decode()


def decode_record(text: str) -> TileRecord:
    """The record.

    Raises:
        HiveError: it is not one of ours.
    """
    try:
        return msgspec.json.decode(text, type=TileRecord)
    except msgspec.MsgspecError as error:
        raise HiveError(f"the keeper holds a program whose record cannot be read: {error}") from error

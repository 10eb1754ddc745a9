"""Program status, OSC 7501 (revision 0.3 of the protocol): reports read and written, and the records they leave.

A report that breaks a rule is void as a whole. Nothing here answers, notifies or trusts; texts lose what could deceive
a reader outside the grid (format characters such as bidi overrides).
"""

from __future__ import annotations

import base64
import binascii
import re
import unicodedata
from collections.abc import Mapping

import msgspec

from hivemind.protocol.program import ProgramRecord, ProgramState

REPORT_BYTES = 4096
"""The whole sequence, with its introducer and terminator."""

KEY_LENGTH = 16
ID_BYTES, ID_SEGMENTS = 128, 8
TITLE_ENCODED, TITLE_DECODED = 256, 192
MSG_ENCODED, MSG_DECODED = 2732, 2048

RECORDS = 256
"""Records kept; beyond, the one that was not heard of for longest goes, a blocked one last."""

CLEAR = "clear"
"""The state that removes a record and all beneath it."""

_STATES = {state.value: state for state in ProgramState}
_KINDS = frozenset(("permission", "question", "auth"))
_MEASURED = frozenset((ProgramState.WORKING, ProgramState.BLOCKED))
"""States that may have a progress, and that do not outlive the program or the command it ran."""

_is_key = re.compile(r"[a-z]+").fullmatch
_is_value = re.compile(r"[A-Za-z0-9_.,+/=-]*").fullmatch
_is_segment = re.compile(r"[A-Za-z0-9_.+-]{1,32}").fullmatch
_is_percent = re.compile(r"[0-9]{1,3}").fullmatch
_JOINER = "\u200d"
"""The one format character that people see: it makes one emoji of several."""


class _VoidError(ValueError):
    """A report that is not to be applied."""


class Report(msgspec.Struct, frozen=True):
    """A report that kept every rule."""

    id: str
    record: ProgramRecord | None
    """What takes the place of the record; None clears it and all beneath it."""


def read(text: str) -> Report | None:
    """The report in what follows `7501;`; None when it breaks a rule, and nothing of it counts."""
    try:
        return _read(text)
    except _VoidError:
        return None


def _read(text: str) -> Report:
    fields = _fields(text)
    identity = _identity(fields["id"]) if "id" in fields else ""
    name = fields.get("state", "")
    state = _STATES.get(name)
    if state is None and name != CLEAR:
        raise _VoidError("no state that is known")
    app = fields.get("app", "")
    if len(app) > 32:
        raise _VoidError("the name of the app is too long")
    title = _decoded(fields.get("title", ""), TITLE_ENCODED, TITLE_DECODED)
    msg = _decoded(fields.get("msg", ""), MSG_ENCODED, MSG_DECODED)
    if state is None:
        return Report(identity, None)
    record = ProgramRecord(
        id=identity,
        state=state,
        kind=_kind(fields, state),
        progress=_percent(fields) if state in _MEASURED else None,
        app=app if _is_segment(app) else "",
        title=title,
        msg=msg,
    )
    return Report(identity, record)


def _fields(text: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    for pair in text.split(":"):
        key, equals, value = (part.strip(" ") for part in pair.partition("="))
        if not equals or not _is_key(key):
            continue
        if len(key) > KEY_LENGTH:
            raise _VoidError("a key is too long")
        if _is_value(value):
            fields[key] = value
        elif key == "id":
            raise _VoidError("an id that is none must not be taken for the root's")
    return fields


def _identity(text: str) -> str:
    segments = text.split("/")
    if len(text) > ID_BYTES or len(segments) > ID_SEGMENTS or not all(map(_is_segment, segments)):
        raise _VoidError("no id")
    return text


def _kind(fields: dict[str, str], state: ProgramState) -> str:
    kind = fields.get("kind", "")
    return kind if state is ProgramState.BLOCKED and kind in _KINDS else ""


def _percent(fields: dict[str, str]) -> int | None:
    text = fields.get("progress", "")
    return int(text) if _is_percent(text) and int(text) <= 100 else None


def _decoded(text: str, encoded_limit: int, decoded_limit: int) -> str:
    """Base64 of UTF-8, with its padding right or not there at all."""
    if len(text) > encoded_limit:
        raise _VoidError("a text is too long")
    padded = text if "=" in text else text + "=" * (-len(text) % 4)
    try:
        data = base64.b64decode(padded, validate=True)
        decoded = data.decode()
    except (binascii.Error, UnicodeDecodeError) as error:
        raise _VoidError("a text is not base64 of UTF-8") from error
    if len(data) > decoded_limit:
        raise _VoidError("a text is too long")
    categories = {character: unicodedata.category(character) for character in decoded}
    if not {"Cc", "Zl", "Zp"}.isdisjoint(categories.values()):
        raise _VoidError("a text is not one line")
    return "".join(c for c in decoded if categories[c] != "Cf" or c == _JOINER)


def write(record: ProgramRecord) -> str:
    """The sequence that reports a record; texts are made to keep the rules, what else breaks one is left out."""
    state = record.state
    values = {
        "state": state.value,
        "id": record.id,
        "kind": record.kind if state is ProgramState.BLOCKED and record.kind in _KINDS else "",
        "progress": "" if record.progress is None or state not in _MEASURED else str(record.progress),
        "app": record.app if _is_segment(record.app) else "",
        "title": _encoded(record.title, TITLE_DECODED),
        "msg": _encoded(record.msg, MSG_DECODED),
    }
    return _sequence(values)


def write_clear(identity: str = "") -> str:
    """The sequence that clears a record and all beneath it; without an id, all."""
    return _sequence({"state": CLEAR, "id": identity})


def _sequence(values: Mapping[str, str]) -> str:
    pairs = ":".join(f"{key}={value}" for key, value in values.items() if value)
    return f"\x1b]7501;{pairs}\x1b\\"


def _encoded(text: str, limit: int) -> str:
    """Base64 of what of a text may be said, at most so many bytes of UTF-8."""
    spoken = "".join(
        " " if category in {"Cc", "Zl", "Zp"} else c
        for c in text
        if (category := unicodedata.category(c)) not in {"Cf", "Cs"} or c == _JOINER
    )
    data = spoken.strip().encode()[:limit].decode(errors="ignore").encode()
    return base64.b64encode(data).decode()


class ProgramStatus:
    """The records of one terminal."""

    def __init__(self) -> None:
        self._records: dict[str, ProgramRecord] = {}
        """By id; the one that was not heard of for longest comes first."""
        self._shown: tuple[ProgramRecord, ...] | None = ()

    @property
    def records(self) -> tuple[ProgramRecord, ...]:
        """All of them by id, the root first, each with the app of the nearest above where it names none."""
        if self._shown is None:
            ordered = sorted(self._records.values(), key=lambda record: record.id.split("/") if record.id else [])
            self._shown = tuple(self._with_app(record) for record in ordered)
        return self._shown

    def apply(self, report: Report) -> None:
        """Replace a record whole, or clear it and all beneath it."""
        self._shown = None
        if report.record is None:
            beneath = f"{report.id}/" if report.id else ""
            for name in [name for name in self._records if name == report.id or name.startswith(beneath)]:
                del self._records[name]
            return
        self._records.pop(report.id, None)
        self._records[report.id] = report.record
        if len(self._records) > RECORDS:
            del self._records[self._least()]

    def end_work(self) -> None:
        """The program ended, or a shell asks for the next command: nothing works or is blocked any more."""
        self._shown = None
        self._records = {name: kept for name, kept in self._records.items() if kept.state not in _MEASURED}

    def reset(self) -> None:
        """Forget all (RIS)."""
        self._shown = ()
        self._records.clear()

    def _least(self) -> str:
        """The id of the record that goes when there are too many."""
        calm = (name for name, record in self._records.items() if record.state is not ProgramState.BLOCKED)
        return next(calm, next(iter(self._records)))

    def _with_app(self, record: ProgramRecord) -> ProgramRecord:
        above = record.id
        while not record.app and above:
            above = above.rpartition("/")[0]
            if above in self._records:
                record = msgspec.structs.replace(record, app=self._records[above].app)
        return record

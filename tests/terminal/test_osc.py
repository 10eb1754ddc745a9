"""What each command leaves behind; how its text is read stands in the tests of `notices` and `program_status`."""

import pytest

from hivemind.protocol.program import ProgramRecord, ProgramState, Progress, ProgressState
from hivemind.protocol.screen import Row, Size
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.events import (
    Bell,
    ClipboardWritten,
    FolderChanged,
    Notified,
    ProgressChanged,
    PromptMarked,
    StatusReported,
    TerminalEvent,
)
from hivemind.terminal.osc import TITLE_LENGTH
from hivemind.terminal.styles import index_of, mark_of


def fed(*data: bytes, answers_program_status: bool = True) -> Emulator:
    emulator = Emulator(Size(4, 10), answers_program_status=answers_program_status)
    emulator.takes_clipboard = True
    for piece in data:
        emulator.feed(piece)
    return emulator


IDLE = ProgramRecord("", ProgramState.IDLE)

EVENTS: dict[bytes, list[TerminalEvent]] = {
    b"7;file://host/a%20b": [FolderChanged("host", "/a b")],
    b"9;built": [Notified("", "built")],
    b"9;4;1;50": [ProgressChanged(Progress(ProgressState.NORMAL, 50))],
    b"9;1;100": [],
    b"52;c;aGk=": [ClipboardWritten("c", "hi")],
    b"52;c;": [],
    b"52;c;?": [],
    b"99;;Hello": [Notified("Hello", "")],
    b"777;notify;a;b": [Notified("a", "b")],
    b"133;A": [PromptMarked("A")],
    b"133;A;k=i": [PromptMarked("A")],
    b"133;D;130;err=x": [PromptMarked("D", 130)],
    b"133;D": [PromptMarked("D")],
    b"133;L": [],
    b"7501;state=idle": [StatusReported("", IDLE)],
    b"7501;state=clear:id=a": [StatusReported("a", None)],
    b"7501;state=no": [],
    b"7501;?yes": [],
    b"4;1;#ff0000": [],
    b"1337;File=:AAAA": [],
    b"": [],
    b"nonsense": [],
}


@pytest.mark.parametrize("end", [b"\a", b"\x1b\\", b"\xc2\x9c"])
@pytest.mark.parametrize(("text", "events"), EVENTS.items())
def test_a_command_tells_what_it_tells_and_draws_nothing(text: bytes, events: list[TerminalEvent], end: bytes) -> None:
    emulator = fed(b"a\x1b]" + text + end + b"b")
    assert emulator.take_events() == events
    assert emulator.snapshot().lines[0] == Row("ab", "")
    assert emulator.take_replies() == b""


def test_a_title_is_cut() -> None:
    assert len(fed(b"\x1b]0;" + b"x" * 5000 + b"\a").snapshot().title) == TITLE_LENGTH


def test_a_link_is_cut_anywhere() -> None:
    data = b"\x1b]8;id=1;http://x/\xe2\x9c\xb3\x1b\\link\x1b]8;;\x1b\\."
    assert fed(*(data[at : at + 1] for at in range(len(data)))).snapshot().lines[0] == Row("link.", mark_of(1) * 4)


def test_a_clipboard_is_written_only_where_that_is_allowed() -> None:
    emulator = Emulator(Size(4, 10))
    emulator.feed(b"\x1b]52;c;aGk=\a")
    assert emulator.take_events() == []
    emulator.takes_clipboard = True
    assert emulator.takes_clipboard
    emulator.feed(b"\x1b]52;c;aGk=\a")
    assert emulator.take_events() == [ClipboardWritten("c", "hi")]


def test_progress_is_part_of_the_picture_and_told_once() -> None:
    emulator = fed(b"\x1b]9;4;2;30\a" * 3)
    assert emulator.snapshot().progress == Progress(ProgressState.ERROR, 30)
    assert len(emulator.take_events()) == 1
    before = emulator.revision
    emulator.feed(b"\x1b]9;4;0\a")
    assert emulator.snapshot().progress is None
    assert emulator.revision == before + 1
    assert emulator.take_events() == [ProgressChanged(None)]


@pytest.mark.parametrize("end", [b"\x1bc", None])
def test_progress_goes_with_a_full_reset_and_with_the_program(end: bytes | None) -> None:
    emulator = fed(b"\x1b]9;4;3\a")
    emulator.feed(end) if end else emulator.end_program()
    assert emulator.snapshot().progress is None


QUERY = b"\x1b]7501;?\x1b\\"


def test_the_status_query_is_answered_with_itself_each_time_it_is_asked() -> None:
    emulator = fed(QUERY, b"\x1b]7501;?\a")
    assert emulator.take_replies() == QUERY * 2


def test_a_status_answer_is_no_question() -> None:
    assert fed(b"\x1b]7501;?yes\x1b\\\x1b]7501;?;1\x1b\\").take_replies() == b""


def test_the_status_query_stays_unanswered_where_the_owner_wants_that() -> None:
    assert fed(QUERY, answers_program_status=False).take_replies() == b""


def test_status_records_are_part_of_the_picture() -> None:
    emulator = fed(b"\x1b]7501;state=idle\a")
    assert emulator.snapshot().program_status == emulator.program_status == (IDLE,)
    before = emulator.revision
    emulator.feed(b"\x1b]7501;state=idle\a")
    assert emulator.revision == before


SURVIVORS = {
    b"": ["", "d", "e", "i", "w"],
    b"\x1b]133;A\a": ["d", "e", "i"],
    b"\x1b]133;C\a": ["", "d", "e", "i", "w"],
    b"\x1b[!p": ["", "d", "e", "i", "w"],
    b"\x1b[?1049h": ["", "d", "e", "i", "w"],
    b"\x1bc": [],
}
REPORTS = b"".join(
    b"\x1b]7501;state=%b\a" % report
    for report in (b"blocked", b"done:id=d", b"error:id=e", b"idle:id=i", b"working:id=w")
)


@pytest.mark.parametrize(("end", "kept"), SURVIVORS.items())
def test_status_records_live_as_long_as_they_should(end: bytes, kept: list[str]) -> None:
    assert [record.id for record in fed(REPORTS, end).program_status] == kept


def test_what_a_program_did_outlives_it_and_what_it_does_not() -> None:
    emulator = fed(REPORTS)
    emulator.end_program()
    assert [record.id for record in emulator.program_status] == ["d", "e", "i"]


def test_a_report_of_4096_bytes_is_read_and_a_longer_one_is_not() -> None:
    for extra, end, is_read in ((0, b"\x1b\\", True), (1, b"\x1b\\", False), (1, b"\a", True), (2, b"\a", False)):
        head = b"\x1b]7501;state=idle:x="
        whole = head + b"y" * (4096 - len(head) - 2 + extra) + end
        assert (len(whole) <= 4096) == is_read
        assert bool(fed(whole).program_status) == is_read


def test_bells_are_counted() -> None:
    emulator = fed(b"\a\a")
    assert emulator.snapshot().bells == 2
    assert emulator.take_events() == [Bell()]
    emulator.feed(b"\a\x1bc")
    assert emulator.snapshot().bells == 3


def links(*data: bytes) -> list[str]:
    """Where each cell of the first line leads."""
    picture = fed(*data).snapshot()
    return [picture.styles[index_of(mark)].link for mark in picture.lines[0].styles]


LINKS = {
    b"\x1b]8;;http://x/\xe2\x9c\xb3\x07ab": ["http://x/✳"] * 2,
    b"\x1b]8;id=1:a=b;http://x;y\x1b\\a": ["http://x;y"],
    b"\x1b]8;;u:a\x07a\x1b]8;;u:b\x07b\x1b]8;;\x07c": ["u:a", "u:b"],
    b"\x1b]8;;u:a\x07\x1b[31ma\x1b[0mb\x1b[mc": ["u:a"] * 3,
    b"\x1b]8;;u:a\x07a\x1b]8;\x07b": ["u:a"] * 2,
    b"\x1b]8;;u:a\x07a\x1b]8;;" + b"x" * 2084 + b"\x07b": ["u:a"],
    b"\x1b]8;;u:a\x07a\x1b[!pb": ["u:a"],
    b"\x1b]8;;u:a\x07ab\x1b[1D\x1b[K": ["u:a"],
    b"\x1b]8;;u:a\x07\x1b[41mab\x1b[1D\x1b[K": ["u:a"] + [""] * 9,
}


@pytest.mark.parametrize(("data", "wanted"), LINKS.items())
def test_a_link_is_part_of_the_pen_and_no_rendition_ends_it(data: bytes, wanted: list[str]) -> None:
    assert links(data) == wanted
    assert links(*(bytes([byte]) for byte in data)) == wanted


def test_a_line_that_wraps_and_scrolls_off_leads_where_it_led() -> None:
    emulator = fed(b"\x1b]8;;u:a\x07" + b"x" * 15 + b"\x1b]8;;\x07" + b"\r\n" * 9)
    ((_, first), (_, second)) = emulator.scrollback.rows(0, 2)
    table = emulator.snapshot().styles
    assert [{table[index_of(mark)].link for mark in row.styles} for row in (first, second)] == [{"u:a"}, {"u:a"}]
    assert (len(first.styles), len(second.styles)) == (10, 5)

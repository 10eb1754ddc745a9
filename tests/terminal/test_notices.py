import base64

import pytest

from hivemind.protocol.program import Progress, ProgressState
from hivemind.terminal import notices
from hivemind.terminal.events import ClipboardWritten, FolderChanged, Notified


def test_a_text_has_no_control_characters_and_is_cut() -> None:
    assert notices.clean("a\x1b[31m\x07\x9bb\x7f✳") == "a[31mb✳"
    assert len(notices.clean("x" * 5000)) == notices.TEXT_LENGTH


FOLDERS = {
    "file://host/home/me": FolderChanged("host", "/home/me"),
    "file:///home/me": FolderChanged("", "/home/me"),
    "file://localhost/x": FolderChanged("", "/x"),
    "file:///a%20b%E2%9C%B3": FolderChanged("", "/a b✳"),
    "file:///a%0ab": None,
    "file:///%ff": None,
    "file://[bad/x": None,
    "http://host/x": None,
    "/home/me": None,
    "": None,
    "file:///" + "x" * 5000: None,
}


@pytest.mark.parametrize(("text", "want"), FOLDERS.items(), ids=range(len(FOLDERS)))
def test_a_folder_is_a_file_url(text: str, want: FolderChanged | None) -> None:
    assert notices.folder(text) == want


PROGRESS: dict[str, tuple[Progress | None] | None] = {
    "4;0": (None,),
    "4;0;0": (None,),
    "4": (None,),
    "4;1;0": (Progress(ProgressState.NORMAL, 0),),
    "4;1": (Progress(ProgressState.NORMAL, 0),),
    "4;1;101": (Progress(ProgressState.NORMAL, 100),),
    "4;2": (Progress(ProgressState.ERROR),),
    "4;2;7;": (Progress(ProgressState.ERROR, 7),),
    "4;3;7": (Progress(ProgressState.UNKNOWN),),
    "4;4;99": (Progress(ProgressState.PAUSED, 99),),
    "4;5;1": None,
    "4;1;x": None,
    "4 tests failed": None,
    "hello": None,
}


@pytest.mark.parametrize(("text", "want"), PROGRESS.items())
def test_progress_is_read(text: str, want: tuple[Progress | None] | None) -> None:
    assert notices.progress(text) == want


NOTIFICATIONS = {
    "done": Notified("", "done"),
    "5 tests failed": Notified("", "5 tests failed"),
    "a\x07b": Notified("", "ab"),
    "13;x": Notified("", "13;x"),
    "4;9": None,
    "12": None,
    "2;box": None,
    "": None,
}


@pytest.mark.parametrize(("text", "want"), NOTIFICATIONS.items())
def test_a_numbered_command_is_no_notification(text: str, want: Notified | None) -> None:
    assert notices.notification(text) == want


EXTENSIONS = {
    "notify;title;body;more": Notified("title", "body;more"),
    "notify;title": Notified("title", ""),
    "notify;": None,
    "notify": None,
    "other;a;b": None,
}


@pytest.mark.parametrize(("text", "want"), EXTENSIONS.items())
def test_only_the_notify_extension_notifies(text: str, want: Notified | None) -> None:
    assert notices.extension(text) == want


CLIPBOARDS = {
    "c;aGk=": ClipboardWritten("c", "hi"),
    ";aGk": ClipboardWritten("c", "hi"),
    "pc;4pyz": ClipboardWritten("pc", "✳"),
    "c;": None,
    "c;?": None,
    "c;!": None,
    "c;é": None,
    "c;/w==": None,
    "evil;aGk=": None,
    "c": None,
    "c;" + base64.b64encode(b"x" * 40_000).decode(): ClipboardWritten("c", "x" * 40_000),
}


@pytest.mark.parametrize(("text", "want"), CLIPBOARDS.items(), ids=range(len(CLIPBOARDS)))
def test_a_clipboard_is_written_whole_or_not_at_all(text: str, want: ClipboardWritten | None) -> None:
    assert notices.clipboard(text) == want


DESKTOP: list[tuple[list[str], list[Notified]]] = [
    ([";Hello"], [Notified("Hello", "")]),
    (["p=body;text"], [Notified("", "text")]),
    (["i=1:d=0;Hel", "i=1:d=0;lo", "i=1:p=body;text"], [Notified("Hello", "text")]),
    (["i=1:d=0;one", "i=2;two", "i=1:d=1;"], [Notified("two", ""), Notified("one", "")]),
    (["e=1;SGk="], [Notified("Hi", "")]),
    (["e=1;!"], []),
    (["e=1;é"], []),
    (["p=?;", "p=close;", "p=icon;x", ";"], []),
]


@pytest.mark.parametrize(("parts", "want"), DESKTOP)
def test_parts_of_a_notification_are_joined_by_their_id(parts: list[str], want: list[Notified]) -> None:
    desktop = notices.Desktop()
    assert [told for part in parts if (told := desktop.take(part))] == want


def test_unfinished_notifications_are_bounded() -> None:
    desktop = notices.Desktop()
    for number in range(100):
        desktop.take(f"i={number}:d=0;" + "x" * 3000)
    assert len(desktop._open) == notices.UNFINISHED
    for _ in range(5):
        desktop.take("i=99:d=0;" + "x" * 3000)
    last = desktop.take("i=99;")
    assert last
    assert len(last.title) == notices.TEXT_LENGTH

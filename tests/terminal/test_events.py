from hivemind.terminal.events import KEPT, Bell, ClipboardWritten, Events, FolderChanged, Notified


def test_events_are_taken_once_and_in_order() -> None:
    events = Events()
    for event in (Notified("", "a"), Bell(), Notified("", "a")):
        events.add(event)
    assert events.take() == [Notified("", "a"), Bell(), Notified("", "a")]
    assert events.take() == []


def test_of_what_replaces_itself_the_latest_counts() -> None:
    events = Events()
    for event in (
        FolderChanged("", "/a"),
        ClipboardWritten("c", "1"),
        FolderChanged("", "/b"),
        ClipboardWritten("c", "2"),
    ):
        events.add(event)
    assert events.take() == [FolderChanged("", "/b"), ClipboardWritten("c", "2")]


def test_events_that_nobody_takes_are_bounded() -> None:
    events = Events()
    for number in range(KEPT + 10):
        events.add(Notified("", str(number)))
    taken = events.take()
    assert len(taken) == KEPT
    assert taken[-1] == Notified("", str(KEPT + 9))

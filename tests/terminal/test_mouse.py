import pytest

from hivemind.protocol.screen import Modes
from hivemind.terminal.mouse import LEFT, NO_BUTTON, RIGHT, WHEEL_DOWN, WHEEL_UP, Action, MouseEvent, encode_mouse

PRESS = MouseEvent(Action.PRESS, LEFT, 4, 9)
RELEASE = MouseEvent(Action.RELEASE, LEFT, 4, 9)
DRAG = MouseEvent(Action.MOVE, LEFT, 4, 9)
HOVER = MouseEvent(Action.MOVE, NO_BUTTON, 4, 9)
WHEEL = MouseEvent(Action.PRESS, WHEEL_UP, 4, 9)

WANTED = {
    0: (),
    9: (PRESS,),
    1000: (PRESS, RELEASE, WHEEL),
    1002: (PRESS, RELEASE, WHEEL, DRAG),
    1003: (PRESS, RELEASE, WHEEL, DRAG, HOVER),
}


@pytest.mark.parametrize("mode", WANTED)
def test_a_program_hears_what_it_asked_for(mode: int) -> None:
    events = (PRESS, RELEASE, WHEEL, DRAG, HOVER)
    assert tuple(event for event in events if encode_mouse(event, Modes(mouse=mode))) == WANTED[mode]


ENCODED = [
    (PRESS, 0, b"\x1b[M *%"),
    (RELEASE, 0, b"\x1b[M#*%"),
    (WHEEL, 0, b"\x1b[M`*%"),
    (DRAG, 0, b"\x1b[M@*%"),
    (HOVER, 0, b"\x1b[MC*%"),
    (PRESS, 1006, b"\x1b[<0;10;5M"),
    (RELEASE, 1006, b"\x1b[<0;10;5m"),
    (HOVER, 1006, b"\x1b[<35;10;5M"),
    (MouseEvent(Action.RELEASE, RIGHT, 0, 0), 1006, b"\x1b[<2;1;1m"),
    (MouseEvent(Action.PRESS, WHEEL_DOWN, 0, 0), 1006, b"\x1b[<65;1;1M"),
    (MouseEvent(Action.PRESS, LEFT, 0, 0, frozenset({"shift", "alt", "ctrl"})), 1006, b"\x1b[<28;1;1M"),
    (PRESS, 1016, b"\x1b[<0;76;72M"),
    (PRESS, 1015, b"\x1b[32;10;5M"),
    (RELEASE, 1015, b"\x1b[35;10;5M"),
    (PRESS, 1005, b"\x1b[M *%"),
    (MouseEvent(Action.PRESS, LEFT, 0, 299), 1005, b"\x1b[M \xc5\x8c!"),
    (MouseEvent(Action.PRESS, LEFT, 0, 222), 0, b"\x1b[M \xff!"),
    (MouseEvent(Action.PRESS, LEFT, 0, 223), 0, b""),
    (MouseEvent(Action.PRESS, LEFT, 0, 2015), 1005, b""),
    (MouseEvent(Action.PRESS, LEFT, 0, 5000), 1006, b"\x1b[<0;5001;1M"),
]


@pytest.mark.parametrize(("event", "encoding", "want"), ENCODED)
def test_an_event_is_encoded_as_the_program_asked(event: MouseEvent, encoding: int, want: bytes) -> None:
    assert encode_mouse(event, Modes(mouse=1003, mouse_encoding=encoding)) == want


def test_the_oldest_mode_knows_no_modifiers() -> None:
    event = MouseEvent(Action.PRESS, LEFT, 0, 0, frozenset({"ctrl"}))
    assert encode_mouse(event, Modes(mouse=9)) == b"\x1b[M !!"

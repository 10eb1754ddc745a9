"""What an empty room says: the keys in force, in the middle of the room, each with its click."""

from __future__ import annotations

import pytest

from hivemind.testing.clock import ManualClock
from hivemind.tui.action import groups
from hivemind.tui.empty import empty_state
from hivemind.tui.keymap import Keymap
from hivemind.tui.look import Look

LOOK = Look(ManualClock())


def text(look: Look = LOOK, *, frame: str = "", width: int = 80, height: int = 24) -> list[str]:
    lines = empty_state(look, width, height, frame=frame)
    return ["".join(bit.text for bit in line.laid(width)).strip() for line in lines]


def test_it_says_how_to_start_an_agent() -> None:
    found = text()
    assert "No agent runs here yet." in found
    assert "^B c   start an agent" in found
    assert "^B is Ctrl+B, then the other key. Or from a shell:" in found


def test_an_empty_frame_can_be_closed() -> None:
    found = text(frame="later")
    assert "No agent runs in later yet." in found
    assert "^B X   close this frame" in found


def test_it_names_the_prefix_in_force() -> None:
    found = text(Look(ManualClock(), keys=Keymap(groups(), prefix="ctrl+a")))
    assert "^A c   start an agent" in found
    assert "^A is Ctrl+A, then the other key. Or from a shell:" in found


@pytest.mark.parametrize(("width", "height"), [(60, 18), (80, 22), (400, 118)])
def test_it_fits(width: int, height: int) -> None:
    assert len(text(frame="later", width=width, height=height)) <= height


def test_every_key_can_be_clicked() -> None:
    actions = {bit.action for line in empty_state(LOOK, 80, 24, frame="later") for bit in line.left if bit.action}
    assert actions == {"spawn", "close_frame", "help", "leave"}

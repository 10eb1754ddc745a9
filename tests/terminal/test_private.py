from hypothesis import given
from hypothesis import strategies as st

from hivemind.protocol.screen import Modes
from hivemind.terminal import private

MODES = st.builds(
    Modes,
    alternate=st.booleans(),
    application_cursor=st.booleans(),
    application_keypad=st.booleans(),
    bracketed_paste=st.booleans(),
    focus_events=st.booleans(),
    mouse=st.sampled_from([0, *private.MOUSE]),
    alternate_scroll=st.booleans(),
    mouse_encoding=st.sampled_from([0, *private.MOUSE_ENCODINGS]),
)


@given(MODES)
def test_modes_and_their_numbers_are_twins(modes: Modes) -> None:
    kept = {number << private.SHIFT for number in private.numbers_of(modes)}
    assert private.modes_of(kept, alternate=modes.alternate) == modes


def test_what_is_no_mode_is_passed_on() -> None:
    assert private.modes_of(set(), alternate=True, keyboard=5, modify_other_keys=2) == Modes(
        alternate=True, keyboard=5, modify_other_keys=2
    )


def test_what_only_has_to_be_remembered_moves_nothing() -> None:
    assert private.FLAGS <= private.KNOWN
    assert private.FLAGS.isdisjoint(private.MOVING)
    assert private.FLAGS.isdisjoint((*private.MOUSE, *private.MOUSE_ENCODINGS, private.CURSOR_VISIBLE))

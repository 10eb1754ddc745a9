from hivemind.base import errors
from hivemind.base.errors import EXIT_CODES, HiveError


def kinds() -> list[type[HiveError]]:
    found = [value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, HiveError)]
    return [kind for kind in found if kind is not HiveError]


def test_every_error_has_a_code_of_its_own_and_an_exit_code() -> None:
    codes = [kind.code for kind in kinds()]
    assert len(set(codes)) == len(codes)
    assert set(codes) <= set(EXIT_CODES)


def test_an_error_carries_message_hint_and_code() -> None:
    error = HiveError("it broke", hint="mend it", code="TIMEOUT")
    assert (str(error), error.message, error.hint, error.code, error.exit_code) == (
        "it broke",
        "it broke",
        "mend it",
        "TIMEOUT",
        4,
    )


def test_a_code_that_is_not_known_exits_1() -> None:
    assert HiveError("x", code="NEW_ONE").exit_code == 1
    assert HiveError("x").exit_code == 1

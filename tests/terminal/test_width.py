from wcwidth import wcwidth

from hivemind.terminal.width import CONDITIONAL, cell_width, cluster_width, is_joined, is_narrow_run, split_runs


def test_every_single_character_has_wcwidths_width() -> None:
    wrong = []
    for code in [*range(0xA0, 0xD800), *range(0xE000, 0x20000), *range(0xE0000, 0xE0200)]:
        character = chr(code)
        narrow, wide, _ = split_runs(character)[0]
        if (narrow and wcwidth(character) != 1) or (wide and wcwidth(character) != 2):
            wrong.append(hex(code))
        if is_narrow_run(character) and wcwidth(character) != 1:
            wrong.append(hex(code))
    assert wrong == []


def test_runs_hold_only_what_stands_alone() -> None:
    runs = split_runs("ab✻漢字⚠\ufe0f 👩\u200d💻x")
    assert runs == [
        ("ab✻", "", ""),
        ("", "漢字", ""),
        ("", "", "⚠"),
        ("", "", "\ufe0f"),
        (" ", "", ""),
        ("", "", "👩"),
        ("", "", "\u200d"),
        ("", "", "💻"),
        ("x", "", ""),
    ]


def test_no_control_character_is_in_a_run() -> None:
    assert not any(is_narrow_run(chr(code)) for code in (*range(0x20), *range(0x7F, 0xA0)))


def test_what_may_join_late_is_known() -> None:
    assert is_joined("👩\u200d", "💻")
    assert not is_joined("👩", "💻")
    assert {"💻", "⏺", "ष"} <= CONDITIONAL
    assert CONDITIONAL.isdisjoint("a✻漢│")


def test_widths() -> None:
    assert [cell_width(c) for c in "a漢\u0301\u200b"] == [1, 2, 0, 0]
    assert [cluster_width(c) for c in ("⚠", "⚠\ufe0f", "⌚\ufe0e", "👨\u200d👩\u200d👧", "1\ufe0f\u20e3")] == [
        1,
        2,
        1,
        2,
        2,
    ]

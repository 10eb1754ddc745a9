from hivemind.protocol.screen import BOLD, STYLE_BASE, TRUE_COLOUR, Style
from hivemind.terminal.styles import (
    EXACT_STYLES,
    LINK_CHARACTERS,
    LINKS,
    PALETTE_STYLES,
    PLAIN,
    StyleTable,
    index_of,
    mark_of,
)


def test_marks_skip_the_surrogates() -> None:
    marks = [mark_of(index) for index in range(PALETTE_STYLES + 0x800)]
    assert marks[0] == PLAIN == chr(STYLE_BASE)
    assert not any(0xD800 <= ord(mark) < 0xE000 for mark in marks)
    assert len(set(marks)) == len(marks)
    assert [index_of(mark) for mark in marks] == list(range(len(marks)))
    "".join(marks).encode()


def test_equal_styles_have_one_mark() -> None:
    table = StyleTable()
    assert table.mark(Style(1, 2)) == table.mark(Style(1, 2)) != table.mark(Style(2, 1))
    assert table.style(table.mark(Style(1, 2))) == Style(1, 2)


def test_a_full_table_falls_back_to_the_palette_and_then_to_no_colour() -> None:
    table = StyleTable()
    for number in range(EXACT_STYLES):
        table.mark(Style(TRUE_COLOUR | number))
    red = table.mark(Style(TRUE_COLOUR | 0xFE0000, attributes=BOLD))
    assert table.style(red) == Style(196, attributes=BOLD)
    for number in range(PALETTE_STYLES):
        table.mark(Style(number % 256, number // 256))
    assert table.style(table.mark(Style(196, attributes=BOLD))) == Style(196, attributes=BOLD)
    assert table.style(table.mark(Style(7, 8, 9, BOLD))) == Style(attributes=BOLD)
    assert len(table.styles) <= PALETTE_STYLES + 1


def test_a_step_is_remembered() -> None:
    table = StyleTable()
    first = table.step(PLAIN, "\x1b[31;44m", table.steps(PLAIN))
    assert table.steps(PLAIN) == {"\x1b[31;44m": first}
    assert table.style(first[0]) == Style(1, 4)
    assert table.style(first[1]) == Style(background=4)
    assert first[2] is table.steps(first[0])


def test_links_are_counted_and_then_left_out() -> None:
    table = StyleTable()
    red = table.mark(Style(1))
    assert table.style(table.link(red, "u:a")) == Style(1, link="u:a")
    assert table.link(table.link(red, "u:a"), "") == red
    assert table.mark(Style(1, link="u:a")) == table.link(red, "u:a")
    for number in range(LINKS):
        table.link(PLAIN, f"u:{number}")
    assert table.link(red, "u:one more") == red
    assert table.style(table.link(red, "u:a")).link == "u:a"


def test_links_that_are_long_together_are_left_out() -> None:
    table = StyleTable()
    assert table.link(PLAIN, "x" * LINK_CHARACTERS) != PLAIN
    assert table.link(PLAIN, "x") == PLAIN


def test_a_nearly_full_table_has_no_links() -> None:
    table = StyleTable()
    for number in range(EXACT_STYLES):
        table.mark(Style(TRUE_COLOUR | number))
    assert table.style(table.link(PLAIN, "u:a")) == Style()

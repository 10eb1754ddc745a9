"""Where cells lead."""

from __future__ import annotations

import pytest

from hivemind.tui.copying.lines import Lines, Spot
from hivemind.tui.copying.links import Link, addresses, link_at
from tests.tui.copying.text import lines, reply


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("see https://a.example/b?c=d#e.", ["https://a.example/b?c=d#e"]),
        ("(http://a.example/x_(y))", ["http://a.example/x_(y)"]),
        ("│ HTTPS://A.example│", ["HTTPS://A.example"]),
        ('<a href="http://a.example">', ["http://a.example"]),
        ("http:// ftp://a.example https", []),
        ("http://a,http://b", ["http://a,http://b"]),
    ],
)
def test_addresses_are_read_without_what_stands_around_them(text: str, found: list[str]) -> None:
    assert [address for _, address in addresses(text)] == found


def test_an_address_is_found_from_any_of_its_cells_also_where_it_wrapped() -> None:
    made = lines("go http://a.ex\\\nample/b now")
    want = Link("http://a.example/b", is_plain=True)
    assert [link_at(made, Spot(*at)) for at in ((0, 3), (0, 13), (1, 6))] == [want] * 3
    assert [link_at(made, Spot(*at)) for at in ((0, 0), (1, 7), (1, 99))] == [None] * 3


def test_what_the_program_said_counts_before_what_is_written() -> None:
    made = Lines()
    made.take(reply("http://a.example\nhttps://there.example/x\nhere", styles={0: 1, 1: 1, 2: 1}))
    assert [link_at(made, Spot(line, 1)) for line in range(3)] == [
        Link("https://there.example/x", is_plain=False),
        Link("https://there.example/x", is_plain=True),
        Link("https://there.example/x", is_plain=False),
    ]

from hivemind.terminal.width import cell_width, cluster_width


def test_widths() -> None:
    assert [cell_width(c) for c in "a漢\u0301\u200b"] == [1, 2, 0, 0]
    assert [cluster_width(c) for c in ("⚠", "⚠\ufe0f", "⌚\ufe0e", "👨\u200d👩\u200d👧", "1\ufe0f\u20e3")] == [
        1,
        2,
        1,
        2,
        2,
    ]

import pytest

from hivemind.protocol.screen import Cursor, Row, Size, Snapshot
from hivemind.terminal.rows import plain_text, row_text, text_of

CLUSTERS = ["⚠\ufe0f"]


@pytest.mark.parametrize(
    ("cells", "want"),
    [("", ""), ("plain", "plain"), ("漢\0字\0", "漢字"), ("\U00100000\0 x", "⚠\ufe0f x"), ("é│", "é│"), ("\0", "")],
)
def test_halves_go_and_clusters_are_written_out(cells: str, want: str) -> None:
    assert plain_text(cells, CLUSTERS) == want
    assert row_text(Row(cells, ""), CLUSTERS) == want


def test_every_line_of_a_snapshot() -> None:
    snapshot = Snapshot(
        1, Size(2, 9), 0, (Row("a", ""), Row("\U00100000\0", "")), (1, 1), Cursor(0, 0), clusters=CLUSTERS
    )
    assert text_of(snapshot) == ["a", "⚠\ufe0f"]

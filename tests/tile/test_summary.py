from __future__ import annotations

from pathlib import Path

from hivemind.testing import toy
from hivemind.testing.toy import Toy
from hivemind.tile.reducer import Input
from hivemind.tile.summary import summary_of


async def test_a_summary_says_where_its_status_comes_from(tmp_path: Path) -> None:
    """3.5."""
    it = Toy(tmp_path)
    assert summary_of(it.tile).source == ""
    it.pty.feed(toy.idle())
    await it.tile.look()
    assert summary_of(it.tile).source == "screen"
    it.tile.told(Input(event="turn.ended", outcome="limited"))
    found = summary_of(it.tile)
    assert (found.source, found.detail, found.status.value) == ("hooks", "limited", "idle")
    it.tile.ended(0)
    found = summary_of(it.tile)
    assert (found.source, found.detail, found.status.value) == ("", "", "exited")

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hivemind.base.errors import HiveError, UnsupportedError
from hivemind.manifest.manifest import Manifest
from hivemind.manifest.parts.session import Find, Listing, Resume
from hivemind.session.listing import TEXT_LIMIT, can_list, sessions
from hivemind.session.store import MAX_LINES, is_session_id
from hivemind.testing.clock import ManualClock
from tests.session.conftest import Store, touch, unasked

Agent = Callable[..., Manifest]

ASKED = Listing(("session", "list"), id_path="id", cwd_path="at.dir", updated_path="t", title_path=("a", "b.c"))


def listed(manifest: Manifest, home: str | Path, **more: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = msgspec.to_builtins(
        sessions(manifest, {"HOME": str(home)}, **{"ask": unasked, **more})
    )
    return found


def test_the_stores_of_programs_are_listed_with_the_words_that_tell_them_apart(store: Store) -> None:
    expected, cwd = store.expected["sessions"], store.expected["cwd"]
    everywhere = sorted([*expected, *store.expected["elsewhere"]], key=lambda one: -one["updated"])
    assert listed(store.manifest, store.home, cwd=cwd) == expected
    assert listed(store.manifest, store.home) == everywhere
    assert listed(store.manifest, store.home, limit=1) == everywhere[:1]
    assert listed(store.manifest, store.home, cwd="/nowhere") == []
    assert listed(store.manifest, f"{store.home}/none") == []


def test_a_damaged_store_is_read_as_far_as_it_can_be(store: Store) -> None:
    draw = random.Random(1)
    paths = [Path(store.home, path) for path in store.expected["written"]]
    whole = {path: path.read_bytes() for path in paths}
    seen = set()
    for _ in range(150):
        for path, data in whole.items():
            path.write_bytes(damaged(data or b"\n", draw))
        found = sessions(store.manifest, store.env, ask=unasked)
        assert json.loads(msgspec.json.encode(found)) == msgspec.to_builtins(found)
        assert all(is_session_id(one.id) for one in found)
        assert all(one.title.isprintable() and one.prompt.isprintable() for one in found)
        seen.add(len(found))
    assert max(seen) >= len(paths) - 1


def damaged(data: bytes, draw: random.Random) -> bytes:
    """The data with some bytes lost, doubled, or changed for others that mean something in JSON."""
    for _ in range(draw.randrange(1, 6)):
        at, length = draw.randrange(len(data) + 1), draw.randrange(1, 40)
        other = draw.choice(
            [b"", b'"', b"{", b"}", b"null", b"[1]", b"\\ud800", b"\x00\xff", b"\n", data[at : at + length]]
        )
        data = data[:at] + other + data[at + draw.choice([0, 1, length]) :]
    return data


def test_a_program_is_asked_for_its_own_list(agent: Agent) -> None:
    """7.5: rows with a well-shaped id; a number as it is, text as a date; newest first."""
    rows = [
        {"id": "one", "at": {"dir": "/w"}, "t": 1000.5, "a": "  \nsecond line", "b": {"c": "title\nmore"}},
        {"id": "two", "at": {"dir": "/w"}, "t": "1970-01-01T00:00:02Z", "a": [{"no": 1}, {"text": "piece"}]},
        {"id": "three", "at": {"dir": ["/w"]}, "t": True},
        {"id": "four", "t": "yesterday"},
        {"id": "five", "t": -1},
        {"id": "six", "t": 10**400},
        {"id": "--flag"},
        {"id": 7},
        ["id"],
        None,
    ]
    runs: list[tuple[str, ...]] = []

    def ask(args: tuple[str, ...]) -> str:
        runs.append(args)
        return json.dumps(rows)

    assert listed(agent(listing=ASKED), "/", ask=ask) == [
        {"id": "two", "cwd": "/w", "title": "piece", "updated": 2000},
        {"id": "one", "cwd": "/w", "title": "title", "updated": 1000},
        *({"id": name} for name in ("three", "four", "five", "six")),
    ]
    assert [one["id"] for one in listed(agent(listing=ASKED), "/", ask=ask, cwd="/w")] == ["two", "one"]
    assert runs == [("session", "list")] * 2


@pytest.mark.parametrize("text", ["no JSON", "{}", '"x"', "[" * 100_000])
def test_a_list_that_cannot_be_read_is_told(agent: Agent, text: str) -> None:
    with pytest.raises(UnsupportedError, match="Demo"):
        sessions(agent(listing=ASKED), {}, ask=lambda _: text)


def test_a_program_that_prints_nothing_has_no_sessions(agent: Agent) -> None:
    assert listed(agent(listing=ASKED), "/", ask=lambda _: " \n") == []


def test_a_program_that_fails_is_told(agent: Agent) -> None:
    def ask(args: tuple[str, ...]) -> str:
        raise HiveError(" ".join(args))

    with pytest.raises(HiveError, match="session list"):
        sessions(agent(listing=ASKED), {}, ask=ask)


@pytest.mark.parametrize(
    ("resume", "listing", "expected"),
    [
        (None, None, False),
        (Resume(("r", "{id}")), None, False),
        (Resume(exists="{home}/{id}"), None, True),
        (Resume(find=Find("dir-meta", "{home}/s")), None, True),
        (None, ASKED, True),
    ],
)
def test_an_agent_can_be_listed_when_its_file_says_where(
    agent: Agent, resume: Resume | None, listing: Listing | None, *, expected: bool
) -> None:
    """7.5."""
    manifest = agent(resume, listing)
    assert can_list(manifest) is expected
    if not expected:
        with pytest.raises(UnsupportedError, match="does not say where"):
            sessions(manifest, {}, ask=unasked)


def test_files_are_read_by_their_first_lines(agent: Agent, tmp_path: Path) -> None:
    """7.5: a field comes from the first record that has it, a text from the first path that gives one."""
    records = [{"t": "?"}, {"w": "/w", "x": " \n"}, {"t": 7, "x": "a\x1b" + "b" * 300}, {"w": "/v", "y": "first"}]
    (tmp_path / "a.j").write_text("\n".join([*map(json.dumps, records), json.dumps({"z": "too late"})]))
    resume = Resume(exists="{home}/{id}.j")
    listing = Listing((), 4, cwd_path="w", updated_path="t", title_path=("z", "x"), prompt_path=("y",))
    title = "a" + "b" * (TEXT_LIMIT - 1)
    assert listed(agent(resume, listing), tmp_path) == [
        {"id": "a", "cwd": "/w", "title": title, "prompt": "first", "updated": 7}
    ]
    (tmp_path / "a.j").write_text(json.dumps({"pad": "x" * MAX_LINES}) + "\n" + json.dumps({"z": "too far"}))
    touch(tmp_path / "a.j", 3000)
    assert listed(agent(resume, listing), tmp_path) == [{"id": "a", "updated": 3000}]
    assert listed(agent(resume), tmp_path) == [{"id": "a", "updated": 3000}]


def test_a_meta_file_is_one_record_however_it_is_laid_out(agent: Agent, tmp_path: Path) -> None:
    folder = tmp_path / "s" / "w" / "a"
    folder.mkdir(parents=True)
    (folder / "meta.json").write_text('{\n  "name":\n "fix it"\n}\n')
    touch(folder, 3000)
    resume = Resume(find=Find("dir-meta", "{home}/s"))
    expected = [{"id": "a", "cwd": "/w", "title": "fix it", "updated": 3000}]
    assert listed(agent(resume, Listing((), 1, title_path=("name",))), tmp_path, cwd="/w") == expected


def test_text_that_json_cannot_carry_is_left_out(agent: Agent, tmp_path: Path) -> None:
    (tmp_path / "a.j").write_text(r'{"w": "/\ud800", "x": "a\ud800b"}')
    touch(tmp_path / "a.j", 3000)
    listing = Listing((), 1, cwd_path="w", title_path=("x",))
    found = sessions(agent(Resume(exists="{home}/{id}.j"), listing), {"HOME": str(tmp_path)}, ask=unasked)
    assert msgspec.json.encode(found) == b'[{"id":"a","title":"ab","updated":3000}]'


def test_a_slow_disk_gives_what_was_found_in_time(agent: Agent, tmp_path: Path) -> None:
    class Slow(ManualClock):
        def monotonic(self) -> float:
            self.turn(0.1)
            return super().monotonic()

    for n in range(100):
        (tmp_path / f"{n}.j").write_text('{"x": "title"}')
    found = listed(agent(Resume(exists="{home}/{id}.j"), Listing((), 1, title_path=("x",))), tmp_path, clock=Slow())
    assert 0 < len(found) < 100
    assert any("title" in one for one in found)

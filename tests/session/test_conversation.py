from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hivemind.manifest import manifest
from hivemind.manifest.manifest import Manifest
from hivemind.manifest.parts.session import Find, Resume, Session
from hivemind.manifest.transcript import SaidRule, Transcript
from hivemind.session.conversation import LAST_BYTES, LAST_ENTRIES, conversation
from hivemind.session.transcript import Entry
from tests.session.conftest import REPOSITORY, STORES, touch, unasked
from tests.session.test_listing import damaged

SAY = Transcript(id="i", at="t", at_in="ms", said=(SaidRule(text="x", who="agent"),))


class Told:
    """A conversation as a program left it, in a home of its own, and what is read of it."""

    def __init__(self, name: str, home: Path) -> None:
        loaded = manifest.load(REPOSITORY / "agents" / name / "agent.yaml")
        assert loaded.manifest, loaded.report.render()
        expected: dict[str, Any] = json.loads((STORES / name / "transcript.json").read_text())
        self.manifest, self.home = loaded.manifest, home
        self.id: str = expected["id"]
        self.entries: list[Entry] = expected["entries"]
        self.printed = STORES / name / "printed.json"
        if not self.printed.exists():
            shutil.copytree(STORES / name / "home", home)
            for number, path in enumerate(sorted(home.rglob("*.json"))):
                touch(path, 1000 + number)

    def ask(self, args: tuple[str, ...]) -> str:
        """What the program prints."""
        assert args == ("export", self.id)
        return self.printed.read_text(errors="replace")

    def read(self) -> list[Entry]:
        return conversation(self.manifest, self.id, {"HOME": str(self.home)}, ask=self.ask)


@pytest.fixture(params=sorted(path.parent.name for path in STORES.glob("*/transcript.json")))
def told(request: pytest.FixtureRequest, tmp_path: Path) -> Told:
    return Told(request.param, tmp_path / "home")


@pytest.fixture
def agent() -> Callable[..., Manifest]:
    """A made-up agent whose sessions are read so."""
    loaded = manifest.load(REPOSITORY / "agents" / "demo" / "agent.yaml")
    assert loaded.manifest
    demo = loaded.manifest

    def make(transcript: Transcript | None, exists: str = "{home}/{id}.jsonl", find: Find | None = None) -> Manifest:
        resume = Resume(("r", "{id}"), exists="" if find else exists, find=find)
        return msgspec.structs.replace(demo, session=Session(resume=resume, transcript=transcript))

    return make


def texts(found: list[Entry]) -> list[str]:
    return [entry["text"] for entry in found]


def record(name: str, text: str) -> str:
    return json.dumps({"i": name, "t": 1, "x": text})


def read(agent: Manifest, home: Path, name: str = "a") -> list[str]:
    return texts(conversation(agent, name, {"HOME": str(home)}, ask=unasked))


def test_the_conversations_of_programs_are_read(told: Told) -> None:
    assert told.read() == told.entries
    said = [(entry["who"], entry["text"]) for entry in told.entries if "text" in entry]
    assert said[0] == ("person", "remember the word marmalade")
    assert ("agent", "Marmalade it is, noted.") in said
    called = {entry["tool"]["id"] for entry in told.entries if "tool" in entry}
    assert called == {entry["result"]["of"] for entry in told.entries if "result" in entry}


def test_every_agent_that_has_a_mapping_has_a_conversation_here() -> None:
    mapped = set()
    for path in (REPOSITORY / "agents").glob("*/agent.yaml"):
        found = manifest.load(path).manifest
        if found and found.session and found.session.transcript:
            mapped.add(found.id)
    assert mapped == {path.parent.name for path in STORES.glob("*/transcript.json")}


def test_a_damaged_store_says_what_can_be_read(told: Told) -> None:
    draw = random.Random(2)
    if told.printed.exists():
        copied = told.home.with_suffix(".json")
        shutil.copy(told.printed, copied)
        told.printed = copied
    whole = {path: path.read_bytes() for path in (*told.home.rglob("*.json*"), told.printed) if path.exists()}
    lengths = set()
    for _ in range(100):
        for path, data in whole.items():
            path.write_bytes(damaged(data, draw))
        lengths.add(len(told.read()))
    assert max(lengths) >= 1


def test_a_session_that_is_not_there_says_nothing(told: Told) -> None:
    env = {"HOME": str(told.home)}
    for name in ("0" * 8, "../a", "", "--flag"):
        assert conversation(told.manifest, name, env, ask=lambda _: "") == []


def test_an_agent_without_a_mapping_says_nothing(agent: Callable[..., Manifest], tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(record("1", "text"))
    assert read(agent(None), tmp_path) == []
    assert read(agent(SAY), tmp_path) == ["text"]


def test_the_last_entries_of_the_last_megabyte_are_read(agent: Callable[..., Manifest], tmp_path: Path) -> None:
    """4: 200 entries of 1 MiB; a line that begins before is left out."""
    rows = [record(str(n), f"row {n}") for n in range(LAST_ENTRIES + 5)]
    (tmp_path / "a.jsonl").write_text("\n".join(rows))
    assert read(agent(SAY), tmp_path) == [f"row {n}" for n in range(5, LAST_ENTRIES + 5)]
    last = record("2", "whole")
    cut = record("1", "x" * LAST_BYTES)
    (tmp_path / "a.jsonl").write_text(f"{record('0', 'early')}\n{cut}\n{last}\n")
    assert read(agent(SAY), tmp_path) == ["whole"]
    fitting = last + " " * (LAST_BYTES - len(last))
    (tmp_path / "a.jsonl").write_text(f"{record('0', 'early')}\n{fitting}")
    assert read(agent(SAY), tmp_path) == ["whole"]


def test_a_document_holds_records(agent: Callable[..., Manifest], tmp_path: Path) -> None:
    """A file `.json` is a record, a list of them, or has the list at `records`."""
    one = {"i": "1", "t": 1, "x": "one"}
    made = agent(SAY, "{home}/{id}.json")
    for document, expected in ((one, ["one"]), ([one, 3, one], ["one", "one"]), ({"in": [one]}, []), ("x", [])):
        (tmp_path / "a.json").write_text(json.dumps(document, indent=1))
        assert read(made, tmp_path) == expected
    inner = agent(msgspec.structs.replace(SAY, records="in.list"), "{home}/{id}.json")
    for held, expected in (([one], ["one"]), (one, []), (None, [])):
        (tmp_path / "a.json").write_text(json.dumps({"in": {"list": held}}))
        assert read(inner, tmp_path) == expected


def test_the_documents_of_a_folder_are_read_oldest_first_and_not_too_much(
    agent: Callable[..., Manifest], tmp_path: Path
) -> None:
    made = agent(msgspec.structs.replace(SAY, files="{home}/{id}/c", last_wins=True))
    folder = tmp_path / "a" / "c"
    folder.mkdir(parents=True)

    def write(name: str, time: int, *rows: str) -> None:
        (folder / name).write_text(f"[{', '.join(rows)}]")
        touch(folder / name, time)

    write("z.json", 1000, record("1", "early"), record("2", "b"))
    write("y.json", 2000, record("1", "late"), record("3", "c"))
    write("x.other", 3000, record("4", "d"))
    assert read(made, tmp_path) == ["late", "b", "c"]
    write("x.json", 1500, record("5", "x" * LAST_BYTES))
    assert read(made, tmp_path) == ["late", "c"]  # that one would be too much, and so those before it


def test_a_file_that_is_named_by_its_id_is_found_among_many(agent: Callable[..., Manifest], tmp_path: Path) -> None:
    """No more files are read than before: those with the id, or its first eight characters, in their names go first."""
    find = Find("jsonl-header", "{home}/s", cwd_path="cwd", id_path="id")
    made = agent(SAY, find=find)
    (tmp_path / "s").mkdir()
    wanted = "177666f1-0c4c"
    for n in range(250):
        (tmp_path / "s" / f"{n}.jsonl").write_text(json.dumps({"id": str(n), "cwd": "/"}))
        touch(tmp_path / "s" / f"{n}.jsonl", 2000)
    for name in (f"t_{wanted}.jsonl", "session-177666f1.jsonl", "other.jsonl"):
        path = tmp_path / "s" / name
        path.write_text(json.dumps({"id": wanted, "cwd": "/"}) + "\n" + record("1", name))
        touch(path, 1000)
        assert read(made, tmp_path, wanted) == ([] if name == "other.jsonl" else [name])
        path.unlink()

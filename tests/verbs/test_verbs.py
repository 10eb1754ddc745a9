"""Each verb served by a whole hive in memory, and what a person and a script read of it."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from hivemind.base.errors import HiveError, TileNotFoundError, UsageError
from hivemind.protocol.agent import AgentInfo
from hivemind.protocol.events import FocusRequested, TileChanged
from hivemind.protocol.screen import Size
from hivemind.protocol.status import Status
from hivemind.protocol.tile import TileSummary
from hivemind.protocol.verb import Access, AnyVerb, Caller, reply_type
from hivemind.testing import toy
from hivemind.testing.hive import Client, HiveInMemory
from hivemind.testing.scene import tile
from hivemind.verbs import all_verbs
from hivemind.verbs.agents import AgentList, Agents
from hivemind.verbs.answer import Answer, Answered
from hivemind.verbs.choose import Choose, Chosen
from hivemind.verbs.close import Close
from hivemind.verbs.focus import Focus
from hivemind.verbs.hook import Hook, Taken
from hivemind.verbs.interrupt import Interrupt
from hivemind.verbs.keys import Keys
from hivemind.verbs.list import List, Listing
from hivemind.verbs.looking import Looking
from hivemind.verbs.mouse import Mouse
from hivemind.verbs.paste import Paste
from hivemind.verbs.press import Press
from hivemind.verbs.rename import Rename
from hivemind.verbs.resize import Resize
from hivemind.verbs.screen import ShowScreen
from hivemind.verbs.seen import Seen
from hivemind.verbs.send import Send
from hivemind.verbs.spawn import Spawn
from hivemind.verbs.status import DaemonInfo
from hivemind.verbs.stop import Stop
from hivemind.verbs.subscribe import Subscribe
from hivemind.verbs.wait import Wait, Waited
from hivemind.verbs.watch import Watch
from tests.verbs.conftest import PERSON, serve, started

SECONDS = 100.0
"""Of a clock that tests turn fast."""

VERBS = all_verbs()


def typed(it: HiveInMemory, count: int) -> bytes:
    """The next bytes that the program of the first tile reads; the kernel hands them on in its own time."""
    got = b""
    while len(got) < count:
        got += os.read(it.keeper._sides[1][1], count - len(got))
    return got


def test_every_file_is_a_verb_named_as_its_command() -> None:
    folder = Path(__file__).parents[2] / "hivemind" / "verbs"
    assert {name.replace("-", "_") for name in VERBS} == {path.stem for path in folder.glob("[a-z]*.py")}


def test_what_is_for_people_alone() -> None:
    assert {name for name, verb in VERBS.items() if verb.access is Access.PERSON} == {
        "answers",
        "bundle",
        "permit",
        "record",
        "revoke",
        "stop",
        "switch",
    }


@pytest.mark.parametrize("verb", VERBS.values(), ids=VERBS)
def test_a_verb_says_what_it_replies(verb: type[AnyVerb]) -> None:
    assert issubclass(reply_type(verb), msgspec.Struct)


async def test_spawn_prints_the_id_alone(it: HiveInMemory) -> None:
    raw, text = await serve(it, Spawn(agent="toy"))
    (tile,) = it.hive.tiles
    assert (raw, text) == ({"tileId": tile}, tile)


async def test_list_shows_tiles_and_what_became_of_them(it: HiveInMemory) -> None:
    assert await serve(it, List()) == (
        {"frames": [], "loose": []},
        "no tiles; start one with: hive ctl spawn --agent demo",
    )
    tile = await started(it)
    await Spawn(command=["prog"]).serve(it.hive, PERSON)
    it.hive.ended(2, -9)
    _, text = await serve(it, List())
    head, first, second = (line.split() for line in text.splitlines())
    assert head == ["TILE", "NAME", "AGENT", "STATUS", "FOLDER"]
    assert first == [tile, "kim", "toy", "running", "/"]
    assert second[1:] == ["prog", "-", "killed", "(SIGKILL)", "/"]


async def test_list_says_what_tiles_do_beside_the_names_that_name_them(it: HiveInMemory) -> None:
    tile = await started(it)
    await Spawn(agent="toy", prompt="fix it. Now").serve(it.hive, PERSON)
    await Spawn(command=["prog"], cwd="/").serve(it.hive, PERSON)
    it.hive.tile(tile).remember(session="s-1")
    raw, text = await serve(it, List())
    assert isinstance(raw, dict)
    told = [(one["name"], one["shown"], one["session"]) for one in raw["frames"][0]["tiles"]]
    assert told == [("kim", "kim", "s-1"), ("Toy #1", "fix it", ""), ("prog", "prog", "")]
    head, *rows = text.splitlines()
    assert head.split()[3:] == ["STATUS", "DOING", "FOLDER"]
    at = head.index("DOING")
    assert [row[at:].split("  ")[0] for row in rows] == ["-", "fix it", "-"]


def test_list_writes_out_what_would_act_on_a_terminal() -> None:
    tile = TileSummary("t", "n\x1b", None, Status.RUNNING, "", 0, 1, "/a\tb", None)
    assert List().show(Listing([], [tile])).splitlines()[1].split() == ["t", "n\\x1b", "-", "running", "/a\\tb"]


async def test_screen_is_as_of_now_and_ends_with_its_last_row(it: HiveInMemory) -> None:
    tile = await started(it)
    it.keeper.write(1, b"\x1b[Hone\r\ntwo")
    raw, text = await serve(it, ShowScreen(tile=tile))
    assert text == "one\ntwo"
    assert isinstance(raw, dict)
    assert raw["rows"] == ["one", "two"] + [""] * 28
    assert raw["cursor"] == {"row": 1, "column": 3, "visible": True}
    assert raw["size"] == {"rows": 30, "columns": 120}


@pytest.mark.parametrize(
    ("verb", "wanted", "text"),
    [
        (Keys(tile="kim", keys="Down, 1,"), b"\x1b[B1", "pressed"),
        (Press(tile="kim", names=["a", "ctrl+c"]), b"a\x03", "pressed"),
        (Paste(tile="kim", text="two words"), b"two words", "pasted"),
    ],
    ids=["keys", "press", "paste"],
)
async def test_what_is_typed_reaches_the_program(it: HiveInMemory, verb: AnyVerb, wanted: bytes, text: str) -> None:
    await started(it)
    assert await serve(it, verb) == ({"ok": True}, text)
    assert typed(it, len(wanted)) == wanted


async def test_the_mouse_reaches_a_program_that_asked_for_it(it: HiveInMemory) -> None:
    tile = await started(it)
    click = Mouse(tile=tile, action="press", button="left", row=2, column=4, modifiers=["ctrl"])
    assert await serve(it, click) == ({"ok": True}, "pointed")
    it.keeper.write(1, b"\x1b[?1002;1006h")
    await ShowScreen(tile=tile).serve(it.hive, PERSON)
    await serve(it, click)
    await serve(it, Mouse(tile=tile, action="move", button="left", row=2, column=5))
    wanted = b"\x1b[<16;5;3M\x1b[<32;6;3M"
    assert typed(it, len(wanted)) == wanted


async def test_a_program_has_no_mouse_in_its_own_tile(it: HiveInMemory) -> None:
    tile = await started(it)
    with pytest.raises(HiveError, match="its own tile"):
        await Mouse(tile=tile, action="press", button="left", row=0, column=0).serve(it.hive, Caller(tile_id=tile))


async def test_keys_without_a_key_are_refused(it: HiveInMemory) -> None:
    await started(it)
    with pytest.raises(HiveError, match="no keys given"):
        await serve(it, Keys(tile="kim", keys=" , "))


async def test_interrupt_types_the_agents_keys_while_it_works(it: HiveInMemory) -> None:
    await started(it)
    it.keeper.write(1, toy.working())
    assert await serve(it, Interrupt(tile="kim")) == ({"ok": True}, "interrupted")
    assert typed(it, 1) == b"\x1b"


async def test_focus_rename_and_resize_do_what_they_say(it: HiveInMemory) -> None:
    tile = await started(it)
    client = Client(1)
    it.hive.join(client)
    _, counts = await serve(it, Subscribe())
    assert counts == "1 tiles, 0 asks"
    assert await serve(it, Focus(tile="kim")) == ({"ok": True}, "focused")
    assert FocusRequested(tile) in client.events
    assert await serve(it, Resize(tile="kim", rows=40, columns=100)) == ({"ok": True}, "resized")
    assert it.hive.tile(tile).size == Size(40, 100)
    assert await serve(it, Rename(tile="kim", name="lee")) == ({"ok": True}, "renamed")
    assert it.hive.tile("lee").id == tile
    assert await serve(it, Rename(tile="lee")) == ({"ok": True}, "renamed")
    assert it.hive.tile(tile).name == "toy"


async def test_a_person_looks_at_a_tile_and_elsewhere(it: HiveInMemory) -> None:
    tile = await started(it)
    assert await serve(it, Looking(tile=tile)) == ({"ok": True}, "noted")
    assert await serve(it, Looking()) == ({"ok": True}, "noted")


async def test_a_person_has_seen_a_result_a_program_has_not(it: HiveInMemory) -> None:
    tile = it.hive.tile(await started(it))
    client = Client(1)
    it.hive.join(client)
    await serve(it, Subscribe())
    for screen, status in ((toy.working(), "working"), (toy.idle(), "idle")):
        it.keeper.write(1, screen)
        await serve(it, Wait(tile="kim", until=status, timeout=SECONDS))
    assert tile.summary().done
    await Seen(tile="kim").serve(it.hive, Caller(tile_id="other", client=2, cwd="/"))
    assert tile.summary().done
    assert await serve(it, Seen(tile="kim")) == ({"ok": True}, "noted")
    assert TileChanged(tile.summary()) in client.events
    assert not tile.summary().done


async def test_watch_sends_the_screen_until_it_is_off(it: HiveInMemory) -> None:
    tile = await started(it)
    client = Client(1)
    it.hive.join(client)
    assert await serve(it, Watch(tile=tile)) == ({"ok": True}, "watching")
    it.keeper.write(1, b"one")
    await ShowScreen(tile=tile).serve(it.hive, PERSON)
    seen = len(client.screens)
    assert seen == 2
    await serve(it, Watch(tile=tile, on=False))
    it.keeper.write(1, b"two")
    await ShowScreen(tile=tile).serve(it.hive, PERSON)
    assert len(client.screens) == seen


async def test_close_removes_the_tile(it: HiveInMemory) -> None:
    tile = await started(it)
    assert await serve(it, Close(tile="kim")) == ({"ok": True}, "closed")
    with pytest.raises(TileNotFoundError):
        it.hive.tile(tile)


async def test_wait_returns_the_status_and_what_the_screen_says(it: HiveInMemory) -> None:
    tile = await started(it)
    it.keeper.write(1, toy.screen("Trust this folder?"))
    raw, text = await serve(it, Wait(tile=tile, until="permission, blocked", timeout=SECONDS))
    assert (raw, text) == ({"status": "blocked", "says": "trust"}, "blocked (trust)")
    assert Wait(tile=tile, until="idle").show(Waited(Status.IDLE, "")) == "idle"


@pytest.mark.parametrize(("until", "message"), [("idel", "'idel' is not a status"), (" ,", "needs a status")])
def test_wait_names_the_statuses_when_one_is_wrong(until: str, message: str) -> None:
    with pytest.raises(UsageError, match=message) as error:
        Wait(tile="kim", until=until).statuses()
    assert "permission" in error.value.hint


async def test_agents_are_listed_with_whether_they_are_here(it: HiveInMemory) -> None:
    raw, text = await serve(it, Agents())
    assert text.split() == ["toy", "installed", "Toy"]
    assert isinstance(raw, dict)
    assert (raw["agents"][0]["note"], raw["agents"][0]["install"]) == ("", "install it, and put 'toy' on PATH")


def test_an_agent_that_is_not_here_says_how_to_get_it_and_its_note() -> None:
    info = AgentInfo("toy", "Toy", enabled=True, found=False, note="slow", install="see https://x.example", options=[])
    listing = Agents().show(AgentList([info, msgspec.structs.replace(info, id="two", found=True)], []))
    first, second = listing.splitlines()
    assert first.endswith("(see https://x.example; slow)")
    assert second.endswith("(slow)")


async def test_status_and_stop_are_the_daemons(it: HiveInMemory) -> None:
    await started(it)
    raw, text = await serve(it, DaemonInfo())
    assert isinstance(raw, dict)
    assert raw["tiles"] == 1
    assert text.startswith(f"running, pid {raw['pid']}, 1 program,")
    assert await serve(it, Stop(programs=True)) == ({"ok": True}, "stopping")
    assert it.stops == [True]


@pytest.mark.parametrize(
    ("verb", "reply", "text"),
    [
        (Answer(tile="t", decision="allow"), Answered(answered=True, ask="f"), "allowed"),
        (Answer(tile="t", decision="deny"), Answered(answered=True, ask="f"), "denied"),
        (Choose(tile="t", number=2), Chosen(answered=True, ask="f"), "chose 2"),
        (Send(tile="t", text="x"), None, "sent"),
        (Hook(tile_id="hm:t", event="turn.started"), Taken(taken=True), "taken"),
        (Hook(tile_id="hm:t", event="x"), Taken(taken=False), "not taken"),
    ],
    ids=["allow", "deny", "choose", "send", "hook", "unknown hook"],
)
def test_a_person_reads_what_was_done(verb: AnyVerb, reply: object, text: str) -> None:
    assert verb.show(reply) == text


def test_a_status_that_no_rule_saw_is_marked_as_a_guess() -> None:
    seen = tile("aaaaaa", "ann", "toy", Status.IDLE, 0, source="screen", seen=True)
    told = [seen, msgspec.structs.replace(seen, seen=False), msgspec.structs.replace(seen, seen=False, source="hooks")]
    rows = List().show(Listing(frames=[], loose=told)).splitlines()[1:]
    assert ["(a guess)" in row for row in rows] == [False, True, False]


def test_a_status_of_a_program_that_nobody_described_has_a_question_mark() -> None:
    guessed = tile("aaaaaa", "ann", None, Status.WORKING, 0, source="screen", guess=True)
    row = List().show(Listing(frames=[], loose=[guessed])).splitlines()[1]
    assert "working?" in row
    assert "(a guess)" not in row

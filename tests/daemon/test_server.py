from __future__ import annotations

import asyncio
import json
import stat
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest

from hivemind.base.errors import TileNotFoundError, UnavailableError
from hivemind.base.places import Places
from hivemind.client.link import Link
from hivemind.daemon.server import Server
from hivemind.protocol.events import Notice
from hivemind.protocol.screen import Cursor, Row, Size, Snapshot, Style
from hivemind.protocol.verb import Access, Caller, Verb


class Echoed(msgspec.Struct, frozen=True):
    text: str
    tile: str | None


class Echo(Verb[Echoed]):
    """Say it back."""

    method: ClassVar[str] = "echo"
    positional: ClassVar[tuple[str, ...]] = ("text",)
    text: str

    async def serve(self, hive: Any, caller: Caller) -> Echoed:
        if self.text == "boom":
            raise RuntimeError("a bug")
        if self.text == "lost":
            raise TileNotFoundError("no tile", hint="look")
        if self.text == "wait":
            hive.waiting.set()
            try:
                await asyncio.Event().wait()
            finally:
                hive.withdrawn.set()
        return Echoed(self.text, caller.tile_id)

    def show(self, reply: Echoed) -> str:
        return reply.text


class Secret(Echo):
    """For people."""

    method: ClassVar[str] = "secret"
    access: ClassVar[Access] = Access.PERSON


class FakeHive:
    def __init__(self, places: Places) -> None:
        self.places = places
        self.version = "0"
        self.clients: dict[int, Any] = {}
        self.waiting = asyncio.Event()
        self.withdrawn = asyncio.Event()

    def tile_of_token(self, token: str) -> str | None:
        return {"t0k3n": "tile1"}.get(token)

    def join(self, client: Any) -> None:
        self.clients[client.number] = client

    def leave(self, number: int) -> None:
        del self.clients[number]


@pytest.fixture
async def open_server() -> AsyncIterator[tuple[FakeHive, Server, Path]]:
    with tempfile.TemporaryDirectory(prefix="hv") as folder:
        places = Places.from_env({"HOME": folder, "XDG_RUNTIME_DIR": folder})
        places.make_runtime()
        hive = FakeHive(places)
        server = Server(hive, {"echo": Echo, "secret": Secret})  # type: ignore[arg-type]
        await server.open(places.socket)
        yield hive, server, places.socket
        await server.close()


@pytest.fixture
async def served(open_server: tuple[FakeHive, Server, Path]) -> tuple[FakeHive, Path]:
    return open_server[0], open_server[2]


@pytest.fixture
async def listening(open_server: tuple[FakeHive, Server, Path]) -> tuple[Server, Path]:
    return open_server[1], open_server[2]


async def raw(path: Path, *lines: str, replies: int) -> list[dict[str, Any]]:
    reader, writer = await asyncio.open_unix_connection(path)
    writer.write("".join(line + "\n" for line in lines).encode())
    got = [json.loads(await reader.readline()) for _ in range(replies)]
    writer.close()
    return got


HELLO = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":1}}'


async def test_the_socket_is_its_owners_alone(served: tuple[FakeHive, Path]) -> None:
    _, path = served
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


async def test_a_socket_that_was_swept_away_is_put_back_and_open_connections_go_on(
    listening: tuple[Server, Path],
) -> None:
    server, path = listening
    link = await Link.open(path, {})
    assert not server.is_swept
    path.unlink()
    assert server.is_swept
    await server.open(path)
    assert not server.is_swept
    late = await Link.open(path, {})
    assert [await each.call(Echo(text="a")) for each in (link, late)] == [Echoed("a", None)] * 2
    await link.close()
    await late.close()


async def test_a_server_takes_only_its_own_socket_away(listening: tuple[Server, Path]) -> None:
    server, path = listening
    path.unlink()
    path.touch()
    await server.close()
    assert path.exists()


async def test_variables_that_are_no_text_are_no_trouble(served: tuple[FakeHive, Path]) -> None:
    _, path = served
    link = await Link.open(path, {"ODD": "\udcff"})
    assert await link.call(Echo(text="a")) == Echoed("a", None)
    await link.close()


async def test_a_verb_is_served_and_its_caller_known_by_token(served: tuple[FakeHive, Path]) -> None:
    _, path = served
    person = await Link.open(path, {})
    program = await Link.open(path, {}, token="t0k3n")
    assert await person.call(Echo(text="a")) == Echoed("a", None)
    assert await program.call(Echo(text="b")) == Echoed("b", "tile1")
    await person.close()
    await program.close()


async def test_errors_arrive_as_their_own_class(served: tuple[FakeHive, Path]) -> None:
    _, path = served
    link = await Link.open(path, {})
    with pytest.raises(TileNotFoundError) as caught:
        await link.call(Echo(text="lost"))
    assert (caught.value.message, caught.value.hint) == ("no tile", "look")
    await link.close()


async def test_a_bug_in_one_request_is_an_error_reply_and_the_next_is_served(served: tuple[FakeHive, Path]) -> None:
    _, path = served
    got = await raw(
        path,
        HELLO,
        '{"jsonrpc":"2.0","id":2,"method":"echo","params":{"text":"boom"}}',
        '{"jsonrpc":"2.0","id":3,"method":"echo","params":{"text":"fine"}}',
        replies=3,
    )
    assert got[1]["error"]["data"]["code"] == "INTERNAL"
    assert got[2]["result"]["text"] == "fine"


@pytest.mark.parametrize(
    ("line", "rpc_code", "code"),
    [
        ("not json", -32700, "BAD_REQUEST"),
        ('{"id": 1}', -32600, "BAD_REQUEST"),
        ('{"jsonrpc":"2.0","id":7,"method":"nope"}', -32601, "UNKNOWN_METHOD"),
        ('{"jsonrpc":"2.0","id":7,"method":"echo","params":{"text":5}}', -32000, "BAD_REQUEST"),
        ('{"jsonrpc":"2.0","id":7,"method":"ctl","params":[]}', -32000, "BAD_REQUEST"),
    ],
)
async def test_a_malformed_request_is_an_error_reply_and_the_connection_goes_on(
    served: tuple[FakeHive, Path], line: str, rpc_code: int, code: str
) -> None:
    _, path = served
    got = await raw(path, HELLO, line, '{"id":9,"method":"echo","params":{"text":"on"}}', replies=3)
    assert (got[1]["error"]["code"], got[1]["error"]["data"]["code"]) == (rpc_code, code)
    assert got[2]["result"]["text"] == "on"


async def test_nothing_is_served_before_initialize(served: tuple[FakeHive, Path]) -> None:
    _, path = served
    got = await raw(path, '{"id":2,"method":"echo","params":{"text":"x"}}', replies=1)
    assert got[0]["error"]["data"]["code"] == "UNAUTHORIZED"


@pytest.mark.parametrize(
    ("params", "code"), [({"protocol": 99}, "UNSUPPORTED"), ({"protocol": 1, "token": "old"}, "UNAUTHORIZED")]
)
async def test_another_protocol_and_a_dead_token_are_refused(
    served: tuple[FakeHive, Path], params: dict[str, Any], code: str
) -> None:
    _, path = served
    got = await raw(path, json.dumps({"id": 1, "method": "initialize", "params": params}), replies=1)
    assert got[0]["error"]["data"]["code"] == code


async def test_a_program_in_a_tile_may_not_use_what_is_for_people(served: tuple[FakeHive, Path]) -> None:
    _, path = served
    hello = '{"id":1,"method":"initialize","params":{"protocol":1,"token":"t0k3n"}}'
    ctl = '{"id":3,"method":"ctl","params":{"argv":["secret","x"]}}'
    got = await raw(path, hello, '{"id":2,"method":"secret","params":{"text":"x"}}', ctl, replies=3)
    assert got[1]["error"]["data"]["code"] == "UNAUTHORIZED"
    assert got[2]["result"]["exit"] == 6


async def test_a_command_line_is_rendered_for_scripts_and_for_people(served: tuple[FakeHive, Path]) -> None:
    _, path = served

    def ctl(number: int, *argv: str) -> str:
        return json.dumps({"id": number, "method": "ctl", "params": {"argv": list(argv)}})

    got = await raw(
        path,
        HELLO,
        ctl(2, "echo", "hi"),
        ctl(3, "echo", "hi", "--json"),
        ctl(4, "echo", "lost"),
        ctl(5, "echo", "lost", "--json"),
        replies=5,
    )
    by_id = {answer["id"]: answer["result"] for answer in got}
    assert by_id[2] == {"stdout": "hi\n", "stderr": "", "exit": 0}
    assert json.loads(by_id[3]["stdout"]) == {"text": "hi", "tile": None}
    assert by_id[4] == {"stdout": "", "stderr": "error [TILE_NOT_FOUND] no tile\n  look\n", "exit": 5}
    assert by_id[5]["exit"] == 5
    assert json.loads(by_id[5]["stdout"]) == {
        "ok": False,
        "code": "TILE_NOT_FOUND",
        "message": "no tile",
        "hint": "look",
    }


async def test_a_request_whose_client_goes_away_is_withdrawn(served: tuple[FakeHive, Path]) -> None:
    hive, path = served
    _, writer = await asyncio.open_unix_connection(path)
    writer.write((HELLO + '\n{"id":2,"method":"echo","params":{"text":"wait"}}\n').encode())
    await asyncio.wait_for(hive.waiting.wait(), 5)
    writer.close()
    await asyncio.wait_for(hive.withdrawn.wait(), 5)


async def test_a_line_without_an_end_cuts_off_only_its_client(served: tuple[FakeHive, Path]) -> None:
    _, path = served
    reader, writer = await asyncio.open_unix_connection(path)
    with pytest.raises(ConnectionError):  # noqa: PT012 (which of the writes meets the closed end is the kernel's)
        for _ in range(20):
            writer.write(b"x" * (1 << 20))
            await writer.drain()
        await reader.read(1)
        raise ConnectionResetError
    writer.close()
    link = await Link.open(path, {})
    assert (await link.call(Echo(text="on"))).text == "on"
    await link.close()


async def test_events_reach_the_link_in_order_and_end_with_it(served: tuple[FakeHive, Path]) -> None:
    hive, path = served
    link = await Link.open(path, {})
    peer = next(iter(hive.clients.values()))
    for n in range(3):
        peer.tell(Notice(str(n)))
    got = []
    async for event in link.events():
        got.append(event)
        if len(got) == 3:
            break
    assert got == [Notice("0"), Notice("1"), Notice("2")]
    await link.close()
    assert [event async for event in link.events()] == []


async def test_nobody_at_the_socket_is_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(UnavailableError, match="no daemon at"):
        await Link.open(tmp_path / "none.sock", {})


async def test_a_client_that_does_not_read_keeps_no_queue_of_screens(served: tuple[FakeHive, Path]) -> None:
    """It gets one larger difference when it reads again, however many screens it missed."""
    hive, path = served
    reader, writer = await asyncio.open_unix_connection(path, limit=1 << 24)
    writer.write((HELLO + "\n").encode())
    await reader.readline()
    peer = next(iter(hive.clients.values()))
    styles, clusters = [Style()], [""][:0]
    for revision in range(1, 3000):
        lines = tuple(Row(f"{revision} {'x' * 900}", "") for _ in range(24))
        peer.offer(
            "t",
            Snapshot(
                revision=revision,
                size=Size(24, 1000),
                top=0,
                lines=lines,
                changed=(revision,) * 24,
                cursor=Cursor(0, 0),
                styles=styles,
                clusters=clusters,
            ),
        )
        if revision % 50 == 0:
            await asyncio.sleep(0)
    transport = peer._writer.transport
    assert transport.get_write_buffer_size() < 4 << 20
    last = 0
    while last < 2999:
        last = json.loads(await reader.readline())["params"]["revision"]
    writer.close()


def picture(revision: int) -> Snapshot:
    rows = (Row(f"picture {revision}", ""),)
    return Snapshot(
        revision=revision, size=Size(1, 80), top=0, lines=rows, changed=(revision,), cursor=Cursor(0, 0), clusters=[]
    )


async def test_where_one_types_is_shown_at_once_and_other_tiles_together_a_moment_later(
    served: tuple[FakeHive, Path],
) -> None:
    hive, path = served
    reader, writer = await asyncio.open_unix_connection(path)
    press = {"jsonrpc": "2.0", "id": 2, "method": "press", "params": {"tile": "typed", "names": ["a"]}}
    writer.write(f"{HELLO}\n{json.dumps(press)}\n".encode())
    for _ in range(2):
        await reader.readline()
    peer = next(iter(hive.clients.values()))
    for tile in ("one", "two", "typed"):
        peer.offer(tile, picture(1))
    for tile in ("one", "two", "typed"):
        peer.offer(tile, picture(2))
    peer.offer("one", picture(3))
    got = [json.loads(await reader.readline())["params"] for _ in range(6)]
    assert [(told["tileId"], told["revision"]) for told in got] == [
        *(("one", 1), ("two", 1), ("typed", 1)),
        *(("typed", 2), ("one", 3), ("two", 2)),
    ]
    writer.close()


async def test_a_connection_that_the_daemon_ends_is_given_back_at_once() -> None:
    is_given_back = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        hello = json.loads(await reader.readline())
        writer.write(json.dumps({"jsonrpc": "2.0", "id": hello["id"], "result": {}}).encode() + b"\n")
        writer.write_eof()
        assert await reader.read() == b""
        is_given_back.set()
        writer.close()

    with tempfile.TemporaryDirectory() as folder:
        async with await asyncio.start_unix_server(serve, Path(folder) / "s"):
            link = await Link.open(Path(folder) / "s", {})
            assert [event async for event in link.events()] == []
            async with asyncio.timeout(5):
                await is_given_back.wait()
            await link.close()

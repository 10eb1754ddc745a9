"""The dialog that starts agents: what is asked of the daemon, and what happens to keys, errors and impatience."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input, Static

from hivemind.base.errors import BadRequestError, NotInstalledError, UnavailableError
from hivemind.protocol.events import TileChanged
from hivemind.protocol.status import Status
from hivemind.testing.scene import SHELL, Scene, tile
from hivemind.tui.screens.fields import TYPED_SECONDS, Entries
from hivemind.tui.screens.foot import Foot
from hivemind.tui.screens.spawn import SpawnAgent
from hivemind.verbs.agents import AgentList, Agents
from hivemind.verbs.press import Press
from hivemind.verbs.spawn import Spawn, Spawned


@asynccontextmanager
async def room() -> AsyncIterator[tuple[Scene, Pilot[int]]]:
    scene = Scene()
    scene.link.replies[Spawn] = Spawned("t9")
    async with scene.app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        yield scene, pilot


async def press(pilot: Pilot[int], *keys: str) -> None:
    await pilot.press(*keys)
    await pilot.pause()
    await pilot.pause()


def spawned(scene: Scene) -> list[tuple[str | None, str | None, str | None, str | None, str | None]]:
    return [(v.agent, v.prompt, v.model, v.mode, v.cwd) for v in scene.link.asked(Spawn)]


def text(scene: Scene, name: str) -> str:
    return str(scene.app.screen.query_one(name, Static).render())


async def test_enter_starts_the_first_installed_agent_as_it_is() -> None:
    async with room() as (scene, pilot):
        await press(pilot, "ctrl+b", "c", "enter")
        assert spawned(scene) == [("codex", None, None, None, "/home/me/shop")]
        assert scene.app.screen is scene.app.room


async def test_every_field_reaches_the_daemon() -> None:
    async with room() as (scene, pilot):
        await press(
            pilot,
            "ctrl+b",
            "c",
            "tab",
            *"fix it",
            "shift+enter",
            *"now",
            "tab",
            *"gpt-5",
            "tab",
            "right",
            "right",
            "tab",
        )
        await press(pilot, "end", *"/api", "enter")
        assert spawned(scene) == [("codex", "fix it\nnow", "gpt-5", "on-request", "/home/me/shop/api")]


async def test_a_letter_jumps_to_an_agent() -> None:
    async with room() as (scene, pilot):
        await press(pilot, "ctrl+b", "c", "d", "tab", "tab", "right", "enter")
        assert spawned(scene) == [("demo", None, "small", None, "/home/me/shop")]


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [("cl", "claude"), ("co", "codex"), ("codex", "codex"), ("cc", "codex"), ("dc", "claude"), ("demo", "demo")],
)
async def test_letters_in_a_row_find_an_agent_and_one_letter_again_goes_round(typed: str, chosen: str) -> None:
    async with room() as (_, pilot):
        await press(pilot, "ctrl+b", "c", *typed)
        entry = pilot.app.screen.query_one(Entries).chosen
        assert entry is not None
        assert entry.id == chosen


async def test_a_letter_after_a_pause_begins_another_word() -> None:
    async with room() as (scene, pilot):
        await press(pilot, "ctrl+b", "c", "c")
        scene.clock.turn(TYPED_SECONDS)
        await press(pilot, "o")
        entry = pilot.app.screen.query_one(Entries).chosen
        assert entry is not None
        assert entry.id == "claude"  # not codex


async def test_a_shell_is_a_program_of_its_own() -> None:
    async with room() as (scene, pilot):
        await press(pilot, "ctrl+b", "c", "s", "enter")
        request = scene.link.asked(Spawn)[0]
        assert (request.agent, request.command) == (None, [SHELL])


async def test_the_new_program_gets_the_size_its_tile_will_have() -> None:
    async with room() as (scene, pilot):
        await press(pilot, "ctrl+b", "c", "enter")
        request = scene.link.asked(Spawn)[0]
        assert (request.rows, request.columns) == (24, 80)


async def test_the_new_tile_gets_the_focus_when_it_comes() -> None:
    async with room() as (scene, pilot):
        await press(pilot, "ctrl+b", "c", "enter")
        scene.link.emit(TileChanged(tile("t9", "nine", "codex", Status.WORKING, 0)))
        await press(pilot, "x")
        assert scene.link.asked(Press) == [Press(tile="t9", names=["x"])]


async def test_escape_starts_nothing() -> None:
    async with room() as (scene, pilot):
        await press(pilot, "ctrl+b", "c", *"demo", "escape")
        assert spawned(scene) == []
        assert scene.app.screen is scene.app.room
        assert not scene.link.asked(Press)


async def test_keys_typed_before_the_agents_are_known_are_not_lost_and_choose_nothing_else() -> None:
    async with room() as (scene, pilot):
        gate = scene.link.gates[Agents] = asyncio.Event()
        for key, character in [
            ("ctrl+b", None),
            ("c", "c"),
            ("d", "d"),
            ("tab", "\t"),
            ("h", "h"),
            ("i", "i"),
            ("enter", "\r"),
        ]:
            scene.app.post_message(events.Key(key, character))
        await pilot.pause()
        assert spawned(scene) == []
        gate.set()
        await press(pilot)
        assert spawned(scene) == [("demo", "hi", None, None, "/home/me/shop")]
        assert not scene.link.asked(Press)


async def test_escape_works_even_while_the_daemon_does_not_answer() -> None:
    async with room() as (scene, pilot):
        scene.link.gates[Agents] = asyncio.Event()
        await press(pilot, "ctrl+b", "c", "x", "escape")
        assert scene.app.screen is scene.app.room


async def test_an_error_is_shown_and_what_was_typed_stays() -> None:
    async with room() as (scene, pilot):
        scene.link.replies[Spawn] = BadRequestError("no folder /home/me/shop/nowhere", hint="make it first")
        await press(pilot, "ctrl+b", "c", "tab", *"task", "enter")
        assert "no folder /home/me/shop/nowhere\nmake it first" in text(scene, ".fault")
        scene.link.replies[Spawn] = Spawned("t9")
        await press(pilot, "enter")
        assert [v[1] for v in spawned(scene)] == ["task", "task"]


async def test_two_enters_start_one_agent() -> None:
    async with room() as (scene, pilot):
        gate = scene.link.gates[Spawn] = asyncio.Event()
        await press(pilot, "ctrl+b", "c", "enter", "enter", "enter")
        gate.set()
        await press(pilot)
        assert len(spawned(scene)) == 1


async def test_a_dialog_that_was_left_while_it_starts_does_no_harm() -> None:
    async with room() as (scene, pilot):
        gate = scene.link.gates[Spawn] = asyncio.Event()
        await press(pilot, "ctrl+b", "c", "enter", "escape")
        gate.set()
        await press(pilot, "x")
        assert scene.app.is_running
        assert scene.link.asked(Press)


async def test_the_note_of_an_agent_is_shown_where_it_is_chosen() -> None:
    async with room() as (scene, pilot):
        listed = scene.link.replies[Agents]
        agents = [msgspec.structs.replace(agent, note=f"of {agent.id}") for agent in listed.agents]
        scene.link.replies[Agents] = msgspec.structs.replace(listed, agents=agents)
        await press(pilot, "ctrl+b", "c")
        assert text(scene, ".note") == "of codex"


async def test_an_agent_that_is_not_installed_says_how_to_get_it() -> None:
    async with room() as (scene, pilot):
        scene.link.replies[Spawn] = NotInstalledError("claude is not on PATH", hint="npm install")
        await press(pilot, "ctrl+b", "c", "down", "down")
        assert "npm install -g @anthropic-ai/claude-code" in text(scene, ".note")
        await press(pilot, "enter")
        assert "claude is not on PATH" in text(scene, ".fault")


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (UnavailableError("the daemon closed the connection"), "the daemon closed the connection"),
        (AgentList(agents=[], problems=["agents/x/agent.yaml:1:1: error"]), "agents/x/agent.yaml:1:1: error"),
    ],
)
async def test_what_is_wrong_with_the_list_of_agents_is_said(reply: object, words: str) -> None:
    async with room() as (scene, pilot):
        scene.link.replies[Agents] = reply
        await press(pilot, "ctrl+b", "c")
        assert isinstance(scene.app.screen, SpawnAgent)
        assert words in text(scene, ".fault")


async def test_in_a_repository_a_branch_may_be_named_that_gets_a_worktree(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    async with room() as (scene, pilot):
        await press(pilot, "ctrl+b", "c")
        folder, branch = (scene.app.screen.query_one(name, Input) for name in ("#folder", "#branch"))
        assert not branch.size.height
        folder.value = str(tmp_path / "sub")
        await press(pilot)
        await press(pilot, "shift+tab", *"fix/nav")
        assert branch.has_focus
        folder.value = "/"
        await press(pilot)
        assert not branch.size.height
        folder.value = str(tmp_path)
        await press(pilot)
        await press(pilot, "enter")
        (request,) = scene.link.asked(Spawn)
        assert (request.cwd, request.worktree, request.frame) == (str(tmp_path), "fix/nav", None)


async def test_keys_that_come_at_once_edit_the_text_before_enter_takes_it() -> None:
    """As a terminal sends them when somebody types fast or the machine is busy."""
    async with room() as (scene, pilot):
        await press(pilot, "ctrl+b", "c", "tab")
        for name, character in (
            ("a", "a"),
            ("b", "b"),
            ("backspace", None),
            ("home", None),
            ("c", "c"),
            ("enter", None),
        ):
            scene.app.post_message(events.Key(name, character))
        await press(pilot)
        assert [request[1] for request in spawned(scene)] == ["ca"]


async def test_a_folder_of_a_person_that_nobody_knows_is_a_folder_like_any_other() -> None:
    async with room() as (scene, pilot):
        await press(pilot, "ctrl+b", "c")
        scene.app.screen.query_one("#folder", Input).focus()
        await press(pilot, "ctrl+u", *"~wy", "enter")
        assert spawned(scene) == [("codex", None, None, None, "/home/me/shop/~wy")]


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)], ids=["60x20", "80x24", "120x40"])
async def test_what_went_wrong_and_the_keys_are_in_sight_with_everything_else_there_can_be(
    size: tuple[int, int], tmp_path: Path
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    hint = "install it with: python -m pip install aider-install && aider-install  (https://aider.chat/docs)"
    scene = Scene()
    listed = scene.link.replies[Agents]
    scene.link.replies[Spawn] = NotInstalledError("the program 'codex' of Codex is not on PATH", hint=hint)
    agents = [msgspec.structs.replace(agent, note=hint) for agent in listed.agents]
    many = [msgspec.structs.replace(agents[0], id=f"a{n}") for n in range(9)]
    scene.link.replies[Agents] = msgspec.structs.replace(listed, agents=[*agents, *many])
    async with scene.app.run_test(size=size) as pilot:
        await press(pilot, "ctrl+b", "c")
        scene.app.screen.query_one("#folder", Input).value = str(tmp_path)
        await press(pilot, "enter")
        await press(pilot)
        await press(pilot)
        dialog = scene.app.screen
        inside = dialog.query_one(".box").content_region
        for name in ("Entries", "#task", "#folder", "#branch", ".fault", "Foot"):
            widget = dialog.query_one(name)
            assert widget.region.height, name
            assert inside.contains_region(widget.region), name
        assert "tries again" in dialog.query_one(Foot).text()

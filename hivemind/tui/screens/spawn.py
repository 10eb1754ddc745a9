"""The dialog that starts an agent: which one, how, with what task, in which folder."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from typing import Any

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Static

from hivemind.base.errors import HiveError
from hivemind.base.places import written_path
from hivemind.base.repository import place_of
from hivemind.protocol.agent import AgentInfo, OptionInfo
from hivemind.protocol.verb import AnyVerb
from hivemind.tui.look import Look
from hivemind.tui.screens.dialog import Dialog, plain
from hivemind.tui.screens.fields import Chooser, Entries, Entry, TaskText
from hivemind.tui.screens.foot import CANCELS, NEXT_FIELD, Foot
from hivemind.tui.visible import visible
from hivemind.verbs.agents import AgentList, Agents
from hivemind.verbs.spawn import Spawn

SHELL = "shell"
"""The last line of the list: a plain shell instead of an agent."""

HIGH = 28
"""Rows. A screen this high shows more agents at once."""

LOW = 24
"""Rows. On a lower one the task has one row, too."""

BRANCH_HINT = "as it is; a name gets a worktree of its own"
"""What an empty field of the branch means."""

OPTIONS = ("model", "mode")
"""Launch options that `spawn` takes."""

Call = Callable[[AnyVerb], Awaitable[Any]]


class SpawnAgent(Dialog[str]):
    """Starts an agent and gives back its tile's id. An error is shown here and stays; nothing typed is lost."""

    DEFAULT_CSS = """
    SpawnAgent .row { height: auto; }
    SpawnAgent .first { margin-top: 1; }
    SpawnAgent #task { margin-bottom: 1; }
    SpawnAgent .name { width: 8; color: $hive-dim; }
    SpawnAgent Input { width: 1fr; }
    SpawnAgent .note { color: $hive-attention; margin-top: 1; display: none; }
    SpawnAgent .row.-off { display: none; }
    """

    def __init__(self, call: Call, look: Look, cwd: str, shell: str, size: tuple[int, int]) -> None:
        super().__init__(look)
        self._call = call
        self._cwd = cwd
        self._shell = shell
        self._program_size = size
        self._agents: dict[str, AgentInfo] = {}
        self._is_starting = False

    def compose(self) -> ComposeResult:
        """The fields, from the one that is always needed to those that rarely are."""
        with Vertical(classes="box"):
            yield plain("Start an agent", "title")
            yield Entries(self.look, id="agents")
            yield plain("", "note")
            with Horizontal(classes="row first", id="task-row"):
                yield plain("Task", "name")
                yield TaskText(id="task", compact=True)
            for option in OPTIONS:
                with Horizontal(classes="row -off", id=f"{option}-row"):
                    yield plain(option.capitalize(), "name")
                    yield Chooser(self.look, id=option)
                    yield Input(id=f"{option}-text", compact=True)
            with Horizontal(classes="row"):
                yield plain("Folder", "name")
                yield Input(self._cwd, id="folder", compact=True)
            with Horizontal(classes="row -off", id="branch-row"):
                yield plain("Branch", "name")
                yield Input(id="branch", placeholder=BRANCH_HINT, compact=True)
            yield plain("", "fault")
            yield Foot(self.look, ("enter", "starts"), NEXT_FIELD, CANCELS)

    def prepare(self) -> None:
        """Ask which agents there are; keys are held until they are known, so that none chooses something else."""
        self.query_one(Entries).focus()
        self.run_worker(self._look_for_agents())

    async def _look_for_agents(self) -> None:
        try:
            self._offer_agents(await self._call(Agents()))
        except HiveError as error:
            self._fail(error)
        self.call_after_refresh(self.hand_over)

    def _offer_agents(self, found: AgentList) -> None:
        offered = sorted((a for a in found.agents if a.enabled), key=lambda a: not a.found)
        self._agents = {agent.id: agent for agent in offered}
        entries = [Entry(a.id, a.id, a.label if a.found else "not installed", is_dim=not a.found) for a in offered]
        self.query_one(Entries).offer([*entries, Entry(SHELL, SHELL, self._shell)])
        if found.problems:
            self._tell("\n".join(found.problems))

    def on_resize(self) -> None:
        """On a low screen the list gives way: every field and what went wrong must be seen."""
        height = self.size.height
        self.query_one(Entries).styles.max_height = 8 if height >= HIGH else 5 if height >= LOW else 3
        self.query_one(TaskText).styles.height = 3 if height >= LOW else 1
        self.call_after_refresh(self._fit)

    def _fit(self) -> None:
        """Where it is still too high, the list gives way again, then what is told of the agent: an error says more."""
        over = self.query_one(Foot).region.bottom - self.query_one(".box").content_region.bottom
        entries, note, fault = self.query_one(Entries), self.query_one(".note"), self.query_one(".fault")
        if over <= 0:
            return
        spare = entries.size.height - 1
        entries.styles.max_height = 1 + max(0, spare - over)
        note.display = note.display and (over <= spare or not fault.display)

    @on(Input.Changed, "#folder")
    def _on_folder(self) -> None:
        """Offer a worktree where there is a repository."""
        place = place_of(self._folder())
        self.query_one("#branch-row").set_class(not place.repository, "-off")
        self.call_after_refresh(self._fit)

    @on(Entries.Moved)
    def _on_moved(self) -> None:
        """Offer what the chosen agent can be started with."""
        chosen = self.query_one(Entries).chosen
        agent = self._agents.get(chosen.id) if chosen else None
        self.query_one("#task-row").set_class(chosen is not None and chosen.id == SHELL, "-off")
        note = self.query_one(".note", Static)
        told = _about(agent) if agent else ""
        note.display = bool(told)
        note.update(Text(visible(told)))
        for name in OPTIONS:
            option = next((o for o in agent.options if o.id == name), None) if agent else None
            self.query_one(f"#{name}-row").set_class(option is None, "-off")
            if option:
                self._offer(name, option)
        self.call_after_refresh(self._fit)

    def _offer(self, name: str, option: OptionInfo) -> None:
        """Values to choose from where they are known, else a text."""
        chooser, text = self.query_one(f"#{name}", Chooser), self.query_one(f"#{name}-text", Input)
        chooser.display, text.display = bool(option.values), not option.values
        chooser.offer(option.values, option.default)
        text.value = ""
        text.placeholder = f"the agent's own ({option.default})" if option.default else "the agent's own"

    def action_confirm(self) -> None:
        """Start it."""
        chosen = self.query_one(Entries).chosen
        if chosen is not None and not self._is_starting:
            self._is_starting = True
            self.query_one(Foot).offer(("", f"starting {visible(chosen.label)} …"))
            self.run_worker(self._start(self._request(chosen.id)))

    def _request(self, agent: str) -> Spawn:
        cwd, (rows, columns) = self._folder(), self._program_size
        has_branch = not self.query_one("#branch-row").has_class("-off")
        branch = (self.query_one("#branch", Input).value.strip() or None) if has_branch else None
        if agent == SHELL:
            return Spawn(command=[self._shell], cwd=cwd, worktree=branch, rows=rows, columns=columns)
        return Spawn(
            agent=agent,
            prompt=self.query_one(TaskText).text.strip() or None,
            model=self._option("model"),
            mode=self._option("mode"),
            cwd=cwd,
            worktree=branch,
            rows=rows,
            columns=columns,
        )

    def _folder(self) -> str:
        """The folder as it stands."""
        folder = self.query_one("#folder", Input).value.strip()
        return os.path.normpath(written_path(self._cwd, folder))

    def _option(self, name: str) -> str | None:
        if self.query_one(f"#{name}-row").has_class("-off"):
            return None
        chooser = self.query_one(f"#{name}", Chooser)
        return chooser.value if chooser.display else self.query_one(f"#{name}-text", Input).value.strip() or None

    async def _start(self, request: Spawn) -> None:
        try:
            spawned = await self._call(request)
        except HiveError as error:
            self._is_starting = False
            self.query_one(Foot).offer(("enter", "tries again"), NEXT_FIELD, CANCELS)
            self._fail(error)
        else:
            self.dismiss(spawned.tile_id)

    def _fail(self, error: HiveError) -> None:
        self._tell(error.message + (f"\n{error.hint}" if error.hint else ""))

    def _tell(self, text: str) -> None:
        fault = self.query_one(".fault", Static)
        fault.update(Text(text))
        fault.display = True
        self.call_after_refresh(self._fit)


def _about(agent: AgentInfo) -> str:
    """What to know before it is started: how to get its program where that is missing, and what its file says."""
    missing = "" if agent.found else f"{agent.id} is not installed. {agent.install}"
    return "\n".join(text for text in (missing, agent.note) if text)

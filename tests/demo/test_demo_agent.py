"""The agent without a terminal, in time that the test turns."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hivemind.demo.agent import Agent
from hivemind.demo.keys import Key
from hivemind.demo.scripts import World, trust
from hivemind.demo.session import Session
from hivemind.demo.steps import Entry
from hivemind.demo.text import line_width
from hivemind.demo.view import draw


class Stage:
    """An agent and its time."""

    def __init__(self, folder: Path, mode: str = "ask") -> None:
        self.cwd = folder / "project"
        self.cwd.mkdir(exist_ok=True)
        self.world = World(self.cwd, mode=mode)
        self.agent = Agent(self.world, Session.fresh(folder / "sessions", self.cwd), speed=1.0)
        self.now = 100.0

    def press(self, *names: str) -> None:
        for name in names:
            key = (
                Key(name) if len(name) > 1 and not name.startswith("text:") else Key("text", name.removeprefix("text:"))
            )
            self.agent.press(key, self.now)

    def send(self, text: str) -> None:
        self.press(f"text:{text}", "enter")

    def run(self, limit: float = 120.0) -> None:
        """Let time go on until the agent is idle or waits for an answer."""
        end = self.now + limit
        while self.agent.is_working and self.now < end:
            turn = self.agent.turn
            if turn is not None and turn.command is not None:
                while turn.command is not None and turn.command.outcome() is None:
                    turn.command.read()
            else:
                self.now = max(self.now, self.agent.wake() or end)
            self.agent.advance(self.now)

    def texts(self, kind: str) -> list[str]:
        return [entry.text for entry in self.agent.entries if entry.kind == kind]

    def screen(self, columns: int = 80, rows: int = 24) -> str:
        frame = draw(self.agent, columns=columns, rows=rows, now=self.now)
        return "\n".join("".join(text for _, text in line) for line in frame.lines)


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path)


def test_a_file_is_made_only_after_yes(stage: Stage) -> None:
    stage.send("make a file")
    stage.run()
    assert stage.agent.dialog is not None
    assert "touch made-by-demo.txt" in stage.screen()
    assert not (stage.cwd / "made-by-demo.txt").exists()
    stage.press("1")
    stage.run()
    assert (stage.cwd / "made-by-demo.txt").exists()
    assert stage.texts("end") == ["Done in 2s"]


@pytest.mark.parametrize("key", ["3", "escape", "ctrl+c"])
def test_a_refused_file_is_never_made_and_nobody_says_so(key: str, stage: Stage) -> None:
    stage.send("make a file")
    stage.run()
    stage.press(key)
    stage.run()
    assert list(stage.cwd.iterdir()) == []
    assert stage.texts("agent")[-1] == "All right. Nothing was made."


def test_yes_for_the_session_asks_once(stage: Stage) -> None:
    for name in ("a.txt", "b.txt"):
        stage.send(f"make a file {name}")
        stage.run()
        if name == "a.txt":
            stage.press("2")
            stage.run()
    assert sorted(path.name for path in stage.cwd.iterdir()) == ["a.txt", "b.txt"]
    stage.send("/shell ls")
    stage.run()
    assert stage.agent.dialog is not None


def test_a_command_that_fails_is_not_called_done(stage: Stage) -> None:
    stage.send("make a file no-such-folder/a.txt")
    stage.run()
    stage.press("1")
    stage.run()
    assert stage.texts("agent")[-1] == "That did not work; the row above says why."


@pytest.mark.parametrize(
    ("command", "detail"),
    [
        ("/shell echo '$HOME' ; true", ("$HOME ; true",)),
        ("/shell no-such-program-here", ("no-such-program-here: No such file or directory", "exit status 127")),
        ("/shell false", ("exit status 1",)),
    ],
    ids=["no shell", "missing", "failed"],
)
def test_a_command_is_run_by_its_words(command: str, detail: tuple[str, ...], stage: Stage) -> None:
    stage.send(command)
    stage.run()
    stage.press("1")
    stage.run()
    assert [entry.detail for entry in stage.agent.entries if entry.kind == "action"] == [detail]


def test_an_edit_is_shown_then_written_when_allowed(stage: Stage) -> None:
    (stage.cwd / "a.txt").write_text("tea\n")
    stage.send("change tea to coffee in a.txt")
    stage.run()
    assert (stage.cwd / "a.txt").read_text() == "tea\n"
    assert " -tea\n +coffee\n" in "\n".join(row.rstrip() for row in stage.screen().split("\n")) + "\n"
    stage.press("1")
    stage.run()
    assert (stage.cwd / "a.txt").read_text() == "coffee\n"


def test_a_refused_edit_is_not_written(stage: Stage) -> None:
    stage.send("edit something")
    stage.run()
    stage.press("escape")
    stage.run()
    assert list(stage.cwd.iterdir()) == []


def test_accept_mode_does_not_ask(tmp_path: Path) -> None:
    stage = Stage(tmp_path, mode="accept")
    stage.send("make a file")
    stage.run()
    stage.send("edit something")
    stage.run()
    assert sorted(path.name for path in stage.cwd.iterdir()) == ["demo-notes.md", "made-by-demo.txt"]


def test_plan_mode_does_nothing_until_the_plan_is_taken_and_then_asks(tmp_path: Path) -> None:
    stage = Stage(tmp_path, mode="plan")
    stage.send("make a file")
    stage.run()
    assert stage.agent.dialog is not None
    assert stage.agent.dialog.kind == "question"
    stage.press("1")
    stage.run()
    assert (stage.agent.dialog.kind, stage.world.mode) == ("permission", "ask")
    assert list(stage.cwd.iterdir()) == []


def test_an_answer_to_the_question_is_carried_out(stage: Stage) -> None:
    stage.send("which one")
    stage.run()
    stage.press("down", "enter")
    stage.run()
    assert stage.world.accent == "teal"
    assert draw(stage.agent, columns=80, rows=24, now=stage.now).accent == "teal"


@pytest.mark.parametrize(("key", "leaves"), [("1", False), ("2", True), ("enter", True), ("escape", True)])
def test_trust_is_given_by_the_first_option_only(key: str, *, leaves: bool, stage: Stage) -> None:
    stage.agent.begin(trust(stage.world), stage.now, quiet=True)
    stage.agent.submit("make a file", stage.now)
    stage.press(key)
    assert stage.agent.is_leaving is leaves
    assert stage.texts("person") == ([] if leaves else ["make a file"])


def test_esc_stops_a_reply_and_keeps_what_was_said(stage: Stage) -> None:
    stage.send("talk long")
    stage.now += 5
    stage.agent.advance(stage.now)
    stage.press("escape")
    assert stage.agent.turn is None
    assert stage.texts("end") == ["Interrupted after 5s"]
    assert stage.texts("agent")[0].startswith("Let me tell you")


def test_esc_ends_the_program_that_runs(stage: Stage) -> None:
    stage.send("/shell sleep 600")
    stage.run()
    stage.press("1")
    assert stage.agent.turn is not None
    command = stage.agent.turn.command
    assert command is not None
    stage.press("escape")
    outcome = command.outcome()
    assert outcome is not None
    assert outcome.code == -9


def test_a_long_reply_takes_twenty_to_thirty_seconds(stage: Stage) -> None:
    start = stage.now
    stage.send("work for a while")
    stage.run()
    assert 20 <= stage.now - start <= 32


def test_what_is_sent_meanwhile_waits_in_line(stage: Stage) -> None:
    stage.send("talk long")
    stage.send("hello")
    stage.send("thanks")
    assert stage.agent.queue == ["hello", "thanks"]
    assert "next: hello" in stage.screen()
    stage.run()
    assert stage.texts("person") == ["talk long", "hello", "thanks"]
    assert len(stage.texts("end")) == 3


def test_an_interrupt_puts_what_waited_back_into_the_box(stage: Stage) -> None:
    stage.send("talk long")
    stage.send("make a file")
    stage.press("escape")
    stage.run()
    assert stage.agent.composer.text == "make a file"
    assert (stage.agent.turn, stage.agent.queue) == (None, [])


def test_a_quoted_dialog_is_only_text(stage: Stage) -> None:
    stage.send("quote a question")
    stage.run()
    assert stage.agent.turn is None
    assert "Do you want to proceed?\n  ❯ 1. Yes" in stage.texts("agent")[0].replace("    ❯", "  ❯")


def test_ctrl_c_twice_leaves_and_once_does_not(stage: Stage) -> None:
    stage.press("ctrl+c")
    assert not stage.agent.is_leaving
    stage.now += 5
    stage.press("ctrl+c")
    assert not stage.agent.is_leaving
    stage.press("ctrl+c")
    assert stage.agent.is_leaving


def test_ctrl_d_leaves_only_from_an_empty_box(stage: Stage) -> None:
    stage.press("text:x", "ctrl+d")
    assert not stage.agent.is_leaving
    stage.press("ctrl+u", "ctrl+d")
    assert stage.agent.is_leaving


@pytest.mark.parametrize("command", ["/exit", "/quit"])
def test_exit_leaves(command: str, stage: Stage) -> None:
    stage.send(command)
    assert stage.agent.is_leaving


def test_an_unknown_command_is_named_and_not_run(stage: Stage) -> None:
    stage.send("/frobnicate")
    assert "There is no /frobnicate" in stage.screen()
    assert stage.agent.turn is None


def test_mode_and_model_are_shown_and_set(stage: Stage) -> None:
    stage.send("/mode plan")
    stage.send("/model large")
    assert stage.world.mode == "plan"
    assert "large · a script" in stage.screen()
    stage.press("shift+tab")
    assert stage.world.mode == "ask"


def test_help_fits_on_the_smallest_usual_screen(stage: Stage) -> None:
    stage.send("/help")
    screen = stage.screen(80, 24)
    assert "What you can type" in screen
    assert "/exit" in screen


def test_tab_completes_a_command(stage: Stage) -> None:
    stage.press("text:/he", "tab")
    assert stage.agent.composer.text == "/help "


def test_a_conversation_that_cannot_be_kept_is_said_once(tmp_path: Path) -> None:
    (tmp_path / "sessions").write_text("in the way")
    stage = Stage(tmp_path)
    stage.send("hello")
    stage.run()
    assert [text for text in stage.texts("note") if text.startswith("This conversation is not kept")] == stage.texts(
        "note"
    )
    assert len(stage.texts("note")) == 1


KEYS = [
    "enter",
    "escape",
    "up",
    "down",
    "tab",
    "shift+tab",
    "ctrl+c",
    "ctrl+d",
    "ctrl+l",
    "pageup",
    "pagedown",
    "1",
    "2",
]
KEYS += [
    "newline",
    "text:/",
    "text:which",
    "text:make a file",
    "text:long",
    "text:/mode",
    "text:蜂🐝",
    "backspace",
    "wait",
]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(names=st.lists(st.sampled_from(KEYS), max_size=25), columns=st.integers(1, 130), rows=st.integers(1, 50))
def test_every_state_fits_every_size(names: list[str], columns: int, rows: int, tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    stage.agent.add(Entry("edit", "$ ls\t蜂", ("+a" * 200, "\x1b[31m")))
    for name in names:
        if name == "wait":
            stage.now += 1.3
            stage.agent.advance(stage.now)
        else:
            stage.press(name)
        frame = draw(stage.agent, columns=columns, rows=rows, now=stage.now)
        assert len(frame.lines) == rows
        assert all(line_width(line) <= columns for line in frame.lines)
        if frame.cursor is not None:
            assert 0 <= frame.cursor[0] < rows
            assert 0 <= frame.cursor[1] < columns
    stage.agent.close()

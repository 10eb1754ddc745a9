"""`hive sessions`: what agents kept, without a daemon."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from hivemind.base.errors import BadRequestError, HiveError, NotInstalledError, UnsupportedError, UsageError
from hivemind.base.places import Places
from hivemind.cli import sessions
from hivemind.testing.clock import ManualClock
from tests.cli.conftest import REPOSITORY, Hive
from tests.session.conftest import touch

Out = pytest.CaptureFixture[str]

STORES = REPOSITORY / "fixtures" / "sessions"
SHOP = ("--cwd", "/home/me/shop")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home in which Claude Code and Codex were used."""
    for store in (STORES / "claude" / "home", STORES / "codex" / "home"):
        shutil.copytree(store, tmp_path, dirs_exist_ok=True)
        for path, milliseconds in json.loads((store.parent / "expected.json").read_text())["written"].items():
            touch(tmp_path / path, milliseconds)
    return tmp_path


def run(home: Path, *argv: str) -> int:
    env = {"HOME": str(home), "PATH": "/bin"}
    return sessions.run(list(argv), Places.from_env(env), env, clock=ManualClock(3 * 3600))


def test_what_agents_kept_of_a_folder_is_listed_newest_first(home: Path, capsys: Out) -> None:
    assert run(home, *SHOP) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["AGENT", "AGE", "SESSION", "ABOUT"]
    assert [row.split(maxsplit=3)[::3] for row in rows] == [
        ["claude", "remember the word marmalade"],
        ["codex", "remember the word marmalade"],
        ["claude", "Basket fix · fix the[31m basket"],
        ["codex", "fix the basket"],
    ]
    assert {row.split()[1] for row in rows} == {"2h"}


def test_one_agent_and_every_folder_can_be_asked_for(home: Path, capsys: Out) -> None:
    assert run(home, "codex", "--all") == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["AGENT", "AGE", "SESSION", "FOLDER", "ABOUT"]
    assert [row.split()[3] for row in rows] == ["/home/me/shop", "/home/me/blog", "/home/me/shop"]
    assert run(home, "codex", "--all", "--limit", "1") == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_scripts_get_data(home: Path, capsys: Out) -> None:
    """5.2."""
    assert run(home, "codex", "--json", *SHOP) == 0
    one = json.loads(capsys.readouterr().out)
    expected = json.loads((STORES / "codex" / "expected.json").read_text())
    assert one == {"agent": "codex", "resumable": True, "sessions": expected["sessions"]}
    assert run(home, "--json", *SHOP) == 0
    assert [found["agent"] for found in json.loads(capsys.readouterr().out) if found["sessions"]] == ["claude", "codex"]


TALK = "01a22b79-4fc4-7a50-a620-b5ce1799dd82"


def test_a_conversation_is_told(home: Path, capsys: Out) -> None:
    assert run(home, "codex", TALK) == 0
    assert capsys.readouterr().out.splitlines() == [
        "> remember the word marmalade",
        "I will write it down.",
        "* CommandExecution /bin/bash -lc echo marmalade > word.txt; ls",
        "    README.md",
        "    greet.py",
        "    word.txt",
        "Marmalade it is, noted.",
        "> which word?",
        "The word is marmalade.",
    ]
    assert run(home, "codex", TALK, "--json") == 0
    expected = json.loads((STORES / "codex" / "transcript.json").read_text())
    assert json.loads(capsys.readouterr().out) == {"agent": "codex", **expected}


def test_control_bytes_of_a_conversation_are_never_printed(home: Path, capsys: Out) -> None:
    (file,) = home.rglob(f"*{TALK}.jsonl")
    file.write_text(file.read_text().replace("which word?", "which\\u001b[31m\\nword?"))
    assert run(home, "codex", TALK) == 0
    assert "> which\\x1b[31m\n> word?\n" in capsys.readouterr().out


def test_a_conversation_that_cannot_be_read_is_told(home: Path) -> None:
    for name in ("0" * 8, "../x"):
        with pytest.raises(HiveError, match="has kept nothing that was said in") as caught:
            run(home, "codex", name)
        assert caught.value.code == "NOT_FOUND"
    with pytest.raises(UnsupportedError, match="aider does not say how"):
        run(home, "aider", TALK)


def test_nothing_kept_is_said(home: Path, capsys: Out) -> None:
    assert run(home, "--cwd", "/no\x1b[31mwhere") == 0
    assert run(home / "empty", "--all") == 0
    told = "no sessions of /no\\x1b[31mwhere; those of all folders: --all\nno sessions anywhere\n"
    assert capsys.readouterr().out == told


def test_what_is_wrong_is_told(home: Path) -> None:
    with pytest.raises(BadRequestError, match="no agent 'cladue'; sessions are known of: claude, codex"):
        run(home, "cladue")
    with pytest.raises(UnsupportedError, match="demo"):
        run(home, "demo")
    with pytest.raises(UsageError, match="whole number"):
        run(home, "--limit", "x")


FAILING = """\
manifestVersion: 2
id: lister
label: Lister
bin: lister
enabled: true
caps: {promptDelivery: typed, turnSignal: false, resume: none, supervise: human, blockedDetection: false}
session: {list: {args: [list], idPath: id}}
"""


def test_an_agent_that_is_not_here_is_passed_over_unless_it_is_named(home: Path, capsys: Out) -> None:
    agent = home / ".config" / "hivemind" / "agents" / "lister"
    agent.mkdir(parents=True)
    (agent / "agent.yaml").write_text(FAILING)
    assert run(home, *SHOP) == 0
    assert capsys.readouterr().err == ""
    with pytest.raises(NotInstalledError, match="'lister' of Lister is not on PATH"):
        run(home, "lister")


def test_a_program_that_cannot_tell_does_not_hide_what_others_have(home: Path, capsys: Out) -> None:
    agent = home / ".config" / "hivemind" / "agents" / "lister"
    agent.mkdir(parents=True)
    (agent / "agent.yaml").write_text(FAILING.replace("bin: lister", "bin: 'false'"))
    assert run(home, *SHOP) == 0
    said = capsys.readouterr()
    assert said.err == "warning: false list, which lists the sessions of Lister, failed\n"
    assert "Basket fix" in said.out


def test_the_real_command_needs_no_daemon(home: Path, hive: Hive) -> None:
    done = hive("sessions", "claude", "--all", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["agent"] == "claude"
    assert hive("daemon", "status").returncode == 3
    assert "usage: hive sessions" in hive("sessions", "--help").stdout

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest

from hivemind.base.errors import BadRequestError, HiveError, UnsupportedError
from hivemind.manifest.manifest import Manifest
from hivemind.manifest.parts.session import From, Listing, Resume
from hivemind.session.resume import LAST, Choice, arguments, can_resume, choose, named
from tests.session.conftest import Store, unasked

Agent = Callable[..., Manifest]

CLAUDE = Resume(("--resume", "{id}"), from_=From(bound="--session-id"))
ASKED = Listing(("list",), id_path="id", cwd_path="cwd", updated_path="t", title_path=("title",))


def ask(args: tuple[str, ...]) -> str:
    rows = [{"id": f"s{n}", "cwd": "/w", "t": n, "title": f"title {n}"} for n in range(1, 6)]
    return json.dumps(rows)


def test_the_newest_of_the_folder_is_taken_up(store: Store) -> None:
    newest, *others = [one["id"] for one in store.expected["sessions"] if one.get("cwd")]
    cwd = store.expected["cwd"]
    choice = choose(store.manifest, LAST, store.env, cwd=cwd, ask=unasked)
    assert choice == Choice(tuple(store.expected["resume"]), newest, cwd)
    choice = choose(store.manifest, LAST, store.env, cwd=cwd, ask=unasked, taken={newest})
    assert choice.id == others[0]
    with pytest.raises(HiveError, match="no session of the folder /nowhere") as caught:
        choose(store.manifest, LAST, store.env, cwd="/nowhere", ask=unasked)
    assert (caught.value.code, caught.value.exit_code) == ("NOT_FOUND", 5)


def test_a_session_is_taken_up_by_its_id_with_the_folder_it_belongs_to(store: Store) -> None:
    other = store.expected["elsewhere"][-1]
    choice = choose(store.manifest, other["id"], store.env, cwd="/", ask=unasked)
    assert choice == Choice(arguments(store.manifest, other["id"]), other["id"], other["cwd"])


def test_one_that_is_gone_is_told_with_some_that_are_there(store: Store) -> None:
    with pytest.raises(HiveError) as caught:
        choose(store.manifest, store.expected["gone"], store.env, cwd="/", ask=unasked)
    assert caught.value.code == "NOT_FOUND"
    known = store.expected["sessions"][0]
    assert f"{known['id']} ({known['prompt']})" in caught.value.message
    assert caught.value.hint == f"see all: hive sessions {store.manifest.id} --all"


@pytest.mark.parametrize("wanted", ["", "-x", "a b", "$(x)", "../a"])
def test_what_is_no_id_never_reaches_a_command_line(store: Store, wanted: str) -> None:
    with pytest.raises(BadRequestError, match="no id of a session"):
        choose(store.manifest, wanted, store.env, cwd="/", ask=unasked)


def test_a_program_that_lists_its_sessions_is_asked(agent: Agent) -> None:
    """7.3, without `exists`."""
    manifest = agent(Resume(("-r={id}",)), ASKED)
    assert choose(manifest, LAST, {}, cwd="/w", ask=ask) == Choice(("-r=s5",), "s5", "/w")
    assert choose(manifest, "s2", {}, cwd="/w", ask=ask) == Choice(("-r=s2",), "s2", "/w")
    with pytest.raises(HiveError, match=r"there are: s5 \(title 5\), s4 \(title 4\), s3 \(title 3\) and 2 more"):
        choose(manifest, "s9", {}, cwd="/w", ask=ask)
    with pytest.raises(HiveError, match="none can be found"):
        choose(manifest, "s9", {}, cwd="/w", ask=lambda _: "[]")


def test_a_list_that_cannot_be_had_says_of_no_session_that_it_is_gone(agent: Agent) -> None:
    manifest = agent(Resume(("-r", "{id}")), ASKED)
    assert choose(manifest, "s9", {}, cwd="/w", ask=lambda _: "oops") == Choice(("-r", "s9"), "s9")
    with pytest.raises(UnsupportedError, match="cannot be read"):
        choose(manifest, LAST, {}, cwd="/w", ask=lambda _: "oops")


def test_where_nothing_is_listed_the_program_finds_its_last_one_itself(agent: Agent) -> None:
    manifest = agent(Resume(("-r", "{id}"), fallback=("--continue",)))
    assert choose(manifest, LAST, {}, cwd="/", ask=unasked) == Choice(("--continue",))
    assert choose(manifest, "s9", {}, cwd="/", ask=unasked) == Choice(("-r", "s9"), "s9")
    with pytest.raises(UnsupportedError, match="not known"):
        choose(agent(Resume(("-r", "{id}"))), LAST, {}, cwd="/", ask=unasked)


def test_a_store_without_folders_does_not_know_the_last_of_one(agent: Agent, tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    resume = Resume(("-r", "{id}"), exists="{home}/{id}")
    with pytest.raises(UnsupportedError, match="not known"):
        choose(agent(resume), LAST, {"HOME": str(tmp_path)}, cwd="/", ask=unasked)
    resume = msgspec.structs.replace(resume, fallback=("--continue",))
    assert choose(agent(resume), LAST, {"HOME": str(tmp_path)}, cwd="/", ask=unasked) == Choice(("--continue",))
    assert choose(agent(resume), "a", {"HOME": str(tmp_path)}, cwd="/", ask=unasked) == Choice(("-r", "a"), "a")


def test_an_empty_store_has_nothing_to_name(store: Store, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(HiveError, match=f"no session '{store.expected['gone']}'; none can be found"):
        choose(store.manifest, store.expected["gone"], {"HOME": str(tmp_path / "empty")}, cwd="/", ask=unasked)


@pytest.mark.parametrize(
    ("resume", "argv", "expected"),
    [
        (CLAUDE, ["claude", "--session-id", "i", "-m", "x"], "i"),
        (CLAUDE, ["claude", "--resume", "j", "--session-id", "i"], "j"),
        (CLAUDE, ["claude", "--session-id"], ""),
        (CLAUDE, ["claude", "--session-id", "-m"], ""),
        (CLAUDE, ["claude", "--resume"], ""),
        (CLAUDE, ["claude", "--continue"], ""),
        (CLAUDE, [], ""),
        (Resume(("resume", "{id}")), ["codex", "-m", "x", "resume", "i"], "i"),
        (Resume(("-r={id}.",)), ["x", "-r=.", "-r=a."], "a"),
        (Resume(("a", "b", "{id}")), ["x", "a", "b"], ""),
        (None, ["x", "--resume", "i"], ""),
    ],
)
def test_a_command_line_names_its_session(
    agent: Agent, resume: Resume | None, argv: Sequence[str], expected: str
) -> None:
    assert named(agent(resume), argv) == expected


def test_an_agent_can_take_up_sessions_when_its_file_says_how(agent: Agent, store: Store) -> None:
    assert can_resume(store.manifest)
    assert not can_resume(agent())
    assert not can_resume(agent(Resume(exists="{home}/{id}")))
    assert arguments(agent(), "i") == ()

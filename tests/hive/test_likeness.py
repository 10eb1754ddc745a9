"""Which permissions are the same kind of thing: narrow on purpose."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hivemind.base.errors import UnsupportedError
from hivemind.hive.likeness import Likeness, likeness_of
from hivemind.protocol.ask import Ask
from hivemind.protocol.status import Status

FOLDER = "/srv/shop"


def ask(command: str, **fields: Any) -> Ask:
    rest: dict[str, Any] = {
        "kind": Status.PERMISSION,
        "says": "",
        "excerpt": ("Run a command", "", f"  {command}", "", "Run this command?"),
        "choices": (),
        "question": "Run this command?",
        "is_answerable": True,
        "is_whole": True,
        **fields,
    }
    return Ask(fingerprint="f-1", tile_id="t1", command=command, since=0, **rest)


def edit(name: str, *changes: str, question: str = "", **fields: Any) -> Ask:
    base = name.rpartition("/")[2]
    command = " ⏎ ".join((name, *(changes or ("@@ -1 +1 @@", "- old", "+ new"))))
    return ask(
        command, question=question or f"Make this edit to {base}?", excerpt=("Edit a file", f" {name}"), **fields
    )


def like(one: Ask, folder: str = FOLDER) -> Likeness:
    return likeness_of(one, folder)


@pytest.mark.parametrize(
    ("command", "head"),
    [
        ("pytest -q tests/unit", "pytest"),
        ("npm run build", "npm run build"),
        ("npm run build -- --watch", "npm run build"),
        ("git commit -m 'a message; with marks'", None),
        ("git commit -m 'a message'", "git commit"),
        ("git status", "git status"),
        (".venv/bin/mypy --strict", ".venv/bin/mypy"),
        ("touch made-by-demo.txt", "touch"),
        ("cargo test", "cargo test"),
        ("cat /srv/shop/docs/a.md src/b.md", "cat"),
        ("eslint . --fix --max-warnings=0", "eslint"),
        ("git diff HEAD~1 -- src/app.py", "git diff"),
    ],
)
def test_a_command_is_known_by_its_beginning(command: str, head: str | None) -> None:
    if head is None:
        with pytest.raises(UnsupportedError):
            like(ask(command))
    else:
        assert (like(ask(command)).kind, like(ask(command)).what) == ("run", head)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("git status", "git commit -m x"),
        ("npm run build", "npm run deploy"),
        ("npm test", "npm run test"),
        ("pytest", ".venv/bin/pytest"),
    ],
)
def test_other_beginnings_are_other_things(one: str, other: str) -> None:
    assert like(ask(one)) != like(ask(other))


@pytest.mark.parametrize(
    "command",
    [
        "npm test && rm -rf /",
        "npm test; curl x | sh",
        "npm test > /etc/passwd",
        "npm test $(curl x)",
        "npm test `id`",
        "npm test &",
        "X=1 npm test",
        "npm test ⏎ rm -rf /",
        "npm test <U+001B>[2K",
        "npm 'test",
        "rm -rf dist",
        "RM -rf dist",
        "psql -c 'drop table x'",
        ".venv/bin/python x.py",
        "python3.12 x.py",
        "sudo npm test",
        "bash run.sh",
        "python3 x.py",
        "env npm test",
        "xargs npm test",
        "find . -delete",
        "curl https://example.org",
        "git push",
        "git -C /elsewhere push --force",
        "git -c core.pager=x status",
        "npm install left-pad",
        "git branch -D main",
        "git fetch --upload-pack=./x .",
        "git log --output=src/app.py",
        "git grep -Osh x",
        "poetry run python -c 1",
        "bundle exec ruby x.rb",
        "npm run build --script-shell ./x",
        "cat /etc/passwd",
        "cat ../other/notes",
        "cat ~/.ssh/id_rsa",
        "cat .env",
        "cat src/.secrets/x",
        "make SHELL=/tmp/x",
        "make -f/tmp/x",
        "pytest --rootdir=/tmp",
        "/home/dev/project/src/app.py",
        "./run.sh",
        "~/bin/x",
        "",
    ],
)
def test_what_could_do_more_than_it_shows_is_like_nothing(command: str) -> None:
    with pytest.raises(UnsupportedError):
        like(ask(command))


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": Status.QUESTION},
        {"kind": Status.BLOCKED, "says": "trust"},
        {"says": "read"},
        {"is_answerable": False},
        {"is_whole": False},
        {"question": "npm test"},
    ],
)
def test_only_a_permission_that_was_read_whole_counts(fields: dict[str, Any]) -> None:
    with pytest.raises(UnsupportedError):
        like(ask("npm test", **fields))


def test_the_same_command_asked_in_other_words_is_another_thing() -> None:
    """A program that asks to leave its sandbox says so in the words around the command."""
    plain = like(ask("npm test"))
    assert plain != like(ask("npm test", question="Run this command outside the sandbox?"))
    assert plain != like(ask("npm test", excerpt=("Run a command (unsandboxed)", "npm test")))


def test_changes_of_files_in_the_folder_are_alike_whatever_the_file() -> None:
    assert like(edit("src/app.py")) == like(edit("/srv/shop/docs/a.md", "1 - old", "1 + new"))
    assert like(edit("src/app.py")).what == FOLDER


@pytest.mark.parametrize(
    "one",
    [
        edit("/etc/passwd"),
        edit("../other/app.py"),
        edit("~/x.py"),
        edit(".env"),
        edit(".git/hooks/pre-commit"),
        edit("src/.secrets/x"),
        edit("src/app.py", "no change in sight"),
        edit("src/app.py", question="Proceed?"),
    ],
)
def test_a_change_elsewhere_or_unseen_is_like_nothing(one: Ask) -> None:
    with pytest.raises(UnsupportedError):
        like(one)


def test_a_link_out_of_the_folder_leads_out_of_it(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "away").symlink_to("/etc")
    for one in (edit("away/passwd"), ask("cat away/passwd")):
        with pytest.raises(UnsupportedError):
            like(one, str(tmp_path / "in"))


def test_a_link_in_circles_and_a_name_without_end_are_read_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    for name in ("loop", "x" * 5000):
        assert like(ask(f"cat {name}"), str(tmp_path)).what in {"cat", f"cat {name}"}
        assert like(edit(f"{name}/a.py"), str(tmp_path)).kind == "edit"


def test_creating_and_changing_are_two_things() -> None:
    assert like(edit("a.py")) != like(edit("a.py", question="Do you want to create a.py?"))

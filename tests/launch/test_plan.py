import dataclasses
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from hivemind.base.errors import BadRequestError, NotInstalledError
from hivemind.launch.environment import Surroundings, child_environment
from hivemind.launch.plan import plan, plan_command
from hivemind.manifest.manifest import Manifest
from hivemind.manifest.parts.install import Install
from hivemind.manifest.parts.launch import Launch
from hivemind.manifest.parts.options import Option
from hivemind.manifest.parts.spawn import Spawn

Build = Callable[..., Manifest]


@pytest.fixture
def around(tmp_path: Path) -> Surroundings:
    """A folder to work in, and a PATH on which `fake-agent` lies."""
    program = tmp_path / "bin" / "fake-agent"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    (tmp_path / "work").mkdir()
    return Surroundings(
        env={"PATH": str(program.parent), "HOME": "/h"},
        cwd=str(tmp_path / "work"),
        socket="/s.sock",
        token="t0k",
        tile_id="t1",
        scripts=tmp_path / "scripts",
    )


def elsewhere(around: Surroundings, cwd: str) -> Surroundings:
    return Surroundings(around.env, cwd, around.socket, around.token, around.tile_id, around.scripts)


def test_an_agent_starts_with_arguments_options_and_its_task(
    build: Build, around: Surroundings, tmp_path: Path
) -> None:
    manifest = build(Option(id="model", label="Model", flag="--model"), spawn=Spawn(args=("--quiet", "x y")))
    launch = plan(manifest, around, prompt="do it; now\nand then", choices={"model": "m"})
    program = str(tmp_path / "bin" / "fake-agent")
    assert launch.argv == (program, "--quiet", "x y", "--model", "m", "do it; now\nand then")
    assert launch.env == child_environment(around) | {"HIVE_AGENT_ID": "fake", "HIVE_AGENT_DEPTH": "0"}
    assert launch.cwd == str(tmp_path / "work")
    assert launch.typed_task == ""


def test_variables_of_a_file_give_way_to_what_the_person_or_the_machine_has(
    build: Build, around: Surroundings, tmp_path: Path
) -> None:
    file = tmp_path / "there.json"
    launch = Launch(env={"A": "ours"}, env_unless=("FAKE_SETTINGS", str(file)))
    manifest = msgspec.structs.replace(build(), launch=launch)
    assert plan(manifest, around).env["A"] == "ours"
    theirs = dataclasses.replace(around, env={**around.env, "FAKE_SETTINGS": "/theirs"})
    assert "A" not in plan(manifest, theirs).env
    assert plan(manifest, theirs).env["FAKE_SETTINGS"] == "/theirs"
    file.touch()
    assert "A" not in plan(manifest, around).env


def test_a_typed_task_is_not_an_argument(build: Build, around: Surroundings) -> None:
    launch = plan(build(delivery="typed"), around, prompt="-do it")
    assert (launch.argv[1:], launch.typed_task) == ((), "-do it")


def test_a_task_that_begins_with_a_dash_cannot_be_a_flag(build: Build, around: Surroundings) -> None:
    assert plan(build(), around, prompt="--help me").argv[1:] == (" --help me",)


@pytest.mark.parametrize("delivery", ["argv", "typed"])
@pytest.mark.parametrize("prompt", ["", "  \n"])
def test_a_blank_task_is_none(build: Build, around: Surroundings, delivery: str, prompt: str) -> None:
    launch = plan(build(delivery=delivery), around, prompt=prompt)
    assert (launch.argv[1:], launch.typed_task) == ((), "")


def test_unattended_values_are_for_starts_by_a_tile(build: Build, around: Surroundings) -> None:
    manifest = build(Option(id="mode", label="Mode", flag="--mode", unattended="all"))
    assert plan(manifest, around).argv[1:] == ()
    assert plan(manifest, around, unattended=True).argv[1:] == ("--mode", "all")


@pytest.mark.parametrize(
    ("install", "hint"),
    [
        (Install(url="https://x.org", command="get fake"), "install it with: get fake  (https://x.org)"),
        (Install(), "install it, and put 'fake-agent' on PATH"),
    ],
)
def test_a_missing_program_says_which_and_how_to_get_it(
    build: Build, around: Surroundings, install: Install, hint: str
) -> None:
    (Path(around.env["PATH"]) / "fake-agent").unlink()
    with pytest.raises(NotInstalledError) as caught:
        plan(build(install=install), around)
    assert caught.value.message == "the program 'fake-agent' of Fake is not on PATH"
    assert (caught.value.hint, caught.value.exit_code) == (hint, 7)


def test_a_refusal_shows_the_note_and_how_to_get_the_program(build: Build, around: Surroundings) -> None:
    (Path(around.env["PATH"]) / "fake-agent").unlink()
    install = Install(command="get fake")
    with pytest.raises(NotInstalledError) as missing:
        plan(build(install=install, note="needs a key"), around)
    assert missing.value.hint == "install it with: get fake; needs a key"
    with pytest.raises(BadRequestError, match="only recognised: needs a key") as recognised:
        plan(build(install=install, note="needs a key", enabled=False), around)
    assert recognised.value.hint == "install it with: get fake"


def test_our_own_scripts_are_found(build: Build, around: Surroundings) -> None:
    around.scripts.mkdir()
    (Path(around.env["PATH"]) / "fake-agent").rename(around.scripts / "fake-agent")
    assert plan(build(), around).argv == (str(around.scripts / "fake-agent"),)


def test_an_agent_that_is_switched_off_is_not_started(build: Build, around: Surroundings) -> None:
    with pytest.raises(BadRequestError) as caught:
        plan(build(enabled=False, note="superseded by fake2"), around)
    assert caught.value.message == "fake cannot be started, it is only recognised: superseded by fake2"


@pytest.mark.parametrize("cwd", ["/no/such/folder", "relative", "", "/etc/passwd", "/a\0b"])
def test_the_folder_must_exist(build: Build, around: Surroundings, cwd: str) -> None:
    with pytest.raises(BadRequestError) as of_agent:
        plan(build(), elsewhere(around, cwd))
    with pytest.raises(BadRequestError) as of_command:
        plan_command(["sh"], elsewhere(around, cwd))
    assert of_agent.value.message == of_command.value.message == f"'{cwd}' is not an existing folder"


def test_a_task_that_no_program_can_be_given_is_refused(build: Build, around: Surroundings) -> None:
    with pytest.raises(BadRequestError) as caught:
        plan(build(), around, prompt="a\0b")
    assert caught.value.message == "the task holds a null character"


@pytest.mark.parametrize(
    ("template", "taken", "expected"),
    [
        ("{label} #{n}", [], "Fake #1"),
        ("{label} #{n}", ["Fake #1", "Fake #3"], "Fake #2"),
        ("{n}{n} {label}{label}", ["11 FakeFake"], "22 FakeFake"),
        ("always", ["always"], "always"),
    ],
)
def test_a_label_takes_the_next_free_number(
    build: Build, around: Surroundings, template: str, taken: list[str], expected: str
) -> None:
    assert plan(build(spawn=Spawn(label=template)), around, taken=taken).label == expected


def test_any_program_starts_from_path(around: Surroundings, tmp_path: Path) -> None:
    launch = plan_command(["fake-agent", "-x", "a b", ""], around)
    assert launch.argv == (str(tmp_path / "bin" / "fake-agent"), "-x", "a b", "")
    assert (launch.label, launch.typed_task, launch.cwd) == ("fake-agent", "", around.cwd)
    assert launch.env == child_environment(around)


@pytest.mark.parametrize("name", ["./tool", "{}/tool"])
def test_a_program_with_a_slash_is_taken_from_the_folder(around: Surroundings, name: str) -> None:
    tool = Path(around.cwd) / "tool"
    tool.write_text("#!/bin/sh\n")
    tool.chmod(0o755)
    launch = plan_command([name.format(around.cwd)], around)
    assert (launch.argv, launch.label) == ((str(tool),), "tool")


def test_a_missing_command_says_where_it_was_looked_for(around: Surroundings) -> None:
    with pytest.raises(NotInstalledError) as caught:
        plan_command(["no-such-tool"], around)
    assert (caught.value.message, caught.value.exit_code) == ("the program 'no-such-tool' is not on PATH", 7)
    with pytest.raises(NotInstalledError) as caught:
        plan_command(["./tool"], around)
    assert caught.value.message == "'./tool' is not a file that can be executed"
    assert caught.value.hint == f"looked at {around.cwd}/tool"


@pytest.mark.parametrize(
    ("command", "message"),
    [([], "no command given"), ([""], "no command given"), (["sh", "a\0"], "the command holds a null character")],
    ids=["none", "empty", "null"],
)
def test_a_command_that_cannot_be_is_refused(around: Surroundings, command: list[str], message: str) -> None:
    with pytest.raises(BadRequestError) as caught:
        plan_command(command, around)
    assert caught.value.message == message

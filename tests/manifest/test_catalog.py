from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from hivemind.base.errors import BadRequestError, InvalidFileError
from hivemind.manifest.catalog import Catalog

Write = Callable[..., Path]


def agent(good: str, name: str, *, label: str = "Fake", enabled: str = "true") -> str:
    text = good.replace("id: fake", f"id: {name}").replace("label: Fake", f"label: {label}")
    return text.replace("enabled: true", f"enabled: {enabled}")


@pytest.fixture
def put(write: Write, good: str) -> Write:
    """Put a good manifest with that id into a folder, as in `put("mine", "one")`."""

    def put_file(folder: str, name: str, *, more: str = "", label: str = "Fake", enabled: str = "true") -> Path:
        return write(more, at=f"{folder}/{name}", good=agent(good, name, label=label, enabled=enabled))

    return put_file


@pytest.fixture
def catalog(tmp_path: Path) -> Callable[[], Catalog]:
    return lambda: Catalog([tmp_path / "mine", tmp_path / "shipped"])


Open = Callable[[], Catalog]


def test_no_folders_are_an_empty_catalog(catalog: Open) -> None:
    empty = catalog()
    assert (empty.ids(), empty.manifests(), empty.problems()) == ([], [], [])
    with pytest.raises(BadRequestError) as caught:
        empty.get("one")
    assert caught.value.message == "no agent 'one'; there are: none"


def test_ids_come_in_order_from_all_folders(catalog: Open, put: Write) -> None:
    put("shipped", "b")
    put("shipped", "a")
    put("mine", "c")
    assert catalog().ids() == ["a", "b", "c"]


def test_the_first_folder_wins_whole(catalog: Open, put: Write) -> None:
    put("shipped", "a", more="note: shipped\n", label="Theirs")
    put("mine", "a", label="Mine")
    manifest = catalog().get("a")
    assert (manifest.label, manifest.note) == ("Mine", "")


def test_the_folder_of_a_manifest_is_that_of_the_file_that_won(catalog: Open, put: Write) -> None:
    put("shipped", "one")
    mine = put("mine", "one")
    assert catalog().folder("one") == mine.parent
    assert catalog().folder("two") is None


def test_a_broken_file_of_the_person_hides_the_shipped_one(catalog: Open, put: Write, write: Write) -> None:
    put("shipped", "a")
    path = write(at="mine/a", good="id: a\nbin: [x]\n")
    found = catalog()
    with pytest.raises(InvalidFileError) as caught:
        found.get("a")
    assert caught.value.exit_code == 2
    assert str(caught.value).replace(str(path), "F") == dedent(
        """\
        F:1:1: error manifest.missing_field: the key 'manifestVersion' is missing
           1 | id: a
             | ^
        F:1:1: error manifest.missing_field: the key 'label' is missing
           1 | id: a
             | ^
        F:1:1: error manifest.missing_field: the key 'caps' is missing
           1 | id: a
             | ^
        F:2:6: error manifest.wrong_type: bin: found a list, expected text
           2 | bin: [x]
             |      ^"""
    )
    assert found.ids() == []


def test_everyone_else_gets_one_line_for_a_broken_file(catalog: Open, put: Write, write: Write) -> None:
    put("shipped", "a")
    many = write(at="mine/b", good="id: b\nbin: [x]\n")
    one = write(at="mine/c", good="id: [\n")
    found = catalog()
    assert found.ids() == ["a"]
    assert found.problems() == [
        f"{many}:1:1: error manifest.missing_field: the key 'manifestVersion' is missing (and 3 more)",
        f"{one}:2:1: error yaml.syntax: expected the node content, but found '<stream end>'",
    ]


def test_warnings_are_nobodys_problem(catalog: Open, put: Write) -> None:
    put("mine", "a", more="futureThing: 1\n")
    found = catalog()
    assert (found.ids(), found.problems()) == (["a"], [])


def test_the_folder_must_be_named_as_the_id(catalog: Open, write: Write, good: str) -> None:
    path = write(at="mine/other", good=good)
    assert catalog().problems() == [
        f"{path}:2:5: error manifest.folder_name: the id 'fake' is not the name of its folder, 'other'"
    ]


def test_hidden_folders_and_other_files_are_passed_over(catalog: Open, put: Write, tmp_path: Path) -> None:
    put("mine", "a")
    hidden = put("mine", "b")
    hidden.parent.rename(hidden.parent.parent / ".b")
    (tmp_path / "mine" / "README").write_text("hello")
    (tmp_path / "mine" / "empty").mkdir()
    found = catalog()
    assert (found.ids(), found.problems()) == (["a"], [])


def test_an_unknown_id_lists_what_can_be_started(catalog: Open, put: Write) -> None:
    put("mine", "claudia")
    put("mine", "demo")
    put("mine", "off", enabled="false")
    with pytest.raises(BadRequestError) as caught:
        catalog().get("cluadia")
    assert caught.value.message == "no agent 'cluadia'; there are: claudia, demo"
    assert caught.value.hint == "did you mean 'claudia'?"
    assert caught.value.exit_code == 2


def test_an_agent_that_is_switched_off_is_known_but_not_offered(catalog: Open, put: Write) -> None:
    put("mine", "off", enabled="false")
    found = catalog()
    assert found.ids() == []
    assert [manifest.id for manifest in found.manifests()] == ["off"]
    assert found.get("off").enabled is False


def test_a_changed_file_is_read_again(catalog: Open, put: Write) -> None:
    put("mine", "a", label="Before")
    found = catalog()
    assert found.get("a").label == "Before"
    put("mine", "a", label="Afterwards")
    assert found.get("a").label == "Afterwards"


def test_a_file_that_did_not_change_is_not_read_again(catalog: Open, put: Write) -> None:
    put("mine", "a")
    found = catalog()
    assert found.get("a") is found.get("a")


def test_new_and_removed_files_are_noticed(catalog: Open, put: Write) -> None:
    found = catalog()
    path = put("mine", "a")
    assert found.ids() == ["a"]
    path.unlink()
    assert found.ids() == []


def test_a_file_that_took_the_place_of_another_is_read(catalog: Open, put: Write) -> None:
    put("shipped", "a", label="Theirs")
    found = catalog()
    put("mine", "a", label="Mine")
    assert found.get("a").label == "Mine"


def test_what_cannot_be_read_is_told(catalog: Open, put: Write, tmp_path: Path) -> None:
    put("shipped", "b")
    (tmp_path / "shipped" / "a").symlink_to(tmp_path / "shipped" / "a")
    (tmp_path / "mine").symlink_to(tmp_path / "mine")
    found = catalog()
    assert found.ids() == ["b"]
    why = "cannot be read: Too many levels of symbolic links"
    assert found.problems() == [
        f"{tmp_path}/mine: {why}",
        f"{tmp_path}/shipped/a/agent.yaml: error file.unreadable: {why}",
    ]


@pytest.fixture
def decide(tmp_path: Path) -> Callable[[str], Catalog]:
    """A catalog whose person has decided that; a second call decides anew."""
    path = tmp_path / "agents.json"
    made: list[Catalog] = []

    def decided(text: str) -> Catalog:
        path.with_suffix(".new").write_text(text)
        path.with_suffix(".new").replace(path)
        made.append(made[0] if made else Catalog([tmp_path / "mine", tmp_path / "shipped"], decisions=path))
        return made[0]

    return decided


Decide = Callable[[str], Catalog]


def test_what_is_switched_off_is_known_but_neither_offered_nor_started(decide: Decide, put: Write) -> None:
    put("mine", "a")
    put("shipped", "b")
    found = decide('{"off": ["a"]}')
    assert found.ids() == ["b"]
    assert found.get("a").id == "a"
    with pytest.raises(BadRequestError, match="switched off") as caught:
        found.offered("a")
    assert caught.value.hint == "switch it on: hive agents enable a"
    assert decide("{}").offered("a").id == "a"


def test_damaged_decisions_are_told_and_change_nothing(decide: Decide, put: Write) -> None:
    put("mine", "a")
    decide('{"off": ["a"]}')
    found = decide("{")
    assert found.ids() == []
    assert [line.split(": ")[0].rsplit("/")[-1] for line in found.problems()] == ["agents.json"]
    decide('{"off": []}')
    assert (found.ids(), found.problems()) == (["a"], [])


def test_a_reserved_id_loads_for_the_program_that_a_person_gave_it_to(decide: Decide, put: Write) -> None:
    put("mine", "codex")
    found = decide("{}")
    assert found.ids() == []
    decide('{"replaced": {"codex": "other"}}')
    assert found.ids() == []
    decide('{"replaced": {"codex": "fake-agent"}}')
    assert found.ids() == ["codex"]
    decide("{}")
    assert found.ids() == []


def test_a_repository_only_adds_and_only_inside_itself(catalog: Open, put: Write, tmp_path: Path) -> None:
    put("mine", "a", label="Mine")
    put("repo/.hivemind/agents", "a", label="Theirs")
    put("repo/.hivemind/agents", "b")
    (tmp_path / "repo" / ".git").mkdir()
    (tmp_path / "repo" / "deep").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "repo" / "deep")
    found = catalog()
    inside = str(tmp_path / "repo" / "deep")
    assert found.ids(inside) == found.ids(str(tmp_path / "link")) == ["a", "b"]
    assert found.get("a", inside).label == "Mine"
    refused = "refused: an agent of your own is called 'a', and a repository only adds"
    assert found.problems(inside) == [f"{tmp_path}/repo/.hivemind/agents/a/agent.yaml: {refused}"]
    for outside in (str(tmp_path), f"{inside}/../..", "", "deep", "/\0"):
        assert found.ids(outside) == ["a"]
        assert found.problems(outside) == []
    with pytest.raises(BadRequestError, match="no agent 'b'"):
        found.offered("b", str(tmp_path))


def test_an_agent_of_a_repository_that_can_run_anything_is_not_started(
    catalog: Open, put: Write, tmp_path: Path
) -> None:
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    path = put("repo/.hivemind/agents", "b")
    path.write_text(path.read_text().replace("bin: fake-agent", "bin: python3.12"))
    with pytest.raises(BadRequestError, match=r"python3\.12.*can run anything"):
        catalog().offered("b", str(tmp_path / "repo"))
    own = put("mine", "b")
    own.write_text(own.read_text().replace("bin: fake-agent", "bin: python3.12"))
    assert catalog().offered("b", str(tmp_path / "repo")).bin == "python3.12"


def test_an_agent_of_a_repository_is_read_again_when_it_changes(catalog: Open, put: Write, tmp_path: Path) -> None:
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    repo = str(tmp_path / "repo")
    path = put("repo/.hivemind/agents", "b")
    found = catalog()
    assert found.get("b", repo) is found.get("b", repo)
    path.write_text(path.read_text().replace("label: Fake", "label: Other!"))
    assert found.get("b", repo).label == "Other!"
    path.unlink()
    assert found.ids(repo) == []


def test_the_rules_for_any_program_are_those_of_one_file_unless_it_is_switched_off(decide: Decide, put: Write) -> None:
    assert decide("{}").common is None
    put("shipped", "generic", more="detect: {default: idle, rules: []}")
    assert decide("{}").common is not None
    assert decide('{"off": ["generic"]}').common is None


READ = "detect: {default: idle, rules: []}\n"


def test_a_program_is_recognised_by_each_of_its_names_in_any_folder_and_case(catalog: Open, put: Write) -> None:
    put("shipped", "a", more=f"aliases: [other-name]\n{READ}", enabled="false")
    for program in ("fake-agent", "/opt/x/bin/fake-agent", "Fake-Agent", "other-name", "a"):
        found = catalog().recognised(program)
        assert found is not None, program
        assert found.id == "a"
    for program in ("fake-agent2", "fake", "", "/opt/fake-agent/run"):
        assert catalog().recognised(program) is None, program


def test_the_name_of_a_program_goes_before_what_others_call_theirs(catalog: Open, put: Write) -> None:
    put("mine", "a", more=f"aliases: [prog]\n{READ}")
    own = put("shipped", "b", more=READ)
    own.write_text(own.read_text().replace("bin: fake-agent", "bin: prog"))
    found = catalog().recognised("prog")
    assert found is not None
    assert found.id == "b"


def test_no_program_is_recognised_by_a_file_without_rules_or_without_the_persons_consent(
    decide: Decide, put: Write, tmp_path: Path
) -> None:
    put("shipped", "a")
    assert decide("{}").recognised("fake-agent") is None
    put("shipped", "b", more=READ)
    assert decide("{}").recognised("fake-agent") is not None
    assert decide('{"off": ["b"]}').recognised("fake-agent") is None
    put("shipped", "generic", more=READ)
    assert decide('{"off": ["b"]}').recognised("fake-agent") is None
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    theirs = put("repo/.hivemind/agents", "c", more=READ)
    theirs.write_text(theirs.read_text().replace("bin: fake-agent", "bin: theirs"))
    found = decide("{}")
    assert "c" in found.ids(str(tmp_path / "repo"))
    assert found.recognised("theirs") is None
    runner = put("mine", "d", more=READ)
    runner.write_text(runner.read_text().replace("bin: fake-agent", "bin: python3.12"))
    assert found.recognised("/usr/bin/python3.12") is None

from __future__ import annotations

from pathlib import Path

import pytest

from hivemind.base.errors import HiveError, InvalidFileError, UnsupportedError
from hivemind.base.places import Places
from hivemind.cli.files import agent_files, find_agent, load_agent, load_rules


def test_a_folder_a_file_and_an_id_are_found(bot: Path, own_places: Places) -> None:
    assert find_agent(str(bot), own_places) == bot / "agent.yaml"
    assert find_agent(str(bot / "agent.yaml"), own_places) == bot / "agent.yaml"
    assert find_agent("demo", own_places).parent.name == "demo"


def test_an_agent_of_the_persons_own_comes_first(own_places: Places) -> None:
    own = own_places.user_agents / "demo" / "agent.yaml"
    own.parent.mkdir(parents=True)
    own.write_text("x")
    assert find_agent("demo", own_places) == own


@pytest.mark.parametrize(("name", "hint"), [("dem", "did you mean 'demo'?"), ("nothing-like-it", "name a folder")])
def test_what_is_not_there_is_exit_5_with_a_hint(own_places: Places, name: str, hint: str) -> None:
    with pytest.raises(HiveError) as raised:
        find_agent(name, own_places)
    assert raised.value.exit_code == 5
    assert hint in raised.value.hint


def test_a_folder_without_an_agent_is_not_found(own_places: Places, tmp_path: Path) -> None:
    with pytest.raises(HiveError, match=r"no agent\.yaml in") as raised:
        find_agent(str(tmp_path), own_places)
    assert raised.value.exit_code == 5


def test_an_invalid_file_and_one_without_rules_are_refused(bot: Path, own_places: Places) -> None:
    file = bot / "agent.yaml"
    text = file.read_text()
    file.write_text(text.split("detect:")[0].replace("blockedDetection: true", "blockedDetection: false"))
    with pytest.raises(UnsupportedError, match="no 'detect'"):
        load_rules(str(bot), own_places)
    file.write_text("id: 3")
    with pytest.raises(InvalidFileError, match="expected text"):
        load_agent(str(bot), own_places)


def test_the_first_folder_wins_and_hidden_ones_are_skipped(tmp_path: Path) -> None:
    for at in ("a/one", "a/.made", "b/one", "b/two"):
        (tmp_path / at).mkdir(parents=True)
        (tmp_path / at / "agent.yaml").write_text("")
    found = agent_files([tmp_path / "a", tmp_path / "b", tmp_path / "gone"])
    assert found == {"one": tmp_path / "a/one/agent.yaml", "two": tmp_path / "b/two/agent.yaml"}

import stat
from pathlib import Path

import pytest

from hivemind.base import places
from hivemind.base.errors import UnavailableError
from hivemind.base.places import NO_RUNTIME_DIR, Places, current_folder, hook_door, shipped_agents, written_path


def test_places_follow_the_xdg_variables(tmp_path: Path) -> None:
    env = {f"XDG_{name}_HOME": f"/x/{name}" for name in ("CONFIG", "STATE", "CACHE")}
    found = Places.from_env(env | {"HOME": "/h", "XDG_RUNTIME_DIR": str(tmp_path)})
    assert found == Places(
        config=Path("/x/CONFIG/hivemind"),
        state=Path("/x/STATE/hivemind"),
        cache=Path("/x/CACHE/hivemind"),
        runtime=tmp_path / "hivemind",
    )
    assert found.user_agents == Path("/x/CONFIG/hivemind/agents")
    assert found.log == Path("/x/STATE/hivemind/daemon.log")
    names = (found.socket, found.keeper_socket, found.daemon_lock, found.keeper_lock)
    assert [path.parent for path in names] == [found.runtime] * 4
    assert len(set(names)) == 4


@pytest.mark.parametrize("runtime", ["", "relative", "/no/such/folder"])
def test_without_a_runtime_folder_sockets_lie_in_the_state_folder(runtime: str) -> None:
    found = Places.from_env({"HOME": "/h", "XDG_CONFIG_HOME": "relative", "XDG_RUNTIME_DIR": runtime})
    assert found == Places(
        config=Path("/h/.config/hivemind"),
        state=Path("/h/.local/state/hivemind"),
        cache=Path("/h/.cache/hivemind"),
        runtime=Path("/h/.local/state/hivemind/run"),
        note=NO_RUNTIME_DIR,
    )


def in_folder(path: Path) -> Places:
    return Places(config=path / "c", state=path / "s", cache=path / "k", runtime=path / "run" / "hivemind")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_folders_are_made_for_their_owner_alone(tmp_path: Path) -> None:
    found = in_folder(tmp_path)
    found.make_runtime()
    found.make_state()
    assert (mode(found.runtime), mode(found.state)) == (0o700, 0o700)


def test_a_runtime_folder_that_others_may_enter_is_closed(tmp_path: Path) -> None:
    found = in_folder(tmp_path)
    found.runtime.mkdir(parents=True)
    found.runtime.chmod(0o755)
    found.make_runtime()
    assert mode(found.runtime) == 0o700


def test_a_runtime_folder_that_is_a_link_is_refused(tmp_path: Path) -> None:
    found = in_folder(tmp_path)
    found.runtime.parent.mkdir()
    (tmp_path / "theirs").mkdir()
    found.runtime.symlink_to(tmp_path / "theirs")
    with pytest.raises(UnavailableError) as caught:
        found.make_runtime()
    assert caught.value.message == f"{found.runtime} is not a folder of yours"


def test_a_path_too_long_for_a_socket_is_refused(tmp_path: Path) -> None:
    found = in_folder(tmp_path / ("x" * places.SOCKET_PATH_LIMIT))
    with pytest.raises(UnavailableError) as caught:
        found.make_runtime()
    assert caught.value.message == f"the socket path {found.socket} is longer than 100 bytes"
    assert not (tmp_path / ("x" * places.SOCKET_PATH_LIMIT)).exists()


def test_folders_that_cannot_be_made_are_our_own_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    found = in_folder(tmp_path / "file")
    for make in (found.make_runtime, found.make_state):
        with pytest.raises(UnavailableError, match="cannot be made"):
            make()


def test_a_file_in_the_runtime_folders_place_is_refused(tmp_path: Path) -> None:
    found = in_folder(tmp_path)
    found.runtime.parent.mkdir()
    found.runtime.touch()
    with pytest.raises(UnavailableError, match="not a folder of yours"):
        found.make_runtime()


def test_a_runtime_folder_that_cannot_be_looked_at_is_none() -> None:
    assert Places.from_env({"HOME": "/h", "XDG_RUNTIME_DIR": "/" + "x" * 300}).note == NO_RUNTIME_DIR


def test_a_folder_that_was_deleted_under_us_is_the_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    assert current_folder() == str(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert current_folder() == "/"


def test_hooks_find_the_program_that_reports() -> None:
    assert hook_door().is_file()
    assert hook_door().is_absolute()


def test_the_shipped_agents_are_a_folder_of_folders() -> None:
    assert (shipped_agents() / "demo" / "agent.yaml").is_file()


@pytest.mark.parametrize(
    ("written", "is_meant"),
    [
        ("", "/shop"),
        ("src", "/shop/src"),
        ("/etc", "/etc"),
        ("~/src", "/h/src"),
        ("~nobody-here/x", "/shop/~nobody-here/x"),
    ],
)
def test_a_path_is_read_as_a_person_writes_it(written: str, is_meant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/h")
    assert written_path("/shop", written) == Path(is_meant)

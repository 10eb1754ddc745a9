"""The stub imports nothing of ours, so a few lines stand twice: here they are held together."""

import string
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from hivemind.base.errors import UnavailableError
from hivemind.base.places import Places
from hivemind.cli import stub
from hivemind.client import start
from hivemind.protocol import codec

VARIABLES = ("HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "HIVE_HCP_SOCK")
FOLDERS = ["", "/", "/tmp", "/usr", "/no/such/folder", "relative", "~", ".", "/tmp/..", "/dev/null"]

names = st.text(string.ascii_letters + string.digits + "._- é", min_size=1, max_size=12)
values = st.one_of(st.sampled_from(FOLDERS), st.lists(names, max_size=4).map(lambda parts: "/" + "/".join(parts)))
environments = st.dictionaries(st.sampled_from(VARIABLES), values)


def as_path(text: str) -> Path:
    """As the system reads it: Linux and macOS take two slashes at the start for one, `Path` does not."""
    return Path("/" + text.lstrip("/")) if text.startswith("/") else Path(text)


@given(environments)
def test_the_stub_finds_the_socket_and_the_log_where_places_has_them(env: dict[str, str]) -> None:
    places = Places.from_env(env)
    socket, state = stub.socket_path(env)
    assert as_path(socket) == places.socket
    assert as_path(state) == places.state
    assert as_path(state) / "daemon.log" == places.log


@given(environments)
def test_a_named_socket_wins_for_stub_and_client(env: dict[str, str]) -> None:
    named = env.get("HIVE_HCP_SOCK") or stub.socket_path(env)[0]
    assert start.socket_of(Places.from_env(env), env) == as_path(named)


def test_both_speak_the_same_protocol() -> None:
    assert stub.PROTOCOL == codec.PROTOCOL


def test_a_stub_without_a_daemon_fails_as_the_client_does() -> None:
    defaults = stub.fail.__kwdefaults__ or {}
    assert (defaults["code"], defaults["exit_code"]) == (UnavailableError.code, UnavailableError("").exit_code)

from __future__ import annotations

import json
import shlex
import tomllib
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hivemind.launch.hooks import Script, Setting, command, document, toml
from hivemind.manifest.parts.hooks import HookEntry, Hooks

SCRIPTS = {
    "event": Script("/s/event"),
    "tracker": Script("/s/tracker", argument="a b"),
    "approve": Script("/p/approve", env={"HIVE_SDK": "/sdk"}, is_plugin=True),
}
PLAIN = Setting(SCRIPTS, "/py", "hm:a")
SUPERVISED = Setting(SCRIPTS, "/py", "hm:a", policy=("Bash", "Edit"))
END = HookEntry(emit="turn.ended", outcome="failed", timeout=10)
ASK = HookEntry(hook="approve", matcher="supervise", when="supervised", timeout=0.5)
END_COMMAND = "env HIVEMIND_TILE='hm:a' HIVE_EVENT='turn.ended' HIVE_EVENT_OUTCOME='failed' '/py' '/s/event'"
ASK_COMMAND = "env HIVEMIND_TILE='hm:a' HIVE_SUPERVISE='Bash,Edit' HIVE_SDK='/sdk' '/py' '/p/approve'"


def events(hooks: Hooks, setting: Setting = PLAIN) -> Any:
    text = document(hooks, setting)
    return None if text is None else json.loads(text)


def one(*entries: HookEntry, **fields: Any) -> Hooks:
    return Hooks({"Stop": entries}, arg="--settings", **fields)


END_GROUP = {"hooks": [{"type": "command", "command": END_COMMAND, "timeout": 10}]}
CASES: dict[str, tuple[Hooks, Setting, Any]] = {
    "the usual shapes": (one(END), PLAIN, {"Stop": [END_GROUP]}),
    "each entry has its own group": (one(END, END), PLAIN, {"Stop": [END_GROUP, END_GROUP]}),
    "a script that is not there": (one(HookEntry(hook="plan")), PLAIN, None),
    "supervised only": (one(ASK, END), PLAIN, {"Stop": [END_GROUP]}),
    "the tools of the policy": (
        one(ASK),
        SUPERVISED,
        {"Stop": [{"matcher": "Bash|Edit", "hooks": [{"type": "command", "command": ASK_COMMAND, "timeout": 0.5}]}]},
    ),
    "a plain list": (
        one(END, group=False, entry={"run": "{command}", "for": "{matcher}", "x": "{nope}", "n": 1}),
        PLAIN,
        {"Stop": [{"run": END_COMMAND, "x": "{nope}", "n": 1}]},
    ),
    "own group": (
        one(END, group={"all": "{entries}", "m": "{matcher}"}),
        PLAIN,
        {"Stop": [{"all": END_GROUP["hooks"]}]},
    ),
    "around": (one(END, template='{"hooks":{events}}'), PLAIN, {"hooks": {"Stop": [END_GROUP]}}),
}


@pytest.mark.parametrize(("hooks", "setting", "expected"), CASES.values(), ids=CASES)
def test_a_document_is_rendered(hooks: Hooks, setting: Setting, expected: Any) -> None:
    """2.16, rendering for one launch."""
    assert events(hooks, setting) == expected


def test_all_tools_are_a_star() -> None:
    assert events(one(ASK), msgspec.structs.replace(SUPERVISED, policy=("all",)))["Stop"][0]["matcher"] == "*"


def test_a_stable_document_names_neither_tile_nor_policy() -> None:
    text = document(one(ASK, END, stable=True), SUPERVISED) or ""
    assert "HIVEMIND_TILE" not in text
    assert "HIVE_SUPERVISE" not in text
    assert "approve" in text


def test_a_document_for_all_tiles_has_no_supervised_entries() -> None:
    text = document(one(ASK, END), msgspec.structs.replace(SUPERVISED, is_shared=True)) or ""
    assert "approve" not in text
    assert "HIVEMIND_TILE" not in text


def test_only_the_first_placeholder_of_the_template_is_replaced() -> None:
    assert (document(one(END, template="{events} {events}"), PLAIN) or "").endswith("} {events}")


def test_a_toml_document_is_inline() -> None:
    text = document(one(END, format="toml", template="hooks={events}"), PLAIN) or ""
    assert "\n" not in text
    assert tomllib.loads(text) == {"hooks": {"Stop": [END_GROUP]}}


def test_a_document_may_vouch_for_its_own_commands() -> None:
    rendered = tomllib.loads(document(one(END, format="toml", template="h={events}", vouch="codex"), PLAIN) or "")["h"]
    assert rendered["Stop"] == [END_GROUP]
    assert list(rendered["state"]) == ["/<session-flags>/config.toml:stop:0:0"]


@given(
    st.dictionaries(
        st.text("aZ-_ .é'\"", max_size=5),
        st.lists(st.booleans() | st.integers(0, 99) | st.text("x'\"\\ é\x7f")),
        max_size=4,
    )
)
def test_toml_says_what_was_given(value: dict[str, Any]) -> None:
    assert tomllib.loads(f"v={toml(value)}") == {"v": value}


@given(st.text("a' \"$\\`\n", max_size=8))
def test_a_shell_reads_a_command_as_it_was_meant(text: str) -> None:
    line = command(Script(text, argument="z"), PLAIN, {"HIVE_EVENT": text})
    assert shlex.split(line) == ["env", "HIVEMIND_TILE=hm:a", f"HIVE_EVENT={text}", "/py", text, "z"]

"""Settings as lines: each says where it stands in the file, and a change of it gives what it says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from hivemind.protocol.agent import AgentInfo, OptionInfo
from hivemind.settings.change import change
from hivemind.settings.file import read
from hivemind.settings.settings import Settings
from hivemind.tui.keymap import default_keymap
from hivemind.tui.setting_rows import OFF, ON, Row, changed, rows

AGENT = AgentInfo("toy", "Toy", enabled=True, found=False, note="a toy", install="make toy", options=[])
OPTIONS = [OptionInfo("model", "Model", ["small", "large"], "small"), OptionInfo("effort", "Effort", [], None)]


def every(settings: Settings | None = None) -> list[Row]:
    return rows(settings or Settings(), default_keymap(), [AGENT], {"toy": OPTIONS})


def at(settings: Settings, keys: tuple[str, ...]) -> Any:
    """What the settings say there."""
    found: Any = msgspec.to_builtins(settings)
    for key in keys:
        found = found[key]
    return found


def test_every_setting_has_a_line() -> None:
    shown = {row.keys[:2] for row in every() if row.keys}
    sections = {"look", "keys", "notify", "scrollback", "answers"}
    plain = msgspec.to_builtins(Settings())
    fields = {(section, field) for section in sections for field in plain[section]}
    told = {("notify", "command"), ("keys", "copy")}
    assert fields - shown == told, "these are written in the file; a line says so"
    assert [row.label for row in every() if "in the file" in row.help] == ["a program of yours", "copy mode"]


def test_as_shipped_no_line_is_marked() -> None:
    assert [row.label for row in every() if row.is_set] == []


@pytest.mark.parametrize(
    ("keys", "value"),
    [(row.keys, value) for row in every() if row.kind == "choice" for value in row.values if value != row.value][:40],
    ids=lambda one: ".".join(one) if isinstance(one, tuple) else one,
)
def test_what_is_chosen_is_what_the_file_says_then(tmp_path: Path, keys: tuple[str, ...], value: str) -> None:
    path = tmp_path / "settings.toml"
    row = next(row for row in every() if row.keys == keys)
    place, new = changed(Settings(), row, value)
    change(path, place, new)
    loaded = read(path, tmp_path / "good")
    assert loaded.is_good, loaded.report.render()
    again = next(row for row in every(loaded.settings) if row.keys == keys)
    assert (again.value, again.is_set) == (value, True)


def test_one_event_less_leaves_the_others() -> None:
    row = next(row for row in every() if row.label == "a turn is done")
    others = ["permission", "question", "blocked", "failed", "program"]
    assert changed(Settings(), row, OFF) == (("notify", "events"), others)
    assert row.value == ON


def test_a_number_is_a_number() -> None:
    row = next(row for row in every() if row.keys == ("notify", "merge"))
    assert changed(Settings(), row, "1.5") == (("notify", "merge"), 1.5)
    with pytest.raises(ValueError, match="could not convert"):
        changed(Settings(), row, "soon")


def test_an_agent_that_is_not_here_says_how_to_get_it_and_its_note() -> None:
    row = next(row for row in every() if row.kind == "agent")
    assert (row.about, row.help) == ("make toy\na toy", "not installed   Toy")


def test_an_option_can_become_what_its_own_line_of_the_file_says_and_nothing_of_another() -> None:
    settings = msgspec.convert({"agents": {"toy": {"options": {"model": "mine", "effort": "high"}}}}, Settings)
    row = next(row for row in every(settings) if row.label.strip() == "Model")
    assert row.values[-1] == "mine"
    assert "high" not in row.values


def test_a_line_of_an_action_has_all_its_chords() -> None:
    shown = {row.label: row.value for row in every() if row.kind == "chords"}
    told = [shown[name] for name in ("left", "choose", "open_tile", "prefix")]
    assert told == ["^B ←  ^B h", "^B 1-9", "^B Enter", "^B"]


def test_an_option_shows_what_was_set_before_what_its_file_says() -> None:
    settings = msgspec.convert({"agents": {"toy": {"options": {"model": "large"}}}}, Settings)
    shown = {row.label.strip(): (row.value, row.is_set) for row in every(settings) if row.keys[:1] == ("agents",)}
    assert shown == {"Model": ("large", True), "Effort": ("the agent's own", False)}

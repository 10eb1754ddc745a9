"""What a person is told before an agent is added."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hivemind.manifest.disclosures import disclosures
from hivemind.manifest.manifest import load

Write = Callable[..., Path]


def test_a_plain_agent_has_nothing_to_disclose(write: Write) -> None:
    manifest = load(write()).manifest
    assert manifest is not None
    assert disclosures(manifest) == ()


def test_each_thing_beyond_starting_the_program_is_one_line(write: Write) -> None:
    more = """\
        options: [{ id: model, label: M, flag: -m, list: { args: [models] } }]
        home: { root: r, dir: ., mirror: "{home}/.fake", env: FAKE_HOME }
        session:
          resume: { args: ["{id}"], find: { strategy: dir-meta, root: "{home}/.fake/s" } }
        launch: { hcp: true, args: [--dangerously-bypass-hook-trust] }
        hooks: { arg: -c, vouch: codex, events: { Stop: { emit: turn.ended } } }
    """
    loaded = load(write(more))
    assert loaded.report.render() == ""
    assert loaded.manifest is not None
    assert disclosures(loaded.manifest) == (
        "it runs 'fake-agent models' to list the values of model",
        "it links the folder ~/.fake into a private one",
        "it reads the folder ~/.fake/s to find sessions",
        "it reports through hooks of its own, which can also read and type into other tiles",
        "it vouches for its own hooks, so that the program runs them without a review",
        "it passes --dangerously-bypass-hook-trust, which waives the program's own review of hooks",
    )


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("args: [export, '{id}']", "it runs 'fake-agent export {id}' to read a conversation"),
        ("files: '{home}/.fake/{id}'", "it reads the folder ~/.fake/{id} to read a conversation"),
    ],
)
def test_how_a_conversation_is_read_is_told(write: Write, source: str, told: str) -> None:
    loaded = load(
        write(f"session: {{ transcript: {{ id: a, at: b, said: [{{ who: agent, text: a }}], {source} }} }}\n")
    )
    assert loaded.report.render() == ""
    assert loaded.manifest is not None
    assert disclosures(loaded.manifest) == (told,)

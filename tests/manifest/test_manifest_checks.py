"""What must fit together across sections."""

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from hivemind.manifest.checks import RESERVED_IDS
from hivemind.manifest.manifest import load

Write = Callable[..., Path]


def rendered(path: Path) -> str:
    return load(path).report.render().replace(str(path), "F")


def caps(**changed: str) -> str:
    """A good file whose caps are changed."""
    values = {"promptDelivery": "argv", "turnSignal": "false", "resume": "none", "supervise": "human"}
    values |= {"blockedDetection": "false"} | changed
    inside = ", ".join(f"{key}: {value}" for key, value in values.items())
    return f"manifestVersion: 2\nid: fake\nlabel: Fake\nbin: fake-agent\ncaps: {{ {inside} }}\n"


@pytest.mark.parametrize(("name", "program"), RESERVED_IDS.items())
def test_a_published_id_stays_tied_to_its_program(write: Write, good: str, name: str, program: str) -> None:
    text = good.replace("id: fake", f"id: {name}")
    assert rendered(write(good=text.replace("fake-agent", program))) == ""
    assert rendered(write(good=text)) == dedent(
        f"""\
        F:4:6: error manifest.reserved_id: the id '{name}' belongs to the program '{program}', found 'fake-agent'
           4 | bin: fake-agent
             |      ^^^^^^^^^^
          hint: give it, and its folder, another id; or give it this one: hive agents install DIR --replace"""
    )


@pytest.mark.parametrize("version", ["1", "3", "0"])
def test_other_versions_are_refused(write: Write, good: str, version: str) -> None:
    assert rendered(write(good=good.replace("manifestVersion: 2", f"manifestVersion: {version}"))) == dedent(
        f"""\
        F:1:18: error manifest.unsupported_version: manifestVersion: found the number {version}, expected 2
           1 | manifestVersion: {version}
             |                  ^"""
    )


@pytest.mark.parametrize("version", ["'2'", "true", "2.0"])
def test_a_version_is_a_whole_number(write: Write, good: str, version: str) -> None:
    loaded = load(write(good=good.replace("manifestVersion: 2", f"manifestVersion: {version}")))
    assert "manifest.wrong_type" in [p.code for p in loaded.report]


NOT_WIRED = """\
    F:5:43: error manifest.not_wired: turnSignal is true, but nothing reports the end of a turn
       5 | caps: { promptDelivery: argv, turnSignal: true, resume: none, supervise: broker, blockedDetection: false }
         |                                           ^^^^
      hint: it needs launch.hcp: true, and hooks or assets
    F:5:74: error manifest.not_wired: supervise is 'broker', but nothing asks a supervisor
       5 | caps: { promptDelivery: argv, turnSignal: true, resume: none, supervise: broker, blockedDetection: false }
         |                                                                          ^^^^^^
      hint: it needs launch.hcp: true, and a script that hooks run before a tool, or a plugin among the assets"""


@pytest.mark.parametrize(
    "wires",
    [
        "",
        "launch: { hcp: true }",
        "hooks: { arg: -c, events: {} }",
        "launch: { hcp: false }\nhooks: { arg: -c, events: {} }",
        "launch: { hcp: true }\nassets: []",
        'launch: { hcp: true }\nhome: { root: a, dir: ., mirror: "{home}/.a", env: A_HOME }',
    ],
)
def test_an_agent_without_hooks_cannot_promise_what_they_give(write: Write, wires: str) -> None:
    path = write(good=caps(turnSignal="true", supervise="broker") + wires)
    assert rendered(path) == dedent(NOT_WIRED)


@pytest.mark.parametrize(
    "wires",
    [
        "hooks: { arg: -c, events: { Pre: { hook: ask } } }\nassets: [{ name: a, file: a.sh, hook: ask }]",
        "assets: [{ name: a, file: a.sh }]",
    ],
)
def test_a_wired_agent_may_promise_it(write: Write, wires: str) -> None:
    (write().parent / "a.sh").touch()
    assert rendered(write(good=caps(turnSignal="true", supervise="broker") + "launch: { hcp: true }\n" + wires)) == ""


@pytest.mark.parametrize("events", ["{}", "{ Start: { hook: tracker } }", "{ Ask: [{ emit: input.requested }] }"])
def test_a_broker_needs_a_hook_that_can_ask(write: Write, events: str) -> None:
    """2.3: reports alone make a turn signal and no broker, which must be asked before a tool runs."""
    wires = f"launch: {{ hcp: true }}\nhooks: {{ arg: -c, events: {events} }}\n"
    assert "manifest.not_wired" not in rendered(write(good=caps(turnSignal="true") + wires))
    assert "nothing asks a supervisor" in rendered(write(good=caps(supervise="broker") + wires))


def test_resume_needs_to_be_told_how(write: Write) -> None:
    text = caps(resume="tile")
    assert rendered(write(good=text)) == dedent(
        """\
        F:5:58: error manifest.resume_without_session: resume is 'tile', but session.resume is missing
           5 | caps: { promptDelivery: argv, turnSignal: false, resume: tile, supervise: human, blockedDetection: false }
             |                                                          ^^^^"""
    )
    assert rendered(write(good=text + "session: { resume: {} }\n")) == ""


def test_detection_without_rules_is_blind(write: Write) -> None:
    path = write(good=caps(blockedDetection="true"))
    assert rendered(path).split("\n")[0] == (
        "F:5:100: warning manifest.blind: blockedDetection is true, but there is no detect"
    )
    assert load(path).manifest is not None


def test_keys_for_a_screen_that_no_rule_names_are_a_slip(write: Write) -> None:
    more = """\
        detect:
          default: idle
          rules: [{ when: { contains: x }, then: blocked, says: trust }]
        answer:
          permission: { allow: [a], deny: [b] }
          trsut: { allow: [a], deny: [b] }
          zzz: { allow: [a], deny: [b] }
    """
    path = write(more)
    assert load(path).manifest is not None
    assert rendered(path) == dedent(
        """\
        F:17:3: warning manifest.unused_answer: no rule says 'trsut', so these keys are never typed
           17 |   trsut: { allow: [a], deny: [b] }
              |   ^^^^^
          hint: did you mean 'trust'?
        F:18:3: warning manifest.unused_answer: no rule says 'zzz', so these keys are never typed
           18 |   zzz: { allow: [a], deny: [b] }
              |   ^^^
          hint: names here: permission, trust"""
    )


@pytest.mark.parametrize("program", ["sh", "python3.12", "node", "npx", "Bash", "cmd.exe"])
def test_a_program_that_runs_anything_is_told(write: Write, good: str, program: str) -> None:
    loaded = load(write(good=good.replace("fake-agent", program)))
    assert [p.code for p in loaded.report] == ["manifest.runner"]
    assert loaded.manifest is not None


def test_an_asset_that_is_not_there_is_told(write: Write) -> None:
    assert rendered(write("assets: [{ name: a, file: a.sh }]")).split("\n")[0] == (
        "F:12:27: warning manifest.missing_asset: there is no file 'a.sh' beside the agent file, so the asset is left out"
    )


def test_a_document_of_a_tile_is_named_as_an_asset_is(write: Write, good: str) -> None:
    """2.16: with a home it lies there, where its program finds it."""
    document = "hooks: {file: h.json, events: {Stop: {emit: turn.ended}}}\nlaunch: {args: ['{asset:h.json}']}\n"
    assert rendered(write(document, good=good)) == ""
    home = "home: {root: r, dir: ., mirror: '{home}/.r', env: R_HOME}\n"
    assert "manifest.unknown_placeholder" in rendered(write(document + home, good=good))

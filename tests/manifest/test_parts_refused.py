"""What sections of a manifest refuse or warn of, case by case: a section and the codes it gives."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hivemind.manifest.manifest import load
from hivemind.manifest.parts.icon import GENERIC

Write = Callable[..., Path]

BAD, TYPE, MISSING = "manifest.bad_value", "manifest.wrong_type", "manifest.missing_field"
ONE, MISPLACED, LOADER = "manifest.exactly_one", "manifest.misplaced_field", "manifest.loader_variable"
TWICE = "manifest.duplicate_name"
HOME = 'home: { root: a, dir: ., mirror: "{home}/.a", env: A_HOME, '
FIND = "session: { resume: { args: ['{id}'], find: { "
SAID = "session: { transcript: { id: a, at: b, said: [{ who: agent, text: a }], "

REFUSED: dict[str, list[str]] = {
    "steer: 1": [TYPE],
    "pastedImages: yes": [TYPE],
    'spawn: { label: "a\\u202eb" }': [BAD],
    'spawn: { titles: ["a\\u2028b", "\\u2067c", "\\u200fשלום"] }': [BAD, BAD],
    "launch: { env: { LD_PRELOAD: x } }": [LOADER],
    "launch: { env: { PATH: x, NODE_OPTIONS: x } }": [LOADER, LOADER],
    "launch: { unsetEnv: [PATH] }": [LOADER],
    "launch: { env: { a-b: x } }": [BAD],
    "launch: { env: { A: 'x y' } }": [BAD],
    "launch: { args: ['a;b'] }": [BAD],
    "launch: { args: ['$(x)'] }": [BAD],
    "launch: { args: [a, a, a, a, a, a, a, a, a] }": [BAD],
    "launch: { subcommand: 'a b' }": [BAD],
    "launch: { requiresHome: false }": [TYPE],
    "launch: { requiresHome: }": [TYPE],
    "assets: [{ name: a/b, file: ../x }]": [BAD, BAD],
    "assets: [{ name: a, file: a.sh, hook: event }]": [BAD],
    "assets: [{ name: a, file: a.sh, hook: A }]": [BAD],
    "assets: [{ name: a, file: a.sh, produces: [turn.ended] }]": [MISPLACED],
    "assets: [{ name: a, file: a.sh, hook: a, produces: [turn.over] }]": [BAD],
    "assets: [{ name: a, file: a.sh }, { name: a, file: a.sh }]": [TWICE],
    "assets: [{ name: a, file: a.sh, hook: a1 }]": ["manifest.unusable_value"],
    "hooks: { events: {} }": [ONE],
    "hooks: { arg: -c, file: a.json, events: {} }": [ONE],
    "hooks: { arg: -c }": [MISSING],
    "hooks: { arg: c, events: {} }": [BAD],
    "hooks: { file: ../a, events: {} }": [BAD, BAD],
    "hooks: { file: a/b.json, events: {} }": [BAD],
    "hooks: { arg: -c, events: {}, template: x }": [BAD],
    "hooks: { arg: -c, events: {}, format: xml }": [BAD],
    "hooks: { arg: -c, events: {}, stable: false }": [TYPE],
    "hooks: { arg: -c, events: {}, group: true }": [TYPE],
    "hooks: { arg: -c, events: {}, vouch: me }": [BAD],
    "hooks: { file: a.toml, events: {}, vouch: codex }": [MISPLACED],
    "hooks: { arg: -c, events: {}, vouch: codex, group: false }": [MISPLACED],
    "launch: { envUnless: [a/b] }": [BAD],
    "hooks: { arg: -c, events: {}, format: toml, group: { a: ~, b: '{entries}' } }": [BAD],
    "hooks: { arg: -c, events: { a-b: { emit: turn.ended } } }": [BAD],
    "hooks: { arg: -c, events: { A: {} } }": [ONE],
    "hooks: { arg: -c, events: { A: { hook: tracker, emit: turn.ended } } }": [ONE],
    "hooks: { arg: -c, events: { A: { hook: event } } }": [BAD, "manifest.unknown_hook"],
    "hooks: { arg: -c, events: { A: { hook: traker } } }": ["manifest.unknown_hook"],
    "hooks: { arg: -c, events: { A: { emit: turn.over } } }": [BAD],
    "hooks: { arg: -c, events: { A: { emit: turn.started, outcome: done } } }": [MISPLACED],
    "hooks: { arg: -c, events: { A: { emit: turn.ended, kind: plan } } }": [MISPLACED],
    "hooks: { arg: -c, events: { A: { hook: tracker, timeout: 0 } } }": [BAD],
    "hooks: { arg: -c, events: { A: { hook: tracker, timeout: 604801 } } }": [BAD],
    "hooks: { arg: -c, events: { A: { hook: tracker, when: always } } }": [BAD],
    "hooks: { arg: -c, events: { A: { hook: tracker, matcher: supervise } } }": ["manifest.unusable_value"],
    "hooks: { arg: -c, events: {}, entry: { a: '{commnd}' } }": [
        "manifest.missing_placeholder",
        "manifest.unknown_placeholder",
    ],
    HOME + "own: [{ name: a/b/c }] }": [BAD],
    HOME + "own: [{ name: a, merge: false }] }": [TYPE],
    HOME + "own: [{ name: a }, { name: a }] }": [TWICE],
    "home: { root: .., dir: a/b, mirror: /etc, env: PATH }": [BAD, BAD, BAD, LOADER],
    "icon: { viewBox: 0 0 1 1, shapes: [{ script: {} }] }": ["manifest.unknown_shape"],
    "icon: { viewBox: 0 0 1 1, shapes: [{ path: {}, rect: {} }] }": [ONE],
    "icon: { viewBox: 0 0 1 1, shapes: [{ path: { onclick: x } }] }": ["manifest.unknown_attribute"],
    "icon: { viewBox: 0 0 1 1, shapes: [{ path: { fill: 'url(https://x)' } }] }": [BAD],
    "icon: { viewBox: 0 0 1 1, shapes: [], attrs: { strokeWidth: 1 } }": [TYPE],
    "icon: { viewBox: 0 0 1 1, shapes: [], attrs: { style: x } }": ["manifest.unknown_attribute"],
    "session: { bind: { args: ['{newId}', 'a b'], unless: [r] } }": [BAD, BAD],
    "session: { bind: { args: [--id] } }": ["manifest.missing_placeholder"],
    "session: { resume: { args: ['{id}'], from: { tracked: false, bound: x } } }": [TYPE, BAD],
    "session: { resume: { args: ['{id}'], position: first } }": [BAD],
    "session: { resume: { args: ['{id}'], exists: '{home}/*/*/{id}' } }": [BAD],
    "session: { resume: { args: ['{id}'], exists: '{home}/a*/{id}' } }": [BAD],
    "session: { resume: { args: ['{id}'], exists: '{home}/../{id}' } }": [BAD],
    FIND + "strategy: newest, root: '{home}/a' } } }": [BAD],
    FIND + "strategy: jsonl-header, root: '{home}/a' } } }": [MISSING, MISSING],
    FIND + "strategy: dir-meta, root: /a, meta: a/b } } }": [BAD, BAD],
    FIND + "strategy: dir-meta, root: '{home}/a', idPath: a } } }": [MISPLACED],
    "session: { list: {} }": [ONE],
    "session: { list: { args: [a] } }": [MISSING],
    "session: { list: { args: [a], idPath: a, lines: 3 } }": [MISPLACED, ONE, MISPLACED],
    "session: { transcript: { id: a, at: b, said: [{ who: agent, text: a }] } }": [MISSING],
    FIND
    + "strategy: dir-meta, root: '{home}/a' } }, transcript: { id: a, at: b, said: [{ who: agent, text: a }] } }": [
        MISSING
    ],
    FIND + "strategy: jsonl-header, root: '{home}/a', cwdPath: a, idPath: a, cwdAs: md5 } } }": [BAD],
    FIND + "strategy: dir-meta, root: '{home}/a', cwdAs: sha256 } } }": [MISPLACED],
    SAID + "files: '{home}/a' } }": [BAD],
    SAID + "files: '/{id}' } }": [BAD],
    SAID + "files: '{home}/../{id}' } }": [BAD],
    SAID + "files: '{home}/{id}/{x}' } }": ["manifest.unknown_placeholder"],
    SAID + "files: '{home}/{id}', args: [export, '{id}'] } }": [MISPLACED],
    SAID + "args: ['{id} b'] } }": [BAD],
    SAID + "args: [export, '{home}'] } }": ["manifest.missing_placeholder", "manifest.unknown_placeholder"],
    SAID + "args: [export, '{id}'], atIn: s, lastWins: false } }": [BAD, TYPE],
    "session: { moved: { a: '{home}/a' } }": [BAD],
    "session: { moved: { A: /a, B: '{home}/../a', C: '{home}a' } }": [BAD, BAD, BAD],
    "session: { moved: { PATH: '{home}/a' } }": [LOADER],
    "session: { moved: { A: '{home}/{id}' } }": ["manifest.unknown_placeholder"],
    "options: [{ id: m, label: M, flag: -m, list: { args: ['a b'], skip: -1 } }]": [BAD, BAD],
    "options: [{ id: m, label: M, flag: -m, list: { args: [] } }]": [BAD],
}


@pytest.mark.parametrize(("section", "codes"), REFUSED.items(), ids=REFUSED)
def test_a_section_gives_these_problems(write: Write, section: str, codes: list[str]) -> None:
    path = write(section + "\n")
    (path.parent / "a.sh").touch()
    loaded = load(path)
    assert sorted(p.code for p in loaded.report) == sorted(codes)
    assert all(p.where.line and p.where.column for p in loaded.report)


@pytest.mark.parametrize(
    "key", ["launch: { hpc: true }", "session: { bnd: 1 }", "icon: { viewBox: 0 0 1 1, shapes: [], x: 1 }"]
)
def test_an_unknown_key_is_a_warning_anywhere(write: Write, key: str) -> None:
    loaded = load(write(key + "\n"))
    assert [p.code for p in loaded.report] == ["manifest.unknown_field"]
    assert loaded.manifest is not None


def test_an_icon_becomes_an_escaped_drawing(write: Write) -> None:
    section = """\
        icon:
          viewBox: 0 0 9 9
          attrs: { strokeWidth: "2" }
          shapes: [{ path: { d: 'M0"<&>' } }, { circle: { r: 1.5 } }]
    """
    manifest = load(write(section)).manifest
    assert manifest is not None
    assert manifest.icon is not None
    assert manifest.icon.svg() == (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" stroke-width="2">'
        '<path d="M0&quot;&lt;&amp;&gt;"/><circle r="1.5"/></svg>'
    )
    assert GENERIC.svg().startswith("<svg ")

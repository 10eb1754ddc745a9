from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from hivemind.detect.ruleset import Ruleset
from hivemind.manifest import manifest
from hivemind.manifest.manifest import Loaded, Manifest
from hivemind.workbench.cases import Screen

REPOSITORY = Path(__file__).parents[2]

TOY = """\
manifestVersion: 2
id: toy
label: Toy
bin: toy
enabled: true
caps: {promptDelivery: typed, turnSignal: false, resume: none, supervise: human, blockedDetection: true}
detect:
  default: idle
  rules:
    - {when: {contains: "allow?"}, then: permission}
    - {when: {contains: "spinning"}, then: working}
    - {when: {contains: "will you allow? this"}, then: question}
    - {when: {contains: "never shown"}, then: blocked, says: odd}
    - {when: {scope: {kind: tailNonEmpty, n: 1}, line: [{startsWith: ">"}]}, then: idle}
answer:
  permission: {allow: ["y"], deny: ["n"]}
choose: ["{n}"]
"""

Agent = tuple[Loaded, Manifest, Ruleset]


def load(path: Path) -> Agent:
    loaded = manifest.load(path)
    assert loaded.manifest, loaded.report.render()
    assert loaded.manifest.detect
    return loaded, loaded.manifest, loaded.manifest.detect


@pytest.fixture
def toy(tmp_path: Path) -> Agent:
    path = tmp_path / "toy" / "agent.yaml"
    path.parent.mkdir()
    path.write_text(TOY)
    return load(path)


@pytest.fixture
def demo() -> Agent:
    return load(REPOSITORY / "agents" / "demo")


@pytest.fixture
def case() -> Callable[..., Screen]:
    def make(rows: Sequence[str], reads: str, **fields: object) -> Screen:
        whole: dict[str, object] = {
            "name": "x", "program": "toy", "rows": tuple(rows), "columns": 80, "reads": reads, "says": "", "also": (),
            "title": "", "cursor": None, "last": None,
        }  # fmt: skip
        return Screen(**{**whole, **fields})  # type: ignore[arg-type]

    return make

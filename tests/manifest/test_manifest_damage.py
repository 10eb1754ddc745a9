"""A law: whatever happens to an agent file, its problems have a place and nothing is raised."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from hivemind.base.places import shipped_agents
from hivemind.manifest.manifest import load

EVERYTHING = Path(__file__).parents[2] / "fixtures/agents/everything/agent.yaml"
SOURCES = [EVERYTHING, *sorted(shipped_agents().glob("*/agent.yaml"))]
VALUES = [
    "1",
    "[]",
    "{}",
    "~",
    "true",
    "-3",
    '""',
    '"a\\nb"',
    "[[[]]]",
    "{ x: y }",
    '"{home}/../x"',
    "LD_PRELOAD",
    ".nan",
]


def _line(rng: random.Random, lines: list[str]) -> int:
    return rng.randrange(len(lines))


def wrong_value(rng: random.Random, lines: list[str]) -> None:
    at = rng.choice([index for index, line in enumerate(lines) if ":" in line])
    lines[at] = lines[at].split(":", 1)[0] + ": " + rng.choice(VALUES)


def typo(rng: random.Random, lines: list[str]) -> None:
    at = rng.choice([index for index, line in enumerate(lines) if len(line) > 4])
    place = rng.randrange(len(lines[at]) - 1)
    line = lines[at]
    lines[at] = line[:place] + line[place + 1] + line[place] + line[place + 2 :]


def twice(rng: random.Random, lines: list[str]) -> None:
    at = _line(rng, lines)
    lines.insert(at, lines[at])


def gone(rng: random.Random, lines: list[str]) -> None:
    del lines[_line(rng, lines)]


def shuffled(rng: random.Random, lines: list[str]) -> None:
    a, b = _line(rng, lines), _line(rng, lines)
    lines[a], lines[b] = lines[b], lines[a]


def cut_off(rng: random.Random, lines: list[str]) -> None:
    at = _line(rng, lines)
    lines[at:] = [lines[at][: rng.randrange(len(lines[at]) + 1)]]


def noise(rng: random.Random, lines: list[str]) -> None:
    at = _line(rng, lines)
    lines[at] += "".join(chr(rng.choice([0, 9, 27, 34, 58, 123, 125, 0x2800, 0xFFFD, 0x1F600])) for _ in range(5))


def deep(rng: random.Random, lines: list[str]) -> None:
    depth = rng.choice([5, 60, 500])
    lines.append("icon: " + "[" * depth + "]" * depth)


DAMAGE: list[Callable[[random.Random, list[str]], None]] = [
    wrong_value,
    typo,
    twice,
    gone,
    shuffled,
    cut_off,
    noise,
    deep,
]


def test_the_file_with_every_key_has_no_problem() -> None:
    loaded = load(EVERYTHING, expected_id="everything")
    assert loaded.report.render() == ""
    assert loaded.manifest is not None


@pytest.mark.parametrize("seed", range(300))
def test_a_damaged_file_has_problems_with_a_place(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    lines = rng.choice([SOURCES[0], rng.choice(SOURCES)]).read_text("utf-8").split("\n")
    for _ in range(rng.randint(1, 4)):
        rng.choice(DAMAGE)(rng, lines)
    data = "\n".join(lines).encode()
    if seed % 10 == 0:
        at = rng.randrange(len(data))
        data = data[:at] + rng.randbytes(3) + data[at:]
    path = tmp_path / "agent.yaml"
    path.write_bytes(data)
    loaded = load(path)
    assert (loaded.manifest is None) == bool(loaded.report.errors)
    assert [p for p in loaded.report if p.where.line < 1 or p.where.column < 1] == []
    assert loaded.report.render() or loaded.manifest is not None

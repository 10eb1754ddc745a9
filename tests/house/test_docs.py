"""What people can meet is explained, and what the documents say is there."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from hivemind.base.errors import EXIT_CODES, HiveError
from hivemind.protocol.command_line import help_for, parse
from hivemind.protocol.verb import AnyVerb
from hivemind.verbs import all_verbs
from tests.house.source import REPOSITORY

DOCUMENTS = sorted([*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").rglob("*.md")])
VERBS = all_verbs()


def name_of(path: Path) -> str:
    return str(path.relative_to(REPOSITORY))


def exit_sections() -> dict[str, int]:
    """Each code of docs/errors.md and the exit code under whose heading it stands."""
    found: dict[str, int] = {}
    number = 0
    for line in (REPOSITORY / "docs" / "errors.md").read_text().splitlines():
        if heading := re.fullmatch(r"## Exit (\d+)", line):
            number = int(heading[1])
        elif entry := re.fullmatch(r"### ([A-Z_]+)", line):
            found[entry[1]] = number
    return found


def kinds(base: type[HiveError] = HiveError) -> Iterator[type[HiveError]]:
    yield base
    for kind in base.__subclasses__():
        yield from kinds(kind)


def test_every_error_code_is_documented_under_its_exit_code() -> None:
    assert exit_sections() == EXIT_CODES


def test_every_error_has_a_known_code() -> None:
    ours = {kind.code for kind in kinds() if kind.__module__.startswith("hivemind.")}
    assert ours <= set(EXIT_CODES)


def test_codes_written_in_the_package_are_known() -> None:
    texts = [path.read_text() for path in (REPOSITORY / "hivemind").rglob("*.py")]
    written = {code for text in texts for code in re.findall(r'code="([A-Z_]+)"', text)}
    assert written, "no code is written anywhere, so the pattern is wrong"
    assert written <= set(EXIT_CODES)


@pytest.mark.parametrize("verb", VERBS.values(), ids=VERBS)
def test_a_verb_explains_itself_and_every_field(verb: type[AnyVerb]) -> None:
    fields = {field.name for field in msgspec.structs.fields(verb)}
    assert verb.__doc__ is not None
    assert verb.__doc__.splitlines()[0].endswith((".", ";")), "a docstring's first line is a sentence"
    assert set(verb.help) == fields
    assert all(text and text == text.strip() for text in verb.help.values())
    assert set(verb.positional) | verb.durations | ({verb.rest} if verb.rest else set()) <= fields


@pytest.mark.parametrize("verb", VERBS.values(), ids=VERBS)
def test_help_names_every_field(verb: type[AnyVerb]) -> None:
    shown = help_for([verb.method, "--help"], VERBS) or ""
    assert [name for name in verb.help if name not in shown] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_links_lead_somewhere(path: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", path.read_text())
    local = [target for target in targets if not target.startswith(("http:", "https:"))]
    assert [target for target in local if not (path.parent / target).exists()] == []


def commands(text: str) -> Iterator[str]:
    for block in re.findall(r"```\w*\n(.*?)```", text, re.DOTALL):
        yield from (line.strip() for line in block.splitlines())


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_commands_in_documents_are_commands(path: Path) -> None:
    lines = list(commands(path.read_text()))
    for line in lines:
        words = shlex.split(line, comments=True) if line.startswith("hive ctl ") else []
        if words:
            parse(words[2:], VERBS)
    makefile = (REPOSITORY / "Makefile").read_text()
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    made = {word for line in lines for word in re.findall(r"\bmake (\w+)(?: |$)", line) if not line.startswith("hive")}
    assert made <= targets


def test_the_readme_starts_with_the_picture_and_has_the_two_commands() -> None:
    text = (REPOSITORY / "README.md").read_text()
    assert re.match(r"!\[[^\]]+\]\(docs/hive\.svg\)", text)
    assert {"make run", "make test"} <= {line.split("  ")[0] for line in commands(text)}


def tree_of_the_house() -> str:
    return (REPOSITORY / "docs" / "design" / "house.md").read_text().split("## 2.")[1].split("## 3.")[0]


def files_of_the_house() -> set[str]:
    """`room/file.py` of everything that the tree says is there; what has a `+` before it is still to come."""
    found = set()
    room = ""
    for line in tree_of_the_house().split("hivemind/\n")[1].splitlines():
        if begin := re.match(r"([+ ]) ([a-z]+)/", line):
            room = begin[2] if begin[1] == " " else ""
        elif not line.startswith((" ", "+")):
            room = ""
        if room:
            found |= {f"{room}/{name}" for name in re.findall(r"(?<![+] )\b[a-z_]+\.py", line)}
    return found


def test_every_room_stands_in_the_house() -> None:
    rooms = {path.parent.name for path in (REPOSITORY / "hivemind").glob("*/__init__.py")}
    assert rooms - set(re.findall(r"^  ([a-z]+)/", tree_of_the_house(), re.MULTILINE)) == set()


def test_every_file_of_the_house_is_there() -> None:
    files = files_of_the_house()
    assert {"base/clock.py", "tui/paint.py", "detect/seq.py"} <= files
    assert {file for file in files if not (REPOSITORY / "hivemind" / file).is_file()} == set()


def pinned(name: str) -> dict[str, str]:
    lines = (REPOSITORY / name).read_text().splitlines()
    return {key.lower(): version for key, _, version in (line.partition("==") for line in lines) if version}


def test_every_dependency_has_its_reason_and_an_exact_version() -> None:
    pyproject = (REPOSITORY / "pyproject.toml").read_text()
    block = pyproject.split("dependencies = [")[1].split("]")[0]
    needed = set(re.findall(r'"([a-z.]+)[<>=]', block)) | set(re.findall(r'requires = \["([a-z]+)', pyproject))
    reasons = set(
        re.findall(r"^\| ([a-z-.]+) \|", (REPOSITORY / "docs/design/dependencies.md").read_text(), re.MULTILINE)
    )
    assert needed
    assert needed <= set(pinned("requirements.txt"))
    assert needed <= reasons
    assert reasons <= set(pinned("requirements.txt")) | set(pinned("requirements-dev.txt"))

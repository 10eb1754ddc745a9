import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / "hivemind").rglob("*.py"))
SCHEMA = (ROOT / "hivemind/base/schema.py").read_text("utf-8")


def used() -> set[str]:
    """Every code that the sources can report: written out, or put together by `schema` from the name of a kind of file."""
    texts = [path.read_text("utf-8") for path in SOURCES]
    written = {
        code
        for text in texts
        for code in re.findall(r'"((?:file|yaml|toml|manifest|settings)\.(?!toml|json)[a-z0-9_]+)"', text)
    }
    kinds = {kind for text in texts for kind in re.findall(r'\bRules\(\s*"([a-z]+)"', text)}
    names = set(re.findall(r'self\.add\(\s*[a-z_.]+,\s*"([a-z_]+)"', SCHEMA)) | set(
        re.findall(r"code\}\.([a-z_]+)\"", SCHEMA)
    )
    assert names == {"bad_value", "wrong_type", "missing_field", "unknown_field"}
    return written | {f"{kind}.{name}" for kind in kinds for name in names}


def documented() -> list[str]:
    return re.findall(r"^### (\S+)$", (ROOT / "docs/problems.md").read_text("utf-8"), re.MULTILINE)


def test_every_code_is_documented_and_every_documented_code_is_used() -> None:
    assert sorted(documented()) == sorted(used())


def test_every_entry_says_something() -> None:
    sections = re.split(r"^### ", (ROOT / "docs/problems.md").read_text("utf-8"), flags=re.MULTILINE)[1:]
    assert [part.split("\n")[0] for part in sections if len(part.split("\n", 1)[1].split("##")[0].strip()) < 20] == []

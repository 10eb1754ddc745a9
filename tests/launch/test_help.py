from pathlib import Path

import pytest

from hivemind.launch.help import MAX_VALUES, has_flag, listed, offered

FORMS = {
    "choices": ('  --m <x>  Mode (choices:\n     "a-b", "c")\n', ("a-b", "c")),
    "possible values": ("  -m, --m <M>\n      Mode [possible values: a, b.c,\n      d]\n", ("a", "b.c", "d")),
    "possible values as lines": (
        "  --m <M>\n   Possible values:\n   - on-request: asks\n   - never: does not\n",
        ("on-request", "never"),
    ),
    "brackets": ("  --m=<M>  How hard (low, mid, high)\n", ("low", "mid", "high")),
    "brackets that give an example": ("  --m  One (e.g., a, b)\n", ()),
    "brackets with a sentence": ("  --m  One (if a b, then c)\n", ()),
    "bars": ("  --m  One of text|json|stream\n", ("text", "json", "stream")),
    "bars in a placeholder": ("  --m <text|json>  The format\n", ()),
    "nothing": ("  --m  Free\n", ()),
    "another flag's": ("  --mm  x|y\n  --m  Free\n", ()),
    "the block ends at a line in column one": ("  --m  Free\nOptions: a|b\n", ()),
    "the block ends at the next option": ("  --m  Free\n  --n  a|b\n", ()),
    "only words of the set": ('  --m (choices: "a b", "c", "$d")\n', ("c",)),
}


@pytest.mark.parametrize(("text", "expected"), FORMS.values(), ids=FORMS)
def test_help_names_values_in_five_forms(text: str, expected: tuple[str, ...]) -> None:
    """2.8 [R]: the five forms of `--help`, the first that applies."""
    assert offered(text, "--m") == expected


REAL = [
    ("claude", "--permission-mode", ("acceptEdits", "auto", "bypassPermissions", "manual", "dontAsk", "plan")),
    ("codex", "--sandbox", ("read-only", "workspace-write", "danger-full-access")),
    ("codex", "--ask-for-approval", ("on-request", "never")),
    ("gemini", "--approval-mode", ("default", "auto_edit", "yolo", "plan")),
    ("vibe", "--output", ("text", "json", "streaming")),
    ("copilot", "--mode", ("interactive", "plan", "autopilot")),
    ("opencode", "--log-level", ("DEBUG", "INFO", "WARN", "ERROR")),
]


@pytest.mark.parametrize(("program", "flag", "expected"), REAL, ids=[f"{row[0]} {row[1]}" for row in REAL])
def test_real_programs_name_their_values(program: str, flag: str, expected: tuple[str, ...]) -> None:
    text = (Path(__file__).parent / "help" / f"{program}.txt").read_text()
    assert offered(text, flag) == expected
    assert has_flag(text, flag)
    assert not has_flag(text, flag + "x")


def test_a_list_is_trimmed_skipped_and_laid_out() -> None:
    output = "\x1b[1mNAME  BY\x1b[0m\n\n  a-1  x\n b  y \nc\nb y\n$  z\n"
    assert listed(output, skip=1, layout="{2}/{1}") == ("x/a-1", "y/b", "/c")
    assert listed(output, skip=1) == ("a-1", "b", "c")


def test_a_list_has_a_thousand_values_at_most() -> None:
    assert len(listed("\n".join(map(str, range(3000))))) == MAX_VALUES

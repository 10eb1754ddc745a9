"""Record the demo agent's screens into `fixtures/screens/demo`: `python tests/demo/record.py [CASE…]`.

Each case is played on a real PTY at 80x24 and at 120x40 (names ending in `_wide`). Written are an asciicast (version 2)
with a mark at each labelled screen, and a JSON file with these labels, in the form of the other agents' recordings. The
labels are set here, by hand; the screens are what the terminal emulator shows.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import hivemind
from hivemind.demo import phrases
from hivemind.protocol.screen import Size
from hivemind.testing.played import Played

ROOT = Path(hivemind.__file__).parent.parent
TARGET = ROOT / "fixtures/screens/demo"
HOME = Path("/tmp/hive-demo")  # stands on the screens, so it is always the same
SIZES = {"": Size(24, 80), "_wide": Size(40, 120)}
FRAME = (b"\x1b[?2026h", b"\x1b[?2026l")
NEWLINE = "\x1b\r"
"""Alt+Enter."""

DIALOG = "Do you want to proceed? ❯ 1. Yes"


@dataclass
class Take:
    """One case while it is being recorded."""

    played: Played
    marks: list[dict[str, Any]] = field(default_factory=list)
    keys: list[dict[str, Any]] = field(default_factory=list)

    def type(self, text: str) -> None:
        """Type a text, and wait until it stands in the box."""
        self.keys.append({"at": round(self.played.seconds, 3), "type": text})
        self.played.type(text)
        self.played.until_shows(*text.split(NEWLINE))

    def key(self, name: str) -> None:
        """Press a key."""
        keys = {"enter": "\r", "escape": "\x1b", "down": "\x1b[B", "ctrl+d": "\x04"}
        self.keys.append({"at": round(self.played.seconds, 3), "key": name})
        self.played.type(keys.get(name, name))

    def send(self, text: str) -> None:
        """Type a text and send it."""
        self.type(text)
        self.key("enter")

    def mark(self, name: str, status: str, says: str | None = None, note: str | None = None) -> None:
        """Label the screen as it is, between two frames."""
        raw = self.played
        raw.until("the frame is whole", lambda: raw.raw.count(FRAME[0]) == raw.raw.count(FRAME[1]))
        shown = raw.snapshot()
        seconds = round(raw.seconds, 3)
        raw.events.append((seconds, "m", name))
        self.marks.append(
            {
                "at_seconds": seconds,
                "name": name,
                "cols": shown.size.columns,
                "rows": shown.size.rows,
                "cursor": [shown.cursor.row, shown.cursor.column],
                "cursor_hidden": not shown.cursor.visible,
                "title": shown.title,
                "alt": shown.modes.alternate,
                "status": status,
                "says": says,
                "note": note,
                "osc7501": None,
                "screen": raw.rows(),
            }
        )


@dataclass(frozen=True)
class Case:
    """What is recorded, and how."""

    about: str
    play: Callable[[Take], None]
    argv: tuple[str, ...] = ()


def idle(take: Take) -> None:
    """The start, slash commands, help, a short turn."""
    take.mark("start", "idle")
    take.type("/m")
    take.mark("commands", "idle", note="slash commands stand below the box")
    take.key("\x15")
    take.send("/help")
    take.played.until_shows("/exit")
    take.mark("help", "idle")
    take.send("hello there")
    take.played.until_title("◐")
    take.mark("thinking", "working")
    take.played.until_shows("Nice to have you here", "✻ Done in")
    take.mark("done", "idle")


def working(take: Take) -> None:
    """A long reply, a text that waits in line, an interrupt."""
    take.send("work for a while")
    take.played.until_title("◐")
    take.mark("thinking", "working")
    take.played.until_shows("Let me tell you", "When a colony")
    take.mark("streaming", "working")
    take.type("hello again")
    take.mark("draft", "working")
    take.key("enter")
    take.played.until_shows("next: hello again")
    take.played.until_title("◑")
    take.mark("queued", "working")
    take.key("escape")
    take.played.until_shows("✻ Interrupted after")
    take.mark("interrupted", "idle")


def shell(take: Take, answer: str, shown: str) -> None:
    """A shell command that is answered."""
    take.played.until_shows("❯ 1. Yes")
    take.mark("permission", "permission")
    take.key(answer)
    take.played.until_shows(shown, "✻ Done in")
    take.mark("done", "idle")


def edit(take: Take) -> None:
    """An edit of a file that is there, the third option selected, then allowed."""
    take.send("change hello to hi in greet.py")
    take.played.until_shows("❯ 1. Yes")
    take.mark("permission", "permission")
    take.key("down")
    take.key("down")
    take.played.until_shows("❯ 3. No")
    take.mark("no_selected", "permission", note="the selection moved to the third option")
    take.key("1")
    take.played.until_shows("The file is written", "✻ Done in")
    take.mark("done", "idle")


def question(take: Take) -> None:
    """A question, answered with a digit."""
    take.send("which colour?")
    take.played.until_shows("❯ 1. Amber")
    take.mark("question", "question")
    take.key("2")
    take.played.until_shows("I am teal now", "✻ Done in")
    take.mark("done", "idle")


def plan(take: Take) -> None:
    """A plan is approved, then its step is asked for."""
    take.played.until_shows("Carry this plan out?")
    take.mark("plan", "question")
    take.key("1")
    take.played.until_shows("Run this command?")
    take.mark("permission", "permission")
    take.key("escape")
    take.played.until_shows("Nothing was made", "✻ Done in")
    take.mark("done", "idle")


def trust(take: Take) -> None:
    """The trust screen, answered with 1; then the prompt that waited."""
    take.played.until_shows("❯ 2. No, leave")
    take.mark("trust", "blocked", "trust")
    take.key("1")
    take.played.until_shows("Nice to have you here", "✻ Done in")
    take.mark("done", "idle")


def hard_negatives(take: Take) -> None:
    """Dialogs and spinners that are only text: quoted in a reply, in the box, in a row that waits."""
    take.send("quote a question")
    take.played.until_shows("✻ Done in")
    take.mark("hn_quote", "idle", note="hard negative: the reply quotes a dialog and an interrupt hint")
    take.type(DIALOG)
    take.mark("hn_draft", "idle", note="hard negative: the draft looks like a dialog")
    take.key("enter")
    take.played.until_title("◐")
    take.mark("hn_sent", "working", note="hard negative: the prompt looks like a dialog while it works")
    take.played.until_shows("I am a demo agent")
    take.played.until_title("✳")
    rows = ("like this", "─" * 30, "❯ 1. Yes", " Enter to choose · 1-3 at once · Esc to refuse")
    take.type(NEWLINE.join(rows))
    take.mark("hn_draft_dialog", "idle", note="hard negative: the draft holds a whole dialog with its rule and hint")


def resume(take: Take) -> None:
    """An earlier conversation, taken up again."""
    take.played.until_shows("Resumed conversation")
    take.mark("resumed", "idle")


CASES: dict[str, Case] = {
    "idle": Case("start, help, a short turn", idle),
    "working": Case("a long reply, a queued text, an interrupt", working),
    "perm_shell_allow": Case(
        "a shell command: allow with 1", lambda take: shell(take, "1", "The file is there"), ("make a file",)
    ),
    "perm_shell_deny": Case(
        "a shell command: refuse with Esc", lambda take: shell(take, "escape", "Nothing was made"), ("make a file",)
    ),
    "perm_edit": Case("a file edit with a diff: allow with 1", edit),
    "question": Case("a question: option 2 with the digit", question),
    "plan": Case("plan mode: a plan, then the step", plan, ("--mode", "plan", "make a file notes.txt")),
    "trust": Case("the trust screen: 1", trust, ("--trust-screen", "hello")),
    "hard_negatives": Case("text that looks like a dialog", hard_negatives),
    "resume": Case("a resumed conversation", resume, ("--resume", "recorded-before")),
}


def record(name: str, case: Case, size: Size) -> None:
    """Play one case and write its two files."""
    argv = (phrases.PROGRAM, *case.argv)
    env = {
        "HOME": str(HOME),
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "PYTHONPATH": str(ROOT),
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
    }
    _set_up()
    with Played(
        (sys.executable, "-m", "hivemind.demo.main", *case.argv), cwd=HOME / "project", env=env, size=size
    ) as played:
        take = Take(played)
        played.until("it has a title", lambda: played.snapshot().title)
        played.until_still(seconds=0.1)
        case.play(take)
        played.type("\x03\x03")
        played.until_ended()
        TARGET.mkdir(parents=True, exist_ok=True)
        label: dict[str, Any] = {"agent": "demo", "version": phrases.VERSION, "case": name, "about": case.about}
        label |= {"cols": size.columns, "rows": size.rows, "argv": argv, "seconds": round(played.seconds, 3)}
        label |= {"exit": played.exit, "marks": take.marks, "keys": take.keys}
        (TARGET / f"{name}.json").write_text(json.dumps(label, ensure_ascii=False, indent=1) + "\n")
        head: dict[str, Any] = {
            "version": 2,
            "width": size.columns,
            "height": size.rows,
            "env": {"TERM": "xterm-256color"},
        }
        rows = [json.dumps({**head, "title": f"demo {phrases.VERSION} {name}"})]
        rows += [json.dumps([round(at, 3), kind, data]) for at, kind, data in played.events]
        (TARGET / f"{name}.cast").write_text("\n".join(rows) + "\n")


def _set_up() -> None:
    """A home with a small project and one earlier conversation."""
    shutil.rmtree(HOME, ignore_errors=True)
    (HOME / "project").mkdir(parents=True)
    (HOME / "project/greet.py").write_text('def greet(name):\n    return "hello " + name\n')
    sessions = HOME / ".local/state/hivemind/demo-sessions"
    sessions.mkdir(parents=True)
    said = [
        {"type": "session", "id": "recorded-before", "cwd": str(HOME / "project")},
        {"type": "person", "text": "hello", "detail": []},
        {"type": "agent", "text": phrases.HELLO, "detail": []},
        {"type": "end", "text": "Done in 2s", "detail": []},
    ]
    (sessions / "recorded-before.jsonl").write_text("".join(json.dumps(row) + "\n" for row in said))


def main(names: list[str]) -> None:
    """Record the cases of these names, or all."""
    for name in names or CASES:
        for suffix, size in SIZES.items():
            record(name + suffix, CASES[name], size)
    shutil.rmtree(HOME, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1:])

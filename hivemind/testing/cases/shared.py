"""Cases that every program has, as far as it asks such things at all."""

from __future__ import annotations

from collections.abc import Callable

from hivemind.protocol.screen import Size
from hivemind.testing.cases import texts
from hivemind.testing.cases.case import USUAL, Case, Ways
from hivemind.testing.model_wire import Call, Turn
from hivemind.testing.sandbox import PROJECT_FILES
from hivemind.testing.take import Take

SIZES = (
    Size(20, 60),
    Size(60, 60),
    Size(20, 80),
    Size(60, 80),
    Size(30, 120),
    Size(20, 120),
    Size(60, 200),
    Size(30, 200),
)
"""The sizes of the tours."""

EDITED = next(name for name in PROJECT_FILES if name.endswith(".py"))

DONE = "All of that is settled."


def shared(ways: Ways) -> dict[str, Case]:
    """The cases of a program, by name; tours have their size in it."""
    cases: dict[str, Case] = {}

    def add(name: str, about: str, *steps: Callable[[Ways, Take], None], size: Size = USUAL) -> None:
        def play(take: Take) -> None:
            ready(ways, take)
            for step in steps:
                step(ways, take)

        cases[name] = Case(about, play, size)

    add("start", "start, a draft of one row and of several, the slash menu", start, draft, slash)
    add("turn", "before the first word, while text streams, done", turn)
    add("scrolled", "a reply longer than the screen", scrolled)
    add("stopped", "stopped while text streams", interrupt)
    add("error", f"the server answers {ways.refused}", error)
    add("quoted", "replies that quote dialogs, spinners and errors", quoted, spinners, asked_back, old_errors)
    asking = [step for step, has in steps_of(ways) if has]
    if ways.asks:
        add("shell_allow", "a command: allow", shell_allow)
        add("shell_deny", "a command: deny", shell_deny)
        add("edit_allow", "an edit: allow", edit_allow)
        add("edit_deny", "an edit: deny", edit_deny)
        add("long_command", "a command of several rows: deny", long_command)
    else:
        add("tool", "a command runs without a question", tool)
    if ways.choose:
        add("choice", "a question: the second option", question)
    if ways.trust:
        cases["unknown_folder"] = Case(
            "a folder that it does not know", lambda take: trust(ways, take), is_trusted=False
        )
    for size in SIZES:
        add(f"tour_{size.columns}x{size.rows}", "a walk through its screens at this size", *asking, size=size)
    return cases


def steps_of(ways: Ways) -> list[tuple[Callable[[Ways, Take], None], bool]]:
    """What a tour goes through, and whether this program has it."""
    return [
        (idle, True),
        (turn, True),
        (shell_allow, bool(ways.asks)),
        (tool, not ways.asks),
        (edit_deny, bool(ways.asks)),
        (long_command, bool(ways.asks)),
        (question, bool(ways.choose)),
        (quoted, True),
        (draft, True),
        (interrupt, True),
        (error, True),
    ]


def ready(ways: Ways, take: Take) -> None:
    """It takes a prompt. Without a network some wait long for one before they show anything."""
    take.until_shows(*ways.ready, seconds=120)
    take.settle(1.2, 8)


def idle(_ways: Ways, take: Take) -> None:
    """The first screen."""
    take.mark("idle", "idle")


def start(ways: Ways, take: Take) -> None:
    """The first screen, and a draft of one row."""
    idle(ways, take)
    take.type("mend the failing test")
    take.settle()
    take.mark("draft", "idle", note="a draft is in the box")
    take.press(*ways.clear)
    take.settle()


def draft(ways: Ways, take: Take) -> None:
    """A draft that looks like a dialog; of several rows, where it has a key for that."""
    rows = texts.DRAFT if ways.newline else texts.DRAFT[:1]
    for number, row in enumerate(rows):
        if number:
            take.press(ways.newline)
        take.type(row)
    take.settle()
    take.mark("hn_draft", "idle", note="hard negative: the draft looks like a dialog")
    take.press(*ways.clear)
    take.settle()


def slash(_ways: Ways, take: Take) -> None:
    """The menu of commands."""
    take.type("/")
    take.settle()
    take.mark("slash_menu", "idle", note="the person opened the menu of commands", also=("question",))
    take.press("escape", "backspace")
    take.settle()


def turn(ways: Ways, take: Take) -> None:
    """Before the first word, while text streams, done."""
    text = f"{texts.LONG}{texts.LONG}{DONE}"
    take.script.add(Turn(text=text, first_seconds=4, word_seconds=0.03, rest_after=texts.HALF, rest_seconds=6))
    take.say("what is this project?")
    take.until_asked_all()
    take.wait(1.5)
    take.mark("waiting", "working", note="before the first word")
    if ways.streams:
        take.until_shows("wants.")
        take.wait(2)
        take.mark("streaming", "working")
    finish(ways, take, DONE)
    take.mark("done", "idle")


def finish(ways: Ways, take: Take, last: str) -> None:
    """The reply has come to its last words, and the program rests."""
    take.until_asked_all()
    take.until_shows(last, last.rpartition(" ")[2])
    if ways.busy:
        take.until_gone(ways.busy)
    take.settle(2, 5)


def scrolled(ways: Ways, take: Take) -> None:
    """A reply longer than the screen."""
    take.script.add(Turn(text=texts.MANY_ROWS, word_seconds=0.01))
    take.say("list everything")
    if ways.streams:
        take.until_shows("row 30 of")
        take.mark("streaming", "working")
    finish(ways, take, "That is all.")
    take.mark("done", "idle")


def wanted(take: Take, *calls: Call, last: str) -> None:
    """The model wants to use tools, one a turn, and says that it is done."""
    turns = [
        Turn(text="I will do that." if number == len(calls) else "", calls=(call,))
        for number, call in enumerate(calls, 1)
    ]
    take.script.add(*turns, Turn(text=last, first_seconds=2.5, word_seconds=0.05))


def shell_allow(ways: Ways, take: Take) -> None:
    """A command is asked for, allowed, runs, and is done."""
    _asked_shell(ways, take, "The file is complete.")
    take.press(*ways.allow)
    take.wait(2)
    take.mark("runs", "working", note="the command runs")
    finish(ways, take, "The file is complete.")
    take.mark("made", "idle")


def tool(ways: Ways, take: Take) -> None:
    """A command runs without a question."""
    wanted(take, ways.program.shell(texts.MAKE), last="The file is complete.")
    take.say("make a file")
    take.until_shows("tick 1")
    take.wait(1)
    take.mark("runs", "working", note="the command runs")
    finish(ways, take, "The file is complete.")
    take.mark("made", "idle")


def shell_deny(ways: Ways, take: Take) -> None:
    """A command is asked for and refused."""
    _asked_shell(ways, take, "Then I refrain.")
    _refuse(ways, take, "denied")


def _asked_shell(ways: Ways, take: Take, last: str) -> None:
    wanted(take, ways.program.shell(texts.MAKE), last=last)
    take.say("make a file")
    _until_asked(take, ways.asks, "permission")


def _until_asked(take: Take, sign: str, name: str, reads: str = "permission") -> None:
    take.until_shows(sign)
    take.settle(1.5, 4)
    take.mark(name, reads)


def _refuse(ways: Ways, take: Take, name: str) -> None:
    take.press(*ways.deny)
    if ways.after_deny == "working":
        take.wait(1)
        take.mark(f"{name}_working", "working", note="the turn goes on")
        finish(ways, take, "Then I refrain.")
    take.settle(1.5, 4)
    take.mark(name, "idle")
    take.script.clear()  # what a refusal left is not for the next prompt


def edits(ways: Ways, take: Take) -> tuple[Call, ...]:
    """The calls of a model that changes the greeting."""
    if not ways.program.edit:
        raise ValueError(f"{ways.name} asks before it edits, but nothing says how it edits")
    return tuple(ways.program.edit(take.project / EDITED, texts.OLD, texts.NEW))


def edit_allow(ways: Ways, take: Take) -> None:
    """An edit is asked for and allowed."""
    _asked_edit(ways, take, "The greeting is nicer.")
    take.press(*ways.allow)
    take.wait(0.8)
    take.mark("edited", "working", note="the edit is made, the model thinks")
    finish(ways, take, "The greeting is nicer.")
    take.mark("made", "idle")


def edit_deny(ways: Ways, take: Take) -> None:
    """An edit is asked for and refused."""
    _asked_edit(ways, take, "Then I refrain.")
    _refuse(ways, take, "denied_edit")


def _asked_edit(ways: Ways, take: Take, last: str) -> None:
    wanted(take, *edits(ways, take), last=last)
    take.say("make the greeting nicer")
    _until_asked(take, ways.asks_edit or ways.asks, "permission_edit")


def long_command(ways: Ways, take: Take) -> None:
    """A command that takes several rows is asked for and refused."""
    wanted(take, ways.program.shell(texts.LONG_COMMAND), last="Then I refrain.")
    take.say("greet everybody")
    _until_asked(take, ways.asks, "permission_long")
    _refuse(ways, take, "denied_long")


def question(ways: Ways, take: Take) -> None:
    """A question, and its second option."""
    if not ways.program.question:
        raise ValueError(f"{ways.name} has questions, but nothing says how it asks them")
    wanted(take, ways.program.question(texts.QUESTION, texts.OPTIONS), last="A splendid choice, thanks.")
    take.say("ask me something")
    _until_asked(take, texts.OPTIONS[-1], "question", "question")
    take.press(*ways.choose)
    take.wait(0.8)
    take.mark("chosen", "working", note="the answer is on its way")
    finish(ways, take, "A splendid choice, thanks.")
    take.mark("answered", "idle")


def interrupt(ways: Ways, take: Take) -> None:
    """Stopped while text streams."""
    text = texts.LONG * 2
    take.script.add(Turn(text=text, first_seconds=1, word_seconds=0.03, rest_after=texts.HALF, rest_seconds=30))
    take.say("tell me more")
    take.until_asked_all()
    take.wait(4)
    take.mark("streaming_long", "working")
    take.press(*ways.interrupt, gap=ways.interrupt_gap)
    if ways.busy:
        take.until_gone(ways.busy)
    take.settle(1.5, 5)
    take.mark("interrupted", "idle")


def error(ways: Ways, take: Take) -> None:
    """The server refuses the request."""
    take.script.add(Turn(error=ways.refused, times=20))
    take.say("hello")
    take.wait(6)
    take.settle(2, 6)
    take.mark("error", "idle", also=ways.labels.get("error", ("blocked",)), note=f"the server answers {ways.refused}")
    take.script.clear()


def _said(name: str, text: str, note: str) -> Callable[[Ways, Take], None]:
    def step(ways: Ways, take: Take) -> None:
        take.script.add(Turn(text=text, word_seconds=0.01))
        take.say("tell me about the script")
        finish(ways, take, text.rpartition(" ")[2])
        take.mark(name, "idle", note=f"hard negative: {note}")

    return step


quoted = _said("hn_quoted", texts.QUOTED, "the reply quotes a dialog")
spinners = _said("hn_spinners", texts.SPINNERS, "the reply quotes spinner rows")
asked_back = _said("hn_asked_back", texts.ASKED_BACK, "the reply asks in prose")
old_errors = _said("hn_old_errors", texts.OLD_ERRORS, "the reply quotes errors")


def trust(ways: Ways, take: Take) -> None:
    """A folder that it does not know."""
    take.until_shows(ways.trust)
    take.settle(1, 4)
    take.mark("trust", "blocked", says="trust")
    take.press(*ways.trust_keys)
    take.until_shows(*ways.ready)
    take.settle(1.5, 8)
    take.mark("trusted", "idle")

"""What the demo agent does with a prompt: keywords choose a script, scripts yield steps and act when allowed."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from pathlib import Path

from hivemind.demo import phrases
from hivemind.demo.files import DEFAULT_NEW, names_in, plan_edit
from hivemind.demo.paint import ACCENTS
from hivemind.demo.steps import DENIED, Ask, Dialog, Entry, Outcome, Run, Say, Script, Show, Step, Think

MODES = ("ask", "accept", "plan")
SHOWN_ROWS = 12
"""Rows of output that are shown of a command."""


@dataclass(slots=True)
class World:
    """What scripts may look at and change."""

    cwd: Path
    mode: str = "ask"
    model: str = "small"
    accent: str = "amber"
    is_leaving: bool = False
    """Set by a script that ends the program."""
    programs: set[str] = field(default_factory=set)
    """Programs that run without asking for the rest of the session."""
    edits: bool = False
    """Whether edits are made without asking for the rest of the session."""


def script_for(prompt: str, world: World) -> Script:
    """The script for a prompt or a slash command."""
    command, _, rest = prompt.partition(" ")
    if command == "/shell":
        return run_words(rest.strip() or f"touch {DEFAULT_NEW}", world)
    if command == "/trust":
        return trust(world)
    asked = _SLASH.get(command)
    if asked is not None:
        return asked(rest, world)
    words = set(re.findall(r"[a-z]+", prompt.lower()))
    for wanted, script in _KEYWORDS:
        if all(words & group for group in wanted):
            return script(prompt, world)
    return talk(phrases.ABOUT)


def talk(text: str) -> Script:
    """Think a moment, then speak."""
    yield Think(1.5)
    yield Say(text)


def long_reply(prompt: str, world: World) -> Script:  # noqa: ARG001 - one shape for all scripts
    """Speak for some 25 seconds."""
    yield Think(1.5)
    yield Say(phrases.LONG, words_per_second=13)


def quote(prompt: str, world: World) -> Script:  # noqa: ARG001
    """Say the words of a dialog without opening one."""
    return talk(phrases.QUOTE)


def hello(prompt: str, world: World) -> Script:  # noqa: ARG001
    """Greet."""
    return talk(phrases.HELLO)


def thanks(prompt: str, world: World) -> Script:  # noqa: ARG001
    """Say goodbye."""
    return talk(phrases.THANKS)


def make_file(prompt: str, world: World) -> Script:
    """Make empty files by running `touch`."""
    names = names_in(prompt, world.cwd) or [DEFAULT_NEW]
    there = [name for name in names if (world.cwd / name).exists()]
    what = "an empty file" if len(names) == 1 else f"{len(names)} empty files"
    yield Think(1.2)
    yield Say(f"I will make {what} here: `{'`, `'.join(names)}`.")
    outcome = yield from _permitted_run(("touch", *names), f"Make {what} in this folder", world)
    if outcome is None:
        yield from _refused("Nothing was made.")
    elif outcome.code:
        yield Say("That did not work; the row above says why.")
    elif there:
        yield Say(f"Done. `{there[0]}` was there already, so only its time changed.")
    else:
        yield Say("Done. The file is there." if len(names) == 1 else "Done. The files are there.")


def run_words(words: str, world: World) -> Script:
    """Run the command that the person wrote."""
    try:
        argv = tuple(shlex.split(words))
    except ValueError as error:
        yield Say(f"I cannot read that command: {str(error).lower()}.")
        return
    if not argv:
        yield Say("There is no command to run.")
        return
    yield Think(0.8)
    outcome = yield from _permitted_run(argv, "Run the command you gave me, by its words, without a shell", world)
    if outcome is None:
        yield from _refused("Nothing was run.")
    elif outcome.code:
        yield Say(f"`{argv[0]}` ended with status {outcome.code}.")
    else:
        yield Say(f"`{argv[0]}` ran without an error.")


def edit(prompt: str, world: World) -> Script:
    """Propose an edit with its diff; make it when allowed."""
    yield Think(1.2)
    planned = plan_edit(prompt, world.cwd)
    if isinstance(planned, str):
        yield Say(planned)
        return
    diff = planned.diff()
    if not diff:
        yield Say(f"`{planned.name}` would stay as it is, so there is nothing to do.")
        return
    verb = "Write" if planned.before is None else "Edit"
    yield Say(f"I would {'make' if planned.before is None else 'change'} `{planned.name}` like this.")
    dialog = Dialog(
        "permission",
        f"{verb} a file",
        f"Make this edit to {planned.name}?",
        ("Yes", "Yes, and don't ask again for edits", "No"),
        subject=planned.name,
        body=diff,
    )
    action = f"{verb} {planned.name}"
    allowed = yield from _permitted(dialog, action, asks=not world.edits, world=world)
    if not allowed:
        yield Show(Entry("action", action, ("not allowed, nothing was written",)))
        yield from _refused(f"`{planned.name}` is as it was.")
        return
    world.edits = world.edits or allowed == 2
    failure = planned.write()
    if failure:
        yield Show(Entry("action", action, (f"not written: {failure}",)))
        yield Say("I could not write it; the row above says why.")
        return
    yield Show(Entry("edit", action, diff))
    yield Say("Done. The file is written.")


def ask(prompt: str, world: World) -> Script:  # noqa: ARG001
    """Ask for a colour, and take it."""
    yield Think(1.2)
    options = tuple(name.capitalize() for name in ACCENTS)
    question = "Which colour should I wear?"
    answer = yield Ask(Dialog("question", "A question", question, (*options, "Leave it as it is")))
    if not isinstance(answer, int) or answer == DENIED:
        yield Show(Entry("action", question, ("no answer",)))
        yield Say("Then I stay as I am.")
    elif answer > len(ACCENTS):
        yield Show(Entry("action", question, ("Leave it as it is",)))
        yield Say(f"I stay {world.accent}.")
    else:
        yield Show(Entry("action", question, (options[answer - 1],)))
        world.accent = ACCENTS[answer - 1]
        yield Say(f"I am {world.accent} now. Look at the top of the screen.")


def name(prompt: str, world: World) -> Script:  # noqa: ARG001
    """Ask what to call the person: two names, or one of their own."""
    yield Think(1.2)
    options = ("Beekeeper", "Friend", "Type something else")
    question = "What shall I call you?"
    answer = yield Ask(Dialog("question", "A question", question, options, has_field=True))
    called = options[answer - 1] if isinstance(answer, int) and answer != DENIED else answer
    if not isinstance(called, str):
        yield Show(Entry("action", question, ("no answer",)))
        yield Say("Then I call you nothing.")
        return
    yield Show(Entry("action", question, (called,)))
    yield Say(f"Hello {called}.")


def trust(world: World) -> Script:
    """Ask whether this folder is trusted; leave when it is not."""
    dialog = Dialog(
        "trust",
        "Do you trust this folder?",
        "",
        ("Yes, I trust this folder", "No, leave"),
        subject=str(world.cwd),
        text="I can run commands and edit files here, each time after asking you, unless you tell me not to ask.",
        selected=2,
    )
    answer = yield Ask(dialog)
    world.is_leaving = answer != 1


def _permitted_run(
    argv: tuple[str, ...], why: str, world: World
) -> Generator[Step, int | str | Outcome | None, Outcome | None]:
    """Run a program if that is allowed, and show what came of it; None when it was not."""
    shown = shlex.join(argv)
    action = f"$ {shown}"
    dialog = Dialog(
        "permission",
        "Run a command",
        "Run this command?",
        ("Yes", f"Yes, and don't ask again for {argv[0]}", "No"),
        subject=shown,
        text=why,
    )
    allowed = yield from _permitted(dialog, action, asks=argv[0] not in world.programs, world=world)
    if not allowed:
        yield Show(Entry("action", action, ("not allowed, nothing was run",)))
        return None
    if allowed == 2:
        world.programs.add(argv[0])
    outcome = yield Run(argv)
    if not isinstance(outcome, Outcome):
        return None
    rows = outcome.output.splitlines()
    more = (f"… {len(rows) - SHOWN_ROWS} more rows",) if len(rows) > SHOWN_ROWS else ()
    status = (f"exit status {outcome.code}",) if outcome.code else ()
    yield Show(Entry("action", action, tuple(rows[:SHOWN_ROWS]) + more + status or ("ran without output",)))
    return outcome


def _permitted(
    dialog: Dialog, action: str, *, asks: bool, world: World
) -> Generator[Step, int | str | Outcome | None, int]:
    """1 or 2 (do not ask again) when the action may be done, else 0; asks the person where the mode wants it."""
    if world.mode == "plan":
        plan = Dialog(
            "question",
            "The plan",
            "Carry this plan out?",
            ("Yes, and ask me before each step", "No, keep planning"),
            subject=action,
            body=dialog.body,
        )
        if (yield Ask(plan)) != 1:
            return 0
        world.mode = "ask"
    if world.mode == "accept" or not asks:
        return 1
    answer = yield Ask(dialog)
    return answer if isinstance(answer, int) and answer in (1, 2) else 0


def _refused(what: str) -> Script:
    yield Say(f"All right. {what}")


_SLASH: dict[str, Callable[[str, World], Script]] = {
    "/edit": edit,
    "/ask": ask,
    "/name": name,
    "/long": long_reply,
    "/quote": quote,
}

_KEYWORDS: tuple[tuple[tuple[frozenset[str], ...], Callable[[str, World], Script]], ...] = (
    ((frozenset({"quote"}),), quote),
    ((frozenset({"make", "create", "touch"}), frozenset({"file", "files"})), make_file),
    ((frozenset({"edit", "change"}),), edit),
    ((frozenset({"ask", "question", "which"}),), ask),
    ((frozenset({"long", "work", "working"}),), long_reply),
    ((frozenset({"thanks", "thank", "bye"}),), thanks),
    ((frozenset({"hello", "hi", "hey"}),), hello),
)
"""Groups of words, one of each of which a prompt must have; the first row that fits counts."""

TURN_COMMANDS = ("/shell", "/trust", *_SLASH)
"""Slash commands that take a turn."""

"""What the demo agent says when it only talks. Words, no behaviour."""

from __future__ import annotations

PROGRAM = "hive-demo-agent"
VERSION = "1.0"
"""Of the demo agent itself; not the version of Hivemind."""

COMMANDS: tuple[tuple[str, str, str], ...] = (
    ("/help", "", "this list"),
    ("/shell", "[COMMAND]", "ask to run a command, then run it"),
    ("/edit", "[FILE]", "propose an edit and show its diff"),
    ("/ask", "", "ask you something (/name takes a text of yours)"),
    ("/long", "", "talk for half a minute, to be watched or stopped"),
    ("/quote", "", "a reply that only looks like a permission question"),
    ("/trust", "", "show the trust screen again"),
    ("/mode", "[ask|accept|plan]", "show or set when I ask (Shift+Tab turns it)"),
    ("/model", "[NAME]", "show or set the name at the top"),
    ("/exit", "", "leave (Ctrl+D, or Ctrl+C twice)"),
)
"""Slash commands: name, arguments, what it does."""

HELP_WORDS: tuple[tuple[str, str], ...] = (
    ("make a file notes.txt", "runs `touch` when you allow it"),
    ("change A to B in notes.txt", "edits the file when you allow it"),
    ("which colour?", "asks, and paints itself in your answer"),
    ("work for a while", "stays busy; Esc stops it"),
)
"""Things to type, and what comes of them."""

HELP_KEYS = (
    "Enter sends · Alt+Enter or \\ Enter breaks the line · ↑ ↓ earlier texts · PgUp PgDn scroll · Esc stops · "
    "Ctrl+L repaints"
)

ABOUT = (
    "I am a demo agent 🐝 a script that behaves as a coding agent does, with no model behind it and no network. "
    "So I cannot answer that, but what I say I did, I really did.\n"
    "\n"
    "Try `make a file` (I ask before I run anything), `change` something, `ask me something`, or `work` for a while. "
    "`/help` has the rest."
)

INTRO = "Try `make a file`, `change something`, `ask me something`, or `/help` for more."
"""Stands below the header until something was said."""

HELLO = "Hello 🐝 Nice to have you here. Try `make a file`, or type `/help` to see what I can do."

THANKS = "You are welcome. `/exit` leaves, and `--resume` brings us back here."

LONG = (
    "Let me tell you how bees agree on a new home, since it takes about as long as a real piece of work. You can type "
    "while I talk: what you send waits in line. Esc stops me.\n"
    "\n"
    "When a colony grows too large for its hive, half of it leaves with the old queen and gathers on a branch "
    "nearby. Some hundred scouts fly out and look at every hollow tree for miles around. A scout that likes what she "
    "found comes back and dances for it: the angle of the dance points the way, its length is the distance, and the "
    "better the place, the more often she repeats it.\n"
    "\n"
    "Other scouts follow the dance, look for themselves, and dance for the place in turn if they agree. Nobody "
    "counts votes and nobody compares two places side by side. A good place simply wins more dancers than a poor one "
    "loses, and dances for poor places die out because every dance gets a little shorter each time.\n"
    "\n"
    "At the door of the favourite place the scouts sense how many of them there are. Once it is some twenty or thirty, "
    "they stop dancing, go back and pipe: a high, short buzz that means *warm up your wings*. A quarter of an hour "
    "later ten thousand bees rise as one cloud, and the few that know the way streak through it to show the "
    "direction. The word for bee is 蜂 in Japanese, 벌 in Korean, and mel·issa in Greek once meant the same.\n"
    "\n"
    "It works because many look, each for herself, and because agreeing takes more than one pair of eyes. That "
    "is also a fair way to run a few coding agents side by side. I have done nothing to your files meanwhile."
)

QUOTE = (
    "Here is what such a question looks like, word for word. I am only quoting it, and nothing waits for you:\n"
    "\n"
    "  Do you want to proceed?\n"
    "  ❯ 1. Yes\n"
    "    2. Yes, and don't ask again for this command\n"
    "    3. No\n"
    "\n"
    "  Esc to cancel · esc to interrupt\n"
    "\n"
    "A program that reads screens must not take this for a real one."
)

GERUNDS = ("Humming", "Foraging", "Waggling", "Hovering", "Gathering", "Combing", "Swarming", "Pollinating")
"""Words of the spinner row, one a turn."""

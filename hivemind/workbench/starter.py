"""The file that `hive agents new` writes: it loads as it is, and its comments say what to fill in."""

from __future__ import annotations

import json
from pathlib import Path

from hivemind.base.errors import HiveError, UsageError
from hivemind.manifest.checks import RESERVED_IDS
from hivemind.manifest.manifest import FILE_NAME

TEMPLATE = """\
# {title}: how Hivemind starts this program, reads its screen and answers it.
# Check it:   hive agents validate {folder}
# Collect:    hive ctl spawn --name try -- {program}
# Save each:  hive agents capture try --agent {name} --label idle     (or working, permission, question, blocked)
# By hand:    FILE.screen has the lines 'program:', 'size: 80x24', 'reads:' and 'source:', then '---', then the rows
# Try rules:  hive detect {folder} FILE.screen --explain
# Test them:  hive agents test {folder} SCREENS; hive agents lint {folder} SCREENS
manifestVersion: 2
id: {id}                 # the name of this folder
label: {label}
bin: {bin}                # looked up on PATH; never a path
enabled: true                # false: recognised when it runs, never started

caps:
  promptDelivery: typed      # how its first task goes in: argv (last argument), or typed into its screen
  turnSignal: false          # true needs hooks that report the end of a turn
  resume: none               # none, cwd or tile; others need session.resume
  supervise: human           # human: its own questions appear in its tile
  blockedDetection: true     # the rules below can see that it waits

# spawn:
#   args: [--no-update-check]                     # always passed first
#   titles: ["{title} - {{task}}"]                # what its window title says

# options:                                        # what can be chosen at a spawn
#   - id: model
#     label: Model
#     flag: --model

detect:
  default: idle              # when no rule matches; readings by default are told apart (seen: false)
  # The first rule that matches decides. Look at places that only the program draws: the last rows, the input box,
  # what stands below the last line across the screen. Words of a conversation must never count.
  rules:
    - when:                  # it asks: replace the text with what its question really shows
        all:
          - scope: {{ kind: tailNonEmpty, n: 4 }}
            line: [{{ contains: "[y/n]" }}]
      then: permission
    - when:                  # it works: the row with its spinner, or the hint how to stop it
        scope: {{ kind: tailNonEmpty, n: 3 }}
        line: [{{ contains: "esc to interrupt" }}]
      then: working
    - when:                  # it waits for a task: its prompt
        scope: {{ kind: tailNonEmpty, n: 2 }}
        line: [{{ startsWith: ">" }}]
      then: idle
  chrome:                    # rows that are no speech of the program; they never become its last line
    line: [{{ startsWith: ">" }}]

# Keys that answer. Write down only what you saw work: a wrong key can allow what should be refused.
# answer:
#   permission: {{ allow: ["y", enter], deny: ["n", enter] }}
# choose: ["{{n}}", enter]     # picks option n of a question
# interrupt: [escape]        # stops its turn

# install:
#   url: https://example.com
"""


def starter(name: str, *, program: str = "", folder: str = "") -> str:
    """The text of the file for an agent of that id."""
    label = name.replace("-", " ").title()
    quoted = {key: json.dumps(text) for key, text in (("id", name), ("bin", program or name))}
    return TEMPLATE.format(
        **quoted, name=name, program=program or name, title=label, label=json.dumps(label), folder=folder or name
    )


def write_starter(name: str, root: Path, *, program: str = "") -> Path:
    """Write the starter file into a new folder below `root`; its path. Nothing is ever overwritten.

    Raises:
        UsageError: the id or the program cannot be, or the file is there already.
        HiveError: it cannot be written.
    """
    if not _is_id(name):
        raise UsageError(
            f"'{name}' cannot be an id", hint="1 to 32 lowercase letters, digits and '-', the first no '-'"
        )
    if "/" in program or "\\" in program or not program.isprintable():
        raise UsageError(f"--bin {program}: found a path, expected a program's name", hint="it is looked up on PATH")
    owner = RESERVED_IDS.get(name)
    if owner is not None and owner != (program or name):
        raise UsageError(f"the id '{name}' belongs to the program '{owner}'", hint="choose another id")
    path = root / name / FILE_NAME
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as stream:
            stream.write(starter(name, program=program, folder=str(path.parent)))
    except FileExistsError as error:
        raise UsageError(f"{path} is there already", hint="nothing was written") from error
    except OSError as error:
        raise HiveError(f"{path} cannot be written: {error.strerror}") from error
    return path


def _is_id(name: str) -> bool:
    allowed = set("abcdefghijklmnopqrstuvwxyz0123456789-")
    return 0 < len(name) <= 32 and set(name) <= allowed and name[0] != "-"

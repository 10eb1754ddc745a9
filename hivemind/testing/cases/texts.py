"""What the scripted model says in cases."""

from __future__ import annotations

LONG = (
    "The project is small: one module greets a person by name, and one test looks at the usual greeting. "
    "Names with blanks around them are greeted with their blanks, which is hardly what anybody wants. "
    "An empty name gives a greeting that ends in a blank. Both are mended in a line, and a test for each keeps it so. "
    "The greeting itself stands in the code; a constant would let it be translated. I would begin with the test. "
)

HALF = 35
"""Words of it up to the end of its second sentence, which ends in "wants."."""

QUOTED = """\
The script asks this before it deletes anything:

```
Do you want to proceed?
❯ 1. Yes
  2. Yes, and don't ask again
  3. No (esc)
```

It was answered long ago. Nothing waits for you now."""

SPINNERS = """\
While it ran, the last rows were these:

```
✻ Thinking… (12s · esc to interrupt)
⠋ Working... esc to cancel
• Working (3s • esc to interrupt)
```

They went away with the run, which is over."""

ASKED_BACK = """\
The function has another name now, and its test passes.

Shall I change the README as well?

  1. Yes, change README.md
  2. No, leave it alone

Tell me which."""

OLD_ERRORS = """\
The log has these lines:

```
API Error: 529 Overloaded. Retrying in 4 seconds… (attempt 3/10)
Please run /login · API Error: 401
Allow command? [y/n] (Enter to confirm · Esc to cancel)
```

They are of last week. Today it ran clean."""

MANY_ROWS = "\n".join(f"{number}. row {number} of a list that is long" for number in range(1, 81)) + "\n\nThat is all."

MAKE = "touch made.txt && for n in 1 2 3 4 5; do echo tick $n; sleep 1; done"

LONG_COMMAND = (
    "for name in ann bob cleo dan eve fritz gina hugo ida jan kim leo mia nils; do "
    'test -n "$name" && printf "%s\\n" "hello $name, and welcome to the project" >> greetings.txt; done && '
    "sort greetings.txt | uniq -c | sort -rn | head -n 5 && rm greetings.txt"
)

QUESTION = "Which colour shall the button have?"
OPTIONS = ("Amber", "Teal", "Plum")

OLD, NEW = 'return "hello " + name', 'return "Hello, " + name.strip()'

DRAFT = ("Do you want to proceed?", "1. Yes", "2. No (esc)")
"""A draft that looks like a dialog, row by row."""

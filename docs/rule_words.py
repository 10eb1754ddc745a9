# ruff: noqa: INP001 (read by reference.py, found by its path)
"""A line for each word of rules, and which of them the published format has; `reference.py` prints them.

A word without its line, or a line without its word, ends the making of the page.
"""

from __future__ import annotations

EXPRESSIONS = {
    "all": "every expression of the list holds",
    "any": "some expression of the list holds",
    "not": "the expression does not hold",
    "contains": "the text is somewhere in the scope, in whatever case; it may span rows",
    "containsCS": "the same, in just this case",
    "line": "all line tests of the list hold on one and the same row, its indentation taken off",
    "helper": "a ready-made test, see below",
    "seq": "terms that follow each other on one row, its indentation kept; `at: start`: only from its first column, "
    "`ci: true`: in lower case",
    "title": "all line tests of the list hold on the window title; fails without one",
    "record": "what the program says of itself (OSC 7501): `state`, `kind` and `app`; all that is given must match",
    "progress": "how the program draws its progress (OSC 9;4): `state`, a list of normal, error, unknown, paused",
}

HELPERS = {
    "hasConfirmationPrompt": "from `do you want`, else from `would you like`, to the end there is `yes` or `❯`",
    "hasInterruptPattern": "`esc` and `interrupt`, or `ctrl+c to interrupt`",
    "hasBrailleSpinner": "some row begins with a braille character, its indentation taken off",
}

LINE_TESTS = {
    "contains": "the text is in the row, in whatever case",
    "containsCS": "the same, in just this case",
    "startsWith": "the row begins with the text, in whatever case",
    "startsWithAny": "the row's first character is one of the list; `braille` stands for U+2800–28FF",
    "gerundAfterPrefix": "after a character of the list (a whole run of braille) comes a word that ends in `ing`",
    "letterAfterPrefix": "after a character of the list (a whole run of braille) and blanks comes a letter",
    "numBeforeWord": "the number before the word compares with `value` by `op`: gt, gte, lt, lte or eq",
    "anyOf": "some line test of the list holds",
}

TERMS = {
    "lit": "this text",
    "any": "the first text of the list (1 to 8) that fits; the empty one always does",
    "run": "as many characters of the set as there are, at least `min` (1), at most `max`; a set is `space`, `digit`, "
    "`word` or the characters themselves, `!` before them means all others",
    "upTo": "everything up to the next such text, and that",
    "notNext": "takes nothing; the next character is not of the set",
    "end": "takes nothing; the row ends here",
}

SCOPES = {
    "screen": "every row",
    "tail": "the last `n` rows, blank ones at the end left out",
    "tailNonEmpty": "the `n` last rows that are not blank, from the bottom up",
    "belowRule": "the rows below the last line across the screen",
    "box": "the rows inside the last input box, its sides taken off; `mark` where the program draws no lines; `n`: its "
    "first rows",
    "aboveBox": "the `n` rows that are not blank nearest above that box, from the top down; all without `n`",
    "belowBox": "the rows below that box",
    "cursor": "the row of the cursor, and `n` rows around it",
}

PUBLISHED = {
    "test": frozenset(("all", "any", "not", "contains", "containsCS", "line", "helper", "seq")),
    "helper": frozenset(HELPERS),
    "line test": frozenset(LINE_TESTS),
    "term": frozenset(TERMS),
    "scope": frozenset(("screen", "tail", "tailNonEmpty")),
}
"""What manifestVersion 2 has as published."""

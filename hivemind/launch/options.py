"""Launch options: what was chosen, to arguments; and what can be chosen, for dialogs.

One difference from the format on purpose: it drops a value that begins with `-`. What a file says (`default`,
`unattended`) is dropped here as well; what a person chose is refused, because silence would start something else than
was asked for. The same holds for a chosen value that an option without a flag does not name.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping

from hivemind.base.errors import BadRequestError
from hivemind.manifest.manifest import Manifest
from hivemind.manifest.parts.options import Option

NOT_CHOSEN = ("", "default")
"""Choices that mean: pass what the manifest's default says."""

YOLO = "yolo"
"""The value that stands for an option's `unattended` value, unless the option has a `yolo` of its own."""

MAX_ARGUMENT_BYTES = 128 * 1024 - 1
"""Bytes of one argument: Linux takes no longer one (MAX_ARG_STRLEN in execve(2), 32 pages with the final zero)."""


def arguments(manifest: Manifest, choices: Mapping[str, str], *, unattended: bool = False) -> list[str]:
    """The arguments for those choices (option id to value), in the order of the manifest.

    `unattended` is for a program that nobody sits at: an option that `choices` does not name takes its unattended
    value, where it has one. A person's launch never does.

    Raises:
        BadRequestError: the agent has no such option or value, or a value would be read as a flag.
    """
    known = {option.id: option for option in manifest.options}
    for name in choices:
        if name not in known and choices[name] not in NOT_CHOSEN:
            raise BadRequestError(_no_such_option(manifest, name), hint=_near(name, list(known)))
    found: list[str] = []
    for option in manifest.options:
        if option.id in choices:
            found += _of_choice(manifest, option, choices[option.id])
        else:
            found += _passed(option, option.unattended if unattended else "")
    return found


def choices(option: Option) -> list[str]:
    """The values worth offering, without repeats; an empty list means free text."""
    names = [*option.values, option.default, YOLO if option.unattended else ""]
    return [name for name in dict.fromkeys(names) if name]


def checked_argument(text: str, what: str) -> str:
    """The text, if it can be an argument of a program; else a BadRequestError that calls it `what`."""
    if "\0" in text:
        raise BadRequestError(f"{what} holds a null character")
    try:
        size = len(os.fsencode(text))
    except UnicodeEncodeError as error:
        raise BadRequestError(f"{what} holds half a surrogate pair, which is no character") from error
    if size > MAX_ARGUMENT_BYTES:
        raise BadRequestError(f"{what} has {size} bytes, at most {MAX_ARGUMENT_BYTES} fit into an argument")
    return text


def _of_choice(manifest: Manifest, option: Option, value: str) -> list[str]:
    if value.startswith("-"):
        raise BadRequestError(f"the {option.id} '{value}' begins with '-' and would be read as a flag")
    checked_argument(value, f"the {option.id}")
    is_known = value in option.values or value in (*NOT_CHOSEN, YOLO)
    if not is_known and not option.flag:
        raise BadRequestError(
            f"the {option.id} of {manifest.id} cannot be '{value}'; it can be: {', '.join(choices(option))}",
            hint=_near(value, choices(option)),
        )
    return _passed(option, value)


def _passed(option: Option, value: str) -> list[str]:
    """The arguments for a value, by the four rules of the format."""
    if value == YOLO and YOLO not in option.values:
        value = option.unattended
    passed = option.default if value in NOT_CHOSEN else value
    if not passed or passed.startswith("-"):
        return []
    if passed in option.values:
        return list(option.values[passed])
    return [option.flag, passed] if option.flag else []


def _no_such_option(manifest: Manifest, name: str) -> str:
    ids = [option.id for option in manifest.options]
    if not ids:
        return f"{manifest.id} has no options, so no '{name}'"
    return f"{manifest.id} has no option '{name}'; it has: {', '.join(ids)}"


def _near(word: str, known: list[str]) -> str:
    near = difflib.get_close_matches(word, known, n=1)
    return f"did you mean '{near[0]}'?" if near else ""

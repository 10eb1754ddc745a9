"""Changing `settings.toml` from the UI: one value at a time, with every comment and the rest of the text as it was.

tomlkit is loaded only when something is changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hivemind.base import whole
from hivemind.base.errors import HiveError, InvalidFileError
from hivemind.base.problems import Report
from hivemind.settings.file import parse

Value = str | bool | int | float | list[str] | None
"""What a setting can become; None takes it out, so that the default holds again."""


def change(path: Path, keys: Sequence[str], value: Value) -> None:
    """Set the value under those keys (`("look", "theme")`), in a file that may not be there yet.

    The new text is read as settings first, and written only if it can be: whole, or not at all. Two that change at
    once wait for each other.

    Raises:
        InvalidFileError: the file holds no TOML, or would hold no settings afterwards; nothing is written.
        HiveError: it cannot be written.
    """
    try:
        with whole.locked(path):
            text = _changed(path, keys, value)
            _check(path, text)
            mode = path.stat().st_mode & 0o777 if path.exists() else 0o600
            whole.write(path.resolve(), text.encode(), mode=mode)
    except OSError as error:
        raise HiveError(f"{path} cannot be written: {error.strerror}") from error


def _changed(path: Path, keys: Sequence[str], value: Value) -> str:
    """The file's text with that value."""
    import tomlkit  # noqa: PLC0415 (slow to load, and rarely needed)
    from tomlkit.exceptions import TOMLKitError  # noqa: PLC0415

    try:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        document = tomlkit.parse(text)
    except (OSError, UnicodeDecodeError, TOMLKitError) as error:
        hint = "mend or remove the file; nothing was changed"
        raise InvalidFileError(f"{path}: {error}", hint=hint) from error
    table = document
    for key in keys[:-1]:
        if key not in table:
            if value is None:
                return text
            table[key] = tomlkit.table()
        table = table[key]
    if value is not None:
        table[keys[-1]] = value
    elif keys[-1] in table:
        del table[keys[-1]]
    return tomlkit.dumps(document)


def _check(path: Path, text: str) -> None:
    """Refuse a text that would be no settings."""
    report = Report()
    if parse(text, path, report)[0] is None:
        raise InvalidFileError(report.render(), hint="nothing was changed")

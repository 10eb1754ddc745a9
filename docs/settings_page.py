# ruff: noqa: INP001 (a script, found by its path)
"""Makes docs/reference/settings.md from the settings and actions that there are: `python docs/settings_page.py`.

Run it after a change of either; a test says when the page is out of date.
"""

from __future__ import annotations

import ast
import inspect
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect as shapes

from hivemind.settings.settings import Agent, Settings
from hivemind.tui.action import groups
from hivemind.tui.copying.keys import COPY_KEYS
from hivemind.tui.keymap import own
from hivemind.tui.presets import PRESETS
from hivemind.tui.themes import names

PAGE = Path(__file__).with_name("reference") / "settings.md"

HEAD = """\
# Settings

`settings.toml` in `$XDG_CONFIG_HOME/hivemind` (`~/.config/hivemind`). Every key may be left out. The UI changes the
same file (`Ctrl+B S`) and leaves your comments in it. A mistake is shown with its line; until it is mended, the last
settings without one hold ([problems](../problems.md#settings)).

```toml
[look]
theme = "high-contrast"

[keys]
preset = "plain"
actions.zoom = ["prefix z", "alt+f"]

[notify]
events = ["permission", "question", "failed"]
command = ["ntfy", "publish", "agents", "{title}: {text}"]

[agents.claude.options]
model = "opus"
```

Look and keys change when `hive` is opened again, or at once when they are changed in the UI; all else is read when it
is needed. For one start, `HIVE_THEME` and `HIVE_ASCII=1` win over the file; `NO_COLOR` takes every colour away.
"""

CHORDS = """
## Actions and their keys

A chord is `prefix KEY`, a single KEY that is taken from every program, or two keys (`ctrl+p n`). Keys are characters or
names (`enter`, `f1`, `pageup`, `left`), with `ctrl+`, `alt+` or `shift+` before them. A leader pressed twice goes to
the program. An empty list takes an action's keys away; the palette still has it.

"""


def fields_of(kind: type) -> Iterator[tuple[str, str]]:
    """Each field of a Struct with the sentences under it."""
    body = ast.parse(inspect.getsource(kind)).body[0]
    lines = getattr(body, "body", [])
    for field, text in itertools.pairwise(lines):
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
            yield ast.unparse(field.target), " ".join(str(text.value.value).split())


def accepts(info: shapes.Type) -> str:
    """What a value may be, in words."""
    match info:
        case shapes.Metadata(type=inner, extra_json_schema=extra):
            return str((extra or {}).get("description") or accepts(inner))
        case shapes.LiteralType(values=values):
            return " or ".join(f"`{value}`" for value in sorted(values, key=str))
        case shapes.VarTupleType(item_type=item):
            return f"a list of {accepts(item)}"
        case shapes.DictType(value_type=value):
            return f"a table of {accepts(value)}"
        case shapes.UnionType(types=types):
            return accepts(next(one for one in types if not isinstance(one, shapes.NoneType)))
        case shapes.BoolType():
            return "`true` or `false`"
    return "text"


def section(name: str, kind: type, default: Any) -> str:
    """One table of the file."""
    info = {field.name: field for field in shapes.type_info(kind).fields}  # type: ignore[attr-defined]
    lines = [f"\n## [{name}]\n", f"{inspect.getdoc(kind)}\n", "| Key | Takes | Default | |", "|---|---|---|---|"]
    for field, told in fields_of(kind):
        value = getattr(default, field, None)
        shown = "" if value in (None, (), {}) else f"`{json.dumps(list(value) if isinstance(value, tuple) else value)}`"
        lines.append(f"| `{field}` | {accepts(info[field].type)} | {shown} | {told} |")
    return "\n".join(lines) + "\n"


def actions() -> Iterator[str]:
    """A table of every action."""
    yield "| Action | tmux | zellij adds | plain adds | |\n|---|---|---|---|---|\n"
    for group in groups():
        for action in group.actions:
            if action.keys or not action.needs:
                chords = [own(action), *(PRESETS[name].get(action.name, ()) for name in ("zellij", "plain"))]
                written = [", ".join(f"`{chord}`".replace("|", "\\|") for chord in each) for each in chords]
                yield f"| {' | '.join([f'`{action.name}`', *written, action.line])} |\n"


COPYING = """
## Keys of copy mode

For `[keys] copy`: single KEYs, which are taken only while a tile is read back with the keyboard. A number before a
motion repeats it, so digits are not to be had.

| Name | Keys | |
|---|---|---|
"""


def copying() -> Iterator[str]:
    """A table of what keys do in copy mode."""
    for entry in COPY_KEYS:
        yield f"| `{entry.name}` | {', '.join(f'`{key}`' for key in entry.keys)} | {entry.help} |\n"


def page() -> str:
    """The whole page."""
    plain = Settings()
    sections = [
        section(field.name, field.type, getattr(plain, field.name))
        for field in msgspec.structs.fields(Settings)
        if field.name != "agents"
    ]
    themes = f"\nThemes: {', '.join(f'`{name}`' for name in names())}.\n"
    tables = [CHORDS, *actions(), COPYING, *copying()]
    return "".join([HEAD, *sections, section("agents.ID", Agent, Agent()), themes, *tables])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

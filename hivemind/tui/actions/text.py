"""The text in a tile: reading it back, searching it, copying out of it and pasting into it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivemind.tui.action import Action, Group

if TYPE_CHECKING:
    from hivemind.tui.app import HiveApp


def scroll(app: HiveApp, key: str) -> None:
    """Read the focused tile back, in copy mode; with PageUp a page back at once."""
    app.copying.scroller.enter(key=key if key == "pageup" else "")


def search(app: HiveApp, _: str) -> None:
    """Search the focused tile."""
    app.copying.scroller.enter(searches=True)


def paste_copied(app: HiveApp, _: str) -> None:
    """Paste what was copied last into the focused tile."""
    if text := app.copying.clipboard.text:
        app.keyboard.paste(text)
    else:
        app.say(f"nothing was copied yet: {app.look.keys.way('scroll')} begins", is_refusal=True)


TEXT = Group(
    "Text",
    40,
    (
        Action("scroll", ("[", "pageup"), "copy mode: read and copy", scroll, "copy"),
        Action("search", ("/",), "search this tile", search),
        Action("paste_copied", ("]",), "paste what was copied", paste_copied),
    ),
)

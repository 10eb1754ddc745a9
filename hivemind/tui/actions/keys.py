"""Keys themselves, help, and leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivemind.tui.action import Action, Group
from hivemind.tui.keymap import PREFIX

if TYPE_CHECKING:
    from hivemind.tui.app import HiveApp


def send_prefix(app: HiveApp, _: str) -> None:
    """Send the prefix key itself."""
    app.keyboard.press(app.look.keys.prefix)


def leave(app: HiveApp, _: str) -> None:
    """Leave; agents go on."""
    app.exit(0)


def help_page(app: HiveApp, _: str) -> None:
    """Show every key."""
    from hivemind.tui.screens.help import Help

    app.push_screen(Help(app.look))


def dismiss(app: HiveApp, _: str) -> None:
    """Put away a message."""
    app.says.dismiss()


KEYS = Group(
    "Keys",
    90,
    (
        Action("send_prefix", (PREFIX,), "send the prefix itself", send_prefix),
        Action("leave", ("d",), "leave; agents go on", leave, "leave"),
        Action("help", ("?",), "this page", help_page),
        Action("dismiss", ("escape",), "put away a message", dismiss),
    ),
)

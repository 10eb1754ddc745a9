"""A room to look at: a few agents at work, the same every time. For the UI's tests and the README's picture."""

from __future__ import annotations

from typing import Any

from hivemind.protocol.agent import AgentInfo, OptionInfo
from hivemind.protocol.ask import Ask, Choice
from hivemind.protocol.events import ScreenChanged
from hivemind.protocol.frame import Frame
from hivemind.protocol.screen import BOLD, DIM, REVERSE, STYLE_BASE, TRUE_COLOUR, Cursor, Modes, Size, Style
from hivemind.protocol.status import Status
from hivemind.protocol.tile import TileSummary
from hivemind.testing.clock import ManualClock
from hivemind.testing.link import FakeLink
from hivemind.tui.app import HiveApp
from hivemind.verbs.agents import AgentList, Agents

PLAIN, ORANGE, FAINT, STRONG, CHOSEN, GREEN, RED, MARKED = range(8)

STYLES = (
    Style(),
    Style(foreground=TRUE_COLOUR | 0xD7875F),
    Style(attributes=DIM),
    Style(attributes=BOLD),
    Style(foreground=4, attributes=BOLD),
    Style(foreground=2),
    Style(foreground=1),
    Style(attributes=REVERSE),
)
"""The style table of every screen of the scene, by the names above."""

Piece = str | tuple[str, int]

NOW_SECONDS = 10_000.0

SHELL = "/bin/bash"


def tile(tile_id: str, name: str, agent: str | None, status: Status, age: int, **fields: Any) -> TileSummary:
    """A tile that has been at its status for `age` seconds."""
    since = int(NOW_SECONDS - age) * 1000
    rest = {"says": "", "pid": 1, "cwd": "/home/me/shop", "exit": None, **fields}
    return TileSummary(tile_id=tile_id, name=name, agent=agent, status=status, since=since, **rest)


def ask(tile_id: str, command: str, age: int, **fields: Any) -> Ask:
    """A permission that has been waiting for `age` seconds."""
    rest: dict[str, Any] = {
        "fingerprint": f"ask-{tile_id}",
        "kind": Status.PERMISSION,
        "says": "",
        "excerpt": (),
        "choices": (Choice(1, "Yes, proceed"), Choice(2, "Yes, and don't ask again"), Choice(3, "No, and tell Codex")),
        "can_choose": True,
        **fields,
    }
    return Ask(tile_id=tile_id, command=command, since=int(NOW_SECONDS - age) * 1000, **rest)


def screen(tile_id: str, rows: list[list[Piece]], cursor: Cursor | None = None, *, revision: int = 1) -> ScreenChanged:
    """A whole screen of 80 columns from pieces of text, each plain or with one of the styles above."""
    lines = []
    for number, pieces in enumerate(rows):
        text = styles = ""
        for piece in pieces:
            part, style = (piece, PLAIN) if isinstance(piece, str) else piece
            text += part
            styles += chr(STYLE_BASE + style) * len(part)
        lines.append((number, text, styles))
    return ScreenChanged(
        tile_id=tile_id,
        base=0,
        revision=revision,
        size=Size(max(24, len(rows)), 80),
        top=0,
        cursor=cursor or Cursor(0, 0, visible=False),
        title="",
        modes=Modes(),
        lines=tuple(lines),
        styles=STYLES,
        clusters=(),
    )


TILES = [
    tile("t1", "fix nav", "claude", Status.WORKING, 134, last="I'll look at the header component first."),
    tile("t2", "add tests", "codex", Status.PERMISSION, 41, last="Running the build"),
    tile("t3", "review", "demo", Status.IDLE, 720, last="2 findings, both in auth.py"),
]

ASKS = [ask("t2", "rm -rf dist && npm run build", 41)]

RULE = "─" * 80

SCREENS = [
    screen(
        "t1",
        [
            [("❯ the menu does not close on a phone", FAINT)],
            [],
            [("●", ORANGE), " I'll look at the header component first."],
            [],
            [("●", GREEN), (" Read", STRONG), " src/header.tsx, src/menu.tsx"],
            [("  └ 2 files, 214 lines", FAINT)],
            [],
            [("●", GREEN), (" Edit", STRONG), " src/menu.tsx"],
            [("  14 -", RED), "   const [open] = useState(false)"],
            [("  14 +", GREEN), "   const [open, setOpen] = useState(false)"],
            [("  15 +", GREEN), "   useEffect(() => setOpen(false), [path])"],
            [],
            [("✻ Whirring… (14s · ↓ 512 tokens)", ORANGE)],
            [],
            [(RULE, FAINT)],
            ["❯ "],
            [(RULE, FAINT)],
            [("  esc to interrupt", FAINT)],
        ],
        Cursor(15, 2),
    ),
    screen(
        "t2",
        [
            [("• I'll build once from scratch, then add the tests.", PLAIN)],
            [],
            [("  Would you like to run the following command?", STRONG)],
            [],
            ["  $ rm -rf dist && npm run build"],
            [],
            [("› 1. Yes, proceed (y)", CHOSEN)],
            ["  2. Yes, and don't ask again for this command (p)"],
            ["  3. No, and tell Codex what to do differently (esc)"],
            [],
            [("  Press enter to confirm or esc to cancel", FAINT)],
        ],
    ),
    screen(
        "t3",
        [
            [("❯ review the login branch", FAINT)],
            [],
            ["⬢ 2 findings, both in auth.py:"],
            [],
            ["  1. ", ("auth.py:41", STRONG), "  the token is compared with ==, use hmac.compare_digest"],
            ["  2. ", ("auth.py:88", STRONG), "  a failed login is logged with the password in it"],
            [],
            [("✻ Done in 48s", FAINT)],
            [],
            [(RULE + RULE[:23], FAINT)],
            ["❯ ", ("fix both", FAINT)],
            [(RULE + RULE[:23], FAINT)],
        ],
        Cursor(10, 2),
    ),
]

AGENT_LIST = AgentList(
    agents=[
        AgentInfo(
            "claude",
            "Claude",
            enabled=True,
            found=False,
            note="",
            install="npm install -g @anthropic-ai/claude-code",
            options=[],
        ),
        AgentInfo(
            "codex",
            "Codex",
            enabled=True,
            found=True,
            note="",
            install="",
            options=[
                OptionInfo("model", "Model", [], None),
                OptionInfo("mode", "Mode", ["untrusted", "on-request", "never"], "on-request"),
            ],
        ),
        AgentInfo(
            "demo",
            "Demo",
            enabled=True,
            found=True,
            note="",
            install="",
            options=[OptionInfo("model", "Model", ["small", "large"], "small")],
        ),
    ],
    problems=[],
)


class Scene:
    """An app over a link in memory, with a clock that stands still."""

    def __init__(
        self,
        tiles: list[TileSummary] | None = None,
        asks: list[Ask] | None = None,
        frames: list[Frame] | None = None,
        **app: Any,
    ) -> None:
        self.clock = ManualClock(NOW_SECONDS)
        self.link = FakeLink(TILES if tiles is None else tiles, ASKS if asks is None else asks, frames)
        self.link.replies[Agents] = AGENT_LIST
        self.app = HiveApp(self.link, cwd="/home/me/shop", home="/home/me", shell=SHELL, clock=self.clock, **app)
        self.link.screens = {update.tile_id: update for update in SCREENS}

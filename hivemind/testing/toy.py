"""A toy agent for tests: its manifest, its screens, and a tile that runs it on a fake PTY."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hivemind.manifest import manifest
from hivemind.manifest.manifest import Manifest
from hivemind.protocol.ask import Ask
from hivemind.terminal.events import ClipboardWritten, TerminalEvent
from hivemind.testing.clock import FastClock
from hivemind.testing.pty import FakePty
from hivemind.tile.asks import AskChange
from hivemind.tile.pump import RoundRobin
from hivemind.tile.record import TileRecord
from hivemind.tile.tile import Tile

MANIFEST = """\
manifestVersion: 2
id: toy
label: Toy
bin: toy
enabled: true
caps: {promptDelivery: typed, turnSignal: false, resume: none, supervise: human, blockedDetection: true}
spawn:
  dismiss:
    - when: {contains: "what is new"}
      keys: [escape]
detect:
  default: idle
  rules:
    - when: {contains: "Trust this folder?"}
      then: blocked
      says: trust
    - when: {contains: "Do you want"}
      then: permission
    - when: {contains: "Pick one"}
      then: question
    - when: {contains: "Working"}
      then: working
    - when: {line: [{startsWith: ">"}]}
      then: idle
  chrome: {line: [{startsWith: ">"}]}
answer:
  permission: {allow: ["1"], deny: [escape]}
  trust: {allow: [down, enter], deny: [escape]}
choose: ["{n}"]
write: ["{n}"]
asks:
  fields: ["Type something"]
interrupt: [escape]
"""

RULE = "─" * 60


def screen(*rows: str, cursor: tuple[int, int] | None = None) -> bytes:
    """Bytes that draw these rows from the top of an empty screen, the cursor behind the last one or where it is put."""
    text = "\x1b[2J\x1b[H" + "\r\n".join(rows)
    if cursor:
        text += f"\x1b[{cursor[0] + 1};{cursor[1] + 1}H"
    return text.encode()


def permission(command: str = "touch x") -> bytes:
    """A permission question."""
    return screen(
        RULE,
        " Shell command",
        "",
        f"   $ {command}",
        "",
        " Do you want to run it?",
        " ❯ 1. Yes",
        "   2. Always",
        "   3. No",
        "",
        " esc to cancel",
    )


def question() -> bytes:
    """A question with options."""
    return screen(RULE, " Pick one", "", " ❯ 1. Red", "   2. Green", "", " enter to select")


def open_question(text: str = "", *, is_selected: bool = False) -> bytes:
    """A question that a text can answer, with what was written so far."""
    marks = (" ", "❯") if is_selected else ("❯", " ")
    return screen(
        RULE,
        " Pick one",
        "",
        " Which colour?",
        f" {marks[0]} 1. Red",
        f" {marks[1]} 2. {text or 'Type something'}",
        "",
        " enter to select",
    )


def unmarked_question(text: str = "", below: str = "") -> bytes:
    """The same without a sign of which option is selected; what is written may stand below the label."""
    rows = ("   1. Red", f"   2. {text or 'Type something'}", *([f"      {below}"] if below else []))
    return screen(RULE, " Pick one", "", " Which colour?", *rows, "", " enter to select")


def trust(selected: int = 0) -> bytes:
    """The start-up screen that grants something."""
    rows = [f" {'❯' if selected == n else ' '} {label}" for n, label in enumerate(("No, leave", "Yes, I trust it"))]
    return screen(RULE, " Trust this folder?", "", *rows, "", " enter to confirm")


def working() -> bytes:
    """In the middle of a turn."""
    return screen("● Working", "", ">")


def idle(draft: str = "") -> bytes:
    """At its prompt, with what was typed so far."""
    return screen("hello", "", f"> {draft}")


class Listener:
    """Keeps what a tile tells."""

    def __init__(self) -> None:
        self.asks: list[AskChange] = []
        self.statuses: list[str] = []
        self.records = 0
        self.copies: list[str] = []

    def tile_changed(self, tile: Tile) -> None:
        """Keep its status."""
        if not self.statuses or self.statuses[-1] != tile.status.value:
            self.statuses.append(tile.status.value)

    def screen_changed(self, tile: Tile) -> None:
        """Not kept."""

    def ask_changed(self, tile: Tile, change: AskChange) -> None:  # noqa: ARG002 (a listener's shape)
        """Keep the change."""
        self.asks.append(change)

    def heard(self, tile: Tile, event: TerminalEvent) -> None:  # noqa: ARG002 (a listener's shape)
        """Keep what was copied."""
        if isinstance(event, ClipboardWritten):
            self.copies.append(event.text)

    def record_changed(self, tile: Tile) -> None:  # noqa: ARG002 (a listener's shape)
        """Count."""
        self.records += 1


class Toy:
    """A tile with the toy agent. `respond` is the program: what it writes for what it reads.

    Its clock goes `haste` times faster.
    """

    def __init__(
        self, folder: Path, respond: Callable[[bytes], bytes] | None = None, *, task: str = "", haste: float = 20.0
    ) -> None:
        self.manifest = toy_manifest(folder)
        self.pty = FakePty(respond)
        self.listener = Listener()
        self.clock = FastClock(haste)
        record = TileRecord(
            id="toy111", name="toy", agent="toy", argv=("toy",), cwd="/", rows=24, columns=80, pending_task=task
        )
        self.tile = Tile(
            record,
            manifest=self.manifest,
            child=1,
            pid=1,
            pty=self.pty,  # type: ignore[arg-type]
            clock=self.clock,
            listener=self.listener,
        )
        self.tile.start(RoundRobin(self.clock))

    @property
    def ask(self) -> Ask:
        """The open ask."""
        assert self.tile.asks is not None  # noqa: S101 (a test's own claim)
        assert self.tile.asks.current is not None  # noqa: S101
        return self.tile.asks.current


def toy_manifest(folder: Path) -> Manifest:
    """The manifest, written to a folder and read as any other."""
    path = folder / "toy" / "agent.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(MANIFEST)
    loaded = manifest.load(path)
    if loaded.manifest is None:
        raise AssertionError(loaded.report.render())
    return loaded.manifest

"""How answering looks: the whole of what is asked, a text that is written, permissions, and the answers given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.pilot import Pilot

from hivemind.protocol.ask import Ask, Choice
from hivemind.protocol.events import PermitsChanged
from hivemind.protocol.settled import Permit, Settled
from hivemind.protocol.status import Status
from hivemind.testing.scene import ASKS, NOW_SECONDS, TILES, Scene, ask, tile
from hivemind.tui.board import GRACE
from hivemind.tui.palette import LIGHT
from hivemind.verbs.answers import Answers, Given
from hivemind.verbs.permit import Permit as PermitVerb
from hivemind.verbs.permits import Permits, Standing
from tests.tui.looks import SIZES, Compare, rest

NOW = int(NOW_SECONDS) * 1000

STANDING = Permit("p1", "t2", "add tests", "run", "npm test", NOW, NOW + 534_000, used=2)

DIFF = ask(
    "t2",
    "src/menu.tsx ⏎ 13  export function Menu() { ⏎ 14 -    const [open] = useState(false) ⏎ "
    "14 +    const [open, setOpen] = useState(false) ⏎ 15 +    const path = usePathname()",
    41,
    question="Do you want to make this edit to menu.tsx?",
    is_whole=True,
    excerpt=(
        " Edit file",
        " src/menu.tsx",
        " 13  export function Menu() {",
        " 14 -    const [open] = useState(false)",
        " 14 +    const [open, setOpen] = useState(false)",
        " 15 +    const path = usePathname()",
        " 16 +    useEffect(() => setOpen(false), [path])",
        " 17      return <nav data-open={open}>",
        "",
        " Do you want to make this edit to menu.tsx?",
        "   1. Yes, proceed",
        "   2. Yes, and don't ask again",
        "   3. No, and tell Codex",
    ),
)

QUESTION = ask(
    "t3",
    "Which database should the tests use?",
    64,
    kind=Status.QUESTION,
    question="Which database should the tests use?",
    is_answerable=False,
    takes_text=True,
    choices=(
        Choice(1, "SQLite", "A file, nothing to start", selected=True),
        Choice(2, "PostgreSQL", "As in production"),
        Choice(3, "Type something", takes_text=True),
    ),
)

ASKING = [*TILES[:2], tile("t3", "pick db", "claude", Status.QUESTION, 64)]


def entry(number: str, age: int, who: Any, outcome: Any, command: str, **fields: Any) -> Settled:
    rest: dict[str, Any] = {"by": "", "name": "add tests", "agent": "codex", "kind": Status.PERMISSION, **fields}
    return Settled(
        id=number,
        at=NOW - age * 1000,
        who=who,
        tile_id="t2",
        says="",
        question="",
        command=command,
        outcome=outcome,
        **rest,
    )


GIVEN = [
    entry("7", 20, "standing", "allowed", "npm test -- --watch=false", by="p1"),
    entry("6", 95, "person", "allowed", "npm test"),
    entry("5", 240, "person", "denied", "rm -rf dist && npm run build"),
    entry("4", 610, "person", "written", "Which database?", kind=Status.QUESTION, answer="the one in compose.yaml"),
    entry("3", 700, "agent", "chosen", "Which colour?", kind=Status.QUESTION, answer="Amber", by="k3x9aa", name="pick"),
    entry("2", 900, "tile", "typed", "git push", name="fix nav"),
    entry("1", 1000, "command", "allowed", "touch notes.txt", is_confirmed=False),
]


def scene(asks: list[Ask] | None = None, *, tiles: Any = None, permits: tuple[Permit, ...] = (), **app: Any) -> Scene:
    made = Scene(tiles, asks, **app)
    made.link.replies |= {
        Permits: Standing(NOW, list(permits)),
        Answers: lambda verb: Given([entry("5", 240, "person", "denied", "ls", screen=KEPT)] if verb.screen else GIVEN),
        PermitVerb: Permit("", "t2", "add tests", "run", "npm test", NOW, NOW),
    }
    return made


KEPT = (
    "• I'll build once from scratch, then add the tests.",
    "",
    "  Would you like to run the following command?",
    "",
    "  $ rm -rf dist && npm run build",
    "",
    "› 1. Yes, proceed (y)",
    "  2. Yes, and don't ask again for this command (p)",
    "  3. No, and tell Codex what to do differently (esc)",
)


def played(made: Scene, *keys: str, permits: tuple[Permit, ...] = ()) -> Callable[[Pilot[int]], Any]:
    """Press keys once the room stands and the ask may be answered."""

    async def press(pilot: Pilot[int]) -> None:
        await rest(pilot)
        made.clock.turn(GRACE + 0.01)
        if permits:
            made.link.emit(PermitsChanged(permits))
            await pilot.pause()
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        await pilot.pause()

    return press


@SIZES
def test_a_diff_opens_in_place(snap_compare: Compare, size: tuple[int, int]) -> None:
    """Signs and colours, an option a row, the tiles still there."""
    made = scene([DIFF])
    assert snap_compare(made.app, terminal_size=size, run_before=played(made, "ctrl+b", "e"))


@SIZES
def test_a_question_is_answered_with_a_text(snap_compare: Compare, size: tuple[int, int]) -> None:
    """Who asks what stays in sight while one writes."""
    made = scene([QUESTION], tiles=ASKING)
    keys = ("ctrl+b", "t", *"the one in compose".replace(" ", "_"))
    pressed = tuple("space" if key == "_" else key for key in keys)
    assert snap_compare(made.app, terminal_size=size, run_before=played(made, *pressed))


def test_a_message_to_the_focused_agent(snap_compare: Compare) -> None:
    """Without a question the text goes to the agent, and says to which."""
    made = scene([])
    keys = ("ctrl+b", "t", *"also", "space", *"docs", "alt+enter", *"please")
    assert snap_compare(made.app, terminal_size=(120, 40), run_before=played(made, *keys))


def test_a_question_that_is_gone_while_one_writes(snap_compare: Compare) -> None:
    """The text stays, nothing is typed."""
    made = scene([QUESTION], tiles=ASKING)

    async def gone(pilot: Pilot[int]) -> None:
        await played(made, "ctrl+b", "t", *"the")(pilot)
        made.app.board.asks.clear()
        await pilot.press("enter")
        await pilot.pause()

    assert snap_compare(made.app, terminal_size=(80, 24), run_before=gone)


@SIZES
def test_a_question_with_its_options(snap_compare: Compare, size: tuple[int, int]) -> None:
    """Each option can be clicked at any width."""
    made = scene([QUESTION, *ASKS], tiles=ASKING)
    assert snap_compare(made.app, terminal_size=size, run_before=played(made))


def test_what_is_allowed_for_a_while_is_in_sight(snap_compare: Compare) -> None:
    """One quiet line above the ask."""
    made = scene(permits=(STANDING,))
    assert snap_compare(made.app, terminal_size=(80, 24), run_before=played(made, permits=(STANDING,)))


def test_before_something_is_allowed_for_a_while(snap_compare: Compare) -> None:
    """What exactly, where, and for how long."""
    made = scene()
    assert snap_compare(made.app, terminal_size=(80, 24), run_before=played(made, "ctrl+b", "A"))


@SIZES
def test_the_answers_that_were_given(snap_compare: Compare, size: tuple[int, int]) -> None:
    """A standing permission at the top, then who answered what, newest first."""
    made = scene(permits=(STANDING,))
    assert snap_compare(made.app, terminal_size=size, run_before=played(made, "ctrl+b", "H"))


def test_the_screen_of_an_answer(snap_compare: Compare) -> None:
    """What the tile showed when it asked."""
    made = scene()
    assert snap_compare(made.app, terminal_size=(80, 24), run_before=played(made, "ctrl+b", "H", "down", "enter"))


def test_answers_in_the_light_palette(snap_compare: Compare) -> None:
    """HIVE_THEME=light."""
    made = scene(permits=(STANDING,), palette=LIGHT)
    assert snap_compare(made.app, terminal_size=(120, 40), run_before=played(made, "ctrl+b", "H"))


def test_a_diff_in_the_light_palette(snap_compare: Compare) -> None:
    """Signs carry it, colours support them."""
    made = scene([DIFF], palette=LIGHT)
    assert snap_compare(made.app, terminal_size=(120, 40), run_before=played(made, "ctrl+b", "e"))

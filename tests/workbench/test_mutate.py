from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from hivemind.workbench import mutate
from hivemind.workbench.cases import Screen

Make = Callable[..., Screen]

RULE = "─" * 80
IDLE = ["said " * 10, "more", "", RULE, "❯", RULE, "  footer"]

rows_of_any_screen = st.lists(st.one_of(st.text("ab ─│>", max_size=90), st.just(RULE)), min_size=1, max_size=12)


def test_every_width_gets_a_wrapped_and_a_cut_screen(case: Make) -> None:
    kinds = {mutant.kind for mutant in mutate.mutants(case(IDLE, "idle", title="t"))}
    assert {"width 40, wrapped", "width 200, cut", "scrolled", "truncated", "no title"} <= kinds
    assert "width 80, cut" not in kinds
    assert "no record" not in kinds


@given(rows=rows_of_any_screen)
def test_a_narrower_screen_fits_and_keeps_its_height(rows: list[str]) -> None:
    whole = Screen("x", "toy", tuple(rows), 90, "idle", "", (), "", (0, 0), None)
    for mutant in mutate.mutants(whole):
        if mutant.kind.startswith("width"):
            assert all(len(row) <= mutant.screen.columns for row in mutant.screen.rows), mutant
            assert len(mutant.screen.rows) == len(rows)


def test_lines_across_the_screen_stay_across_it(case: Make) -> None:
    wide = next(m.screen for m in mutate.mutants(case(IDLE, "idle")) if m.kind == "width 120, wrapped")
    assert wide.rows[3] == wide.rows[5] == "─" * 120
    labelled = next(m for m in mutate.mutants(case(["─" * 70 + " label ──"], "idle")) if m.kind == "width 40, cut")
    assert labelled.screen.rows[0].endswith("─ label ──")


def test_a_box_keeps_its_sides(case: Make) -> None:
    box = ["╭" + "─" * 78 + "╮", "│ > " + "x " * 37 + " │", "╰" + "─" * 78 + "╯"]
    narrow = next(m.screen for m in mutate.mutants(case([*box, *[""] * 5], "idle")) if m.kind == "width 40, wrapped")
    inside = [row for row in narrow.rows if row.startswith("│")]
    assert len(inside) > 1
    assert all(len(row) == 40 and row.endswith("│") for row in inside)


def test_a_box_that_does_not_span_the_screen_keeps_its_width_while_it_fits(case: Make) -> None:
    box = ["╭" + "─" * 40 + "╮", "│ Bake it?" + " " * 31 + "│", "╰" + "─" * 40 + "╯"]
    found = {m.kind: m.screen.rows for m in mutate.mutants(case(box, "idle", columns=120))}
    assert found["width 60, cut"] == found["width 200, cut"] == tuple(box)
    assert [len(row) for row in found["width 40, cut"]] == [40, 40, 40]


def test_a_quotation_stands_above_the_box_and_reads_as_the_box(case: Make) -> None:
    waiting = case(["Do you want to proceed?", "❯ 1. Yes"], "permission", name="asks")
    grounds = mutate.composers([case(IDLE, "idle", name="rests"), waiting])
    assert [ground.name for ground in grounds] == ["rests"]
    quoted = [mutant.screen for mutant in mutate.quotations(waiting, grounds[0])]
    assert len(quoted) == len(mutate.QUOTES)
    assert all(screen.reads == "idle" and screen.rows[-4:] == tuple(IDLE[3:]) for screen in quoted)
    assert quoted[1].rows[1] == "> ❯ 1. Yes"


def test_a_bare_screen_has_what_is_drawn_alone(case: Make) -> None:
    bare = mutate.bare(case(["x"], "idle", title="t", record="state=idle"))
    assert (bare.title, bare.record, bare.rows) == ("", "", ("x",))

from hivemind.base.problems import Problem, Report, Severity, Where

SOURCE = "detect:\n    - line: [{ contians: 'x' }]\n"


def test_a_problem_shows_place_excerpt_and_hint() -> None:
    where = Where("agents/claude/agent.yaml", 2, 16, 8)
    problem = Problem(where, "manifest.unknown_test", "'contians' is not a line test", "did you mean 'contains'?")
    assert problem.render(SOURCE) == (
        "agents/claude/agent.yaml:2:16: error manifest.unknown_test: 'contians' is not a line test\n"
        "   2 |     - line: [{ contians: 'x' }]\n"
        "     |                ^^^^^^^^\n"
        "  hint: did you mean 'contains'?"
    )


def test_a_problem_of_the_whole_file_has_no_line() -> None:
    problem = Problem(Where("a.yaml"), "file.missing", "no such file", severity=Severity.WARNING)
    assert problem.render(SOURCE) == "a.yaml: warning file.missing: no such file"


def test_carets_stand_under_tabs_and_wide_characters() -> None:
    problem = Problem(Where("a", 1, 4), "x.y", "here")
    assert problem.render("\t漢 x").split("\n")[2] == "     | \t   ^"


def test_a_place_past_the_text_gives_no_excerpt() -> None:
    assert Problem(Where("a", 3, 1), "x.y", "here").render("one\ntwo") == "a:3:1: error x.y: here"


def test_nothing_that_a_terminal_acts_on_is_shown() -> None:
    problem = Problem(Where("a\x1b", 1, 2), "x.y", "found '\x1b[2J\n'", "try \x07")
    assert problem.render("k\x1b[2J\r") == (
        "a\\x1b:1:2: error x.y: found '\\x1b[2J\\n'\n   1 | k�[2J\n     |  ^\n  hint: try \\x07"
    )


def test_warnings_leave_a_file_usable() -> None:
    report = Report()
    report.add(Where("a"), "x.y", "odd", warning=True)
    assert report.is_usable
    report.add(Where("a"), "x.z", "wrong")
    assert not report.is_usable
    assert [p.code for p in report] == ["x.y", "x.z"]
    assert [p.code for p in report.errors] == ["x.z"]
    assert report.render() == "a: warning x.y: odd\na: error x.z: wrong"


def test_of_a_long_row_only_what_is_around_the_place_is_shown() -> None:
    row = "a" * 5000 + "b" + "c" * 5000
    shown = Problem(Where("f", 1, 5001), "x.y", "here").render(row).split("\n")
    assert max(map(len, shown)) < 200
    assert shown[1][shown[2].index("^")] == "b"
    assert shown[1].endswith("…")

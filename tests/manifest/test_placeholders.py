"""Names in braces."""

from hivemind.base.problems import Report, Where
from hivemind.base.yamldoc import Node
from hivemind.manifest import placeholders


def test_an_unknown_name_is_a_warning_with_the_nearest_one() -> None:
    report = Report()
    placeholders.check(Node(Where("f", 1, 2), "x={tileID} {cwd}"), report, known=placeholders.launch_names([], []))
    (problem,) = report.problems
    assert (problem.code, problem.hint) == ("manifest.unknown_placeholder", "did you mean '{tileId}'?")
    assert report.is_usable


def test_assets_and_hooks_are_known_by_their_names() -> None:
    report = Report()
    known = placeholders.launch_names(["a.sh"], ["turnEnd"])
    for text in ("{asset:a.sh}", "{hook:turnEnd}", "{hookCmd:tracker}", "{hcpSock}"):
        placeholders.check(Node(Where("f", 1, 1), text), report, known=known)
    assert report.problems == []

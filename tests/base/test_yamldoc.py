from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hivemind.base import yamldoc
from hivemind.base.problems import Report, Where
from hivemind.base.yamldoc import Entry, Node


def parse(text: str) -> tuple[Node | None, Report]:
    report = Report()
    return yamldoc.parse(text, "f.yaml", report), report


def plain(node: Node | None) -> object:
    """The values alone."""
    if node is None:
        return None
    if isinstance(node.value, tuple):
        return [plain(item) for item in node.value]
    if isinstance(node.value, dict):
        return {key: plain(entry.node) for key, entry in node.value.items()}
    return node.value


def good(text: str) -> object:
    node, report = parse(text)
    assert report.render() == ""
    return plain(node)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("False", False),
        ("yes", "yes"),
        ("on", "on"),
        ("null", None),
        ("~", None),
        ("12", 12),
        ("-3", -3),
        ("+3", 3),
        ("012", 12),
        ("0o14", 12),
        ("0xfF", 255),
        ("1_000", "1_000"),
        ("1.5", 1.5),
        (".5", 0.5),
        ("1.", 1.0),
        ("-1e3", -1000.0),
        (".inf", float("inf")),
        ("-.INF", float("-inf")),
        ("1:30", "1:30"),
        ("2001-01-01", "2001-01-01"),
        ("=", "="),
        ("'12'", "12"),
        ('"true"', "true"),
        ("!!str 12", "12"),
        ("! 12", "12"),
        ("|\n  12\n", "12\n"),
        ("<<: x", {"<<": "x"}),
        ("on: 1", {"on": 1}),
        ("a:", {"a": None}),
        ("%YAML 1.1\n---\nyes", "yes"),
    ],
)
def test_scalars_are_those_of_the_core_schema(text: str, value: object) -> None:
    assert good(text) == value


def test_not_a_number_is_a_number() -> None:
    value = good(".nan")
    assert isinstance(value, float)
    assert value != value  # noqa: PLR0124 - only a NaN is not itself


def test_every_node_and_key_knows_where_it_stands() -> None:
    node, report = parse("a: 1\nbcd:\n  - [x, {e: 'f g'}]\n")
    assert report.render() == ""

    def at(line: int, column: int, length: int = 1) -> Where:
        return Where("f.yaml", line, column, length)

    inner = Node(at(3, 9), {"e": Entry(at(3, 10), Node(at(3, 13, 5), "f g"))})
    assert node == Node(
        at(1, 1),
        {
            "a": Entry(at(1, 1), Node(at(1, 4), 1)),
            "bcd": Entry(at(2, 1, 3), Node(at(3, 3), (Node(at(3, 5), (Node(at(3, 6), "x"), inner)),))),
        },
    )


def test_a_value_that_is_not_written_stands_at_its_key() -> None:
    node, _ = parse("a: 1\nbcd:\n# nothing\n\ne: 2\n")
    assert node is not None
    assert isinstance(node.value, dict)
    assert node.value["bcd"].node == Node(Where("f.yaml", 2, 1, 3), None)


def test_an_anchor_is_not_part_of_the_place() -> None:
    node, _ = parse("a: &name [1]\nb: &other\n  c: &third 2\n")
    assert node is not None
    assert isinstance(node.value, dict)
    assert node.value["a"].node.where == Where("f.yaml", 1, 10)
    assert node.value["b"].node.where == Where("f.yaml", 3, 3)


def test_an_alias_is_what_it_repeats_where_that_was_written() -> None:
    node, report = parse("a: &x [1, 2]\nb: *x\n")
    assert report.render() == ""
    assert node is not None
    assert isinstance(node.value, dict)
    assert node.value["b"].node is node.value["a"].node


PROBLEMS = {
    "duplicate key": (
        "a: 1\nb: 2\na: 3\n",
        (
            "f.yaml:3:1: error yaml.duplicate_key: the key 'a' occurs twice\n"
            "   3 | a: 3\n     | ^\n  hint: the first one stands at 1:1"
        ),
    ),
    "number as a key": (
        "12: x\n",
        (
            "f.yaml:1:1: error yaml.key: found the key 12, expected text\n"
            '   1 | 12: x\n     | ^^\n  hint: write "12" for a text'
        ),
    ),
    "list as a key": (
        "? [1]\n: 2\n",
        "f.yaml:1:3: error yaml.key: a list or mapping as a key; expected text\n   1 | ? [1]\n     |   ^",
    ),
    "alias as a key": (
        "a: &x 1\n*x : 2\n",
        "f.yaml:2:1: error yaml.key: an alias as a key; expected text\n   2 | *x : 2\n     | ^^",
    ),
    "tab": (
        "a:\n\tb: 1\n",
        "f.yaml:2:1: error yaml.syntax: found character '\\t' that cannot start any token\n   2 | \tb: 1\n     | ^\n  hint: indent with spaces",
    ),
    "unclosed list": (
        "a: [1,\n",
        "f.yaml:2:1: error yaml.syntax: expected the node content, but found '<stream end>'\n   2 | \n     | ^",
    ),
    "two values": (
        "a: b: c\n",
        "f.yaml:1:5: error yaml.syntax: mapping values are not allowed here\n   1 | a: b: c\n     |     ^",
    ),
    "control character": (
        "a: 'x\x1b[2J'\n",
        "f.yaml:1:6: error yaml.syntax: character U+001B is not allowed\n   1 | a: 'x�[2J'\n     |      ^",
    ),
    "escape of no character": (
        'a: "\\U00110000"\n',
        (
            "f.yaml:1:5: error yaml.syntax: this escape is beyond the last character, \\U0010FFFF\n"
            '   1 | a: "\\U00110000"\n     |     ^'
        ),
    ),
    "escape beyond every number": (
        'b: 1\na: "x\\UFFFFFFFF"\n',
        (
            "f.yaml:2:6: error yaml.syntax: this escape is beyond the last character, \\U0010FFFF\n"
            '   2 | a: "x\\UFFFFFFFF"\n     |      ^'
        ),
    ),
    "half of a surrogate pair": (
        '? "\\udfff"\n: x\n',
        (
            "f.yaml:1:3: error yaml.syntax: half of a surrogate pair, which is no character\n"
            '   1 | ? "\\udfff"\n     |   ^^^^^^^^\n  hint: write the character itself'
        ),
    ),
    "tag": (
        "a: !!python/object:os.system ls\n",
        (
            "f.yaml:1:4: error yaml.tag: the tag !!python/object:os.system is not allowed\n"
            "   1 | a: !!python/object:os.system ls\n     |    ^^^^^^^^^^^^^^^^^^^^^^^^^\n  hint: leave it out"
        ),
    ),
    "alias of nothing": (
        "a: *x\n",
        "f.yaml:1:4: error yaml.alias: no anchor 'x' stands before this alias\n   1 | a: *x\n     |    ^^",
    ),
    "alias of itself": (
        "a: &x [*x]\n",
        "f.yaml:1:8: error yaml.alias: the alias 'x' stands inside what it repeats\n   1 | a: &x [*x]\n     |        ^^",
    ),
    "two documents": (
        "a: 1\n---\nb: 2\n",
        "f.yaml:2:1: error yaml.documents: a second document; expected one\n   2 | ---\n     | ^^^",
    ),
    "long number": (
        "a: 1234567890123456789\n",
        (
            "f.yaml:1:4: error yaml.number: a whole number of more than 18 digits\n"
            "   1 | a: 1234567890123456789\n     |    ^^^^^^^^^^^^^^^^^^^\n  hint: quote it for a text"
        ),
    ),
    "empty": ("", "f.yaml:1:1: error yaml.empty: the file holds no value\n   1 | \n     | ^"),
    "comment alone": (
        "# nothing\n",
        "f.yaml:1:1: error yaml.empty: the file holds no value\n   1 | # nothing\n     | ^",
    ),
}


@pytest.mark.parametrize(("text", "rendered"), PROBLEMS.values(), ids=PROBLEMS)
def test_a_problem_says_where_what_and_what_to_try(text: str, rendered: str) -> None:
    _, report = parse(text)
    assert report.render() == rendered


def test_no_value_holds_half_of_a_surrogate_pair() -> None:
    """It could not be written: not as JSON, not on a terminal, not into the cache."""
    node, report = parse('a: "x\\ud800"\nb: [1, "\\ud83d\\ude00"]\n')
    assert [(problem.code, problem.where.line) for problem in report] == [("yaml.syntax", 1), ("yaml.syntax", 2)]
    assert plain(node) == {"a": "x\ufffd", "b": [1, "\ufffd\ufffd"]}


def test_keys_that_occur_twice_are_all_reported_and_the_first_counts() -> None:
    node, report = parse("a: 1\na: 2\nb: {c: 1, c: 2}\n")
    assert plain(node) == {"a": 1, "b": {"c": 1}}
    assert [str(problem.where) for problem in report] == ["f.yaml:2:1", "f.yaml:3:11"]


def test_deep_nesting_is_one_problem() -> None:
    node, report = parse("[" * 100_000)
    assert node is None
    assert [p.message for p in report] == ["more than 64 lists and mappings inside each other"]


def test_aliases_of_aliases_do_not_grow_beyond_the_limit() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)]
    node, report = parse("\n".join(lines))
    assert node is None
    assert [p.code for p in report] == ["yaml.too_large"]


def test_as_many_values_as_allowed_are_read() -> None:
    text = "[" + "1," * (yamldoc.MAX_NODES - 1) + "]"
    assert isinstance(good(text), list)
    _, report = parse("[" + "1," * yamldoc.MAX_NODES + "]")
    assert [p.code for p in report] == ["yaml.too_large"]


def write(path: Path, data: bytes) -> str:
    path.write_bytes(data)
    report = Report()
    yamldoc.read(path, report)
    return report.render().replace(str(path), "f.yaml")


def test_a_file_is_read_with_its_path(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: \xc3\xa4\n")
    node = yamldoc.read(path, Report())
    assert plain(node) == {"a": "ä"}
    assert node is not None
    assert str(node.where) == f"{path}:1:1"


def test_a_file_that_cannot_be_read_is_a_problem(tmp_path: Path) -> None:
    report = Report()
    assert yamldoc.read(tmp_path / "none.yaml", report) is None
    assert yamldoc.read(tmp_path, report) is None
    rendered = report.render().replace(str(tmp_path), "T")
    assert rendered == "T/none.yaml: error file.missing: no such file\nT: error file.not_a_file: expected a file"


def test_a_file_that_is_not_utf8_is_a_problem_at_the_byte(tmp_path: Path) -> None:
    got = write(tmp_path / "f.yaml", "ä: 1\nö: ".encode() + b"\xff\n")
    assert got == "f.yaml:2:4: error file.not_utf8: byte 0xff is not UTF-8"


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    got = write(tmp_path / "f.yaml", b"#" * 262_145)
    assert got.startswith("f.yaml:1:1: error file.too_large: 262145 bytes, at most 262144 are read")
    read = write(tmp_path / "f.yaml", b"#" * 262_144)
    assert read.startswith("f.yaml:1:1: error yaml.empty: the file holds no value")


def nodes(node: Node) -> list[Node]:
    inside: list[Node] = []
    if isinstance(node.value, tuple):
        inside = list(node.value)
    elif isinstance(node.value, dict):
        inside = [entry.node for entry in node.value.values()]
    return [node, *(found for child in inside for found in nodes(child))]


def keys(node: Node) -> list[tuple[str, Where]]:
    return [(k, e.key) for n in nodes(node) if isinstance(n.value, dict) for k, e in n.value.items()]


def text_at(text: str, where: Where) -> str:
    return text.split("\n")[where.line - 1][where.column - 1 :][: where.length]


WORDS = st.from_regex(r"[a-z][a-z0-9äß❯]{0,8}", fullmatch=True)
TREES = st.recursive(
    WORDS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4), max_leaves=20
)


def block(tree: object, indent: int) -> str:
    """The tree as YAML, block style with flow for what is empty."""
    pad = " " * indent
    if isinstance(tree, str):
        return f" {tree}\n"
    if not tree:
        return " {}\n" if isinstance(tree, dict) else " []\n"
    if isinstance(tree, dict):
        return "\n" + "".join(f"{pad}{key}:{block(value, indent + 2)}" for key, value in tree.items())
    assert isinstance(tree, list)
    return "\n" + "".join(f"{pad}-{block(value, indent + 2)}" for value in tree)


def flow(tree: object) -> str:
    if isinstance(tree, dict):
        return "{" + ", ".join(f"{key}: {flow(value)}" for key, value in tree.items()) + "}"
    if isinstance(tree, list):
        return "[" + ", ".join(map(flow, tree)) + "]"
    return str(tree)


@given(TREES, st.sampled_from(["flow", "block"]))
def test_places_point_at_what_stands_there(tree: object, style: str) -> None:
    text = flow(tree) if style == "flow" else block(tree, 0)
    node, report = parse(text)
    assert report.render() == ""
    assert node is not None
    assert plain(node) == tree
    for found in nodes(node):
        if isinstance(found.value, str):
            assert text_at(text, found.where) == found.value
    for key, where in keys(node):
        assert text_at(text, where) == key


YAMLISH = st.text(
    alphabet=st.sampled_from(list("ab1 -:?,[]{}#&*!|>'\"%@`\n\r\t\\=<~.ä❯\x07\u2028\x85\ufeff\ud800")), max_size=60
)


@given(YAMLISH | st.text(max_size=80))
@example("&a &b c")
@example("? \n? \n")
@example("- - - \t-")
@example("%TAG ! tag:x,2000:\n---\n!a b")
@example("!<!> x")
@example("'\\\n")
@example('"\\xg"')
@example('"\\U00110000"')
@example('"\\UFFFFFFFF"')
@example("|999999999999\n a")
@example("%YAML 99999999999999999999.1\n---\na")
def test_any_text_gives_a_node_or_a_problem(text: str) -> None:
    node, report = parse(text)
    assert node is not None or not report.is_usable
    report.render()
    for problem in report:
        assert problem.where.line <= text.count("\n") + 1

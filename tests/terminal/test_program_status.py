import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hivemind.protocol.program import ProgramRecord, ProgramState
from hivemind.terminal.program_status import (
    RECORDS,
    REPORT_BYTES,
    ProgramStatus,
    Report,
    read,
    write,
    write_clear,
)


def b64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def kept(**fields: object) -> Report:
    record = ProgramRecord(**{"id": "", **fields})  # type: ignore[arg-type]
    return Report(record.id, record)


IDLE, WORKING, BLOCKED = ProgramState.IDLE, ProgramState.WORKING, ProgramState.BLOCKED

READ: dict[str, Report] = {
    "state=idle": kept(state=IDLE),
    "state=done:app=codex": kept(state=ProgramState.DONE, app="codex"),
    " state = error : app = a.b_c+d- ": kept(state=ProgramState.ERROR, app="a.b_c+d-"),
    "state=idle:unknown=1:::x:Bad=2:9=3:=": kept(state=IDLE),
    "state=working:state=idle": kept(state=IDLE),
    "state=idle:state=a b": kept(state=IDLE),
    "state=blocked:kind=permission": kept(state=BLOCKED, kind="permission"),
    "state=blocked:kind=auth:progress=5": kept(state=BLOCKED, kind="auth", progress=5),
    "state=blocked:kind=sudo": kept(state=BLOCKED),
    "state=working:kind=question": kept(state=WORKING),
    "state=working:progress=0": kept(state=WORKING, progress=0),
    "state=working:progress=100": kept(state=WORKING, progress=100),
    "state=working:progress=101": kept(state=WORKING),
    "state=working:progress=+5": kept(state=WORKING),
    "state=working:progress=": kept(state=WORKING),
    "state=done:progress=5": kept(state=ProgramState.DONE),
    "state=idle:app=": kept(state=IDLE),
    "state=idle:app=a/b": kept(state=IDLE),
    "state=idle:id=a/b.c/d-e": kept(state=IDLE, id="a/b.c/d-e"),
    "state=idle:id=1/2/3/4/5/6/7/8": kept(state=IDLE, id="1/2/3/4/5/6/7/8"),
    "state=idle:id=" + "/".join(["x" * 31] * 4): kept(state=IDLE, id="/".join(["x" * 31] * 4)),
    "state=clear": Report("", None),
    "state=clear:id=a/b": Report("a/b", None),
    f"state=idle:title={b64('Grüße')}": kept(state=IDLE, title="Grüße"),
    "state=idle:title=YQ==": kept(state=IDLE, title="a"),
    "state=idle:title=YQ": kept(state=IDLE, title="a"),
    f"state=idle:title={b64('x' * 192)}": kept(state=IDLE, title="x" * 192),
    f"state=idle:msg={b64('x' * 2048)}": kept(state=IDLE, msg="x" * 2048),
    f"state=idle:msg={b64('a' + chr(0x202E) + 'b' + chr(0x2066) + 'c' + chr(0x200B))}": kept(state=IDLE, msg="abc"),
    f"state=idle:msg={b64('👩' + chr(0x200D) + '💻')}": kept(state=IDLE, msg="👩\u200d💻"),
    "state=idle:msg=": kept(state=IDLE),
}


@pytest.mark.parametrize(("text", "want"), READ.items(), ids=range(len(READ)))
def test_a_report_that_keeps_the_rules_is_read(text: str, want: Report) -> None:
    assert read(text) == want


VOID = [
    "",
    "app=codex",
    "state=sleeping",
    "state=",
    "state=IDLE",
    "state=idle:state=nothing",
    "state=idle:id=",
    "state=idle:id=/a",
    "state=idle:id=a//b",
    "state=idle:id=a,b",
    "state=idle:id=a b",
    "state=idle:id=ä",
    "state=idle:id=a b:id=c",
    "state=idle:id=1/2/3/4/5/6/7/8/9",
    "state=idle:id=" + "x" * 33,
    "state=idle:id=" + "/".join(["x" * 31] * 4) + "/",
    "state=idle:id=" + "/".join(["x" * 31] * 4) + "y/z",
    "state=idle:" + "k" * 17 + "=1",
    "state=idle:app=" + "x" * 33,
    "state=idle:title=Y",
    "state=idle:title=YQ=",
    "state=idle:title=YQ===",
    "state=idle:title=YW==JJ",
    "state=idle:title=Y.Q",
    "state=idle:title=_w",
    "state=idle:title=/w==",
    "state=idle:title=" + b64("x" * 193),
    "state=idle:title=" + b64("x" * 190).rstrip("=") + "=" * 10,
    "state=idle:msg=" + b64("x" * 2049),
    "state=idle:msg=" + b64("a\nb"),
    "state=idle:msg=" + b64("a\x1b[31m"),
    "state=idle:msg=" + b64("a\x9bb"),
    "state=idle:msg=" + b64("a\u2028b"),
    "state=clear:msg=!!:id=a b",
    "state=clear:msg=Y",
]


@pytest.mark.parametrize("text", VOID, ids=range(len(VOID)))
def test_a_report_that_breaks_a_rule_is_void(text: str) -> None:
    assert read(text) is None


@given(st.text(alphabet=":=;abcdeikmlnostpg /0YQ", max_size=60))
def test_any_text_is_a_report_or_void(text: str) -> None:
    report = read("state=idle:" + text)
    assert report is None or report.record is None or report.record.id == report.id


def status(*texts: str) -> ProgramStatus:
    made = ProgramStatus()
    for text in texts:
        report = read(text)
        assert report, text
        made.apply(report)
    return made


def ids(made: ProgramStatus) -> list[str]:
    return [record.id for record in made.records]


def test_a_report_replaces_its_record_whole() -> None:
    made = status("state=blocked:kind=auth:app=x:msg=YQ==", "state=idle")
    assert made.records == (ProgramRecord("", IDLE),)


def test_records_come_by_id_the_upper_ones_first() -> None:
    made = status(*(f"state=idle:id={name}" for name in ("b", "a/c", "a+", "a", "a/b/c")), "state=idle")
    assert ids(made) == ["", "a", "a/b/c", "a/c", "a+", "b"]


def test_clear_removes_a_record_and_all_beneath() -> None:
    texts = [f"state=idle:id={name}" for name in ("a", "a/b", "a/b/c", "ab", "b")]
    assert ids(status(*texts, "state=clear:id=a")) == ["ab", "b"]
    assert ids(status(*texts, "state=clear:id=a/b")) == ["a", "ab", "b"]
    assert ids(status(*texts, "state=idle", "state=clear")) == []
    assert ids(status(*texts, "state=clear:id=zz")) == ["a", "a/b", "a/b/c", "ab", "b"]


def test_an_app_comes_from_the_nearest_above_that_names_one() -> None:
    made = status(
        "state=idle:app=root", "state=idle:id=a/b/c", "state=idle:id=a", "state=idle:id=x:app=own", "state=idle:id=x/y"
    )
    assert {record.id: record.app for record in made.records} == {
        "": "root",
        "a": "root",
        "a/b/c": "root",
        "x": "own",
        "x/y": "own",
    }


def test_past_the_limit_the_one_not_heard_of_for_longest_goes() -> None:
    made = status(*(f"state=working:id={n:03}" for n in range(RECORDS)), "state=idle:id=000", "state=idle:id=new")
    assert len(made.records) == RECORDS
    assert "000" in ids(made)
    assert "001" not in ids(made)


def test_past_the_limit_what_is_blocked_goes_last() -> None:
    blocked = [f"state=blocked:id={n:03}" for n in range(RECORDS - 1)]
    made = status(*blocked, "state=working:id=w1", "state=working:id=w2")
    assert ids(made)[-1] == "w2"
    assert len(made.records) == RECORDS
    made = status(*blocked, "state=blocked:id=y", "state=working:id=w")
    assert "w" not in ids(made)
    assert "000" in ids(made)
    made = status(*blocked, "state=blocked:id=y", "state=blocked:id=z")
    assert "000" not in ids(made)
    assert ids(made)[-1] == "z"


def said(sequence: str) -> Report | None:
    assert sequence.startswith("\x1b]7501;")
    assert sequence.endswith("\x1b\\")
    assert len(sequence.encode()) <= REPORT_BYTES
    return read(sequence[len("\x1b]7501;") : -2])


@pytest.mark.parametrize("report", [report for report in READ.values() if report.record], ids=repr)
def test_what_is_read_can_be_written(report: Report) -> None:
    assert report.record
    assert said(write(report.record)) == report


def test_a_clear_can_be_written() -> None:
    assert (said(write_clear()), said(write_clear("a/b"))) == (Report("", None), Report("a/b", None))


@given(title=st.text(max_size=400), msg=st.text(max_size=3000), app=st.text(max_size=40))
def test_whatever_is_to_be_said_keeps_the_rules(title: str, msg: str, app: str) -> None:
    report = said(write(ProgramRecord("tile/x", BLOCKED, title=title, msg=msg, app=app)))
    assert report is not None
    assert report.record is not None
    assert report.record.state is BLOCKED

"""What really loads with each door, in a fresh interpreter: a static rule cannot see it, and start-up time depends on it."""

import json
import subprocess
import sys

import pytest

WEIGHTS = {"asyncio", "msgspec", "ptyprocess", "pyte", "rich", "ruamel", "textual"}
"""What costs start-up time, memory or trust; everything else of ours is small."""

# a door, what is run in it, the weights it may carry, and the rooms that may come along
DOORS = [
    ("hive ctl", "import hivemind.cli.stub", set(), {"cli"}),
    (
        "hive daemon",
        "import hivemind.cli.main",
        {"asyncio", "msgspec"},
        {"base", "protocol", "verbs", "client", "cli"},
    ),
    (
        "hive",
        "import hivemind.tui.main",
        {"asyncio", "msgspec", "rich", "textual"},
        {"base", "protocol", "terminal", "verbs", "client", "settings", "tui"},
    ),
    ("the parent of the UI", "import hivemind.tui.guard", set(), {"tui"}),
    ("hive-demo-agent", "import hivemind.demo.main", set(), {"demo"}),
    ("a hook", "import hivemind.cli.hook, hivemind.launch.hook_report", set(), {"cli", "launch"}),
    ("the keeper", "import hivemind.keeper.__main__", {"ptyprocess"}, {"base", "keeper"}),
    (
        "the daemon",
        "import hivemind.daemon.lifecycle",
        {"asyncio", "msgspec", "ptyprocess", "pyte", "ruamel"},
        {
            "base", "protocol", "keeper", "terminal", "detect", "manifest", "settings", "launch", "session", "tile", "hive", "verbs",
            "daemon",
        },
    ),
    (
        "a client's verbs",
        "import hivemind.verbs as v; v.all_verbs()",
        {"msgspec"},
        {"base", "protocol", "verbs"},
    ),
]  # fmt: skip


def loaded(code: str) -> set[str]:
    """Names of the modules that come along with some code, beyond those of an interpreter that does nothing."""
    tail = "; import json, sys; print(json.dumps(sorted(sys.modules)))"
    argv = (sys.executable, "-I", "-c")
    done = subprocess.run((*argv, code + tail), capture_output=True, text=True, check=True)
    bare = subprocess.run((*argv, "pass" + tail), capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout)) - set(json.loads(bare.stdout))


@pytest.mark.parametrize(("code", "weights", "rooms"), [d[1:] for d in DOORS], ids=[d[0] for d in DOORS])
def test_a_door_loads_only_its_own(code: str, weights: set[str], rooms: set[str]) -> None:
    names = loaded(code)
    assert names, "nothing was loaded, so nothing was tested"
    assert {name for name in names if name in WEIGHTS} <= weights
    ours = {name.split(".")[1] for name in names if name.startswith("hivemind.")}
    assert ours <= rooms


def test_the_stub_loads_nothing_of_ours_but_itself() -> None:
    ours = {name for name in loaded("import hivemind.cli.stub") if name.split(".")[0] == "hivemind"}
    assert ours == {"hivemind", "hivemind.cli", "hivemind.cli.stub"}


def test_the_keeper_needs_of_base_only_paths_and_errors() -> None:
    ours = {name for name in loaded("import hivemind.keeper.__main__") if name.startswith("hivemind.base.")}
    assert ours <= {"hivemind.base.errors", "hivemind.base.places", "hivemind.base.clock"}

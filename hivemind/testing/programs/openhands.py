"""OpenHands CLI 1.16.0. It knows no trust dialog, and takes its model's reply whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from hivemind.testing.model_wire import Call
from hivemind.testing.programs.program import Program


def settle(home: Path, project: Path, url: str, is_trusted: bool) -> Mapping[str, str]:  # noqa: ARG001, FBT001 - one shape for all; it knows no trust
    """It is told of its model by variables alone."""
    return {
        "LLM_MODEL": "openai/scripted",
        "LLM_BASE_URL": f"{url}/v1",
        "LLM_API_KEY": "none",
        "LITELLM_LOCAL_MODEL_COST_MAP": "True",
        "OPENHANDS_SUPPRESS_BANNER": "1",
        "PYTHONWARNINGS": "ignore",
    }


def shell(command: str) -> Call:
    """The tool `terminal`; the model says itself how risky it is."""
    return Call("terminal", {"command": command, "security_risk": "MEDIUM", "summary": "Do as asked"})


def edit(file: Path, old: str, new: str) -> Sequence[Call]:
    """The tool `file_editor`."""
    told = {"command": "str_replace", "path": str(file), "old_str": old, "new_str": new}
    return (Call("file_editor", {**told, "security_risk": "MEDIUM", "summary": "Do as asked"}),)


PROGRAM = Program("openhands", "", "", settle, shell, argv=("openhands", "--override-with-envs"), edit=edit)

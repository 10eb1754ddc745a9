"""Entries of a conversation as another machine sends them: what can be read is kept, in its order. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hivemind.session.transcript import Entry

_SAYS = {"person": ("text",), "agent": ("text", "tool"), "tool": ("result",)}
"""What each speaker may say; exactly one of them in an entry."""

_KINDS = ("text", "tool", "result")


def readable(sent: Any) -> list[Entry]:
    """Each entry that is whole, without fields that mean nothing here; anything else is left out."""
    found = (_entry(one) for one in (sent if isinstance(sent, list) else ()))
    return [entry for entry in found if entry is not None]


def _entry(sent: Any) -> Entry | None:
    if not isinstance(sent, Mapping):
        return None
    name, at, who = sent.get("id"), sent.get("at"), sent.get("who")
    is_headed = isinstance(name, str) and isinstance(at, int | float) and not isinstance(at, bool)
    says = [kind for kind in _KINDS if kind in sent]
    if not is_headed or not isinstance(who, str) or len(says) != 1 or says[0] not in _SAYS.get(who, ()):
        return None
    said = sent[says[0]]
    read = _text(said) if says[0] == "text" else _tool(said) if says[0] == "tool" else _result(said)
    return None if read is None else {"id": name, "at": at, "who": who, says[0]: read}


def _text(said: Any) -> str | None:
    return said if isinstance(said, str) else None


def _tool(said: Any) -> Entry | None:
    if not isinstance(said, Mapping) or not all(isinstance(said.get(key), str) for key in ("id", "name")):
        return None
    about = said.get("about", "")
    if not isinstance(about, str):
        return None
    return {"id": said["id"], "name": said["name"]} | ({"about": about} if "about" in said else {})


def _result(said: Any) -> Entry | None:
    if not isinstance(said, Mapping) or not all(isinstance(said.get(key), str) for key in ("of", "text")):
        return None
    return {"of": said["of"], "text": said["text"]} | ({"error": True} if said.get("error") is True else {})

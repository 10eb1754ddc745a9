"""Replies that several verbs share."""

from __future__ import annotations

import msgspec


class Done(msgspec.Struct, frozen=True):
    """It was done; there is nothing else to say."""

    ok: bool = True

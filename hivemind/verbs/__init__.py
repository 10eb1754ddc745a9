"""One file a verb; see `hivemind.protocol.verb`."""

from __future__ import annotations

from hivemind.base import registry
from hivemind.protocol.verb import AnyVerb, Verb


def all_verbs() -> dict[str, type[AnyVerb]]:
    """Every verb by its method."""
    found = registry.load(__name__, Verb).values()
    return {verb.method: verb for verb in found if isinstance(verb, type) and issubclass(verb, Verb)}

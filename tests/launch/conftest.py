from collections.abc import Callable

import pytest

from hivemind.manifest.manifest import Manifest
from hivemind.manifest.parts.caps import Caps
from hivemind.manifest.parts.install import Install
from hivemind.manifest.parts.options import Option
from hivemind.manifest.parts.spawn import Spawn

Build = Callable[..., Manifest]


@pytest.fixture
def build() -> Build:
    """A manifest of a made-up agent with those options and settings."""

    def make(
        *options: Option,
        delivery: str = "argv",
        spawn: Spawn | None = None,
        install: Install | None = None,
        enabled: bool = True,
        note: str = "",
    ) -> Manifest:
        is_typed = delivery == "typed"
        return Manifest(
            id="fake",
            label="Fake",
            bin="fake-agent",
            aliases=(),
            enabled=enabled,
            note=note,
            caps=Caps(
                prompt_delivery="typed" if is_typed else "argv",
                turn_signal=False,
                resume="none",
                supervise="human",
                blocked_detection=False,
            ),
            spawn=spawn or Spawn(),
            options=options,
            install=install or Install(),
        )

    return make

"""Programs of the person's own machine: a browser, a clipboard, tmux. Started by argv, never by a shell."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Mapping, Sequence

SECONDS = 3.0
"""Longest that a program is waited for that was given a text."""


class Outside:
    """What can be started here, as the environment says."""

    def __init__(self, env: Mapping[str, str]) -> None:
        self.env = env

    def has(self, program: str) -> bool:
        """Whether there is such a program."""
        return bool(self.env.get("PATH")) and shutil.which(program, path=self.env["PATH"]) is not None

    async def give(self, argv: Sequence[str], text: str) -> bool:
        """Start a program with a text on its standard input; whether it took it."""
        try:
            process = await asyncio.create_subprocess_exec(
                *argv,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
            )
        except OSError:
            return False  # it went away since it was looked for
        try:
            await asyncio.wait_for(process.communicate(text.encode("utf-8", "replace")), SECONDS)
        except TimeoutError:
            process.kill()
            return False
        return process.returncode == 0

    async def start(self, argv: Sequence[str]) -> bool:
        """Start a program that goes on without us; False when it could not be started or failed at once."""
        quiet = asyncio.subprocess.DEVNULL
        try:
            process = await asyncio.create_subprocess_exec(
                *argv, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True
            )
        except OSError:
            return False
        try:
            return await asyncio.wait_for(process.wait(), SECONDS) == 0
        except TimeoutError:
            return True


NOWHERE = Outside({})
"""A machine without a desktop, and without any program."""

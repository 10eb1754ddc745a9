"""The loop: keys, time and programs go into the agent, frames come out to the terminal."""

from __future__ import annotations

import time

from hivemind.demo.agent import Agent
from hivemind.demo.console import Console
from hivemind.demo.keys import Key, KeyDecoder
from hivemind.demo.paint import Painter, Palette
from hivemind.demo.view import draw

TICK = 0.125
"""Seconds. How often a working agent is drawn at least."""


class App:
    """Runs an agent on a console until it wants to leave."""

    def __init__(self, agent: Agent, console: Console, palette: Palette) -> None:
        self._agent = agent
        self._console = console
        self._painter = Painter(palette)
        self._decoder = KeyDecoder()
        self._heard = 0.0
        """When something was typed last."""

    def run(self) -> None:
        """Run until the person leaves.

        Raises:
            EndedError: a signal or the end of the terminal ended it.
        """
        try:
            while not self._agent.is_leaving:
                self._draw()
                for key in self._keys():
                    self._agent.press(key, time.monotonic())
                    if self._agent.is_leaving:
                        break
                self._agent.advance(time.monotonic())
        finally:
            self._agent.close()

    def _draw(self) -> None:
        if self._console.is_changed or self._agent.wants_repaint:
            self._console.is_changed = self._agent.wants_repaint = False
            self._painter.forget()
        columns, rows = self._console.size()
        out = self._painter.draw(draw(self._agent, columns=columns, rows=rows, now=time.monotonic()))
        if out:
            self._console.write(out)

    def _keys(self) -> list[Key]:
        """Wait until there is something to do; the keys that came meanwhile."""
        turn = self._agent.turn
        command = None if turn is None else turn.command
        others = [] if command is None or command.fd is None else [command.fd]
        ready = self._console.wait(self._patience(), *others)
        if self._console.source in ready:
            self._heard = time.monotonic()
            return self._decoder.feed(self._console.read())
        pending = self._decoder.pending
        if pending is not None and time.monotonic() >= self._heard + pending:
            return self._decoder.flush()
        return []

    def _patience(self) -> float | None:
        """Seconds until something is due; None when only a key or a signal can change anything."""
        now = time.monotonic()
        waits = [TICK] if self._agent.is_working else []
        wake = self._agent.wake()
        if wake is not None:
            waits.append(wake - now)
        if self._decoder.pending is not None:
            waits.append(self._heard + self._decoder.pending - now)
        return max(0.0, min(waits)) if waits else None

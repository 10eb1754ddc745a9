"""When the UI breaks: a sentence for the person and the whole trace in a file, never a wall of text on the terminal.

The terminal belongs to the room, so what else would be written there (by logging, by the event loop) goes to that file.
"""

from __future__ import annotations

import asyncio
import logging
import os
import stat
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from rich.console import RenderableType
from textual.app import App
from textual.worker import WorkerFailed

from hivemind.base.oneline import visible_lines
from hivemind.tui.visible import clip, visible

LOG_BYTES: Final = 1_000_000
"""A log that has grown past this begins anew."""

SENTENCE_CELLS: Final = 200
"""What a person is told of an error; the file has all of it."""


class BreakingApp(App[int]):
    """An app that keeps the error it ended with, instead of drawing it with every variable at hand."""

    broke: BaseException | None = None
    """What ended it; None while it runs and when it was left in order."""

    def _handle_exception(self, error: Exception) -> None:
        """End with the first error; those that follow come from the ruins."""
        if self.broke is None:
            self.broke = error.error if isinstance(error, WorkerFailed) else error
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        self._close_messages_no_wait()

    def panic(self, *renderables: RenderableType) -> None:  # noqa: ARG002 (the file has it as plain text)
        """End, without a picture of the error."""
        self._close_messages_no_wait()


class TraceFile(logging.Handler):
    """Logging of this process, appended to a file that only its owner can read."""

    def __init__(self, path: Path) -> None:
        super().__init__(logging.WARNING)
        self.path = path
        self.failure = ""
        """Why the last record could not be kept; empty when it was."""
        self.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        """Append the record; what fails is remembered, since there is no other place to say it."""
        line = visible_lines(f"{self.format(record)}\n").encode("utf-8", "backslashreplace")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
            with os.fdopen(os.open(self.path, flags, 0o600), "wb", buffering=0) as file:
                info = os.fstat(file.fileno())
                if stat.S_ISREG(info.st_mode) and info.st_size > LOG_BYTES:
                    file.truncate(0)
                file.write(line)
            self.failure = ""
        except OSError as error:
            self.failure = error.strerror or str(error)

    def keep(self, error: BaseException) -> str:
        """Keep an error that ended the UI; the sentence for the person."""
        text = "".join(traceback.format_exception(error)).rstrip()
        self.handle(logging.LogRecord(__name__, logging.ERROR, __file__, 0, "the UI broke\n%s", (text,), None))
        return f"The UI broke: {told(error)}. {self.where}"

    @property
    def where(self) -> str:
        """Where more about it stands."""
        return f"It could not be logged: {self.failure}." if self.failure else f"Details are in {self.path}."

    def take_logging(self) -> None:
        """Have everything that this process logs; without it warnings are written over the room."""
        logging.getLogger().handlers[:] = [self]
        logging.getLogger("asyncio").setLevel(logging.WARNING)

    def take_trouble(self, say: Callable[[str], None]) -> None:
        """Keep what the event loop reports of work that nobody waits for; say it in the room, each thing once."""
        said: set[str] = set()

        def trouble(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
            error = context.get("exception")
            what = told(error) if error else visible(str(context.get("message")))
            if what not in said:
                said.add(what)
                loop.default_exception_handler(context)  # logs it, with its trace
                say(f"something in the UI failed: {what}. {self.where}")

        asyncio.get_running_loop().set_exception_handler(trouble)


def told(error: BaseException) -> str:
    """An error in a line: its kind, its first words, and where it came from."""
    steps = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(steps[-1].filename).name}:{steps[-1].lineno})" if steps else ""
    text = f"{type(error).__name__}: {error}".removesuffix(": ")
    return clip(visible(text), SENTENCE_CELLS) + place

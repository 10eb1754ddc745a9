"""What is carried out to its end, though whoever asked for it goes meanwhile.

The requests of a client are withdrawn when it goes. That is right for what waits; but an answer of which one key was
typed, and a tile whose program was ended, must not be left half done.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from hivemind.base.errors import HiveError

T = TypeVar("T")


async def carried_out(run: Callable[[Coroutine[Any, Any, None]], object], work: Coroutine[Any, Any, T]) -> T:
    """Have `run` carry out the work, and return or raise what came of it; a caller that is cancelled ends nothing."""
    outcome: asyncio.Future[T] = asyncio.get_running_loop().create_future()

    async def carry() -> None:
        try:
            result = await work
        except HiveError as error:
            if not outcome.done():  # else there is nobody to be told
                outcome.set_exception(error)
        except BaseException as error:
            if outcome.done() or isinstance(error, asyncio.CancelledError):
                outcome.cancel()
                raise
            outcome.set_exception(error)
        else:
            if not outcome.done():
                outcome.set_result(result)

    run(carry())
    return await outcome

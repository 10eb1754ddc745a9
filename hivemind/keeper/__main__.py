"""`python -m hivemind.keeper [--detach] [--runtime FOLDER] [--linger SECONDS]`: run the keeper.

With `--detach` the command returns once the keeper listens, and the keeper goes on in a session of its own. When
another keeper runs already, it exits 0 without a word. Its log is stderr.
"""

from __future__ import annotations

import argparse
import dataclasses
import logging
import os
import sys
from pathlib import Path

from hivemind.base.errors import HiveError
from hivemind.base.places import Places
from hivemind.keeper.gate import Gate
from hivemind.keeper.keeper import FORGET_GRACE, LINGER, SWEEP_SECONDS, Keeper


def main(arguments: list[str]) -> int:
    """Run the keeper; the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m hivemind.keeper", description="Holds programs and their terminals."
    )
    parser.add_argument("--detach", action="store_true", help="go on in the background once it listens")
    parser.add_argument("--runtime", type=Path, help="folder of the socket and the lock")
    parser.add_argument("--linger", type=float, default=LINGER, help="seconds to stay with nothing to keep")
    parser.add_argument("--forget-grace", type=float, default=FORGET_GRACE, help="seconds from hangup to kill")
    parser.add_argument("--sweep", type=float, default=SWEEP_SECONDS, help="seconds between looks at the socket")
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s keeper[%(process)d] %(levelname)s %(message)s")
    places = Places.from_env(os.environ)
    if options.runtime is not None:
        places = dataclasses.replace(places, runtime=options.runtime)
    gate = Gate(places)
    try:
        if not gate.open():
            return 0
    except HiveError as error:
        logging.getLogger(__name__).error("keeper did not start: %s", error.message)  # noqa: TRY400 - no trace for this
        return error.exit_code
    os.chdir("/")
    if options.detach and os.fork():
        # The one who started us need not reap the keeper, and knows by our exit that it listens.
        os._exit(0)
    if options.detach:
        os.setsid()
    Keeper(gate, linger=options.linger, forget_grace=options.forget_grace, sweep=options.sweep).run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

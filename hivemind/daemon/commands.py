"""`hive ctl` lines: parsed, served and rendered here, for the stub that sent them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from hivemind.base.errors import HiveError, UnauthorizedError
from hivemind.base.oneline import visible_lines
from hivemind.hive.hive import Hive
from hivemind.protocol.codec import encode
from hivemind.protocol.command_line import help_for, parse
from hivemind.protocol.verb import Access, AnyVerb, Caller


class Output(msgspec.Struct, frozen=True):
    """What the stub prints, and what it exits with."""

    stdout: str = ""
    stderr: str = ""
    exit: int = 0


class Commands:
    """Serves command lines with a hive's verbs."""

    def __init__(self, hive: Hive, verbs: Mapping[str, type[AnyVerb]]) -> None:
        self._hive = hive
        self._verbs = verbs

    async def run(self, argv: Sequence[str], caller: Caller) -> Output:
        """One command line; never raises for what the person did."""
        as_json = "--json" in argv[: argv.index("--") if "--" in argv else len(argv)]
        try:
            help_text = help_for(argv, self._verbs)
            if help_text is not None:
                return Output(stdout=help_text + "\n")
            verb = parse(argv, self._verbs)
            if verb.access is Access.PERSON and caller.tile_id is not None:
                raise UnauthorizedError(f"'{verb.method}' is for people, not for programs in tiles")
            reply = await verb.serve(self._hive, caller)
        except HiveError as error:
            return render_error(error, as_json=as_json)
        text = encode(reply).decode() if as_json else verb.show(reply)
        return Output(stdout=text + "\n" if text else "")


def render_error(error: HiveError, *, as_json: bool) -> Output:
    """An error as scripts (stdout, JSON) or people (stderr) get it."""
    if as_json:
        data = {"ok": False, "code": error.code, "message": error.message}
        if error.hint:
            data["hint"] = error.hint
        return Output(stdout=encode(data).decode() + "\n", exit=error.exit_code)
    hint = f"  {error.hint}\n" if error.hint else ""
    return Output(stderr=visible_lines(f"error [{error.code}] {error.message}\n{hint}"), exit=error.exit_code)

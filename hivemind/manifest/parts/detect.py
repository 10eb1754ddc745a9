"""`detect`: the rules that read the program's screen. What may stand there is said in `hivemind.detect`."""

from __future__ import annotations

from hivemind.detect.ruleset import Ruleset
from hivemind.manifest.part import Part

DETECT = Part(Ruleset.from_node)

"""How hypothesis looks for counterexamples.

The gates try the same examples every time, so that a change passes or fails for what it is; `pytest
--hypothesis-profile=explore` tries other ones each time, and more. No example has a deadline: machines are slow at times.
"""

from hypothesis import settings

settings.register_profile("gate", derandomize=True, deadline=None, database=None)
settings.register_profile("explore", max_examples=2000, deadline=None)
settings.load_profile("gate")

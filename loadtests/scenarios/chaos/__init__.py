"""Everything that can break, under load: processes killed and frozen, the platform failing in every way it can.

Waves of requests (plain ones, pairs of venues, OpenTable, overrides) are filed by twenty diners at ten venues; while
their tables drip in, three a second, one thing breaks and is healed. Some requests are stopped at a random moment. In
the end every request that was not stopped has one table, nobody has two, and each outcome was told once.
"""

from loadtests.scenarios.chaos.run import run as run

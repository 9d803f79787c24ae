"""A database with 1,000 active requests moves from the previous release to this one, back, and forward again.

Tables are freed during the whole run. First the previous release runs on the database that this release migrated. In
each of the three moves, the new release of the move starts beside the other, takes over all venues by a hand-over
between cells, and the other release stops. No request may be booked twice, and no request may be lost.
"""

from loadtests.scenarios.upgrade.run import run as run

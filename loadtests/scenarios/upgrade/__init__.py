"""A database with 1,000 active requests moves from the release before to this one, back, and forward again.

Tables free all the while. The release before first runs on the database that this release migrated. Then each release
starts beside the other, takes over all venues by a hand-over between cells, and the other one stops. Nothing may be
booked twice and no request may be lost.
"""

from loadtests.scenarios.upgrade.run import run as run

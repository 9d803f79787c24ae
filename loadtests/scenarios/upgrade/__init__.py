"""A database with 1,000 active requests moves from the previous release to this one, back, and forward again.

Tables are freed all the time. First the previous release runs on the database that this release migrated. In each later
move, one release starts beside the other and takes over all venues by a hand-over between cells. Then the other one
stops. Nothing may be booked twice, and no request may be lost.
"""

from loadtests.scenarios.upgrade.run import run as run

"""Which watchers may be in one process with others, and who changes over. The rules are pure; Sharing remembers.

A process of its own buys a venue three things: nobody's crash is its own, nobody's work delays its own, and all of its
memory is warm. They matter where a book opens or many wait. Where few wait and nothing is due they cost 60 MB a venue.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta

from snipers.control.base import Shares
from snipers.control.duty import MOVE_TIMEOUT, dropping
from snipers.control.plan import urgency
from snipers.store.base import Desired

# So many requests at most: about as many polls, and bookings that may begin at the same moment.
FEW = 3
# One start less than those that quarantine a venue: the last of them is its own, and nobody else's.
TOUCHY_STARTS = 2
TOUCHY_FOR = timedelta(hours=1)
# Demand comes and goes; a watcher changes its process at most once in so long, but leaves a shared one at once.
CALM = timedelta(minutes=10)
# Leaving costs the start of a process, a second of CPU; joining costs none.
LEAVE_AT_ONCE = 2
JOIN_AT_ONCE = 1


def cold(venue: Desired, *, now: datetime) -> bool:
    """Whether a venue may share: no book opens soon or just did, few wait, its watchers do not come to nothing."""
    touchy = venue.quarantined_until is not None and now - venue.quarantined_until < TOUCHY_FOR
    return not venue.drops and venue.snipes <= FEW and venue.failed_starts < TOUCHY_STARTS and not touchy


def leaving(venues: Sequence[Desired], *, shares: Shares, now: datetime) -> list[Desired]:
    """Return who has to leave the process that it shares, the next drop first.

    Nobody whose book opens in a moment: there is no time left to move, and the watcher that is there serves it as well.
    """
    hot = [one for one in venues if one.venue_id in shares.together and not may_share(one, shares=shares, now=now)]
    return sorted((one for one in hot if not dropping(one, now)), key=urgency)


def joining(
    venues: Sequence[Desired],
    *,
    running: Collection[int],
    shares: Shares,
    cold_since: Mapping[int, datetime],
    now: datetime,
) -> list[Desired]:
    """Return who has a process of its own and has not needed it for long, the longest first."""
    calm = [
        one
        for one in venues
        if one.venue_id in running
        and one.venue_id not in shares.together
        and not one.open_attempts
        and may_share(one, shares=shares, now=now)
        and now - cold_since.get(one.venue_id, now) >= CALM
    ]
    return sorted(calm, key=lambda one: (cold_since[one.venue_id], one.venue_id))


def may_share(venue: Desired, *, shares: Shares, now: datetime) -> bool:
    """Whether its watcher may be in one process with others."""
    return venue.venue_id not in shares.apart and cold(venue, now=now)


class Sharing:
    """One controller's. `most`: watchers in one process; with 1 no watcher shares, and one that does leaves."""

    def __init__(self, *, most: int = 1) -> None:
        self._on = most > 1
        self._cold_since: dict[int, datetime] = {}
        self._moving: dict[int, datetime] = {}

    def allows(self, venue: Desired, *, shares: Shares, now: datetime) -> bool:
        """Whether a watcher that starts now may share."""
        return self._on and may_share(venue, shares=shares, now=now)

    def changes(
        self, venues: Sequence[Desired], *, running: Collection[int], shares: Shares, now: datetime
    ) -> tuple[list[Desired], list[Desired]]:
        """Return who leaves a shared process now, and who joins one."""
        if not (self._on or shares.together):
            return [], []
        self._cold_since = {
            one.venue_id: self._cold_since.get(one.venue_id, now)
            for one in venues
            if one.venue_id in running and may_share(one, shares=shares, now=now)
        }
        self._moving = {
            venue_id: since
            for venue_id, since in self._moving.items()
            if venue_id in shares.together and now - since < MOVE_TIMEOUT
        }
        if not self._on:
            shares = Shares(together=shares.together, apart=shares.apart | shares.together)
        out = [one for one in leaving(venues, shares=shares, now=now) if one.venue_id not in self._moving]
        out = out[: max(0, LEAVE_AT_ONCE - len(self._moving))]
        self._moving |= {one.venue_id: now for one in out}
        if not self._on:
            return out, []
        within = joining(venues, running=running, shares=shares, cold_since=self._cold_since, now=now)
        return out, within[:JOIN_AT_ONCE]

"""The venues that need a watcher: kept in memory, and read again when they change.

A notification names its venue, and a cycle reads only the named venues. All venues are read at the start, every
FULL_PERIOD, after a failed cycle, when the orders for the cell change (so may the active cell), and in every cycle
without a LISTEN connection. These facts change without a notification:

- A request ends; a release comes near, is due, is over: `changes_at` of the row says when, and then it is read again.
- A watcher takes a venue, which changes its node and its failed starts: `taken_watches` names these venues.
- A quarantine ends: its end is compared with the time in each cycle (plan.py).
- A call begins or ends, an account is flagged, a rank or the rate of openings changes: up to FULL_PERIOD late. Watchers
  read all of it themselves, and nothing is booked by a schedule. A venue keeps its watcher and its slots for longer.
  Open attempts also order the starts and shorten a quarantine, so a venue whose watcher is gone or overdue is read
  again (loop.py).
"""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from snipers.control.plan import NEVER
from snipers.store.base import SnipeStore
from snipers.store.records import Desired

FULL_PERIOD = timedelta(seconds=30)
# A read also returns the venues that begin to need a watcher within this time, so no such instant is missed between two
# full reads.
AHEAD_SECONDS = 60.0
# With more changed venues than this, a full read is cheaper.
MOST_CHANGED = 500
# `taken_watches` looks further back than to its last call by this time: a taken watch may have been committed late.
OVERLAP = timedelta(seconds=5)


class DesiredVenues:
    """The desired venues. `is_listening` says whether a LISTEN connection exists, so that no notification is lost."""

    def __init__(self, *, store: SnipeStore) -> None:
        self._store = store
        self.is_listening = False
        self._changed: set[int] = set()
        self._is_stale = True
        self._read_at = self._fully_read_at = NEVER
        self._by_id: dict[int, Desired] = {}
        self._changes_at: dict[int, datetime] = {}
        self._next_change = NEVER
        self._venues: Sequence[Desired] = ()

    def record_change(self, venue_id: int | None) -> None:
        """Record that a venue may have changed; None: any venue."""
        if venue_id is None:
            self._is_stale = True
        else:
            self._changed.add(venue_id)

    async def read(self, *, now: datetime) -> Sequence[Desired]:
        """Read what may have changed, and return all desired venues in the order of their ids.

        The same sequence is returned again while no venue changes.
        """
        changed, self._changed = self._changed, set()
        stale, self._is_stale = self._is_stale, False
        try:
            fresh = self.is_listening and not stale and timedelta() <= now - self._fully_read_at < FULL_PERIOD
            if fresh:
                within = (now - self._read_at + OVERLAP).total_seconds()
                changed |= set(await self._store.taken_watches(within_seconds=within))
                if self._next_change <= now:
                    changed |= {venue_id for venue_id, at in self._changes_at.items() if at <= now}
            if fresh and len(changed) <= MOST_CHANGED:
                if changed:
                    self._merge(changed, await self._store.desired(venue_ids=changed, ahead_seconds=AHEAD_SECONDS))
            else:
                self._merge(None, await self._store.desired(ahead_seconds=AHEAD_SECONDS))
                self._fully_read_at = now
        except BaseException:
            self._is_stale = True
            raise
        self._read_at = now
        return self._venues

    def _merge(self, venue_ids: Collection[int] | None, found: Sequence[Desired]) -> None:
        """Replace the rows of these venues (None: of all venues) by the rows that were found."""
        for venue_id in self._by_id.keys() | self._changes_at.keys() if venue_ids is None else venue_ids:
            self._by_id.pop(venue_id, None)
            self._changes_at.pop(venue_id, None)
        self._by_id |= {one.venue_id: one for one in found if one.needs_watcher}
        self._changes_at |= {one.venue_id: one.changes_at for one in found if one.changes_at is not None}
        self._next_change = min(self._changes_at.values(), default=NEVER)
        self._venues = [self._by_id[venue_id] for venue_id in sorted(self._by_id)]

"""Writes changed states of snipes and venues to the database, in one batch per cycle."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from snipers.domain.vocabulary import WatchStatus
from snipers.store.base import SnipeStore
from snipers.store.records import Desired, Snapshot, SnipeState, VenueState

# The shortest time between two writes of a state whose counters alone have changed. Counters change with every poll.
COUNTER_PERIOD = timedelta(seconds=1.5)
# The memory of written states is cleared at this size; it also contains requests that ended long ago.
MOST_KEPT = 50_000


class StateWriter:
    """Writes the states of snipes and venues that differ from the last written ones, which it remembers."""

    def __init__(self, *, store: SnipeStore) -> None:
        self._store = store
        self._snipes: dict[int, tuple[SnipeState, datetime]] = {}
        self._venues: dict[int, tuple[VenueState, datetime]] = {}
        self._quarantined: dict[int, int] = {}

    async def write_changed(self, *, snapshots: Sequence[Snapshot], now: datetime) -> None:
        """Write changed states at once, and changed counters at most once per COUNTER_PERIOD."""
        snipes = [one for snapshot in snapshots for one in snapshot.snipes if self._snipe_is_due(one, now)]
        venues = [snapshot.venue for snapshot in snapshots if self._venue_is_due(snapshot.venue, now)]
        if snipes or venues:
            await self._store.write_states(snipes=snipes, venues=venues)
        if len(self._snipes) > MOST_KEPT:
            self._snipes.clear()
        self._snipes |= {one.reservation_id: (one, now) for one in snipes}
        self._venues |= {one.venue_id: (one, now) for one in venues}

    async def write_quarantined(self, *, desired: Sequence[Desired], now: datetime) -> None:
        """Write the state of snipes at quarantined venues, because no watcher reports the state of such a snipe."""
        quarantined = {venue.venue_id: venue.snipes for venue in desired if venue.in_quarantine(now)}
        for venue_id, snipes in quarantined.items():
            if self._quarantined.get(venue_id) != snipes:
                roster = await self._store.roster(venue_id=venue_id)
                states = [_quarantined(one.reservation_id, one.checks) for one in roster.snipes] if roster else []
                await self._store.write_states(snipes=states, venues=[])
        self._quarantined = quarantined

    def _snipe_is_due(self, state: SnipeState, now: datetime) -> bool:
        written, at = self._snipes.get(state.reservation_id, (None, now))
        if written == state:
            return False
        if written is None or (written.state, written.interval_ms) != (state.state, state.interval_ms):
            return True
        return now - at >= COUNTER_PERIOD

    def _venue_is_due(self, state: VenueState, now: datetime) -> bool:
        written, at = self._venues.get(state.venue_id, (None, now))
        if written is None or (written.state, written.epoch) != (state.state, state.epoch):
            return True
        # A change of the other fields alone is not worth a write.
        counted = written.polls != state.polls or written.last_poll_at != state.last_poll_at
        return counted and now - at >= COUNTER_PERIOD


def _quarantined(reservation_id: int, checks: int) -> SnipeState:
    return SnipeState(
        reservation_id=reservation_id,
        state=WatchStatus.QUARANTINED.value,
        checks=checks,
        last_check_at=None,
        next_check_at=None,
        interval_ms=0,
    )

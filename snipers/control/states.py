"""What the screens and the database are told of all watchers: one batch for each step, and only what changed."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from snipers.domain.vocabulary import WatchStatus
from snipers.store.base import Desired, Snapshot, SnipeState, SnipeStore, VenueState

# Counters tick with every poll; who looks at a screen sees no difference within a second or two.
TICK = timedelta(seconds=1.5)
# Requests that ended long ago; writing the rest once more is cheap.
MOST_KEPT = 50_000


class States:
    """What was written last, of snipes and of venues."""

    def __init__(self, *, store: SnipeStore) -> None:
        self._store = store
        self._snipes: dict[int, tuple[SnipeState, datetime]] = {}
        self._venues: dict[int, tuple[VenueState, datetime]] = {}
        self._quarantined: dict[int, int] = {}

    async def write(self, *, snapshots: Sequence[Snapshot], now: datetime) -> None:
        """Write what changed: a new state at once, mere counters from time to time."""
        snipes = [one for snapshot in snapshots for one in snapshot.snipes if self._snipe_is_due(one, now)]
        venues = [snapshot.venue for snapshot in snapshots if self._venue_is_due(snapshot.venue, now)]
        if snipes or venues:
            await self._store.write_states(snipes=snipes, venues=venues)
        if len(self._snipes) > MOST_KEPT:
            self._snipes.clear()
        self._snipes |= {one.reservation_id: (one, now) for one in snipes}
        self._venues |= {one.venue_id: (one, now) for one in venues}

    async def write_quarantined(self, *, desired: Sequence[Desired], now: datetime) -> None:
        """Tell those who wait at a venue that is quarantined; nobody else can, for it has no watcher."""
        resting = {
            one.venue_id: one.snipes
            for one in desired
            if one.quarantined_until is not None and one.quarantined_until > now
        }
        for venue_id in [venue_id for venue_id, snipes in resting.items() if self._quarantined.get(venue_id) != snipes]:
            roster = await self._store.roster(venue_id=venue_id)
            states = [_resting(snipe.reservation_id, snipe.checks) for snipe in roster.snipes] if roster else []
            await self._store.write_states(snipes=states, venues=[])
        self._quarantined = resting

    def _snipe_is_due(self, state: SnipeState, now: datetime) -> bool:
        written, at = self._snipes.get(state.reservation_id, (None, now))
        if written is None or (written.state, written.interval_ms) != (state.state, state.interval_ms):
            return True
        return written != state and now - at >= TICK

    def _venue_is_due(self, state: VenueState, now: datetime) -> bool:
        written, at = self._venues.get(state.venue_id, (None, now))
        if written is None or (written.state, written.epoch) != (state.state, state.epoch):
            return True
        return _counted(written) != _counted(state) and now - at >= TICK


def _counted(state: VenueState) -> VenueState:
    """What of a venue's state is kept in the database."""
    return replace(state, failure="", failed_at=None, retry_at=None, schedule_version=0, lapsed=False)


def _resting(reservation_id: int, checks: int) -> SnipeState:
    return SnipeState(
        reservation_id=reservation_id,
        state=WatchStatus.QUARANTINED.value,
        checks=checks,
        last_check_at=None,
        next_check_at=None,
        interval_ms=0,
    )

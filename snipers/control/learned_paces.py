"""Updates the learned paces of all platforms from the watchers' status reports, and stores them in the database."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from snipers.control.breaker import Breaker
from snipers.domain.learned_pace import LearnedPace, first_pace, update_pace
from snipers.domain.vocabulary import FailureKind, SourceStatus
from snipers.store.base import SnipeStore
from snipers.store.records import Desired, VenueState

log = logging.getLogger(__name__)

REFUSALS = frozenset({FailureKind.LIMITED, FailureKind.BLOCKED})
# Watchers report their last failure for as long as they run. An older one was no refusal of the present pace.
REFUSED_LATELY = timedelta(minutes=10)
# Counts change with every poll; a lost count of this time does no harm.
STORE_PERIOD = timedelta(seconds=30)


class LearnedPaces:
    """The pace of each platform from the egress address of one cell.

    `ceilings` has the operator's polls per second of the platforms whose pace is learned. The other platforms have no
    pace.
    """

    def __init__(self, *, store: SnipeStore, cell: str, ceilings: Mapping[str, float]) -> None:
        self._store = store
        self._cell = cell
        self._ceilings = ceilings
        self._paces: dict[str, LearnedPace] | None = None
        self._stored: dict[str, LearnedPace] = {}
        self._polls: dict[int, tuple[int, int]] = {}
        self._bookings: dict[str, int] = {}

    @property
    def platforms(self) -> frozenset[str]:
        """The platforms whose pace is learned."""
        return frozenset(self._ceilings)

    @property
    def states(self) -> list[LearnedPace]:
        """The paces of all platforms."""
        return list((self._paces or {}).values())

    async def update(
        self,
        *,
        desired: Sequence[Desired],
        reports: Sequence[VenueState],
        breakers: Mapping[str, Breaker],
        bookings: Mapping[str, int],
        now: datetime,
    ) -> Mapping[str, LearnedPace]:
        """Update the paces, store those that changed, and return all of them by platform.

        The first call restores the paces from the database. `reports` are the latest status reports, `bookings` the
        booking attempts by platform since the controller's start.
        """
        if not self._ceilings:
            return {}
        if self._paces is None:
            known = {one.platform: one for one in await self._store.learned_paces(cell=self._cell)}
            self._stored = known
            self._paces = {
                platform: known.get(platform) or first_pace(platform=platform, cell=self._cell, now=now)
                for platform in self._ceilings
            }
        platforms = {venue.venue_id: venue.platform for venue in desired}
        finds = self._count_finds(platforms, reports)
        for platform, before in self._paces.items():
            own = [one for one in reports if platforms.get(one.venue_id) == platform]
            breaker = breakers.get(platform)
            after = self._paces[platform] = update_pace(
                before,
                finds=finds.get(platform, 0),
                bookings=max(0, bookings.get(platform, 0) - self._bookings.get(platform, 0)),
                refused_at=last_rate_refusal(own, now=now),
                stopped=breaker is not None and breaker.source.state in (SourceStatus.STOPPED, SourceStatus.PROBING),
                ceiling=60 * self._ceilings[platform],
                now=now,
            )
            if after.finds_per_minute != before.finds_per_minute:
                log.warning(
                    "%s: %.1f -> %.1f finds a minute", platform, before.finds_per_minute, after.finds_per_minute
                )
        self._bookings = dict(bookings)
        changed = [one for one in self._paces.values() if self._must_store(one)]
        if changed:
            await self._store.write_learned_paces(paces=changed)
            self._stored |= {one.platform: one for one in changed}
        return self._paces

    def _count_finds(self, platforms: Mapping[int, str], reports: Sequence[VenueState]) -> dict[str, int]:
        """Return the answered polls since the last call by platform."""
        finds: dict[str, int] = {}
        for report in reports:
            epoch, polls = self._polls.get(report.venue_id, (report.epoch, report.polls))
            new = report.polls - polls if epoch == report.epoch and report.polls >= polls else report.polls
            self._polls[report.venue_id] = report.epoch, report.polls
            platform = platforms.get(report.venue_id)
            if platform is not None:
                finds[platform] = finds.get(platform, 0) + new
        self._polls = {venue_id: seen for venue_id, seen in self._polls.items() if venue_id in platforms}
        return finds

    def _must_store(self, pace: LearnedPace) -> bool:
        stored = self._stored.get(pace.platform)
        if stored is None or pace.counted_at - stored.counted_at >= STORE_PERIOD:
            return True
        counts = {
            "counted_at": pace.counted_at,
            "window_at": pace.window_at,
            "window_finds": pace.window_finds,
            "owed": pace.owed,
        }
        return replace(stored, **counts) != pace  # type: ignore[arg-type] # fields by name


def last_rate_refusal(reports: Sequence[VenueState], *, now: datetime) -> datetime | None:
    """Return when a platform last refused us in a way that a lower pace may cure; None if it did not lately."""
    return max(
        (
            one.failed_at
            for one in reports
            if one.failed_at and one.failure in REFUSALS and now - one.failed_at < REFUSED_LATELY
        ),
        default=None,
    )

"""Updates the breakers of all platforms from the watchers' status reports, and stores their states in the database."""

import logging
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from snipers.control.breaker import (
    Breaker,
    change_access,
    closed_breaker,
    reset_breaker,
    restore_breaker,
    update_breaker,
)
from snipers.domain.vocabulary import SourceState
from snipers.store.base import SnipeStore
from snipers.store.records import Desired, VenueState

log = logging.getLogger(__name__)


class PlatformBreakers:
    """One breaker for each platform with desired venues. Those of the `cautious` platforms stop for longer."""

    def __init__(self, *, store: SnipeStore, cautious: Collection[str] = ()) -> None:
        self._store = store
        self._cautious = cautious
        self._breakers: dict[str, Breaker] | None = None
        self._stored: dict[str, SourceState] = {}
        self._access: Mapping[str, datetime] = {}
        self._resets: Mapping[str, datetime] = {}

    @property
    def states(self) -> list[SourceState]:
        """The states of all breakers."""
        return [breaker.source for breaker in (self._breakers or {}).values()]

    async def update(
        self,
        *,
        desired: Sequence[Desired],
        reports: Sequence[VenueState],
        access_changed: Mapping[str, datetime],
        resets: Mapping[str, datetime],
        now: datetime,
    ) -> Mapping[str, Breaker]:
        """Update the breakers, store those that changed, and return all of them by platform.

        The first call restores the breakers from the database. `reports` are the latest status reports.
        `access_changed` is when operators last changed our access to each platform, `resets` when they last reset its
        breaker.
        """
        if self._breakers is None:
            self._stored = {source.platform: source for source in await self._store.sources()}
            self._breakers = {
                platform: restore_breaker(one, now=now, cautious=platform in self._cautious)
                for platform, one in self._stored.items()
            }
            # Orders that are newer than the stored state are left out here, so they are executed below.
            self._access, self._resets = self._known(access_changed), self._known(resets)
        for platform in self._access.keys() | access_changed.keys():
            if self._access.get(platform) != access_changed.get(platform) and platform in self._breakers:
                changed_at = access_changed.get(platform, now)
                log.warning("%s: our access has changed", platform)
                self._breakers[platform] = change_access(self._breakers[platform], at=changed_at, now=now)
        self._access = access_changed
        for platform, at in resets.items():
            if self._resets.get(platform) != at and platform in self._breakers:
                log.warning("%s: an operator has reset the breaker", platform)
                self._breakers[platform] = reset_breaker(self._breakers[platform], now=now)
        self._resets = resets
        platforms = {venue.venue_id: venue.platform for venue in desired if venue.keys}
        own: dict[str | None, list[VenueState]] = defaultdict(list)
        for report in reports:
            own[platforms.get(report.venue_id)].append(report)
        for platform in {*self._breakers, *platforms.values()}:
            before = self._breakers.get(platform) or closed_breaker(
                platform=platform, now=now, cautious=platform in self._cautious
            )
            after = self._breakers[platform] = update_breaker(before, reports=own[platform], now=now)
            if after.source.state is not before.source.state:
                log.warning("%s: %s -> %s %s", platform, before.source.state, after.source.state, after.source.reason)
        changed = [source for source in self.states if self._stored.get(source.platform) != source]
        if changed:
            await self._store.write_sources(sources=changed)
            self._stored |= {source.platform: source for source in changed}
        return self._breakers

    def _known(self, orders: Mapping[str, datetime]) -> dict[str, datetime]:
        """Return the operators' orders (platform -> time) that are already executed.

        These are the orders that were given before the stored state of their platform began, and
        those for platforms without a stored state.
        """
        return {
            platform: at
            for platform, at in orders.items()
            if platform not in self._stored or at <= self._stored[platform].since
        }

"""The breakers of all platforms, fed with what the watchers say and kept in the database."""

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime

from snipers.control.breaker import Breaker, Report, adopt, closed, step
from snipers.domain.vocabulary import FailureKind, SourceState
from snipers.store.base import Desired, SnipeStore, VenueState

log = logging.getLogger(__name__)


class Sources:
    """One breaker for each platform that anybody waits at."""

    def __init__(self, *, store: SnipeStore) -> None:
        self._store = store
        self._breakers: dict[str, Breaker] | None = None
        self._kept: dict[str, SourceState] = {}

    @property
    def states(self) -> list[SourceState]:
        """What the breakers say of the platforms."""
        return [breaker.source for breaker in (self._breakers or {}).values()]

    async def step(
        self, *, desired: Sequence[Desired], words: Sequence[VenueState], now: datetime
    ) -> Mapping[str, Breaker]:
        """Take the watchers' words in; returns every platform's breaker. The first time takes up what was kept."""
        if self._breakers is None:
            kept = {source.platform: source for source in await self._store.sources()}
            self._breakers = {platform: adopt(source, now=now) for platform, source in kept.items()}
            self._kept = kept
        platforms = {one.venue_id: one.platform for one in desired if one.keys}
        for platform in {*self._breakers, *platforms.values()}:
            reports = [_report(word) for word in words if platforms.get(word.venue_id) == platform]
            before = self._breakers.get(platform) or closed(platform=platform, now=now)
            after = self._breakers[platform] = step(before, reports=reports, now=now)
            if after.source.state is not before.source.state:
                log.warning("%s: %s -> %s %s", platform, before.source.state, after.source.state, after.source.reason)
        await self._keep()
        return self._breakers

    async def _keep(self) -> None:
        changed = [
            breaker.source
            for platform, breaker in (self._breakers or {}).items()
            if self._kept.get(platform) != breaker.source
        ]
        if changed:
            await self._store.write_sources(sources=changed)
            self._kept |= {source.platform: source for source in changed}


def _report(word: VenueState) -> Report:
    return Report(
        venue_id=word.venue_id,
        failure=FailureKind(word.failure),
        failed_at=word.failed_at,
        retry_at=word.retry_at,
        answered_at=word.last_poll_at,
    )

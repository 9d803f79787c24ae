"""Reads the relative odds of openings, by which the poll budget is divided, from the database."""

import logging
from datetime import datetime, timedelta

from snipers.domain.odds.relative import ASSUMED, RelativeOdds
from snipers.store.base import SnipeStore

log = logging.getLogger(__name__)

# They are fitted once a day.
READ_PERIOD = timedelta(minutes=10)


class StoredOdds:
    """The stored relative odds; ASSUMED while no openings were fitted."""

    def __init__(self, *, store: SnipeStore) -> None:
        self._store = store
        self._read_at: datetime | None = None
        self._odds = ASSUMED

    async def current(self, *, now: datetime) -> RelativeOdds:
        """Return the odds, read at most READ_PERIOD ago."""
        if self._read_at is None or now - self._read_at >= READ_PERIOD:
            odds = await self._store.relative_odds() or ASSUMED
            if odds != self._odds:
                log.info("openings by part of the day: %s", ", ".join(f"{part:.2f}" for part in odds.parts))
            self._odds, self._read_at = odds, now
        return self._odds

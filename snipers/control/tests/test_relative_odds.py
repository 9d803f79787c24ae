"""The controller reads the fitted odds every ten minutes, and assumes some until there are any."""

from datetime import UTC, datetime, timedelta

from snipers.control.relative_odds import READ_PERIOD, StoredOdds
from snipers.domain.odds.relative import ASSUMED, RelativeOdds
from snipers.testing.memory_store.store import MemoryStore

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)


async def test_fitted_odds_replace_the_assumed_ones_after_ten_minutes() -> None:
    store, fitted = MemoryStore(), RelativeOdds(leads=[1.0] * 9, parts=[0.5, 1.0, 1.5, 1.0])
    odds = StoredOdds(store=store)
    assert await odds.current(now=NOW) == ASSUMED
    store.tables.relative_odds = fitted
    assert await odds.current(now=NOW + READ_PERIOD - timedelta(seconds=1)) == ASSUMED
    assert await odds.current(now=NOW + READ_PERIOD) == fitted
    store.tables.relative_odds = None
    assert await odds.current(now=NOW + 2 * READ_PERIOD) == ASSUMED

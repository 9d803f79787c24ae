"""The common start of override tests: a diner's old table, and the request that may replace it."""

from datetime import time

from snipers.store.records import Claim
from snipers.store.tests.watched_venue import WatchedVenue
from snipers.testing.backend import StoredAttempt

OLD, NEW = "741", "752"
DINER = "user:1"


async def booked(
    watched: WatchedVenue, number: int = 1, *, platform_id: str = OLD, at: time = time(19), **wanted: object
) -> int:
    """Add a request of the diner and book a table for it; return the request's id."""
    reservation_id = await watched.add_request(number, **{"diner": DINER, **wanted})
    claim = await watched.must_claim(reservation_id, slot_key=f"held {number}", time=at)
    await watched.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id=platform_id)
    return reservation_id


async def better(watched: WatchedVenue, number: int = 2, **wanted: object) -> int:
    """Add a request of the diner with `override`, so that it may replace an earlier table; return its id."""
    return await watched.add_request(number, **{"diner": DINER, "override": True, **wanted})


async def overriding(watched: WatchedVenue, *, group: int | None = None) -> tuple[int, int, Claim]:
    """Return the ids of the old and the new request, and the new one's claim, which is to replace the old table.

    `group` is the old request's group, by default one of its own.
    """
    old, new = await booked(watched, group=group), await better(watched)
    return old, new, await watched.must_claim(new, slot_key="better")


async def attempt(watched: WatchedVenue, claim: Claim) -> StoredAttempt:
    """Return the present state of the claim's attempt."""
    return next(one for one in await watched.backend.attempts() if one.attempt_id == claim.attempt_id)

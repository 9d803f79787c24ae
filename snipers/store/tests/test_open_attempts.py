"""The store's reads and writes for settling, on both stores."""

import asyncio
from datetime import time

import pytest

from snipers.store.tests.overriding import NEW, overriding
from snipers.store.tests.watched_venue import WatchedVenue
from snipers.testing.backend import DAY


async def test_open_attempts_know_all_foreign_reservations(watched: WatchedVenue) -> None:
    first = await watched.must_claim(await watched.add_request(1))
    second = await watched.must_claim(await watched.add_request(2), slot_key="another", time=time(20))
    await watched.store.remember_known(
        attempt_id=second.attempt_id, account_id=watched.account_id, ids=frozenset({"702"})
    )
    await watched.store.record(attempt_id=first.attempt_id, state="booked", platform_reservation_id="741")
    (attempt,) = await watched.store.open_attempts(venue_id=watched.venue_id)
    assert attempt.attempt_id == second.attempt_id
    assert attempt.known_before == frozenset({"700", "702", "741"})
    assert (attempt.date, attempt.time, attempt.party_size, attempt.state) == (DAY, time(20), 2, "claimed")
    assert (attempt.grace_until - attempt.claimed_at).total_seconds() == 13
    assert attempt.claimed_at <= attempt.read_at
    assert (await watched.backend.account_status(watched.account_id))[1] >= {"700", "702"}


async def test_a_roster_says_whether_anything_is_unsettled(watched: WatchedVenue) -> None:
    assert not await is_unsettled(watched)
    claim = await watched.must_claim(await watched.add_request())
    assert await is_unsettled(watched), "a claimed attempt"
    await watched.store.record(attempt_id=claim.attempt_id, state="unknown")
    assert await is_unsettled(watched), "an unknown outcome"
    await watched.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id="741")
    assert not await is_unsettled(watched)


async def test_a_pending_cancellation_is_unsettled(watched: WatchedVenue) -> None:
    _, _, claim = await overriding(watched)
    await watched.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id=NEW)
    assert await is_unsettled(watched)
    await watched.store.confirm_old_booking_gone(attempt_id=claim.attempt_id)
    assert not await is_unsettled(watched)


async def is_unsettled(watched: WatchedVenue) -> bool:
    """Return whether the venue's roster says that something is unsettled."""
    roster = await watched.store.roster(venue_id=watched.venue_id)
    assert roster is not None
    return roster.unsettled


async def test_the_first_absence_is_remembered_and_later_ones_are_not(watched: WatchedVenue) -> None:
    claim = await watched.must_claim(await watched.add_request())
    first = await watched.store.record_absence(attempt_id=claim.attempt_id)
    await asyncio.sleep(0.01)
    assert await watched.store.record_absence(attempt_id=claim.attempt_id) == first
    await watched.store.record(attempt_id=claim.attempt_id, state="lost")
    with pytest.raises(LookupError):
        await watched.store.record_absence(attempt_id=claim.attempt_id)


async def test_a_baseline_only_grows_and_marks_the_account_as_read(watched: WatchedVenue) -> None:
    await watched.add_request()
    await watched.store.save_baseline(account_id=watched.account_id, ids=frozenset())
    await watched.store.save_baseline(account_id=watched.account_id, ids=frozenset({"701"}))
    roster = await watched.store.roster(venue_id=watched.venue_id)
    assert roster is not None
    assert roster.snipes[0].account.known == frozenset({"700", "701"})
    assert roster.snipes[0].account.baseline_read

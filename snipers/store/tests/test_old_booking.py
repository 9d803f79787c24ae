"""The release of old bookings, and pending cancellations, on both stores."""

from datetime import time

import pytest

from snipers.store.base import AlreadyAdopted
from snipers.store.tests.overriding import DINER, NEW, OLD, attempt, better, booked, overriding
from snipers.store.tests.watched_venue import WatchedVenue
from snipers.testing.backend import DAY, Scope

# release


async def test_a_manually_booked_table_may_be_replaced_and_is_then_pending(watched: WatchedVenue) -> None:
    claim = await watched.must_claim(await better(watched))
    assert await watched.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id="700")
    assert await watched.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id="700")
    assert not await watched.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id="699")
    await watched.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id=NEW)
    (pending,) = await watched.store.pending_cancellations(venue_id=watched.venue_id)
    assert (pending.platform_reservation_id, pending.platform_venue_id) == ("700", None)
    assert pending.new_reservation_id == NEW


async def test_only_the_table_that_the_claim_replaces_may_be_released(watched: WatchedVenue) -> None:
    _, _, claim = await overriding(watched)
    assert not await watched.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id="700")
    assert await watched.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id=OLD)


async def test_the_table_of_another_meal_is_not_released(watched: WatchedVenue) -> None:
    await booked(watched)
    claim = await watched.must_claim(await better(watched), slot_key="better", meal="lunch")
    assert not await watched.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id=OLD)


@pytest.mark.parametrize("state", ["claimed", "unknown"])
async def test_no_table_is_released_while_an_attempt_of_the_account_on_that_day_is_open(
    watched: WatchedVenue, state: str
) -> None:
    other = await watched.must_claim(await watched.add_request(1, diner=DINER))
    claim = await watched.must_claim(await better(watched), slot_key="better", meal="lunch", time=time(20))
    if state == "unknown":
        await watched.store.record(attempt_id=other.attempt_id, state="unknown")
    assert not await watched.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id="700")
    await watched.store.record(attempt_id=other.attempt_id, state="lost")
    assert await watched.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id="700")


@pytest.mark.parametrize("stop", ["pause", "delete"])
async def test_no_old_booking_is_released_when_a_stop_is_pending(watched: WatchedVenue, stop: str) -> None:
    _, new, claim = await overriding(watched)
    await watched.backend.set_status(new, stop=stop)
    assert not await watched.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id=OLD)
    assert not (await attempt(watched, claim)).old_booking_id


async def test_no_old_booking_is_released_after_the_send_deadline(watched: WatchedVenue) -> None:
    _, _, claim = await overriding(watched)
    await watched.backend.age_attempt(claim.attempt_id, seconds=2.1)
    assert not await watched.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id=OLD)


@pytest.mark.parametrize("end", ["unknown", "lost"])
async def test_no_old_booking_is_released_for_a_closed_attempt(watched: WatchedVenue, end: str) -> None:
    _, _, claim = await overriding(watched)
    await watched.store.record(attempt_id=claim.attempt_id, state=end)  # type: ignore[arg-type] # the table's strings
    assert not await watched.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id=OLD)


async def test_without_a_marked_old_booking_none_is_confirmed_gone(watched: WatchedVenue) -> None:
    claim = await watched.must_claim(await watched.add_request())
    await watched.store.confirm_old_booking_gone(attempt_id=claim.attempt_id)
    assert not (await attempt(watched, claim)).old_booking_gone


# pending cancellations


async def test_a_cancellation_is_pending_until_the_token_of_the_account_is_erased(watched: WatchedVenue) -> None:
    _, _, claim = await overriding(watched)
    await watched.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id=NEW)
    for status in ("needs_reconnect", "disconnected"):
        await watched.backend.set_account_status(watched.account_id, status=status)
        pending = await watched.store.pending_cancellations(venue_id=watched.venue_id)
        assert [one.account_usable for one in pending] == [False]
        assert [one.open_attempts for one in await watched.store.desired()] == [1]

    await watched.backend.erase_token(watched.account_id)
    assert await watched.store.pending_cancellations(venue_id=watched.venue_id) == []
    assert await watched.store.desired() == []


@pytest.mark.parametrize("scope", ["platform", "venue", "account"])
async def test_nothing_is_canceled_while_a_kill_switch_is_on(watched: WatchedVenue, scope: Scope) -> None:
    _, _, claim = await overriding(watched)
    await watched.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id=NEW)
    key = {"platform": "resy", "venue": str(watched.venue_id), "account": str(watched.account_id)}[scope]
    await watched.backend.set_switch(scope, key)
    assert await watched.store.pending_cancellations(venue_id=watched.venue_id) == []
    await watched.backend.set_switch(scope, key, on=False)
    assert len(await watched.store.pending_cancellations(venue_id=watched.venue_id)) == 1


async def test_a_table_that_another_attempt_holds_is_never_pending(watched: WatchedVenue) -> None:
    claim = await watched.must_claim(await better(watched))
    await watched.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id=OLD)
    await watched.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id=NEW)
    other = await watched.must_claim(await watched.add_request(3), slot_key="another")
    await watched.store.record(attempt_id=other.attempt_id, state="booked", platform_reservation_id=OLD)
    assert await watched.store.pending_cancellations(venue_id=watched.venue_id) == []


async def test_a_new_booking_cannot_take_the_id_of_a_third_attempt(watched: WatchedVenue) -> None:
    await booked(watched)
    other = await watched.must_claim(await watched.add_request(5), slot_key="another")
    await watched.store.record(attempt_id=other.attempt_id, state="booked", platform_reservation_id="799")
    claim = await watched.must_claim(await better(watched), slot_key="better")
    with pytest.raises(AlreadyAdopted):
        await watched.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id="799")
    assert [one.state for one in await watched.backend.attempts()] == ["booked", "booked", "claimed"]


async def test_no_cancellation_is_pending_the_day_after_its_date(watched: WatchedVenue) -> None:
    past = DAY.replace(year=2025)
    old = await watched.must_claim(await watched.add_request(1, diner=DINER, day=past), date=past)
    await watched.store.record(attempt_id=old.attempt_id, state="booked", platform_reservation_id=OLD)
    claim = await watched.must_claim(await better(watched, day=past), slot_key="better", date=past)
    await watched.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id=NEW)
    assert await watched.store.pending_cancellations(venue_id=watched.venue_id) == []

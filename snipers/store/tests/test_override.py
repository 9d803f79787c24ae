"""Overrides: claims, releases, pending cancellations, timelines; on both stores."""

import asyncio
from datetime import UTC, datetime, time, timedelta

import pytest

from snipers.store.tests.overriding import DINER, NEW, OLD, attempt, better, booked, overriding
from snipers.store.tests.watched_venue import WatchedVenue
from snipers.testing.backend import DAY, StoredRequest


async def test_a_claim_with_override_names_the_table_that_it_replaces(watched: WatchedVenue) -> None:
    _, _, claim = await overriding(watched)
    assert claim.replaces == OLD
    assert OLD in claim.known_before


async def test_without_an_earlier_table_there_is_nothing_to_replace(watched: WatchedVenue) -> None:
    claim = await watched.must_claim(await better(watched))
    assert claim.replaces is None


async def test_without_override_the_earlier_table_bars_the_meal(watched: WatchedVenue) -> None:
    await booked(watched)
    assert await watched.claim(await better(watched, override=False), slot_key="better") is None


async def test_another_account_of_the_diner_cannot_replace_the_table(watched: WatchedVenue) -> None:
    await booked(watched)
    elsewhere = await watched.backend.add_account()
    assert await watched.claim(await better(watched, account_id=elsewhere), slot_key="better") is None


async def test_a_table_for_another_meal_replaces_nothing(watched: WatchedVenue) -> None:
    await booked(watched)
    claim = await watched.must_claim(await better(watched), slot_key="better", meal="lunch")
    assert claim.replaces is None


async def test_an_open_attempt_is_not_replaced(watched: WatchedVenue) -> None:
    await watched.must_claim(await watched.add_request(1, diner=DINER))
    assert await watched.claim(await better(watched), slot_key="better") is None


async def test_a_meal_has_one_override_at_a_time(watched: WatchedVenue) -> None:
    await overriding(watched)
    assert await watched.claim(await better(watched, 3), slot_key="best") is None


async def test_twenty_overrides_at_once_for_one_table_give_one(watched: WatchedVenue) -> None:
    await booked(watched)
    snipes = [await better(watched, number) for number in range(2, 22)]
    claims = await asyncio.gather(*(watched.claim(snipe, slot_key=f"table {snipe}") for snipe in snipes))
    assert sum(claim is not None for claim in claims) == 1


async def test_claims_during_the_end_of_an_override_never_make_a_third_table(watched: WatchedVenue) -> None:
    _, new, claim = await overriding(watched)
    snipes = [await better(watched, number) for number in range(3, 13)]
    recording = asyncio.create_task(
        watched.store.record(
            attempt_id=claim.attempt_id, state="booked", platform_reservation_id=NEW, old_booking_gone=True
        )
    )
    claims = await asyncio.gather(*(watched.claim(snipe, slot_key=f"table {snipe}") for snipe in snipes))
    assert await recording
    won = [one for one in claims if one is not None]
    assert len(won) <= 1
    assert {one.replaces for one in won} <= {NEW}
    assert (await watched.backend.request(new)).status == "confirmed"


async def test_a_better_table_takes_the_place_of_the_old_one(watched: WatchedVenue) -> None:
    old, new, claim = await overriding(watched)
    assert await watched.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id=NEW)
    assert await watched.backend.request(old) == StoredRequest(status="canceled", reason="replaced", stop="")
    assert (await watched.backend.request(new)).status == "confirmed"
    first, second = await watched.backend.attempts()
    assert (first.state, first.replacement_notified) == ("replaced", False)
    assert (second.state, second.replaces, second.old_booking_id, second.old_booking_gone) == (
        "booked",
        None,
        OLD,
        False,
    )
    assert await watched.backend.timeline(old) == [("booked", ""), ("replaced", "replaced")]
    assert [kind for _, kind, _ in await watched.backend.outcomes()] == ["booked", "booked"]
    assert not await watched.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id=NEW)


async def test_the_cancellation_of_the_old_table_is_pending_until_confirmed(watched: WatchedVenue) -> None:
    _, new, claim = await overriding(watched)
    assert await watched.store.pending_cancellations(venue_id=watched.venue_id) == []
    await watched.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id=NEW)
    (pending,) = await watched.store.pending_cancellations(venue_id=watched.venue_id)
    assert (pending.attempt_id, pending.reservation_id, pending.account_id) == (
        claim.attempt_id,
        new,
        watched.account_id,
    )
    assert (pending.platform_reservation_id, pending.platform_venue_id, pending.account_usable) == (OLD, 1202, True)
    assert [venue.open_attempts for venue in await watched.store.desired()] == [1]
    for _ in range(2):
        await watched.store.confirm_old_booking_gone(attempt_id=claim.attempt_id)
        assert await watched.store.pending_cancellations(venue_id=watched.venue_id) == []
    assert await watched.store.desired() == []


async def test_nothing_is_pending_when_the_platform_replaced_the_table(watched: WatchedVenue) -> None:
    _, _, claim = await overriding(watched)
    await watched.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id=OLD)
    await watched.store.record(
        attempt_id=claim.attempt_id, state="booked", platform_reservation_id=NEW, old_booking_gone=True
    )
    assert await watched.store.pending_cancellations(venue_id=watched.venue_id) == []
    assert (await attempt(watched, claim)).old_booking_gone


async def test_a_modified_booking_keeps_the_old_id(watched: WatchedVenue) -> None:
    old, new, claim = await overriding(watched)
    await watched.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id=OLD)
    assert await watched.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id=OLD)
    assert await watched.store.pending_cancellations(venue_id=watched.venue_id) == []
    assert [(await watched.backend.request(one)).status for one in (old, new)] == ["canceled", "confirmed"]
    assert {one.state: one.platform_reservation_id for one in await watched.backend.attempts()} == {
        "replaced": OLD,
        "booked": OLD,
    }


async def test_the_old_id_may_be_adopted_only_as_the_modified_table(watched: WatchedVenue) -> None:
    await booked(watched)
    same_time = await watched.must_claim(await better(watched), slot_key="better", time=time(19))
    await watched.store.mark_old_booking(attempt_id=same_time.attempt_id, platform_reservation_id=OLD)
    (before,) = await watched.store.open_attempts(venue_id=watched.venue_id)
    assert OLD in before.known_before
    await watched.store.record(attempt_id=same_time.attempt_id, state="lost", reason="taken")
    other_time = await watched.must_claim(await better(watched, 3), slot_key="better", time=time(20))
    (untouched,) = await watched.store.open_attempts(venue_id=watched.venue_id)
    assert OLD in untouched.known_before
    await watched.store.mark_old_booking(attempt_id=other_time.attempt_id, platform_reservation_id=OLD)
    (modified,) = await watched.store.open_attempts(venue_id=watched.venue_id)
    assert OLD not in modified.known_before
    assert (modified.old_booking_id, modified.old_booking_gone, modified.override) == (OLD, False, True)


async def test_a_chain_of_overrides_replaces_each_table_once(watched: WatchedVenue) -> None:
    _, _, claim = await overriding(watched)
    await watched.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id=NEW)
    third = await better(watched, 3)
    assert await watched.claim(third, slot_key="best") is None, "the first cancellation is still pending"
    await watched.store.confirm_old_booking_gone(attempt_id=claim.attempt_id)
    best = await watched.must_claim(third, slot_key="best")
    assert best.replaces == NEW
    await watched.store.record(attempt_id=best.attempt_id, state="booked", platform_reservation_id="763")
    assert [one.state for one in await watched.backend.attempts()] == ["replaced", "replaced", "booked"]
    assert [
        one.platform_reservation_id for one in await watched.store.pending_cancellations(venue_id=watched.venue_id)
    ] == [NEW]


async def test_a_table_lost_before_the_old_one_was_released_changes_nothing(watched: WatchedVenue) -> None:
    old, new, claim = await overriding(watched)
    await watched.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id=OLD)
    await watched.store.record(attempt_id=claim.attempt_id, state="lost", reason="taken")
    assert [(await watched.backend.request(one)).status for one in (old, new)] == ["confirmed", "active"]
    assert await watched.store.pending_cancellations(venue_id=watched.venue_id) == []
    assert [one.state for one in await watched.backend.attempts()] == ["booked", "lost"]
    assert (await watched.must_claim(new, slot_key="better")).replaces == OLD


@pytest.mark.parametrize("confirmed", ["with the outcome", "before"])
@pytest.mark.parametrize("end", ["lost", "refused"])
async def test_when_old_and_new_table_are_gone_both_requests_are_active_again(
    watched: WatchedVenue, end: str, confirmed: str
) -> None:
    old, new, claim = await overriding(watched)
    await watched.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id=OLD)
    if confirmed == "before":
        await watched.store.confirm_old_booking_gone(attempt_id=claim.attempt_id)
    await watched.store.record(
        attempt_id=claim.attempt_id,
        state=end,  # type: ignore[arg-type] # the table's strings
        reason="override_failed",
        old_booking_gone=confirmed == "with the outcome",
    )
    assert await watched.backend.request(old) == StoredRequest(status="active", reason="override_failed", stop="")
    assert (await watched.backend.request(new)).status == "active"
    assert [(one.state, one.replacement_notified) for one in await watched.backend.attempts()] == [
        ("replaced", False),
        (end, True),
    ]
    for reservation_id in (old, new):
        assert (await watched.backend.timeline(reservation_id))[-1] == ("override_failed", "override_failed")
    assert await watched.store.pending_cancellations(venue_id=watched.venue_id) == []
    assert await watched.claim(old, slot_key="again")


async def test_an_old_request_that_has_ended_is_canceled(watched: WatchedVenue) -> None:
    old, _, claim = await overriding(watched)
    await watched.backend.set_end(old, ends_at=datetime.now(UTC) - timedelta(seconds=1))
    await watched.store.record(
        attempt_id=claim.attempt_id, state="lost", reason="override_failed", old_booking_gone=True
    )
    assert await watched.backend.request(old) == StoredRequest(status="canceled", reason="override_failed", stop="")


@pytest.mark.parametrize(
    ("status", "reason", "stop", "end"),
    [
        ("active", "", "", "active"),
        ("active", "", "pause", "paused"),
        ("active", "", "delete", "canceled"),
        ("paused", "", "", "paused"),
        ("canceled", "canceled_by_you", "", "canceled"),
        # The user has not stopped the group, but disconnected an account or removed a date.
        ("paused", "account_disconnected", "", "active"),
        ("canceled", "withdrawn", "", "active"),
    ],
)
async def test_an_old_request_whose_group_was_stopped_after_the_booking_stays_stopped(
    watched: WatchedVenue, status: str, reason: str, stop: str, end: str
) -> None:
    old, _, claim = await overriding(watched, group=7)
    other = await watched.add_request(1, diner=DINER, group=7, day=DAY + timedelta(days=1))
    await watched.backend.set_status(other, status=status, reason=reason, stop=stop)
    await watched.store.record(
        attempt_id=claim.attempt_id, state="lost", reason="override_failed", old_booking_gone=True
    )
    assert await watched.backend.request(old) == StoredRequest(status=end, reason="override_failed", stop="")
    assert (await watched.backend.request(other)).status == status
    assert bool(await watched.claim(old, slot_key="again")) is (end == "active")


async def test_a_pending_stop_applies_when_the_override_fails(watched: WatchedVenue) -> None:
    old, new, claim = await overriding(watched)
    await watched.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id=OLD)
    await watched.backend.set_status(new, stop="delete")
    await watched.store.record(
        attempt_id=claim.attempt_id, state="lost", reason="override_failed", old_booking_gone=True
    )
    assert (await watched.backend.request(new)).status == "canceled"
    assert (await watched.backend.request(old)).status == "active"


async def test_an_unknown_override_keeps_both_and_is_settled_later(watched: WatchedVenue) -> None:
    old, _, claim = await overriding(watched)
    await watched.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id=OLD)
    await watched.store.record(attempt_id=claim.attempt_id, state="unknown", old_booking_gone=True)
    assert (await watched.backend.request(old)).status == "confirmed"
    (settling,) = await watched.store.open_attempts(venue_id=watched.venue_id)
    assert (settling.old_booking_id, settling.old_booking_gone) == (OLD, True)
    await watched.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id=NEW)
    assert (await watched.backend.request(old)).reason == "replaced"
    assert await watched.store.pending_cancellations(venue_id=watched.venue_id) == []

"""The store records the end of an attempt and all its consequences, on both stores."""

from datetime import UTC, datetime, time, timedelta

import pytest

from snipers.store.base import AlreadyAdopted
from snipers.store.records import AgreedTerms, HeldAmounts, Measured
from snipers.store.tests.watched_venue import WatchedVenue
from snipers.testing.backend import DAY, StoredRequest


async def test_a_booking_confirms_its_request_and_cancels_the_siblings_once(watched: WatchedVenue) -> None:
    elsewhere = await watched.backend.add_venue(platform_venue_id=1203)
    first = await watched.add_request(1, group=50)
    sibling = await watched.add_request(2, group=50, venue_id=elsewhere)
    another_day = await watched.add_request(3, group=50, venue_id=elsewhere, day=DAY + timedelta(days=1))
    claim = await watched.must_claim(first)
    booked = [
        await watched.store.record(
            attempt_id=claim.attempt_id, state="booked", platform_reservation_id="741", measured=Measured(checks=4)
        )
        for _ in range(2)
    ]
    assert booked == [True, False]
    assert await watched.backend.request(first) == StoredRequest(status="confirmed", reason="", stop="")
    assert await watched.backend.request(sibling) == StoredRequest(
        status="canceled", reason="booked_elsewhere", stop=""
    )
    assert (await watched.backend.request(another_day)).status == "active"
    assert await watched.backend.outcomes() == [(claim.attempt_id, "booked", "")]
    assert await watched.backend.timeline(first) == [("booked", "")]
    assert await watched.backend.timeline(sibling) == [("canceled", "booked_elsewhere")]
    assert (await watched.backend.account_status(watched.account_id))[1] == frozenset({"700", "741"})


async def test_a_booking_of_a_one_table_group_cancels_all_open_siblings(watched: WatchedVenue) -> None:
    wanted = [
        await watched.add_request(number, group=50, diner="user:1", one_table=True, day=DAY + timedelta(days=number))
        for number in range(3)
    ]
    await watched.backend.set_status(wanted[2], status="paused")
    other_group = await watched.add_request(9, group=51, diner="user:2", one_table=True, day=DAY + timedelta(days=1))
    claim = await watched.must_claim(wanted[0])
    await watched.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id="741")
    states = [await watched.backend.request(one) for one in [*wanted, other_group]]
    assert [one.status for one in states] == ["confirmed", "canceled", "canceled", "active"]
    assert [one.reason for one in states] == ["", "booked_elsewhere", "booked_elsewhere", ""]


async def test_a_lost_attempt_of_a_one_table_group_leaves_its_siblings_open(watched: WatchedVenue) -> None:
    wanted = [
        await watched.add_request(number, group=50, diner="user:1", one_table=True, day=DAY + timedelta(days=number))
        for number in range(2)
    ]
    claim = await watched.must_claim(wanted[0])
    await watched.store.record(attempt_id=claim.attempt_id, state="lost", reason="taken")
    assert [(await watched.backend.request(one)).status for one in wanted] == ["active", "active"]


async def test_an_unknown_outcome_is_not_published(watched: WatchedVenue) -> None:
    reservation_id = await watched.add_request()
    claim = await watched.must_claim(reservation_id)
    assert await watched.store.record(attempt_id=claim.attempt_id, state="unknown")
    assert not await watched.store.record(attempt_id=claim.attempt_id, state="unknown")
    assert await watched.backend.outcomes() == []
    assert await watched.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id="741")
    assert await watched.backend.outcomes() == [(claim.attempt_id, "booked", "")]
    assert (await watched.backend.request(reservation_id)).status == "confirmed"


async def test_a_booking_keeps_the_terms_of_its_call(watched: WatchedVenue) -> None:
    cut_off = datetime(2026, 11, 26, 19, tzinfo=UTC)
    terms = AgreedTerms(cancel_fee_cents=2500, deposit_cents=0, free_until=cut_off, currency="GBP")
    at_once = await watched.must_claim(await watched.add_request(1))
    await watched.store.record(
        attempt_id=at_once.attempt_id, state="booked", platform_reservation_id="741", terms=terms
    )
    settled = await watched.must_claim(await watched.add_request(2), slot_key="another", time=time(20))
    await watched.store.record(attempt_id=settled.attempt_id, state="unknown", terms=terms)
    await watched.store.record(attempt_id=settled.attempt_id, state="booked", platform_reservation_id="742")
    found = await watched.must_claim(await watched.add_request(3), slot_key="a third", time=time(19))
    await watched.store.record(attempt_id=found.attempt_id, state="booked", platform_reservation_id="743")
    assert [tried.terms for tried in await watched.backend.attempts()] == [terms, terms, None]


async def test_a_held_back_table_keeps_its_terms_and_the_amounts_above_their_limits(watched: WatchedVenue) -> None:
    terms = AgreedTerms(cancel_fee_cents=9000, deposit_cents=2500, free_until=None, currency="USD")
    claim = await watched.must_claim(await watched.add_request(1))
    await watched.store.record(
        attempt_id=claim.attempt_id, state="refused", reason="held_back_fee", held=HeldAmounts(None, 9000), terms=terms
    )
    (attempt,) = await watched.backend.attempts()
    assert (attempt.held, attempt.terms) == ((None, 9000), terms)


async def test_a_closed_attempt_stays_closed(watched: WatchedVenue) -> None:
    claim = await watched.must_claim(await watched.add_request())
    await watched.store.record(attempt_id=claim.attempt_id, state="lost", reason="taken")
    assert not await watched.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id="741")
    assert not await watched.store.record(attempt_id=claim.attempt_id, state="unknown")
    assert await watched.backend.outcomes() == [(claim.attempt_id, "lost", "taken")]


@pytest.mark.parametrize(
    ("stop", "end", "expected"),
    [
        ("pause", "lost", StoredRequest(status="paused", reason="", stop="")),
        ("delete", "refused", StoredRequest(status="canceled", reason="canceled_by_you", stop="")),
        ("pause", "booked", StoredRequest(status="confirmed", reason="", stop="")),
        ("delete", "unknown", StoredRequest(status="active", reason="", stop="delete")),
    ],
)
async def test_closing_the_attempt_applies_a_pending_stop(
    watched: WatchedVenue, stop: str, end: str, expected: StoredRequest
) -> None:
    reservation_id = await watched.add_request()
    claim = await watched.must_claim(reservation_id)
    await watched.backend.set_status(reservation_id, stop=stop)
    await watched.store.record(attempt_id=claim.attempt_id, state=end)  # type: ignore[arg-type] # as above
    assert await watched.backend.request(reservation_id) == expected


async def test_two_attempts_cannot_hold_one_platform_reservation(watched: WatchedVenue) -> None:
    first = await watched.must_claim(await watched.add_request(1))
    second = await watched.must_claim(await watched.add_request(2), slot_key="another", time=time(20))
    await watched.store.record(attempt_id=first.attempt_id, state="booked", platform_reservation_id="741")
    with pytest.raises(AlreadyAdopted):
        await watched.store.record(attempt_id=second.attempt_id, state="booked", platform_reservation_id="741")
    assert [tried.state for tried in await watched.backend.attempts()] == ["booked", "claimed"]


async def test_two_restaurants_may_use_one_confirmation_number(watched: WatchedVenue) -> None:
    elsewhere = await watched.backend.add_venue(platform_venue_id=1203)
    await watched.store.take_watch(venue_id=elsewhere, owner="one", pid=1, node="here")
    first = await watched.must_claim(await watched.add_request(1))
    second = await watched.must_claim(await watched.add_request(2, venue_id=elsewhere), slot_key="another")
    for claim in (first, second):
        await watched.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id="741")
    assert [tried.state for tried in await watched.backend.attempts()] == ["booked", "booked"]


async def test_the_answer_that_lost_a_table_is_kept(watched: WatchedVenue) -> None:
    claim = await watched.must_claim(await watched.add_request(1))
    said = Measured(reply="404 POST /3/details")
    await watched.store.record(attempt_id=claim.attempt_id, state="lost", reason="slot_gone", measured=said)
    (attempt,) = await watched.backend.attempts()
    assert (attempt.reason, attempt.reply) == ("slot_gone", "404 POST /3/details")

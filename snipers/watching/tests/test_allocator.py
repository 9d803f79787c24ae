"""Which snipe tries which slot, and what each result changes for the slot, the snipe and other snipes."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from snipers.domain.outcome import Booked, BookOutcome, Lost, Refused, Unknown
from snipers.domain.slot import Slot
from snipers.domain.snipe import Guest, Snipe
from snipers.domain.tests.examples import DAY, NOON, slot, snipe
from snipers.domain.vocabulary import Reason
from snipers.watching.matching.allocator import Allocator
from snipers.watching.matching.assignment import Assignment, BookingResult, NoDatabase, NotClaimed

KEY = (DAY, 2)
GRACE = Guest(first_name="Grace", last_name="Hopper", email="grace@example.org", phone="+12125550102")


def allocating(*snipes: Snipe, open_now: list[Slot]) -> Allocator:
    allocator = Allocator()
    allocator.set_roster(snipes)
    allocator.record_answer(KEY, open_now, asked=0, now=NOON)
    return allocator


def assign(allocator: Allocator, at: float) -> list[Assignment]:
    return list(allocator.assign_slots(KEY, at=at, now=NOON, seen=at, seen_at=NOON).assignments)


def snipe_ids(assignments: Sequence[Assignment]) -> list[int]:
    return [assignment.snipe.reservation_id for assignment in assignments]


def test_an_assignment_reserves_its_snipe_and_its_slot() -> None:
    allocator = allocating(snipe(1), snipe(2), open_now=[slot()])
    (assignment,) = assign(allocator, 0)
    assert (assignment.snipe.reservation_id, assignment.unit_key) == (1, slot().key)
    assert allocator.snipes.is_booking(1)
    assert allocator.snipes.busy
    assert assign(allocator, 0) == []


def test_equal_slots_are_claimed_under_different_unit_keys() -> None:
    allocator = allocating(snipe(1), snipe(2), open_now=[slot(quantity=2)])
    assert [assignment.unit_key for assignment in assign(allocator, 0)] == [slot().key, f"{slot().key}#2"]


def test_one_account_books_for_one_client_at_a_time_when_its_list_cannot_tell_them_apart() -> None:
    concierge = snipe(1).account
    clients = [snipe(1, diner_key="client:1"), snipe(2, diner_key="client:2", account=concierge)]
    allocator = allocating(*clients, open_now=[slot(), slot(seating="Bar")])
    (first,) = assign(allocator, 0)
    assert snipe_ids([first]) == [1]
    assert assign(allocator, 0) == []
    allocator.finish(first, Booked("741"), at=1)
    assert snipe_ids(assign(allocator, 1)) == [2]


def test_an_unknown_outcome_of_one_client_holds_back_the_other() -> None:
    concierge = snipe(1).account
    clients = [snipe(1, diner_key="client:1"), snipe(2, diner_key="client:2", account=concierge)]
    allocator = allocating(*clients, open_now=[slot(quantity=2)])
    (first,) = assign(allocator, 0)
    allocator.finish(first, Unknown("cut"), at=1)
    assert assign(allocator, 1) == []
    allocator.snipes.set_unsettled(frozenset())
    assert snipe_ids(assign(allocator, 1)) == [1]


def test_one_account_books_two_different_times_at_once() -> None:
    clients = [snipe(1, diner_key="client:1"), snipe(2, diner_key="client:2", account=snipe(1).account)]
    allocator = allocating(*clients, open_now=[slot("19:30"), slot("20:00")])
    assert sorted(snipe_ids(assign(allocator, 0))) == [1, 2]


@pytest.mark.parametrize(
    ("result", "next_up"),
    [
        (Booked("741"), []),
        (Lost(Reason.TAKEN), []),
        (Lost(Reason.SLOT_GONE), []),
        (Lost(Reason.CLAIM_LAPSED), [2]),
        (Refused(Reason.CONFLICT), [2]),
        (Refused(Reason.HELD_BACK_FEE), [2]),
        (Refused(Reason.NEEDS_RECONNECT), [2]),
        (Refused(Reason.UNSENT), [2]),
        (Unknown("cut"), []),
        (NotClaimed(), [2]),
        (NoDatabase(), []),
    ],
)
def test_a_result_decides_whether_the_next_snipe_tries_the_slot(result: BookingResult, next_up: list[int]) -> None:
    allocator = allocating(snipe(1), _with_token(snipe(2), "another"), open_now=[slot()])
    (assignment,) = assign(allocator, 0)
    allocator.finish(assignment, result, at=0)
    assert snipe_ids(assign(allocator, 0.5)) == next_up


@pytest.mark.parametrize(
    ("result", "tried_again_after"),
    [
        (Lost(Reason.CLAIM_LAPSED), 1.0),
        (Refused(Reason.UNSENT), 1.0),
        (Refused(Reason.LIST_UNREADABLE), 1.0),
        (Refused(Reason.LIST_UNREADABLE, 45.0), 45.0),
        (Refused(Reason.PAYMENT_REQUIRED), None),
        (Refused(Reason.CONFLICT), None),
        (NotClaimed(), 5.0),
        (NoDatabase(), 1.0),
        (Lost(Reason.TAKEN), 5.0),
    ],
)
def test_a_result_decides_when_the_same_snipe_tries_the_slot_again(
    result: BookingResult, tried_again_after: float | None
) -> None:
    allocator = allocating(snipe(1), open_now=[slot()])
    (assignment,) = assign(allocator, 0)
    allocator.finish(assignment, result, at=0)
    if tried_again_after is None:
        assert assign(allocator, 10_000) == []
        return
    assert assign(allocator, tried_again_after - 0.1) == []
    retry_at = allocator.next_retry_at(at=0)
    assert retry_at is None or retry_at <= tried_again_after
    assert snipe_ids(assign(allocator, tried_again_after)) == [1]


def test_pauses_between_refused_claims_double_up_to_a_minute() -> None:
    allocator = allocating(snipe(1), open_now=[slot()])
    at, pauses = 0.0, []
    (assignment,) = assign(allocator, at)
    for _ in range(6):
        allocator.finish(assignment, NotClaimed(), at=at)
        pause, (assignment,) = next((n, found) for n in range(1, 100) if (found := assign(allocator, at + n)))
        pauses.append(pause)
        at += pause
    assert pauses == [5, 10, 20, 40, 60, 60]


def test_temporary_failures_of_earlier_days_do_not_lengthen_a_pause() -> None:
    allocator = allocating(snipe(1), open_now=[slot()])
    for days in range(6):
        at = days * 86_400.0
        (assignment,) = assign(allocator, at)
        allocator.finish(assignment, Refused(Reason.UNSENT), at=at)
        assert assign(allocator, at + 0.9) == []
        (assignment,) = assign(allocator, at + 1.0)
        allocator.finish(assignment, Refused(Reason.UNSENT), at=at + 1.0)
        assert assign(allocator, at + 2.9) == []


@pytest.mark.parametrize("result", [Refused(Reason.CONFLICT), Lost(Reason.TAKEN), NotClaimed()])
def test_a_slot_that_reappears_may_be_tried_again(result: BookOutcome | NotClaimed) -> None:
    allocator = allocating(snipe(1), open_now=[slot()])
    (assignment,) = assign(allocator, 0)
    allocator.finish(assignment, result, at=0)
    allocator.record_answer(KEY, [], asked=1, now=NOON)
    allocator.record_answer(KEY, [slot()], asked=2, now=NOON)
    assert snipe_ids(assign(allocator, 2)) == [1]


def test_an_unknown_outcome_reserves_snipe_and_slot_until_it_is_settled() -> None:
    allocator = allocating(snipe(1), snipe(2), open_now=[slot()])
    (assignment,) = assign(allocator, 0)
    allocator.finish(assignment, Unknown("cut"), at=0)
    assert allocator.snipes.unsettled == {1}
    assert assign(allocator, 100) == []
    allocator.snipes.set_unsettled(frozenset())
    assert snipe_ids(assign(allocator, 100)) == [1]


def test_an_abandoned_booking_counts_as_unknown() -> None:
    allocator = allocating(snipe(1), open_now=[slot()])
    (assignment,) = assign(allocator, 0)
    allocator.abandon(assignment)
    assert allocator.snipes.unsettled == {1}
    assert not allocator.snipes.busy
    assert assign(allocator, 1) == []


def test_a_booking_in_flight_holds_back_the_diner_s_other_snipe_for_the_meal() -> None:
    allocator = allocating(
        snipe(1, diner_key="user:9"), snipe(2, diner_key="user:9"), snipe(3), open_now=[slot("19:00")]
    )
    assign(allocator, 0)
    allocator.record_answer(KEY, [slot("19:00"), slot("20:00")], asked=1, now=NOON)
    assert snipe_ids(assign(allocator, 1)) == [3]


def test_a_booking_in_flight_holds_back_the_other_dates_of_a_one_table_group() -> None:
    later = DAY + timedelta(days=1)
    group = {"group_id": 7, "diner_key": "user:9", "one_table": True}
    allocator = allocating(snipe(1, **group), snipe(2, date=later, **group), open_now=[slot()])
    allocator.record_answer((later, 2), [slot(date=later)], asked=0, now=NOON)
    (first,) = assign(allocator, 0)
    assert not allocator.assign_slots((later, 2), at=0, now=NOON, seen=0, seen_at=NOON).assignments
    allocator.finish(first, Lost(Reason.TAKEN), at=1)
    matched = allocator.assign_slots((later, 2), at=1, now=NOON, seen=1, seen_at=NOON)
    assert snipe_ids(matched.assignments) == [2]


def test_an_expired_token_stops_all_snipes_of_its_account_until_it_is_renewed() -> None:
    allocator = allocating(snipe(1), snipe(2), open_now=[slot()])
    allocator.snipes.expire_token("sealed")
    assert assign(allocator, 0) == []
    assert allocator.snipes.poll_keys(now=NOON) == []
    renewed = snipe(1)
    allocator.set_roster([_with_token(renewed, "new")])
    assert snipe_ids(assign(allocator, 0)) == [1]


@pytest.mark.parametrize("reason", [Reason.PAYMENT_REQUIRED, Reason.HELD_BACK_FEE])
def test_a_new_card_lifts_bars_and_pauses(reason: Reason) -> None:
    allocator = allocating(snipe(1), open_now=[slot()])
    (assignment,) = assign(allocator, 0)
    allocator.finish(assignment, Refused(reason), at=0)
    missing = replace(snipe(1), account=replace(snipe(1).account, needs_card=True))
    allocator.set_roster([missing])
    assert assign(allocator, 1) == []
    allocator.set_roster([snipe(1, payment_method_id="42")])
    assert snipe_ids(assign(allocator, 1)) == [1]


@pytest.mark.parametrize("changed", [{"revision": 2, "fee_ceiling_cents": 5000}, {"guest": GRACE}])
@pytest.mark.parametrize("result", [Refused(Reason.HELD_BACK_FEE), NotClaimed()])
def test_an_edit_or_another_guest_lifts_bars(result: BookOutcome | NotClaimed, changed: dict[str, object]) -> None:
    allocator = allocating(snipe(1), open_now=[slot()])
    (assignment,) = assign(allocator, 0)
    allocator.finish(assignment, result, at=0)
    assert assign(allocator, 1) == []
    allocator.set_roster([replace(snipe(1), **changed)])  # type: ignore[arg-type] # a test's shorthand
    assert snipe_ids(assign(allocator, 1)) == [1]


def test_an_ended_snipe_is_neither_polled_nor_served() -> None:
    allocator = allocating(snipe(1, ends_at=NOON), open_now=[slot()])
    assert allocator.snipes.poll_keys(now=NOON) == []
    assert assign(allocator, 0) == []
    assert allocator.snipes.poll_keys(now=NOON - timedelta(seconds=1)) == [KEY]


RELEASE = {"snipe_type": "release", "release_at": NOON}


def test_a_release_snipe_is_neither_polled_nor_served_before_its_book_opens() -> None:
    allocator = allocating(snipe(1, **RELEASE), snipe(2), open_now=[slot(quantity=2)])
    assert snipe_ids(assign(allocator, 0)) == [2]
    assert [one.reservation_id for one, _ in allocator.matching_snipes(KEY, [slot()], now=NOON)] == [2]
    only = allocating(snipe(1, **RELEASE), open_now=[slot()])
    assert only.snipes.poll_keys(now=NOON) == []
    only.snipes.books.open([snipe(1, **RELEASE)])
    assert only.snipes.poll_keys(now=NOON) == [KEY]
    assert snipe_ids(assign(only, 0)) == [1]


def test_a_postponed_release_closes_the_book_again() -> None:
    allocator = allocating(snipe(1, **RELEASE), open_now=[slot()])
    allocator.snipes.books.open([snipe(1, **RELEASE)])
    allocator.set_roster([snipe(1, snipe_type="release", release_at=NOON + timedelta(hours=1))])
    assert assign(allocator, 0) == []


def test_an_assignment_of_a_burst_carries_fallbacks_and_a_fresh_baseline() -> None:
    tables = [slot("19:00"), slot("19:30"), slot("20:00"), slot("20:30"), slot("22:00")]
    allocator = allocating(snipe(1, **RELEASE), snipe(2), open_now=tables)
    allocator.snipes.books.record_baseline(snipe(1).account, asked=99)
    allocator.snipes.books.begin_burst(NOON, [snipe(1, **RELEASE)], at=100)
    burst, plain = assign(allocator, 100)
    assert (burst.snipe.reservation_id, f"{burst.slot.time:%H:%M}", burst.baseline_fresh) == (1, "19:30", True)
    assert [f"{one.time:%H:%M}" for one in burst.fallbacks] == ["20:00", "20:30"]
    assert (plain.fallbacks, plain.baseline_fresh) == ((), False)


def _with_token(one: Snipe, token: str) -> Snipe:
    return replace(one, account=replace(one.account, sealed_token=token))


def test_the_held_back_slot_that_asks_for_least_now_is_shown() -> None:
    refused = [
        (slot("19:00"), Refused(Reason.FEE_UNKNOWN)),
        (slot("19:15"), Refused(Reason.HELD_BACK_FEE, fee_cents=100)),
        (slot("19:30"), Refused(Reason.HELD_BACK_FEE, cancel_fee_cents=9000)),
        (slot("19:45"), Refused(Reason.HELD_BACK_FEE, cancel_fee_cents=8000)),
    ]
    allocator = allocating(snipe(1), open_now=[one for one, _ in refused])
    refusals = {one.key: refusal for one, refusal in refused}
    for at in range(len(refused)):
        (assignment,) = assign(allocator, at)
        allocator.finish(assignment, refusals[assignment.slot.key], at=at)
    least = allocator.held_back(1)
    assert least is not None
    refusal, shown_at = least
    held = refusal.fee_cents, refusal.cancel_fee_cents
    assert (held, shown_at.isoformat("minutes")) == ((None, 8000), "19:45")

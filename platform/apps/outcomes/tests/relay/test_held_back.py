"""A table that is held back for its fee causes one timeline entry, a watch state with the fee and one message. Users do
not see it as an attempt."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone

from apps.notices.models import Delivery, Event
from apps.outcomes.relay import live_events, outcomes
from apps.requests.models import Attempt, Outcome, Reservation, ReservationGroup, TimelineEntry, WatchState
from apps.requests.tests import factories
from apps.requests.tests.sniper import Sniper
from testing.users import Person


@pytest.fixture
def sniper(transactional_db: None) -> Iterator[Sniper]:
    watcher = Sniper()
    yield watcher
    watcher.connection.close()


def hold_back(request: Reservation, *, fee_cents: int | None = 5000) -> Attempt:
    """An attempt that a watcher refused for the fee, None for an unknown one, and its outcome."""
    reason = "fee_unknown" if fee_cents is None else "held_back_fee"
    attempt = factories.attempt(request, state="refused", reason=reason, fee_cents=fee_cents)
    Outcome.objects.create(attempt=attempt, kind="refused", reason=reason)
    return attempt


def shown(who: Person, group_id: int) -> tuple[str, int | None, str | None]:
    watch = who.get(f"/api/reservations/{group_id}/").json()["members"][0]["watch"]
    assert watch["attempts"] == 0
    return watch["state"], watch["held_fee_cents"], watch["held_time"]


def test_a_table_held_back_is_a_timeline_entry_and_no_attempt(sniper: Sniper, alice: Person) -> None:
    request = factories.group(alice.user).reservations.get()
    claimed = sniper.claim(request)
    assert claimed is not None
    assert sniper.record(claimed, "refused", "held_back_fee", fee_cents=5000)
    assert not sniper.record(claimed, "refused", "held_back_fee", fee_cents=5000)

    timeline = alice.get(f"/api/reservations/{request.group_id}/timeline/").json()

    held = [(one["kind"], one["reason"], one["fee_cents"]) for one in timeline["entries"] if one["kind"] != "filed"]
    assert held == [("held_back", "held_back_fee", 5000)]
    assert timeline["totals"]["attempts"] == timeline["totals"]["lost"] == 0


def test_a_table_held_back_is_published_with_its_fee_and_one_message(alice: Person) -> None:
    request = factories.group(alice.user).reservations.get()
    for fee_cents in (5000, 5000, 7000):
        hold_back(request, fee_cents=fee_cents)
        outcomes.publish_outcomes(now=timezone.now())
    events = [event.payload for event in Event.objects.filter(type="reservation.outcome").order_by("seq")]
    assert [(event["kind"], event["reason"], event["fee_cents"]) for event in events] == [
        ("refused", "held_back_fee", 5000),
        ("refused", "held_back_fee", 5000),
        ("refused", "held_back_fee", 7000),
    ]
    written = Delivery.objects.filter(kind="held_back")
    assert {one.facts["fee_cents"] for one in written} == {5000}
    assert len({one.event_id for one in written}) == 1


def test_tables_held_back_again_and_again_send_a_message_every_six_hours(alice: Person) -> None:
    request, now = factories.group(alice.user).reservations.get(), timezone.now()
    for hours in (16, 11, 6, 1):
        attempt = hold_back(request)
        Attempt.objects.filter(pk=attempt.pk).update(closed_at=now - timedelta(hours=hours))
        outcomes.publish_outcomes(now=now - timedelta(hours=hours))
    written = Delivery.objects.filter(kind="held_back", channel="email").order_by("id")
    assert [round((now - one.next_at) / timedelta(hours=1)) for one in written] == [16, 6]


def test_two_tables_held_back_at_once_send_one_message(alice: Person) -> None:
    request = factories.group(alice.user).reservations.get()
    for fee_cents in (5000, 7000):
        hold_back(request, fee_cents=fee_cents)
    assert outcomes.publish_outcomes(now=timezone.now()) == 2
    assert Delivery.objects.filter(kind="held_back", channel="email").count() == 1


def test_an_attempt_is_pushed_until_its_outcome_is_published(alice: Person) -> None:
    request = factories.group(alice.user).reservations.get()
    running = factories.attempt(request)
    ended = hold_back(request)

    def pushed() -> list[int]:
        events = live_events.started_attempts(attempt_ids=[running.pk, ended.pk], now=timezone.now())
        return [event["attempt_id"] for event in events[alice.user.pk]]

    assert pushed() == [running.pk, ended.pk]
    outcomes.publish_outcomes(now=timezone.now())
    assert pushed() == [running.pk]


def test_a_cheaper_table_sends_another_message(alice: Person) -> None:
    request = factories.group(alice.user).reservations.get()
    for fee_cents in (5000, 2500):
        hold_back(request, fee_cents=fee_cents)
        outcomes.publish_outcomes(now=timezone.now())
    assert {one.facts["fee_cents"] for one in Delivery.objects.filter(kind="held_back")} == {5000, 2500}


def test_a_fee_that_is_paid_if_nobody_comes_is_told_apart_and_accepted_alone(alice: Person) -> None:
    request = factories.group(alice.user).reservations.get()
    group_id = request.group_id
    asked = {"fee_cents": None, "held_cancel_fee_cents": 9000}
    attempt = factories.attempt(request, state="refused", reason="held_back_fee", **asked)
    Outcome.objects.create(attempt=attempt, kind="refused", reason="held_back_fee")
    outcomes.publish_outcomes(now=timezone.now())
    event = Event.objects.get(type="reservation.outcome").payload
    assert {name: event[name] for name in asked} == asked
    facts = Delivery.objects.filter(kind="held_back", channel="email").get().facts
    assert {name: facts[name] for name in asked} == asked
    WatchState.objects.create(
        reservation=request, state="held_back", held_fee_cents=None, held_cancel_fee_cents=9000, held_time="19:30"
    )
    ReservationGroup.objects.filter(pk=group_id).update(fee_ceiling_cents=100_000)
    assert shown(alice, group_id) == ("held_back", None, "19:30")
    watch = alice.get(f"/api/reservations/{group_id}/").json()["members"][0]["watch"]
    assert watch["held_cancel_fee_cents"] == 9000
    by_user, _ = live_events.watch_ticks(after=timezone.now() - timedelta(minutes=1), now=timezone.now())
    ((tick,),) = [one["ticks"] for one in by_user[alice.user.pk]]
    assert (tick["held_fee_cents"], tick["held_cancel_fee_cents"]) == (None, 9000)
    alice.post(f"/api/reservations/{group_id}/accept-fee/", {"cancel_fee_ceiling_cents": 9000})
    assert shown(alice, group_id) == ("watching", None, None)
    group = ReservationGroup.objects.get(pk=group_id)
    assert (group.fee_ceiling_cents, group.cancel_fee_ceiling_cents) == (100_000, 9000)


def test_a_table_that_asks_for_less_of_either_amount_sends_another_message(alice: Person) -> None:
    request = factories.group(alice.user).reservations.get()
    for fee_cents, cancel in ((5000, None), (5000, 9000), (None, 9000), (5000, 9000), (None, 8000)):
        attempt = factories.attempt(
            request, state="refused", reason="held_back_fee", fee_cents=fee_cents, held_cancel_fee_cents=cancel
        )
        Outcome.objects.create(attempt=attempt, kind="refused", reason="held_back_fee")
        outcomes.publish_outcomes(now=timezone.now())
    written = Delivery.objects.filter(kind="held_back", channel="email").order_by("id")
    told = [(one.facts["fee_cents"], one.facts["held_cancel_fee_cents"]) for one in written]
    assert told == [(5000, None), (None, 9000), (None, 8000)]


def test_a_table_with_an_unknown_fee_sends_one_message_and_a_known_fee_another(alice: Person) -> None:
    request = factories.group(alice.user).reservations.get()
    for fee_cents in (None, None, 5000, None):
        hold_back(request, fee_cents=fee_cents)
        outcomes.publish_outcomes(now=timezone.now())
    assert [
        one.facts["fee_cents"] for one in Delivery.objects.filter(kind="held_back", channel="email").order_by("id")
    ] == [
        None,
        5000,
    ]
    event = Event.objects.filter(type="reservation.outcome").earliest("seq").payload
    assert (event["reason"], event["fee_cents"]) == ("fee_unknown", None)
    assert event["reason_text"] == "We couldn't read what this table may cost at Resy, so we didn't book it."


def test_an_unknown_fee_is_held_back_until_it_is_accepted(alice: Person) -> None:
    request = factories.group(alice.user).reservations.get()
    hold_back(request, fee_cents=None)
    WatchState.objects.create(reservation=request, state="held_back", held_fee_cents=None, held_time="19:30")
    ReservationGroup.objects.filter(pk=request.group_id).update(fee_ceiling_cents=100_000)
    assert shown(alice, request.group_id) == ("held_back", None, "19:30")
    reply = alice.post(f"/api/reservations/{request.group_id}/accept-fee/", {"unknown": True})
    assert reply.status_code == 200
    assert shown(alice, request.group_id) == ("watching", None, None)
    group = ReservationGroup.objects.get(pk=request.group_id)
    assert (group.accepts_unknown_fee, group.fee_ceiling_cents) == (True, 100_000)


def test_the_held_back_state_shows_at_once_and_ends_with_the_watcher_or_the_fee(alice: Person) -> None:
    request = factories.group(alice.user).reservations.get()
    group_id = request.group_id
    # The watch state is a second older than the attempt.
    before = timezone.now() - timedelta(seconds=1)
    hold_back(request)
    state = WatchState.objects.create(reservation=request, state="watching", updated_at=before)
    assert shown(alice, group_id) == ("held_back", 5000, "19:00")

    state.state, state.updated_at = "watching", timezone.now()
    state.save()
    assert shown(alice, group_id) == ("watching", None, None)

    WatchState.objects.update(state="held_back", held_fee_cents=4000, held_time="20:15")
    assert shown(alice, group_id) == ("held_back", 4000, "20:15")
    ReservationGroup.objects.filter(pk=group_id).update(fee_ceiling_cents=4000)
    assert shown(alice, group_id) == ("watching", None, None)


def test_a_tick_has_the_fee_and_no_attempt(alice: Person) -> None:
    request = factories.group(alice.user).reservations.get()
    factories.attempt(request, state="refused", reason="held_back_fee", fee_cents=5000)
    WatchState.objects.create(reservation=request, state="held_back", held_fee_cents=5000, held_time="19:30")
    by_user, _ = live_events.watch_ticks(after=timezone.now() - timedelta(minutes=1), now=timezone.now())
    ((tick,),) = [event["ticks"] for event in by_user[alice.user.pk]]
    assert (tick["state"], tick["held_fee_cents"], tick["held_time"]) == ("held_back", 5000, "19:30")
    assert tick["attempts"] == 0


def test_other_timeline_entries_have_no_fee(alice: Person) -> None:
    request = factories.group(alice.user).reservations.get()
    attempt = hold_back(request)
    TimelineEntry.objects.create(reservation=request, attempt=attempt, kind="seen")
    (seen, *_) = alice.get(f"/api/reservations/{request.group_id}/timeline/").json()["entries"]
    assert (seen["kind"], seen["fee_cents"]) == ("seen", None)

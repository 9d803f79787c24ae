"""A swap on the user's command: the new table is booked, then the old one is canceled, each once, even if a process
dies between the two."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.db import connections, transaction
from django.utils import timezone

from apps.accounts.models import User
from apps.connections.models import PlatformAccount
from apps.notices import services as notices
from apps.notices.models import Delivery, Event
from apps.outcomes import cancellations, plan_limits
from apps.outcomes.relay import upkeep
from apps.outcomes.relay.outcomes import publish_outcomes
from apps.outcomes.requested_cancellations import GIVE_UP_AFTER, run_next
from apps.requests.models import Attempt, Reservation, ReservationGroup
from apps.requests.tests import factories
from apps.requests.tests.sniper import wait_for_a_blocked_session
from apps.swaps import swapping
from apps.venues.models import Venue
from testing.users import Person

from .parts import BEST, BOOKED, Improvable

pytestmark = pytest.mark.django_db(transaction=True)
# For tests in which a platform is called after the swap was filed.
at_both_platforms = pytest.mark.parametrize("improvable", ["resy", "opentable"], indirect=True)


@at_both_platforms
def test_an_accepted_swap_books_the_new_table_and_then_cancels_the_old_one(improvable: Improvable) -> None:
    offer = improvable.offer()
    reply = improvable.accept(offer)
    assert (reply.status_code, reply.json()["swap"]["state"]) == (202, "booking")
    assert improvable.held() == {improvable.number}
    new = improvable.book_new(offer)
    assert improvable.held() == {improvable.number, new}
    assert improvable.state(offer) == "canceling_old"
    publish_outcomes(now=timezone.now())
    assert improvable.finish() == 1
    improvable.cancel_old()
    assert improvable.held() == {new}
    assert improvable.state(offer) == "swapped"
    assert improvable.finish() == 0
    improvable.attempt.refresh_from_db()
    assert (improvable.attempt.state, improvable.attempt.reason) == ("canceled", "table_canceled_by_you")
    assert Reservation.objects.get(group__swap_of=improvable.attempt.pk, group__notify_only=True).status == "canceled"


def test_a_second_press_files_nothing_more(improvable: Improvable) -> None:
    offer = improvable.offer()
    assert [improvable.accept(offer).status_code for _ in range(3)] == [202] * 3
    assert ReservationGroup.objects.filter(swap_of=improvable.attempt.pk, notify_only=False).count() == 1


@pytest.mark.parametrize(
    ("plan", "is_premium", "replaces", "code"),
    [
        ({"tier": "none"}, False, False, "plan_needed"),
        ({"tier": "none", "is_vip": True}, False, False, "plan_needed"),
        ({"tier": "none", "is_concierge": True}, False, True, "plan_needed"),
        ({"tier": "premium", "trial_ends_at": datetime(2026, 1, 1, tzinfo=UTC)}, False, False, "plan_needed"),
        ({"tier": "standard"}, True, False, "pro_needed"),
        ({"tier": "standard"}, False, True, "pro_needed"),
    ],
)
def test_a_swap_needs_a_plan_that_includes_it(
    improvable: Improvable, plan: dict[str, Any], is_premium: bool, replaces: bool, code: str
) -> None:
    offer, user = improvable.offer(), improvable.person.user
    User.objects.filter(pk=user.pk).update(**plan)
    Venue.objects.filter(pk=improvable.venue.pk).update(premium=is_premium)
    reply = improvable.accept(offer, replaces=replaces)
    assert (reply.status_code, reply.json()["code"]) == (402, code)
    assert not ReservationGroup.objects.filter(swap_of=improvable.attempt.pk, notify_only=False).exists()
    User.objects.filter(pk=user.pk).update(tier="premium", trial_ends_at=None)
    assert improvable.accept(offer).status_code == 202


def test_six_presses_at_once_file_one_swap(improvable: Improvable) -> None:
    offer, person = improvable.offer(), improvable.person

    def press(_: int) -> int:
        try:
            return Person(tokens=person.tokens, user=person.user).post(f"/api/swaps/{offer.pk}/accept/", {}).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(max_workers=6) as pool:
        assert set(pool.map(press, range(6))) == {202}
    assert ReservationGroup.objects.filter(swap_of=improvable.attempt.pk, notify_only=False).count() == 1


@pytest.mark.parametrize("reason", ["taken", "conflict"])
def test_a_refused_swap_leaves_the_old_table(improvable: Improvable, reason: str) -> None:
    offer = improvable.offer()
    improvable.accept(offer)
    claimed = improvable.claim_new(offer)
    assert claimed is not None
    improvable.sniper.record(claimed, "lost" if reason == "taken" else "refused", reason)
    assert improvable.finish() == 1
    assert improvable.held() == {improvable.number}
    improvable.attempt.refresh_from_db()
    assert (improvable.attempt.state, improvable.attempt.cancel_requested_at) == ("booked", None)
    assert improvable.state(offer) == "refused"
    assert improvable.swap_of(offer).reason == "swap_failed"
    ended = [one for one in improvable.events("reservation.changed") if one["what"] == "ended"]
    assert [one["reason_text"] for one in ended] == ["We didn't get the new table. Your table stays as it is."]
    assert not Delivery.objects.filter(kind="unsuccessful").exists()
    assert improvable.claim_new(offer) is None


def test_a_refused_swap_may_be_commanded_again(improvable: Improvable) -> None:
    offer = improvable.offer()
    improvable.accept(offer)
    claimed = improvable.claim_new(offer)
    assert claimed is not None
    improvable.sniper.record(claimed, "lost", "taken")
    improvable.finish()
    assert improvable.accept(offer).status_code == 202
    new = improvable.book_new(offer)
    improvable.finish()
    improvable.cancel_old()
    assert improvable.held() == {new}


def test_a_swap_that_finds_no_table_ends_after_two_minutes_without_a_mail(improvable: Improvable) -> None:
    offer = improvable.offer()
    improvable.accept(offer)
    assert upkeep.end_due(now=timezone.now() + swapping.LIFE + timedelta(seconds=1)) >= 1
    assert improvable.state(offer) == "refused"
    assert not Delivery.objects.filter(kind="unsuccessful").exists()
    assert improvable.held() == {improvable.number}


@at_both_platforms
def test_a_worker_that_dies_before_the_claim_books_nothing_and_one_after_it_is_settled(improvable: Improvable) -> None:
    offer = improvable.offer()
    improvable.accept(offer)
    claimed = improvable.claim_new(offer)
    assert claimed is not None
    # The watcher died: the attempt is open, nothing is canceled, and no second call may start.
    assert improvable.finish() == 0
    assert improvable.claim_new(offer) is None
    assert improvable.accept(offer).status_code == 202
    assert improvable.state(offer) == "booking"
    # The next watcher settles it from the account's list: the platform had booked.
    number = improvable.book_there(BEST, time(19, 30))
    assert improvable.sniper.record(claimed, "booked", named=number)
    assert improvable.finish() == 1
    improvable.cancel_old()
    assert improvable.held() == {number}


def test_a_relay_that_dies_before_the_commit_repeats_nothing(
    improvable: Improvable, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer = improvable.offer()
    improvable.accept(offer)
    new = improvable.book_new(offer)

    def die(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(swapping, "_cancel_old", die)
        with pytest.raises(KeyboardInterrupt):
            improvable.finish()
    assert improvable.finish() == 1
    assert improvable.finish() == 0
    assert Event.objects.filter(payload__what="canceling_table").count() == 1
    improvable.cancel_old()
    assert improvable.held() == {new}


def test_four_relays_at_once_request_one_cancellation(improvable: Improvable) -> None:
    offer = improvable.offer()
    improvable.accept(offer)
    improvable.book_new(offer)

    def run(_: int) -> int:
        try:
            return improvable.finish()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(max_workers=4) as pool:
        assert sum(pool.map(run, range(4))) == 1
    assert Event.objects.filter(payload__what="canceling_table").count() == 1


def test_the_end_of_a_search_with_a_swap_does_not_deadlock_with_a_pause_of_the_search(improvable: Improvable) -> None:
    offer = improvable.offer()
    improvable.accept(offer)
    improvable.book_new(offer)
    search = Reservation.objects.filter(group__swap_of=improvable.attempt.pk, group__notify_only=True)

    def run() -> int:
        try:
            return improvable.finish()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            list(search.select_for_update(no_key=True))
            relay = pool.submit(run)
            wait_for_a_blocked_session()
            notices.lock_cursors(user_ids=[improvable.person.user.pk])
        assert relay.result() == 1
    assert search.get().status == "canceled"


@at_both_platforms
def test_if_the_old_table_cannot_be_canceled_the_user_is_told_and_can_retry(improvable: Improvable) -> None:
    offer = improvable.offer()
    improvable.accept(offer)
    new = improvable.book_new(offer)
    PlatformAccount.objects.filter(pk=improvable.account.pk).update(status="needs_reconnect")
    assert improvable.finish() == 1
    assert improvable.state(offer) == "both"
    assert Delivery.objects.filter(kind="cancel_failed", channel="email").count() == 1
    assert improvable.held() == {improvable.number, new}
    PlatformAccount.objects.filter(pk=improvable.account.pk).update(status="connected")
    address = f"/api/reservations/{improvable.old.group_id}/tables/{improvable.old.pk}/cancel/"
    assert improvable.person.post(address).status_code == 202
    improvable.cancel_old()
    assert improvable.held() == {new}
    assert improvable.state(offer) == "swapped"


@at_both_platforms
def test_a_cancellation_that_the_platform_refuses_is_told(improvable: Improvable) -> None:
    offer = improvable.offer()
    improvable.accept(offer)
    improvable.book_new(offer)
    improvable.finish()
    improvable.simulator.add_fault("503-html", "*", source=improvable.account.platform)
    run_next(now=timezone.now() + GIVE_UP_AFTER, attempt_id=improvable.attempt.pk)
    improvable.simulator.clear_faults()
    assert improvable.state(offer) == "both"
    assert Event.objects.filter(payload__what="cancel_failed").count() == 1


def test_nothing_is_claimed_after_the_old_table_was_canceled(improvable: Improvable) -> None:
    offer = improvable.offer()
    improvable.accept(offer)
    cancellations.cancel(
        attempt_id=improvable.attempt.pk, sealed_token=improvable.account.sealed_token, now=timezone.now()
    )
    assert improvable.claim_new(offer) is None
    assert improvable.accept(offer).json()["code"] == "no_table"


def test_the_old_table_is_not_canceled_on_the_ticket_and_swapped_at_once(improvable: Improvable) -> None:
    offer = improvable.offer()
    address = f"/api/reservations/{improvable.old.group_id}/tables/{improvable.old.pk}/cancel/"
    assert improvable.person.post(address).status_code == 202
    assert improvable.accept(offer).json()["code"] == "no_table"
    improvable.accept(offer)
    assert not ReservationGroup.objects.filter(swap_of=improvable.attempt.pk, notify_only=False).exists()


def test_a_swap_at_the_limit_pauses_no_request(improvable: Improvable) -> None:
    offer = improvable.offer()
    improvable.accept(offer)
    User.objects.filter(pk=improvable.person.user.pk).update(tier="standard")
    for _ in range(4):
        factories.group(
            improvable.person.user, venues=[improvable.venue], dates=[factories.day(30 + Reservation.objects.count())]
        )
    assert plan_limits.pause_all_surplus(now=timezone.now()) == 0
    assert improvable.swap_of(offer).status == "active"


def test_tables_of_one_meal_are_two_only_while_the_swap_lasts(improvable: Improvable) -> None:
    offer = improvable.offer()
    # The same evening: the offered table is on the day of the old one.
    type(offer).objects.filter(pk=offer.pk).update(date=BOOKED, slot_time=time(20, 30))
    improvable.accept(offer)
    request = improvable.swap_of(offer)
    claimed = improvable.sniper.claim(request, at=time(20, 30))
    assert claimed is not None
    new = Attempt.objects.get(pk=claimed)
    assert new.diner_key == f"swap:{improvable.attempt.pk}"
    assert improvable.sniper.record(claimed, "booked", named="77001")
    # A request with an override cannot take the table that the swap is about to cancel.
    third = Reservation.objects.create(
        group=ReservationGroup.objects.create(
            user=improvable.person.user,
            diner_key=improvable.attempt.diner_key,
            snipe_type="cancel",
            party_size=2,
            start_time=time(18, 30),
            end_time=time(20, 30),
            override_reservations=True,
        ),
        venue=improvable.venue,
        account=improvable.account,
        date=BOOKED,
        ends_at=timezone.now() + timedelta(days=2),
    )
    assert improvable.sniper.claim(third) is None
    improvable.finish()
    improvable.cancel_old()
    new.refresh_from_db()
    assert new.diner_key == improvable.attempt.diner_key
    # Now the new table is the diner's: an override may replace it, a second table may not be claimed beside it.
    claimed = improvable.sniper.claim(third)
    assert claimed is not None
    assert Attempt.objects.get(pk=claimed).replaces == new.pk


@at_both_platforms
def test_with_replaces_the_override_takes_the_old_table_in_the_same_step(improvable: Improvable) -> None:
    offer = improvable.offer()
    assert improvable.accept(offer, replaces=True).json()["code"] == "not_replaceable"
    type(offer).objects.filter(pk=offer.pk).update(date=BOOKED, slot_time=time(20, 30))
    assert improvable.accept(offer, replaces=True).status_code == 202
    claimed = improvable.sniper.claim(improvable.swap_of(offer), at=time(20, 30))
    assert claimed is not None
    assert Attempt.objects.get(pk=claimed).replaces == improvable.attempt.pk
    improvable.sniper.record(claimed, "booked", named="77002")
    assert improvable.state(offer) == "swapped"
    improvable.finish()
    assert not Event.objects.filter(payload__what="cancel_failed").exists()

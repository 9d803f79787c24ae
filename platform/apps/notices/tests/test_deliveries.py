"""One message is taken by one sender, comes to one end, and is never sent again when nobody knows."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connections
from django.utils import timezone

from apps.accounts.models import User
from apps.notices import deliveries
from apps.notices.models import Delivery
from apps.notices.senders.base import Answer, Verdict
from apps.notices.tests import make
from testing.users import Person, make_user

NOW = datetime(2026, 11, 20, 15, 0, tzinfo=UTC)
SENT = Answer(verdict=Verdict.SENT, reference="SM1")
LATER = Answer(verdict=Verdict.LATER, reason="no_connection")


def taken(now: datetime = NOW) -> Delivery:
    delivery = deliveries.take(channel="email", now=now)
    assert delivery is not None
    return delivery


def test_the_one_that_waited_longest_is_taken_first_and_only_when_it_is_due(alice: Person) -> None:
    for minutes in (3, 1, 2):
        make.told(alice.user, now=NOW + timedelta(minutes=minutes))
    assert deliveries.take(channel="email", now=NOW) is None
    assert deliveries.take(channel="sms", now=NOW + timedelta(minutes=9)) is None
    later = NOW + timedelta(minutes=9)
    order = [taken(later).expires_at - NOW - timedelta(hours=12) for _ in range(3)]
    assert order == [timedelta(minutes=1), timedelta(minutes=2), timedelta(minutes=3)]
    assert deliveries.take(channel="email", now=later) is None


def test_what_was_sent_is_over_and_its_facts_are_gone(alice: Person) -> None:
    make.told(alice.user, now=NOW)
    assert deliveries.finish(delivery=taken(), answer=SENT, now=NOW) == "sent"
    one = Delivery.objects.get()
    assert (one.state, one.sent_at, one.reference, one.attempts, one.facts) == ("sent", NOW, "SM1", 1, {})
    assert deliveries.take(channel="email", now=NOW + timedelta(hours=1)) is None


@pytest.mark.parametrize("verdict", [Verdict.REFUSED, Verdict.UNKNOWN])
def test_what_was_refused_or_may_have_arrived_is_never_sent_again(alice: Person, verdict: Verdict) -> None:
    make.told(alice.user, now=NOW)
    answer = Answer(verdict=verdict, reason="why")
    assert deliveries.finish(delivery=taken(), answer=answer, now=NOW) == "failed"
    one = Delivery.objects.get()
    assert (one.state, one.reason, one.sent_at, one.facts) == ("failed", "why", None, {})
    assert deliveries.take(channel="email", now=NOW + timedelta(hours=1)) is None


def test_what_did_not_leave_is_tried_again_more_and_more_slowly_until_it_is_of_no_use(alice: Person) -> None:
    make.told(alice.user, now=NOW)
    now, pauses = NOW, []
    while (one := Delivery.objects.get()).state == "queued":
        assert one.facts
        pauses.append((one.next_at - now).total_seconds())
        now = one.next_at
        deliveries.finish(delivery=taken(now), answer=LATER, now=now)
    assert pauses[:7] == [0, 5, 15, 45, 135, 405, 600]
    assert (one.state, one.reason, one.facts) == ("failed", "too_late", {})
    assert one.expires_at - timedelta(minutes=10) <= now < one.expires_at


def test_what_waited_too_long_is_not_sent(alice: Person) -> None:
    make.told(alice.user, now=NOW)
    one = taken(NOW + timedelta(hours=12))
    assert (one.state, one.reason, one.attempts, one.facts) == ("failed", "too_late", 0, {})


@pytest.mark.parametrize("change", [{"email_notifications": False}, {"is_active": False}, {"email_confirmed_at": None}])
def test_what_the_user_switched_off_meanwhile_is_skipped(alice: Person, change: dict[str, bool | None]) -> None:
    make.told(alice.user, now=NOW)
    User.objects.update(**change)
    one = taken()
    assert (one.state, one.reason, one.attempts, one.facts) == ("skipped", "unwanted", 0, {})
    assert Delivery.objects.get().state == "skipped"


def test_what_a_sender_died_with_fails_and_is_never_sent_again(alice: Person) -> None:
    make.told(alice.user, now=NOW)
    in_hand = taken()
    assert deliveries.fail_abandoned(now=NOW + deliveries.IN_HAND) == 0
    later = NOW + deliveries.IN_HAND + timedelta(seconds=1)
    assert deliveries.fail_abandoned(now=later) == 1
    one = Delivery.objects.get()
    assert (one.state, one.reason, one.facts) == ("failed", "outcome_unknown", {})
    # A process that was taken for dead and answers after all changes nothing.
    deliveries.finish(delivery=in_hand, answer=LATER, now=later)
    assert Delivery.objects.get().state == "failed"
    assert deliveries.take(channel="email", now=later) is None


@pytest.mark.django_db(transaction=True)
def test_twenty_senders_at_once_take_each_message_once() -> None:
    for name in ("Ann", "Ben", "Cy"):
        user = make_user(name)
        for _ in range(20):
            make.told(user)
    now = timezone.now()

    def send(_: int) -> list[int]:
        mine = []
        try:
            while (one := deliveries.take(channel="email", now=now)) is not None:
                mine.append(one.pk)
                deliveries.finish(delivery=one, answer=SENT, now=now)
        finally:
            connections.close_all()
        return mine

    with ThreadPoolExecutor(20) as pool:
        all_taken = [pk for mine in pool.map(send, range(20)) for pk in mine]
    assert sorted(all_taken) == sorted(Delivery.objects.values_list("pk", flat=True))
    assert len(all_taken) == 60
    assert set(Delivery.objects.values_list("state", "attempts")) == {("sent", 1)}
